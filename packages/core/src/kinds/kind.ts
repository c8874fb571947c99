/**
 * What a target answers with, as a value: whoever needs to know asks the kind, and not which kind it is. Only who can do
 * nothing without distributions asks `isRows`.
 *
 * Another kind takes a file beside this one, with the kind and its memory, and its name in `KindName`. Then the compiler asks
 * for one entry in each of two tables: `learnersOf` in learning/learn.ts, what learns from its memory; and, for the command
 * line, what its answers are called in messages about options. The compiler cannot ask for four things: how the header of a
 * journal names it (`KindHeader`, and `kindOf` in kinds.ts), who makes a target of the kind, how a program announces it, and
 * which options are for it.
 */

import type { Margins } from "../algebra/margins.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Answers, Clash } from "../answers/answers.ts";
import type { Automaton } from "../automata/convert.ts";
import type { MachineKind } from "../automata/machine.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { countOf, HankelError, messageOf, quote, shortenedApart } from "../errors.ts";
import { writeHankel } from "../formats/hankel-json.ts";
import type { KindHeader } from "../formats/journal-lines.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";

/** What answers are called: every table of kinds has these as its keys. */
export type KindName = "weights" | "runs" | "rows";

/**
 * What to do when the answers to a word differ. Under `stable` it is asked until they are the same several times in a row: each output by
 * itself, where answers have outputs.
 */
export type OnConflict = "stop" | "keep-first" | "majority" | "stable";

/** One answer made of several. */
export interface Combined<A> {
  readonly answer: A;
  /** The largest distance between two answers. For exact answers it is 0 or Infinity. */
  readonly spread: number;
  /** Do they differ by more than the tolerance? */
  readonly conflict: boolean;
  /** Is there one most frequent answer? */
  readonly decided: boolean;
}

/** What the answers to one word come to, if they count when they were the same so many times in a row. */
export interface Steady<A> {
  /** The answer; where more answers are needed, the best guess. */
  readonly answer: A;
  /** How many more answers are needed at least; 0 if the answer counts. */
  readonly missing: number;
  /** The output that is not settled, if answers have outputs and it is one of them that is not. */
  readonly place?: number;
  /** What was seen there, in the order of asking. */
  readonly seen: readonly string[];
}

/** What the user says about weights: which semifield they are in, and how far apart equal ones may be. */
export interface WeightChoice {
  readonly semifield?: string | undefined;
  readonly tolerance?: number | undefined;
}

/** A hypothesis when a run ends before its time, the last conjecture, and the answers. */
export interface Unfinished<W, A> {
  readonly hypothesis: Wdfsa<W>;
  readonly conjecture: Wdfsa<W> | undefined;
  readonly answers: Iterable<readonly [Word, A]>;
}

/** Figures of what was learned, as a summary shows them; without those that are undefined. */
export interface Counted {
  readonly machine: MachineKind;
  readonly states: number;
  readonly arcs: number;
  readonly dof: undefined;
}

/** What things are called in messages. */
export interface Terms {
  /** What is learned. */
  readonly automaton: string;
  /** What it is learned from. */
  readonly language: string;
  /** What it may be if its states have no end, with a verb and without. */
  readonly infinite: string;
  readonly irregular: string;
  readonly word: string;
  /** A word that has an answer, with its article. */
  readonly acceptedWord: string;
  readonly emptyWord: string;
  readonly letter: string;
  /** What several do with a word, in front of its answer. */
  readonly weigh: string;
}

/** A language has words of letters. */
export const LANGUAGE_TERMS: Terms = {
  automaton: "automaton",
  language: "language",
  infinite: "has no finite automaton",
  irregular: "not regular",
  word: "word",
  acceptedWord: "an accepted word",
  emptyWord: "ε",
  letter: "letter",
  weigh: "weigh it",
};

/** A machine has traces of inputs. */
export const MACHINE_TERMS: Terms = {
  automaton: "machine",
  language: "machine",
  infinite: "is infinite",
  irregular: "infinite",
  word: "trace",
  acceptedWord: "a trace",
  emptyWord: "no input",
  letter: "input",
  weigh: "answer it with",
};

/**
 * The kind of a target: W is a weight of the automata that are learned, and A is what a word is answered with. There are
 * `weightsIn(algebra)`, `runsOf("mealy")` and `rowsOver(alphabet)`.
 */
