import { real } from "../algebra/real.ts";
import type { AsyncTeacher, Teacher } from "../learning/protocol.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import type { Distribution } from "./distribution.ts";
import { readDistributions } from "./read-distributions.ts";

/** Something that says what comes next after a word, perhaps after a while: a language model. */
export interface NextTeacher {
  readonly alphabet: Alphabet;
  /** Does an answer hold the distributions of all prefixes too? Then it has |w|+1 rows, ε first, and the last is that of w. */
  readonly prefixes?: boolean | undefined;
  /** The most letters of a word that it can be asked about, if there is a limit: a transformer has one. */
  readonly longest?: number | undefined;
  next(words: readonly Word[]): readonly Distribution[] | Promise<readonly Distribution[]>;
}

/** A `NextTeacher` that answers at once. */
export interface SyncNextTeacher extends NextTeacher {
  next(words: readonly Word[]): readonly Distribution[];
}

/**
 * A language model as a teacher for the learner of distributions. What it says is checked; it looks for no
 * counterexamples.
 */
export function softTeacher(next: SyncNextTeacher): Teacher<number, Distribution>;
export function softTeacher(next: NextTeacher): AsyncTeacher<number, Distribution>;
export function softTeacher(next: NextTeacher): AsyncTeacher<number, Distribution> {
  const { alphabet, prefixes = false, longest } = next;
  return {
    algebra: real,
    alphabet,
    next: { prefixes, longest },
    weigh(words) {
      const check = (values: readonly Distribution[]) =>
        readDistributions(alphabet, words, values, { prefixes });
      const given = next.next(words);
      return given instanceof Promise ? given.then(check) : check(given);
    },
    findCounterexample: () => null,
  };
}
