import type { Margins } from "../algebra/margins.ts";
import { isField } from "../algebra/semifield.ts";
import { countOf } from "../errors.ts";
import type { Learner } from "./protocol.ts";

/** Something that looks wrong with the answers, and the option that may help. */
export interface Advice {
  readonly kind: "noise" | "size";
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

/**
 * What looks wrong while a learner runs, if anything does:
 *
 * - Distances cluster around the tolerance.
 * - States differ by much less than unrelated states would.
 * - Every word up to some length has a state of its own, and there are many of them.
 */
export function adviceOn<W>(
  { states, alphabet, algebra, deterministic = true }: Advised<W>,
  margins: Margins | undefined,
): Advice | undefined {
  const field = deterministic && algebra !== undefined && isField(algebra);
  return (
    (margins && onMargins(states, margins)) ?? onSize(states, alphabet.size, margins !== undefined, field)
  );
}

/** What advice looks at. */
type Advised<W> = Pick<Learner<W>, "states" | "alphabet" | "deterministic"> &
  Partial<Pick<Learner<W>, "algebra">>;

function onMargins(states: number, { tolerance, apart, equal }: Margins): Advice | undefined {
  if (apart < CLUSTER * tolerance && equal * CLUSTER > tolerance) {
    const better = powerOfTen(CLUSTER * apart);
    const sentence =
      `some answers differ by about the tolerance of ${tolerance}: ${brief(equal)} counted as equal, ${brief(apart)} did ` +
      `not; if the answers are noisy, --tolerance ${better} or larger helps, or --repeat`;
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

function onSize(states: number, letters: number, inexact: boolean, field: boolean): Advice | undefined {
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
    `each of the ${words} words of up to ${countOf(length, "letter")} has a state of its own: the language is very large or not ` +
    `regular, or the answers are noisy; against noise, ${option} helps` +
    (field ? ", and --learner multiplicity needs only as many states as the rank" : "");
  return { kind: "size", sentence };
}

function brief(distance: number): string {
  return String(Number(distance.toPrecision(2)));
}

/** The next power of ten below 1. */
function powerOfTen(tolerance: number): string {
  return String(Number(`1e${Math.min(Math.ceil(Math.log10(tolerance)), -1)}`));
}

/** Watches a learner: tells each kind of advice once, as soon as there is reason for it. */
export function adviser<W>(
  learner: Advised<W>,
  margins: () => Margins | undefined,
  tell: (sentence: string) => void,
): () => void {
  const told = new Set<Advice["kind"]>();
  return () => {
    const advice = adviceOn(learner, margins());
    if (advice === undefined || told.has(advice.kind)) return;
    told.add(advice.kind);
    tell(advice.sentence);
  };
}
