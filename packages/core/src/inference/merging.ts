import type { Blue, Evidence, Quotient } from "./quotient.ts";

/** How states are merged. */
export interface MergingOptions {
  /** Which blue state is next: the one that is visited most, the first in the tree, or the one of the best merge. */
  readonly next: "most-visited" | "first" | "best-merge";
  /** A blue state that is visited less often is not settled, but merged with the state that fits best. */
  readonly least: number;
  /** Are the arcs to states that no accepted word visits left out? */
  readonly sinks?: boolean;
  /** Is the first red state taken that does not refuse? Otherwise the best. */
  readonly firstFit?: boolean;
}

/** What is done with a blue state: it is merged with a red one, or settled. */
export interface Decision {
  readonly done: "merged" | "settled";
  readonly blue: number;
  /** The arc into the blue state: the row of its red parent, times letters, plus the letter. */
  readonly arc: number;
  /** The red state with which it is merged, or the best that was refused; -1 if there is none. */
  readonly red: number;
}

/** A step of the merging. */
export interface MergeStep extends Decision {
  /** The evidence for that red state. */
  readonly score: number;
  /** The evidence for each red state, by its number, as far as it was gathered: NaN or missing where it was not, -∞ where outputs or the caller refuse. */
  readonly scores: readonly number[];
  readonly quotient: Quotient;
  /** How many states are blue. */
  readonly blues: number;
}

/** The two states of a decision as a key: nodes of the tree, which stay the same however it is merged. */
export function pairOf({ red, blue }: Pick<Decision, "red" | "blue">): string {
  return `${red} ${blue}`;
}

/** Does again what was decided before, without asking for evidence. */
export function redo(quotient: Quotient, decisions: readonly Decision[]): void {
  for (const { done, red, blue, arc } of decisions) {
    if (done === "merged") quotient.merge(red, { node: blue, arc });
    else quotient.promote(blue);
  }
}

/** The caller may refuse a merge: then the next best is tried. */
export type MergeDecision = "refuse" | "stop" | undefined;

/** A blue state, and what is known of its merges with the red states, by their numbers. */
interface Candidate extends Blue {
  /** The evidence, as far as it is known; -∞ is final if outputs refuse. */
  readonly scores: number[];
  /** The most that can speak for a merge of it; NaN if that has to be counted anew. */
  bound: number;
}

interface Best {
  readonly blue: Candidate;
  /** The number of the red state, or -1. */
  readonly red: number;
  readonly score: number;
}

/** Merges the states of a quotient until none is blue. Yields each step before it is done. True if it came to its end. */
export function* merging(
  quotient: Quotient,
  evidence: Evidence,
  options: MergingOptions,
): Generator<MergeStep, boolean, MergeDecision> {
  const { reds } = quotient;
  let blues: Candidate[] = quotient.blues().map(candidate);
  while (blues.length > 0) {
    const open = options.sinks === true ? blues.filter(({ node }) => quotient.visits[node] > 0) : blues;
    if (open.length === 0) {
      for (const blue of blues) quotient.drop(blue);
      return true;
    }
    const { blue, red, score } =
      options.next === "best-merge"
        ? bestMerge(quotient, open, evidence)
        : bestRed(quotient, nextOf(quotient, open, options.next), evidence, options);
    const rare = quotient.visits[blue.node] < options.least;
    const merges = red >= 0 && (score >= 0 || (rare && score > Number.NEGATIVE_INFINITY));
    const decision = yield {
      done: merges ? "merged" : "settled",
      blue: blue.node,
      arc: blue.arc,
      red: red < 0 ? -1 : reds[red],
      score,
      scores: blue.scores,
      quotient,
      blues: blues.length,
    };
    if (decision === "stop") return false;
    if (decision === "refuse" && merges) {
      blue.scores[red] = REFUSED;
      continue;
    }
    const added = merges ? quotient.merge(reds[red], blue) : quotient.promote(blue.node);
    if (merges) for (const other of blues) forget(other, quotient);
    blues = blues.filter((other) => other !== blue);
    for (const other of added) blues.push(candidate(other));
  }
  return true;
}

/** The score of a merge that no later evidence allows: more merges only add to what speaks against it. */
const REFUSED = Number.NEGATIVE_INFINITY;

function candidate({ node, arc }: Blue): Candidate {
  return { node, arc, scores: [], bound: Number.NaN };
}

/** A merge changes what speaks for others, but not that they are refused. */
function forget(blue: Candidate, { grown }: Quotient): void {
  const { scores } = blue;
  if (grown.has(blue.node)) blue.bound = Number.NaN;
  for (let red = 0; red < scores.length; red++) {
    if (scores[red] !== REFUSED) scores[red] = Number.NaN;
  }
}

function nextOf({ visits }: Quotient, blues: readonly Candidate[], by: "most-visited" | "first"): Candidate {
  let next = blues[0];
  for (const blue of blues) {
    const sooner = blue.arc < next.arc;
    if (by === "first" ? sooner : visits[blue.node] > visits[next.node]) next = blue;
  }
  return next;
}

function bestRed(
  quotient: Quotient,
  blue: Candidate,
  evidence: Evidence,
  { firstFit }: { readonly firstFit?: boolean },
): Best {
  const { reds } = quotient;
  const { scores } = blue;
  let [best, red] = [Number.NEGATIVE_INFINITY, -1];
  for (let index = 0; index < reds.length; index++) {
    if (index === scores.length) scores.push(Number.NaN);
    if (Number.isNaN(scores[index])) scores[index] = quotient.try(reds[index], blue, evidence);
    if (scores[index] > best) [best, red] = [scores[index], index];
    if (firstFit === true && scores[index] >= 0) break;
  }
  return { blue, red, score: best };
}

/**
 * The best merge of all; but a state that can be merged with none is settled first. The evidence is at most the number of outputs that are seen behind a state: of one
 * that cannot be the best, it is only asked whether it can be merged at all.
 */
function bestMerge(quotient: Quotient, blues: readonly Candidate[], evidence: Evidence): Best {
  let most = blues[0];
  for (const blue of blues) {
    if (Number.isNaN(blue.bound)) blue.bound = quotient.outputsFrom(blue.node);
    if (blue.bound > most.bound) most = blue;
  }
  const first = bestRed(quotient, most, evidence, {});
  let best = first;
  let apart: Best | undefined;
  let before = true;
  for (const blue of blues) {
    if (blue === most) before = false;
    const firstFit = blue.bound < best.score;
    const found = blue === most ? first : bestRed(quotient, blue, evidence, { firstFit });
    // Of equal ones the first is taken.
    if (found.score > best.score || (before && best === first && found.score === best.score)) best = found;
    if (found.score >= 0) continue;
    if (apart === undefined || found.blue.arc < apart.blue.arc) apart = found;
  }
  return apart ?? best;
}
