import type { Margins } from "../algebra/margins.ts";
import { isField } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { brief, countOf } from "../errors.ts";
import { type Kind, LANGUAGE_TERMS } from "../kinds/kind.ts";
import { gatherEvidence } from "./evidence.ts";
import type { Costs } from "./learned.ts";
import type { Learner } from "./protocol.ts";

/** Something that looks wrong with the answers or with the learner, and the option that may help. */
export interface Advice {
  readonly kind: "noise" | "size" | "rank";
  readonly sentence: string;
}

/** Distances within this factor of the tolerance, on both sides of it, cluster around it. */
const CLUSTER = 10;
/** With fewer states, small distances say little. */
const FEW_STATES = 8;
/** The least of the n² distances between n unrelated states is about 1/n². One this many times smaller is no accident. */
const ACCIDENT = 1000;
/** Even a language with ten thousand states shows two words with the same state among so many. */
const MANY_STATES = 500;
/** With so many states, the rank is looked at for the first time; then whenever they have doubled. */
const RANK_STATES = 128;
/** Of so many states it is asked whether there is an end to them. */
const GROWN_STATES = 100;

/**
 * What looks wrong while a learner runs, if anything does:
 *
 * - Distances cluster around the tolerance.
 * - States differ by much less than unrelated states would.
 * - Every word up to some length has a state of its own, and there are many of them.
 */
export function adviceOn<W, A, H extends Automaton<W>>(
  learner: Sized<W, A, H>,
  margins: Margins | undefined,
): Advice | undefined {
  return (margins && onMargins(learner.states, margins)) ?? onSize(learner, margins !== undefined);
}

/** What advice looks at. */
type Sized<W, A, H extends Automaton<W>> = Pick<Learner<W, A, H>, "states" | "alphabet"> &
  Partial<Pick<Learner<W, A, H>, "form" | "algebra" | "kind" | "integral">>;

/** The learner of automata with as many states as the rank, with integer weights if they are wanted. */
function multiplicityFor({ integral = false }: { readonly integral?: boolean }): string {
  return integral ? "multiplicity:integral" : "multiplicity";
}

function onMargins(states: number, { tolerance, apart, equal }: Margins): Advice | undefined {
  if (apart < CLUSTER * tolerance && equal * CLUSTER > tolerance) {
    const better = powerOfTen(CLUSTER * apart);
    const helps =
      Number(better) > tolerance ? `--tolerance ${better} or larger helps, or --repeat` : "--repeat helps";
    const sentence =
      `some answers differ by about the tolerance of ${tolerance}: ${brief(equal)} counted as equal, ${brief(apart)} did ` +
      `not; if the answers are noisy, ${helps}`;
    return { kind: "noise", sentence };
  }
  if (states < FEW_STATES || ACCIDENT * apart * states ** 2 > 1) return undefined;
  // The largest of n² distances between noisy answers is about n² times the least.
  const better = powerOfTen(4 * apart * states ** 2);
  const sentence =
    `${countOf(states, "state")} so far, and some differ by as little as ${brief(apart)}: the answers look noisy, and every ` +
    `one may make a new state; --tolerance ${better} or larger counts such differences as equal`;
  return { kind: "noise", sentence };
}

function onSize<W, A, H extends Automaton<W>>(learner: Sized<W, A, H>, inexact: boolean): Advice | undefined {
  const { states, alphabet, kind } = learner;
  const { language, irregular, word, letter } = kind?.terms ?? LANGUAGE_TERMS;
  const letters = alphabet.size;
  if (states < MANY_STATES || letters < 2) return undefined;
  let [words, length] = [1, 0];
  for (let longest = letters; words + longest <= states; longest *= letters) {
    words += longest;
    length++;
  }
  // A learner may have begun with the next length.
  if (states > words + 1) return undefined;
  const option = inexact ? "a larger --tolerance" : "--repeat";
  const sentence =
    `each of the ${words} ${word}s of up to ${countOf(length, letter)} has a state of its own: the ${language} is very large or ` +
    `${irregular}, or the answers are noisy; against noise, ${option} helps` +
    (isRanked(learner)
      ? `, and --learner ${multiplicityFor(learner)} needs only as many states as the rank`
      : "");
  return { kind: "size", sentence };
}

