/**
 * What a learner asks and what it is told. A learner is a pure generator: it yields questions and is sent answers;
 * it does no I/O, keeps no clock and draws no random number. Same learner, same answers, same questions.
 */

import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError, shown } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Letter, Word } from "../words/word.ts";

/** A batch of words to weigh, or a conjecture. */
export type Question<W> =
  | { readonly kind: "weigh"; readonly words: readonly Word[]; readonly why: Reason }
  | { readonly kind: "conjecture"; readonly hypothesis: Wdfsa<W> };

/** The weights of the words, in their order; or a word on which the conjecture is wrong, `null` if there is none. */
export type Answer<W> =
  | { readonly kind: "weights"; readonly weights: ArrayLike<W> }
  | { readonly kind: "verdict"; readonly counterexample: Word | null };

/** Why a batch is asked: the defect that its answers repair. For people who watch; no driver depends on it. */
export type Reason =
  | { readonly kind: "start" }
  | { readonly kind: "unclosed"; readonly prefix: Word }
  | {
      readonly kind: "inconsistent";
      readonly prefixes: readonly [Word, Word];
      readonly letter: Letter;
      readonly suffix: Word;
    }
  | { readonly kind: "revived"; readonly prefix: Word; readonly letter: Letter; readonly suffix: Word }
  | { readonly kind: "counterexample"; readonly word: Word }
  | { readonly kind: "sift"; readonly level: number }
  | { readonly kind: "split"; readonly suffix: Word };

/** A part of a run that ends with a value. */
export type Asking<W, T = void> = Generator<Question<W>, T, Answer<W>>;

/** A run of a learner: a generator that yields questions and is sent their answers. */
export type LearnerRun<W> = Asking<W, Wdfsa<W>>;

/** A learning algorithm, ready to run once. */
export interface Learner<W> {
  readonly name: string;
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** How many states it has told apart so far. */
  readonly states: number;
  /** The best automaton that the answers so far give, at any point of a run; what is not known yet is left out. */
  hypothesis(): Wdfsa<W>;
  /** Every word it knows the weight of, in the order in which they were answered. */
  answers(): Iterable<readonly [Word, W]>;
  /** Asks until a conjecture is accepted, and returns the minimal automaton in canonical form. */
  run(): LearnerRun<W>;
}

/** Who answers. */
export interface Teacher<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** L(word) for each word. */
  weigh(words: readonly Word[]): ArrayLike<W>;
  /** A word on which the language and the hypothesis differ, or `null` when this teacher knows none. */
  findCounterexample(hypothesis: Wdfsa<W>): Word | null;
}

/** A teacher that may take its time. Every `Teacher` is one. */
export interface AsyncTeacher<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  weigh(words: readonly Word[]): ArrayLike<W> | Promise<ArrayLike<W>>;
  findCounterexample(hypothesis: Wdfsa<W>): Word | null | Promise<Word | null>;
}

/** The weights of an answer; one that is none is not believed. */
export function weightsOf<W>(
  learner: Learner<W>,
  words: readonly Word[],
  answer: Answer<W> | undefined,
): ArrayLike<W> {
  if (answer?.kind !== "weights") throw new HankelError("teacher", "expected weights, got a verdict");
  const { weights } = answer;
  if (weights?.length !== words.length) {
    const first = learner.alphabet.show(words[0]);
    const asked = words.length === 1 ? `the weight of ${first}` : `${words.length} weights, ${first}'s first`;
    throw new HankelError("teacher", `asked for ${asked}, got ${weights?.length ?? "none"}`);
  }
  const { algebra } = learner;
  for (let i = 0; i < words.length; i++) {
    if (!algebra.isWeight(weights[i])) {
      const word = learner.alphabet.show(words[i]);
      const got = shown(weights[i]);
      throw new HankelError("teacher", `the answer for ${word} is no ${algebra.name} weight: ${got}`);
    }
  }
  return weights;
}
