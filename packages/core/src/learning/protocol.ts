/**
 * What a learner asks and what it is told. A learner is a pure generator: it yields questions and is sent answers;
 * it does no I/O, keeps no clock, and draws words only from the seed that it was given. Same learner, same answers, same questions.
 */

import { rational } from "../algebra/rational.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError, shown } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Batch } from "../words/batch.ts";
import type { Letter, Word } from "../words/word.ts";
import type { Form } from "./form.ts";

/** A batch of words to weigh, or a conjecture. */
export type Question<W, H extends Automaton<W> = Wdfsa<W>> =
  | { readonly kind: "weigh"; readonly batch: Batch; readonly why: Reason }
  | { readonly kind: "conjecture"; readonly hypothesis: H };

/** A question that examines a conjecture. */
export type ExaminationQuestion<W> =
  /**
   * Words to weigh: a "test" compares them with the conjecture, a "recheck" with the answers of before. With `states`, a
   * test asks for the target's states after the words, too.
   */
  | {
      readonly kind: "test" | "recheck";
      readonly batch: Batch;
      readonly states?: boolean | undefined;
    }
  /** Words that the teacher draws at random. */
  | { readonly kind: "sample"; readonly count: number; readonly seed: number }
  /** A counterexample, which the teacher finds by itself. */
  | { readonly kind: "search"; readonly hypothesis: Automaton<W> };

/** The target's own state after a word, as a vector of numbers: that of a recurrent network. */
export type StateVector = Float64Array;

/** The weights of words, or what the teacher gives instead, and the target's states after them if they were asked for. */
export interface Weighed<W> {
  readonly weights: ArrayLike<W>;
  readonly states?: readonly StateVector[] | undefined;
  /** The memory of who asked, if it has been told the answers: then `weights` is for others. */
  readonly told?: object | undefined;
}

/**
 * An answer: the weights of the words, or what the teacher gives instead, in their order, and the target's states if they
 * were asked for; a word on which the conjecture is wrong, or `null` if none is known; or the words that were drawn.
 */
export type Answer<W> =
  | ({ readonly kind: "weights" } & Weighed<W>)
  | { readonly kind: "verdict"; readonly counterexample: Word | null }
  | { readonly kind: "samples"; readonly words: readonly Word[] };

/** Why a batch is asked: the defect that its answers repair. This is for people; nothing depends on it. */
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
  /** `suffix`: what follows the place where the counterexample breaks the hypothesis, once that is known. */
  | { readonly kind: "counterexample"; readonly word: Word; readonly suffix?: Word }
  | { readonly kind: "split"; readonly suffix: Word }
  /** Over a field: do these suffixes show rows that are no combinations of the basis? */
  | { readonly kind: "dimension"; readonly suffixes: readonly Word[] }
  /** What is likely to follow the words of states and arcs. */
  | { readonly kind: "futures" }
  /** Words that are drawn from a language model, to test an automaton. */
  | { readonly kind: "drawn" };

/**
 * A part of a learner's run: it asks questions and returns a value. Here and below, W is a weight of the hypotheses, and A
 * is what a word is answered with: the same, unless the teacher gives something else, such as distributions. H is what
 * the hypotheses are: deterministic automata, unless the learner is one of automata over a field.
 */
export type Asking<W, T = void, A = W, H extends Automaton<W> = Wdfsa<W>> = Generator<
  Question<W, H>,
  T,
  Answer<A>
>;

/** A run of a learner: a generator that yields questions and is sent their answers. */
export type LearnerRun<W, A = W, H extends Automaton<W> = Wdfsa<W>> = Asking<W, H, A, H>;

/**
 * The examination of a conjecture: a generator like a learner's run, which ends with a word on which the conjecture is
 * wrong, or `null`. An answer to a "test" may hold the weights of the first words only, when a budget allows no more.
 */
export type Examination<W, A = W> = Generator<ExaminationQuestion<W>, Word | null, Answer<A>>;

/** A learning algorithm, ready to run once. */
export interface Learner<W, A = W, H extends Automaton<W> = Wdfsa<W>> {
  readonly name: string;
  /** What it is told. */
  readonly kind: Kind<W, A>;
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** What its automata are. */
  readonly form: Form<W, H>;
  /** Does it take integer weights only? */
  readonly integral?: boolean;
  /** How many states it has told apart so far. */
  readonly states: number;
  /** About how many bytes its words and answers take; those of others in a tree that it shares count too. */
  readonly memory?: number;
  /** The best automaton so far, at any point of a run. Arcs that are not known yet are left out. */
  hypothesis(): H;
  /** Every word whose answer it knows, in the order of the answers. */
  answers(): Iterable<readonly [Word, A]>;
  /**
   * Asks until a conjecture is accepted, and returns the minimal automaton in canonical form. A learner of automata that are
   * only near the target decides by itself when to end, and returns its choice.
   */
  run(): LearnerRun<W, A, H>;
  /** Is its automaton only near the target, so that the learner itself says what is established? As its kind says, unless given. */
  readonly approximate?: boolean;
  /** Can it give its hypothesis even within a step? Otherwise only between two of them. */
  readonly steady?: boolean;
  /** What it has chosen among the automata that it has found, if it chooses: another object once the choice is another. */
  readonly chosen?: object | undefined;
  /** What is established about its hypothesis, in a sentence, if the learner itself can tell. */
  conclusion?(): string;
}

/** Why words are weighed: for the learner, to test a conjecture, or to see whether an answer is still the same. */
export type Purpose = "learn" | "test" | "recheck";