export interface Kind<W, A = W> {
  /** What its answers are called: weights, runs, rows. */
  readonly name: KindName;
  /** The weights of the automata. */
  readonly algebra: GroupWithZero<W>;
  readonly header: KindHeader;
  /** How a worker of a fleet announces it. */
  readonly announced: object;
  /** About how many bytes an answer takes in JSON, for each letter of its word if it tells prefixes. */
  readonly answerBytes: number;
  /** Does an answer tell the answers to all prefixes of its word? */
  readonly tellsPrefixes: boolean;
  /** The most letters of a word that can be asked about, if there is a limit. */
  readonly longest?: number | undefined;
  /** The weight that an answer is. Without it there are no weights to look at: no Hankel matrix, and no advice about it. */
  weight?(answer: A): W;
  /**
   * Is a learned automaton only near the target? Then the learner draws words, keeps to the number of states itself and
   * says what is established, and the automaton is not brought into canonical form.
   */
  readonly approximate: boolean;

  /** Are equal answers identical? Otherwise equality is nearness. */
  readonly exact: boolean;
  equals(a: A, b: A): boolean;
  /** Would two journals that hold these answers to one word contradict each other? */
  same(a: A, b: A): boolean;
  /** Is this value such an answer, in its normal form? */
  isAnswer(value: unknown): value is A;
  /** Reads the notation of journals; throws a `parse` error for anything else. */
  parse(text: string): A;
  /** The inverse of `parse`. */
  format(answer: A): string;

  /** The member of a request that holds the words, that of the reply that holds the answers, and what one of these is. */
  readonly verb: string;
  readonly reply: string;
  readonly noun: string;
  /** Reads an answer from JSON. */
  read(word: Word, value: unknown): A;
  /** The answer for JSON. */
  write(answer: A): unknown;
  /** May a conjecture of this kind be sent on, from worker to box? */
  readonly sendsConjectures: boolean;
  /** A conjecture for JSON, as a black box of this kind understands it. */
  conjecture(hypothesis: Automaton<W>): object;

  /** Makes one answer of several to one word. */
  combine(answers: readonly A[], rule: OnConflict): Combined<A>;
  /** What the answers come to under `stable`. */
  steady(answers: readonly A[], inARow: number): Steady<A>;
  /** May a later answer correct an earlier one? Not where no two answers are ever quite the same. */
  readonly corrects: boolean;
  /** Says how answers to a word differ, after "the black box contradicts itself: ", without the advice. */
  differing(alphabet: Alphabet, word: Word, answers: readonly A[]): string;
  /** The same for two answers that tell different things about a prefix of both; `told` and `telling` name their words. */
  clashing(alphabet: Alphabet, clash: Clash<Word>, told: string, telling: string): string;
  /** Says how often which answers were given to a word that is not settled, and after which letter, if answers show it. */
  unsteady(alphabet: Alphabet, word: Word, steady: Steady<A>): string;
  /** What may have caused a contradiction, behind the advice about noise. */
  readonly suspicion: string;

  /** What things are called in messages. */
  readonly terms: Terms;
  /** What is learned, in full: "automaton", "Mealy machine". */
  readonly title: string;
  /** In which form states are counted; empty where there is one form only. */
  readonly form: string;
  /** What answers like this, in messages: "a Mealy machine". */
  readonly answerer: string;
  /** What tells it from another kind, in messages. Without the notation, how answers are written does not count. */
  describe(notation?: boolean): string;

  /** Before the figures of a summary: "Mealy machine: ". */
  readonly heading: string;
  /** The figures of an automaton that a summary has instead of the usual ones. */
  counted?(automaton: Automaton<W>): Counted;
  /** Why two journals over one semifield cannot be merged if the other holds this kind, behind their names. */
  unlike(other: Kind<unknown>): string | undefined;
  /** An answer to the word from a journal over another alphabet, which has all symbols of the word. */
  carried(answer: A, word: Word, from: Alphabet): A;

