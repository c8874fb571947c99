import { conditionals } from "../automata/stochastic/conditionals.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { readAnswers } from "../kinds/kind.ts";
import { rowsOver } from "../kinds/rows.ts";
import type { AsyncTeacher, Teacher } from "../learning/protocol.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Letter, Word } from "../words/word.ts";
import type { Distribution } from "./distribution.ts";

/** How words are asked, as far as whoever changes answers has to know. What it does not know it passes along. */
export interface Arriving<A> {
  /** Called with answers as they arrive, in any order; the first belongs to the word at index `from`. */
  readonly arrived?: ((from: number, answers: readonly A[]) => void) | undefined;
}

/** A word some of whose letters are guesses: at these places should stand what is likeliest there of the letters that are not kept. */
export interface GuessedWord {
  readonly word: Word;
  readonly guesses: readonly number[];
}

/** An answer over some letters of a large vocabulary, with all others as one, to a word or to all its prefixes. */
export interface FoldedRows {
  /** Row by row: the probability of each letter that was kept, of all others together, and of the end. */
  readonly rows: Distribution;
  /** For each row the likeliest of the others, of equal ones the first. */
  readonly likeliest: readonly Letter[];
}

/** The same, or the first guess that is wrong, and what should stand there. */
export type FoldedAnswer = FoldedRows | { readonly place: number; readonly letter: Letter };

/** Something that says what comes next after a word, perhaps after a while: a language model. */
export interface NextTeacher<Options extends Arriving<Distribution> = Arriving<Distribution>> {
  readonly alphabet: Alphabet;
  /** Does an answer hold the distributions of all prefixes too? Then it has |w|+1 rows, ε first, and the last is that of w. */
  readonly prefixes?: boolean | undefined;
  /** The most letters of a word that it can be asked about, if there is a limit: a transformer has one. */
  readonly longest?: number | undefined;
  next(words: readonly Word[], options?: Options): readonly Distribution[] | Promise<readonly Distribution[]>;
  /** The same over some letters only, in this order, if that takes less than whole rows. Guesses are for a model that answers for prefixes, too. */
  folded?(
    words: readonly GuessedWord[],
    kept: readonly Letter[],
    options?: Options,
  ): Promise<readonly FoldedAnswer[]>;
}

/** A `NextTeacher` that answers at once. */
export interface SyncNextTeacher extends NextTeacher {
  next(words: readonly Word[]): readonly Distribution[];
}

/**
 * A language model as a teacher for the learner of distributions. What it says is checked; it looks for no
 * counterexamples.
 *
 * @example
 * const coin = nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational)));
 * console.log(learn(softTeacher(coin)).automaton.size); // 1
 */
export function softTeacher(next: SyncNextTeacher): Teacher<number, Distribution>;
export function softTeacher(next: NextTeacher): AsyncTeacher<number, Distribution>;
export function softTeacher(next: NextTeacher): AsyncTeacher<number, Distribution> {
  const { alphabet } = next;
  const kind = rowsOver(alphabet, { prefixes: next.prefixes === true, longest: next.longest });
  return {
    kind,
    alphabet,
    weigh(words) {
      const check = (values: readonly Distribution[]) => readAnswers(kind, alphabet, words, values);
      const given = next.next(words);
      return given instanceof Promise ? given.then(check) : check(given);
    },
  };
}

/**
 * A deterministic probabilistic automaton as a language model: what its `conditionals` say. After a word that the automaton
 * cannot read, the end is certain.
 *
 * @example
 * const coin = nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational)));
 * console.log(coin.next([[]])[0].join(" ")); // 0.5 0.5
 */
export function nextTeacherOf<W>(automaton: Wdfsa<W>): SyncNextTeacher {
  const { alphabet, target, rows } = conditionals(automaton);
  const ended = new Float64Array(alphabet.size + 1);
  ended[alphabet.size] = 1;
  const after = (word: Word): Distribution => {
    let state = 0;
    for (let i = 0; i < word.length && state >= 0; i++) state = target[state * alphabet.size + word[i]];
    return state < 0 ? ended : rows[state];
  };
  return { alphabet, prefixes: false, next: (words) => words.map(after) };
}
