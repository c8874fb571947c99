/**
 * What every learner asks: the words it lacks, whether a hypothesis is right, and where a counterexample breaks it.
 */

import { distanceOf } from "../algebra/margins.ts";
import type { Observations } from "../answers/observations.ts";
import type { Told } from "../answers/told.ts";
import type { Automaton } from "../automata/convert.ts";
import { Contradiction, HankelError, shortened, shown } from "../errors.ts";
import type { Batch } from "../words/batch.ts";
import type { Letter, Word } from "../words/word.ts";
import {
  type Answer,
  type Asking,
  answerOf,
  checkedWeights,
  type Learner,
  type Question,
  type Reason,
} from "./protocol.ts";

/** The approximate number of letters in a batch, so that its words can soon be garbage-collected. */
const BATCH_LETTERS = 2 ** 19;

/** A question for the weights of words. */
type WordQuestion = Extract<Question<unknown>, { kind: "weigh" }>;

/** What these functions use of a learner, whatever its hypotheses are. */
export type Asker<W> = Pick<Learner<W>, "kind" | "algebra" | "alphabet" | "states"> & {
  readonly observations: Observations<W>;
};

/** Asks all queued words, in one batch unless it would be huge; `read` takes the answers from what it is sent. */
export function* askQueue<W, A>(
  told: Told<A>,
  why: Reason,
  read: (batch: Batch, answer: Answer<A>) => ArrayLike<A>,
  letters = BATCH_LETTERS,
): Asking<W, void, A, never> {
  while (told.wants) {
    const batch = told.wanted(Math.min(letters, BATCH_LETTERS));
    const answer = yield { kind: "weigh", batch, why };
    if (!isTold(told, answer)) told.record(read(batch, answer));
  }
}

/** Notes the answers if the memory has been told them already. */
function isTold<A>(told: Told<A>, answer: Answer<A>): boolean {
  if (answer?.kind !== "weights" || answer.told !== told.shared) return false;
  told.recordTold();
  return true;
}

/** A question for the words on the observations' list, or as many as one batch holds; undefined if there are none. */
export function wantedBy<W>({ observations }: Asker<W>, why: Reason): WordQuestion | undefined {
  return observations.wants ? { kind: "weigh", batch: observations.wanted(BATCH_LETTERS), why } : undefined;
}

/** Takes in the answer to a question of `wantedBy`. */
export function takeIn<W>(learner: Asker<W>, { batch }: WordQuestion, answer: Answer<W>): void {
  const { observations } = learner;
  if (!isTold(observations, answer)) observations.record(checkedWeights(learner, batch, answer));
}

/** Asks all words on the observations' list. */
export function* askWanted<W>(learner: Asker<W>, why: Reason): Asking<W, void, W, never> {
  for (let asked = wantedBy(learner, why); asked !== undefined; asked = wantedBy(learner, why)) {
    takeIn(learner, asked, yield asked);
  }
}

/** The weight of one word; asks it unless it is known. */
export function* askWord<W>(learner: Asker<W>, word: Word, why: Reason): Asking<W, W, W, never> {
  const { observations } = learner;
  const node = observations.node(0, word);
  observations.want(node);
  yield* askWanted(learner, why);
  return observations.weight(node);
}

/** Asks whether a hypothesis is right, and checks that a counterexample is a word. */
export function* conjecture<W, H extends Automaton<W>>(
  learner: Asker<W>,
  hypothesis: H,
): Asking<W, Word | null, W, H> {
  const { counterexample: word } = answerOf("verdict", yield { kind: "conjecture", hypothesis });
  const { size } = learner.alphabet;
  if (word === null) return null;
  if (
    !Array.isArray(word) ||
    Array.from(word).some((letter) => !Number.isInteger(letter) || letter < 0 || letter >= size)
  ) {
    throw new HankelError("teacher", `the counterexample is not a word over the alphabet: ${shown(word)}`);
  }
  return word as Word;
}