  /** A memory for such answers. */
  answers(alphabet: Alphabet, tree?: PrefixTree): Answers<A>;
  /** The kind over some of the symbols, with the user's choice about weights; refuses one that has no meaning. */
  chosen(alphabet: Alphabet, choice: WeightChoice): Kind<W, A>;
  /** The same kind, whose algebra records the margins of its decisions. */
  watched(): { readonly kind: Kind<W, A>; readonly margins: () => Margins | undefined };
  /** The same kind, written as a worker announces it. */
  writtenAs(notation: { readonly logs: boolean; readonly normalized: boolean }): Kind<W, A>;
  /** The best automaton of an unfinished run. */
  complete(unfinished: Unfinished<W, A>): Wdfsa<W>;
  /** The learner, unless the user chooses another one. */
  readonly learner: string;
  /** The tests of conjectures, unless the user chooses others; undefined if conjectures are not tested on words. */
  readonly tests: string | undefined;
}

/** What most kinds have in common. Each gives what is its own, or other than here. */
export abstract class UsualKind<W, A = W> {
  readonly sendsConjectures: boolean = true;
  readonly terms: Terms = LANGUAGE_TERMS;
  readonly title: string = "automaton";
  readonly form: string = "";
  readonly heading: string = "";

  abstract equals(a: A, b: A): boolean;

  same(a: A, b: A): boolean {
    return this.equals(a, b);
  }

  steady(this: Kind<W, A>, answers: readonly A[], inARow: number): Steady<A> {
    const last = answers[answers.length - 1];
    let same = 0;
    while (same < answers.length && this.equals(answers[answers.length - 1 - same], last)) same++;
    const { answer } = this.combine(answers.slice(-inARow), "stable");
    return {
      answer,
      missing: Math.max(0, inARow - same),
      seen: answers.map((one) => this.format(one)),
    };
  }

  unsteady(this: Kind<W, A>, alphabet: Alphabet, word: Word, { seen }: Steady<A>): string {
    return `${alphabet.show(word, this.terms)} was answered with ${tally(seen)}`;
  }

  conjecture(hypothesis: Automaton<W>): object {
    return JSON.parse(writeHankel(hypothesis)) as object;
  }

  carried(answer: A, _word: Word, _from: Alphabet): A {
    return answer;
  }

  watched(this: Kind<W, A>): ReturnType<Kind<W, A>["watched"]> {
    return { kind: this, margins: () => undefined };
  }

  writtenAs(this: Kind<W, A>, _notation: unknown): Kind<W, A> {
    return this;
  }

  complete({ hypothesis }: Unfinished<W, A>): Wdfsa<W> {
    return hypothesis;
  }
}

/** So many different answers are named. */
const NAMED = 5;

/** Texts and how often each occurs, the most frequent first: `"ok" 7 times and "busy" 3 times`. */
export function tally(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const all = [...counts].sort(([, a], [, b]) => b - a);
  const short = shortenedApart(all.map(([text]) => text));
  const named = all.slice(0, NAMED).map(([, count], i) => `${quote(short[i])} ${countOf(count, "time")}`);
  const more = all.length > NAMED ? ` and ${all.length - NAMED} others` : "";
  return `${named.join(", ")}${more}`;
}

/** The largest distance between two answers. */
export function widest<A>(answers: readonly A[], distance: (a: A, b: A) => number): number {
  let most = 0;
  answers.forEach((answer, i) => {
    for (let j = 0; j < i; j++) most = Math.max(most, distance(answer, answers[j]));
  });
  return most;
}

/** The weights that answers are; none if they are no weights. */
export function answerWeights<W, A>(kind: Kind<W, A>, answers: Iterable<A>): W[] {
  return Array.from(answers).flatMap((answer) => (kind.weight === undefined ? [] : [kind.weight(answer)]));
}

/** Reads the answers to words from JSON, or from a function; the error for a bad one names its word. */
export function readAnswers<W, A>(
  kind: Kind<W, A>,
  alphabet: Alphabet,
  words: readonly Word[],
  values: unknown,
): A[] {
  if (!Array.isArray(values) && !(values instanceof Float64Array)) {
    throw new HankelError("teacher", `the answer has no array "${kind.reply}"`);
  }
  if (values.length !== words.length) {
    throw new HankelError("teacher", `asked for ${countOf(words.length, kind.noun)}, got ${values.length}`);
  }
  return words.map((word, i) => {
    try {
      return kind.read(word, values[i]);
    } catch (cause) {
      const shown = alphabet.show(word, kind.terms);
      throw new HankelError("teacher", `the answer for ${shown}: ${messageOf(cause)}`, { cause });
    }
  });
}