/** The next power of ten below 1. */
function powerOfTen(tolerance: number): string {
  return String(Number(`1e${Math.min(Math.ceil(Math.log10(tolerance)), -1)}`));
}

/**
 * What a learner of deterministic automata should know of the rank: over a field, it may be low where the number of states
 * grows without end. Looks at the first answers, which takes a fraction of a second.
 */
export function adviceOnRank<W, A, H extends Automaton<W>>(learner: Learner<W, A, H>): Advice | undefined {
  const { blocks, suggests } = gatherEvidence(learner, []);
  const better = multiplicityFor(learner);
  const rank = blocks.at(-1)?.rank;
  if (suggests === undefined || rank === undefined) return undefined;
  const sentence =
    `${countOf(learner.states, "state")} so far, and the rank of the Hankel matrix stands still at ${rank}: the language seems to ` +
    `have no deterministic automaton, or a very large one; --learner ${better} needs only as many states as the rank`;
  return { kind: "rank", sentence };
}

/**
 * Does the number of states look as if it had no end? It does if there are many of them; and with fewer, if every other one
 * took a counterexample, as for palindromes, or a long word, as for aⁿbⁿ.
 */
export function adviceOnGrowth<W, A>(
  { states, kind }: { readonly states: number; readonly kind?: Pick<Kind<W, A>, "terms"> },
  costs: Costs,
): Advice | undefined {
  const { equivalences, questions, symbols } = costs;
  const hard = 2 * equivalences >= states || 2 * symbols >= states * questions;
  if (states < (hard ? GROWN_STATES : MANY_STATES)) return undefined;
  const { language, infinite } = kind?.terms ?? LANGUAGE_TERMS;
  const sentence =
    `${countOf(states, "state")} after ${countOf(questions, "question")}, and their number grows: the ${language} is large, or it ` +
    `${infinite}, and then only a limit ends the run: --max-states, --max-questions, --max-seconds or --max-memory`;
  return { kind: "size", sentence };
}

/**
 * Watches a learner: tells each kind of advice once, as soon as there is reason for it. The result is called with each
 * question, as `announce` is. If the language is known to have a deterministic automaton, nothing is said of growth alone.
 */
export function adviser<W, A, H extends Automaton<W>>(
  learner: Sized<W, A, H> & Partial<Learner<W, A, H>>,
  margins: () => Margins | undefined,
  tell: (sentence: string) => void,
  finite = true,
): (question?: unknown, costs?: Costs) => void {
  const told = new Set<Advice["kind"]>();
  let nextLook =
    !finite && isRanked(learner) && showsAnswers(learner) ? RANK_STATES : Number.POSITIVE_INFINITY;
  const rank = () => {
    if (learner.states < nextLook || !showsAnswers(learner)) return undefined;
    nextLook = 2 * learner.states;
    return adviceOnRank(learner);
  };
  const growth = (costs: Costs | undefined) =>
    finite || costs === undefined ? undefined : adviceOnGrowth(learner, costs);
  return (_question, costs) => {
    // A low rank explains small differences and many states, and there is a learner for it.
    if (told.has("rank")) return;
    for (const advice of [adviceOn(learner, margins()), rank(), growth(costs)]) {
      if (advice === undefined || told.has(advice.kind)) continue;
      told.add(advice.kind);
      tell(advice.sentence);
    }
  };
}

/** Is there enough of a learner to look at its answers? */
function showsAnswers<W, A, H extends Automaton<W>>(
  learner: Partial<Learner<W, A, H>>,
): learner is Learner<W, A, H> {
  return learner.answers !== undefined && learner.kind !== undefined;
}

/** Is the rank of interest: are weights in a field, and automata deterministic? */
function isRanked<W, A, H extends Automaton<W>>({ algebra, form }: Sized<W, A, H>): boolean {
  return form?.ranked !== true && algebra !== undefined && isField(algebra);
}