/** The run of a hypothesis on a word, with an access word u_q for each state. */
export interface Run<W> {
  /** q₀, q₁, …: the states of the run, until it ends or dies. */
  readonly states: readonly number[];
  /** u_q, as a node of the observations' prefix tree. */
  access(state: number): number;
  /**
   * accᵢ ⊗ d(u)⁻¹ ⊗ L(us) for the i-th state, its word u, and the node of us, which is known: acc₀ = λ, acc₁, … are the weights
   * accumulated before each state, and d(u) is the factor that makes L_u = d(u) ⊗ R_q if the hypothesis is right about q.
   */
  alpha(i: number, node: number): W;
}

/** Where a counterexample breaks the hypothesis: it is wrong about `u·a` for the suffix `s`. */
export interface Breakpoint {
  /** The state of u, before the letter a; -1 if the hypothesis has no state, and then the whole word is the suffix. */
  readonly state: number;
  readonly letter: Letter;
  /** What follows the letter. */
  readonly suffix: Word;
}

/**
 * Weighted Rivest–Schapire (docs/theory.md, 6.1). With cᵢ = accᵢ ⊗ d(uᵢ)⁻¹ put αᵢ = cᵢ ⊗ L(uᵢ · w[i…]), zero once the run
 * has died. Then α₀ = L(w) and αₙ is the hypothesis' weight. They differ, so a binary search finds an i where
 * αᵢ ≠ αᵢ₊₁, in ⌈log₂ |w|⌉ questions. Floats differ a little at every step. There the search keeps to a part of the word
 * where the distance is at least the average of the whole word, which by the triangle inequality one of two halves has.
 */
export function* findBreakpoint<W>(
  learner: Asker<W>,
  run: Run<W>,
  word: Word,
  weight: W,
): Asking<W, Breakpoint> {
  const { algebra, observations } = learner;
  const { states } = run;
  if (states.length === 0) return { state: -1, letter: 0, suffix: word };
  const why: Reason = { kind: "counterexample", word };
  function* alpha(i: number): Asking<W, W> {
    const moved = observations.node(run.access(states[i]), word, i);
    observations.want(moved);
    yield* askWanted(learner, why);
    return run.alpha(i, moved);
  }
  let [low, before] = [0, weight];
  // Once the run has died, αᵢ = 0 needs no question.
  let high = Math.min(states.length, word.length);
  const after = states.length > word.length && !algebra.exact ? yield* alpha(high) : algebra.zero;
  const average = algebra.exact ? 0 : distanceOf(algebra, weight, after) / high;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const between = yield* alpha(middle);
    const breaks = algebra.exact
      ? !algebra.equals(before, between)
      : distanceOf(algebra, before, between) >= average * (middle - low);
    if (breaks) high = middle;
    else [low, before] = [middle, between];
  }
  return { state: states[low], letter: word[low], suffix: word.slice(low + 1) };
}

/** The error for a counterexample on which language and hypothesis agree. */
export function notACounterexample<W>(learner: Asker<W>, word: Word, weight: W): HankelError {
  const { alphabet, kind } = learner;
  return contradiction(
    learner,
    `${alphabet.show(word, kind.terms)} was given as a counterexample, but ${kind.terms.language} and hypothesis both ` +
      `${kind.terms.weigh} ${shortened(learner.algebra.format(weight))}`,
  );
}

/** The error for a counterexample that led to no new state. Over an exact algebra only wrong answers can cause it. */
export function noProgress<W>(learner: Asker<W>, word: Word): HankelError {
  return contradiction(
    learner,
    `the counterexample ${learner.alphabet.show(word, learner.kind.terms)} led to no new state beyond the ${learner.states} known`,
  );
}

/** Over an inexact algebra, weights that differ by about the tolerance have the same effect as contradictory answers. */
function contradiction<W>({ algebra }: Asker<W>, what: string): HankelError {
  if (algebra.exact) return new Contradiction(`${what}: the answers contradict each other`);
  return new HankelError(
    "tolerance",
    `${what}: some weights differ by about the tolerance of ${algebra.tolerance}; ` +
      "choose a smaller or a larger one with --tolerance, or an exact semifield",
  );
}