/** What teachers have in common. A teacher needs three members: its kind, its alphabet, and `weigh`. */
export interface TeacherBase<W, A = W> {
  /** What its answers are. */
  readonly kind: Kind<W, A>;
  readonly alphabet: Alphabet;
  /** What is asked before the learner begins: a teacher that remembers answers may see whether they still hold. It ends with `null`. */
  prepare?(): Examination<W, A> | undefined;
  /**
   * Examines a conjecture, given its number (0, 1, …). The driver asks the questions of the examination, so it counts
   * them, and budgets hold for them. Without this method, the driver calls `findCounterexample`.
   */
  examine?(hypothesis: Automaton<W>, conjecture: number): Examination<W, A>;
  /** How many answers these words cost, with states or without, if it is not one each: the teacher may remember some. */
  cost?(batch: Batch, purpose: Purpose, states?: boolean): number;
  /** How many answers have been given, before the run began and in it, as far as the teacher counts them; they count against its budget. */
  readonly answered?: number;
}

/** Answers the questions of a learner. */
export interface Teacher<W, A = W> extends TeacherBase<W, A> {
  /** L(word) for each word, or what the teacher answers instead. */
  weigh(words: readonly Word[]): ArrayLike<A>;
  /**
   * The same, asked instead of `weigh` where a teacher has it: for one that takes the words as nodes of a tree, that wants to know what
   * they are asked for, or that can give the target's states, which only an examination asks for.
   */
  answer?(batch: Batch, purpose: Purpose, states?: boolean): Weighed<A>;
  /** A word on which the language and the hypothesis differ, or `null` when this teacher knows none, as without this method. */
  findCounterexample?(hypothesis: Automaton<W>): Word | null;
  /** Words drawn at random, the same for the same seed; needed only if an examination asks for them. */
  draw?(count: number, seed: number): readonly Word[];
}

/** A teacher that looks for counterexamples itself. */
export type FindingTeacher<W, A = W> = Teacher<W, A> & Required<Pick<Teacher<W, A>, "findCounterexample">>;

/** A teacher that may take its time. Every `Teacher` is one. */
export interface AsyncTeacher<W, A = W> extends TeacherBase<W, A> {
  weigh(words: readonly Word[]): ArrayLike<A> | Promise<ArrayLike<A>>;
  answer?(batch: Batch, purpose: Purpose, states?: boolean): Weighed<A> | Promise<Weighed<A>>;
  findCounterexample?(hypothesis: Automaton<W>): Word | null | Promise<Word | null>;
  draw?(count: number, seed: number): readonly Word[] | Promise<readonly Word[]>;
}

const ANSWERS = { weights: "weights", verdict: "a verdict", samples: "samples" } as const;

/** The answer, if it is of the kind that the question asked for; an error otherwise. */
export function answerOf<W, K extends Answer<W>["kind"]>(
  kind: K,
  answer: Answer<W> | undefined,
): Extract<Answer<W>, { readonly kind: K }> {
  const got = answer?.kind;
  if (got === kind) return answer as Extract<Answer<W>, { readonly kind: K }>;
  const found = got === undefined ? "no answer" : ANSWERS[got];
  throw new HankelError("teacher", `expected ${ANSWERS[kind]}, got ${found}`);
}

/** The weights of an answer. Checks that there is one for each word, and that each is a weight of the algebra. */
export function checkedWeights<W>(
  learner: Pick<Learner<W>, "algebra" | "alphabet">,
  batch: Batch,
  answer: Answer<W> | undefined,
): ArrayLike<W> {
  const { weights } = answerOf("weights", answer);
  const { length } = batch;
  if (weights?.length !== length) {
    const first = learner.alphabet.show(batch.words[0]);
    const asked = length === 1 ? `the weight of ${first}` : `${length} weights, ${first}'s first`;
    throw new HankelError("teacher", `asked for ${asked}, got ${weights?.length ?? "none"}`);
  }
  const { algebra } = learner;
  for (let i = 0; i < length; i++) {
    if (!algebra.isWeight(weights[i])) throw noWeight(learner, batch.words[i], weights[i]);
  }
  return weights;
}

/** The error for an answer that is no weight. */
function noWeight<W>(
  { algebra, alphabet }: Pick<Learner<W>, "algebra" | "alphabet">,
  word: Word,
  got: unknown,
): HankelError {
  if (!algebra.exact && typeof got === "number" && !Number.isNaN(got)) {
    const answer = `the answer for ${alphabet.show(word)}, ${got}, leaves the range of ${algebra.name}`;
    return new HankelError(
      "tolerance",
      `${answer}: an exact semifield, or one of logarithms, has room for it`,
    );
  }
  return new HankelError(
    "teacher",
    `the answer for ${alphabet.show(word)} is no ${algebra.name} weight: ${adviceFor(algebra, got)}`,
  );
}

/** What is wrong with an answer that is a promise. */
export const A_PROMISE =
  "it is a promise; a function that returns promises is for functionBox and learnAsync";

/** What the answer is, and what to do about it where that is likely known. */
function adviceFor(algebra: GroupWithZero<unknown>, got: unknown): string {
  if (got instanceof Promise) return A_PROMISE;
  const rounded = ROUNDED[algebra.name];
  if (typeof got !== "number" || !Number.isFinite(got) || rounded === undefined) return shown(got);
  const exact = rational.parse(String(got));
  if (!algebra.isWeight(exact)) return shown(got);
  const isShort = typeof exact === "object" && typeof exact.n === "number";
  const written = isShort ? `fraction(${exact.n}, ${exact.d})` : "a fraction of integers";
  return `${shown(got)}; write ${written} for it, or use the rounded weights of ${rounded}`;
}

/** The semifields of rounded weights, by the name of the one with the same operations whose weights are exact. */
const ROUNDED: Readonly<Partial<Record<string, string>>> = {
  rational: "real",
  tropical: "tropicalFloat64",
  arctic: "arcticFloat64",
  viterbi: "viterbiFloat64",
};
