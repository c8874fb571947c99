import { type Automaton, toWfsa } from "../automata/convert.ts";
import { requireNumbers } from "../automata/requirements.ts";
import type { Wfsa } from "../automata/wfsa.ts";
import { countOf } from "../errors.ts";
import { shownLetter } from "../formats/dot.ts";
import { getOrAdd } from "../words/collections.ts";
import { isCrowded } from "./overview.ts";
import { brief, LONGEST_LABEL } from "./text.ts";

/** How a probabilistic automaton is drawn. */
export interface ProbabilityPictureOptions {
  /** What is less likely than this is hidden, and a note says so; by default 0.01, or more if there are too many lines. */
  readonly hide?: number | undefined;
}

/** A probabilistic automaton as people read it. */
export interface ProbabilityPicture {
  /** The lines between states that are left. */
  readonly lines: readonly ProbabilityLine[];
  /** For each state how likely a word ends there, in percent; undefined where that is hidden. */
  readonly ends: readonly (string | undefined)[];
  /** For each state how likely a word begins there, in percent; empty if all do, undefined if none does. */
  readonly starts: readonly (string | undefined)[];
  /** What is hidden, and what is counted together, in a sentence; undefined if nothing is. */
  readonly hidden: string | undefined;
}

/** All arcs from one state to another that are drawn. */
export interface ProbabilityLine {
  readonly from: number;
  readonly to: number;
  /** Symbols with their probabilities in percent, likeliest first. */
  readonly labels: readonly string[];
  /** How thick the line is, in points. */
  readonly width: number;
}

/** How thick the line of a sure arc is, and that of an impossible one. */
const THICK = 4;
const THIN = 0.5;
/** More labels than this do not fit on a line: then so many symbols are named, and the others counted. */
const LABELS = 8;
const NAMED = 4;
/** Of symbols that are equally likely, so many share a label by name. */
const SHARING = 6;

/** Of symbols that are only counted, so many are named, each by so many characters. */
const EXAMPLES = 3;
const LONGEST_EXAMPLE = 8;

/** Thresholds that are tried one after the other until a drawing has room for its labels: so many lines for each state. */
const LINES_PER_STATE = 2;
const THRESHOLDS = [0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5];

/**
 * What is drawn of a stochastic automaton: probabilities in percent, likely arcs on thick lines, the likeliest symbols of
 * a line first, and where words end. Arcs and ends below a threshold are hidden, but those of one line are counted together
 * if all of them reach it: `… 281 more: 23 %`. A state that is not initial keeps the likeliest arc that leads to it. Without
 * a given threshold it is 0.01, or more where the lines would be too many for labels; then every state keeps a line. Linear in the arcs, but for sorting the symbols of a line.
 *
 * @example
 * const picture = probabilityPicture(fromExpression("(<1/2>a)*<1/2>", rational));
 * console.log(picture.lines.length, picture.ends[0]); // 2 50 %
 */
export function probabilityPicture<W>(
  automaton: Automaton<W>,
  options: ProbabilityPictureOptions = {},
): ProbabilityPicture {
  const wfsa = toWfsa(automaton);
  const { initials, initialWeight } = wfsa;
  const { toNumber } = requireNumbers(wfsa.algebra, "probabilityPicture");
  const arcs = Float64Array.from(wfsa.arcWeight, toNumber);
  const ends = Float64Array.from(wfsa.finalWeight, toNumber);
  const { threshold, drawn } = chosenLines(wfsa, arcs, options.hide);
  const hidden = hiddenOf(wfsa, { arcs, ends }, drawn, threshold);
  const lines = drawn.map(({ from, to, named, folded }) => {
    const sum = [...named, ...folded].reduce((total, arc) => total + arcs[arc], 0);
    const width = THIN + (THICK - THIN) * Math.min(1, sum);
    return { from, to, labels: labelsOf(wfsa, arcs, named, folded), width };
  });
  const shownEnds = Array.from(ends, (end) => (end === 0 || end < threshold ? undefined : percent(end)));
  // A single initial state needs no probability.
  const starts: (string | undefined)[] = shownEnds.map(() => undefined);
  for (const state of Array.from(initials)) {
    starts[state] = initials.length === 1 ? "" : percent(toNumber(initialWeight[state]));
  }
  return { lines, ends: shownEnds, starts, hidden };
}

/** The arcs from one state to another that are drawn: those that are named, likeliest first, and those counted together. */
interface DrawnArcs {
  readonly from: number;
  readonly to: number;
  readonly named: readonly number[];
  readonly folded: readonly number[];
}

/** The lines above a threshold: the given one, or the first that leaves room for labels. */
function chosenLines<W>(
  wfsa: Wfsa<W>,
  arcs: Float64Array,
  given: number | undefined,
): { readonly threshold: number; readonly drawn: readonly DrawnArcs[] } {
  let found = { threshold: given ?? THRESHOLDS[0], drawn: drawnArcs(wfsa, arcs, given ?? THRESHOLDS[0]) };
  if (given !== undefined || !isCrowded(wfsa.size, found.drawn.length)) return found;
  for (const threshold of THRESHOLDS) {
    found = { threshold, drawn: drawnArcs(wfsa, arcs, threshold, THRESHOLDS[0]) };
    if (found.drawn.length <= LINES_PER_STATE * wfsa.size) break;
  }
  return found;
}

/**
 * The arcs that are drawn: the likely ones, those that are likely together, the likeliest to each state, and from a state
 * without any of these the likeliest line, if that reaches the floor.
 */
function drawnArcs<W>(
  { size, start, source, target, initials }: Wfsa<W>,
  arcs: Float64Array,
  threshold: number,
  floor = threshold,
): DrawnArcs[] {
  const best = new Int32Array(size).fill(-1);
  for (let arc = 0; arc < arcs.length; arc++) {
    const to = target[arc];
    if (source[arc] !== to && (best[to] < 0 || arcs[arc] > arcs[best[to]])) best[to] = arc;
  }
  for (const state of Array.from(initials)) best[state] = -1;
  const drawn: DrawnArcs[] = [];
  for (let from = 0; from < size; from++) {
    const targets = new Map<number, number[]>();
    for (let arc = start[from]; arc < start[from + 1]; arc++) {
      getOrAdd(targets, target[arc], () => []).push(arc);
    }
    const before = drawn.length;
    let [strongest, most]: [DrawnArcs | undefined, number] = [undefined, 0];
    for (const [to, between] of targets) {
      const likeliestFirst = between.sort((a, b) => arcs[b] - arcs[a] || a - b);
      const likely = likeliestFirst.findIndex((arc) => arcs[arc] < threshold);
      const named = likely < 0 ? likeliestFirst : likeliestFirst.slice(0, likely);
      const rare = likeliestFirst.slice(named.length);
      const together = rare.reduce((sum, arc) => sum + arcs[arc], 0) >= threshold;
      const kept = named.length === 0 && best[to] === likeliestFirst[0] ? [likeliestFirst[0]] : named;
      const folded = together ? likeliestFirst.slice(kept.length) : [];
      if (kept.length + folded.length > 0) drawn.push({ from, to, named: kept, folded });
      const sum = between.reduce((total, arc) => total + arcs[arc], 0);
      if (sum > most) [strongest, most] = [{ from, to, named: [], folded: likeliestFirst }, sum];
    }
    if (drawn.length === before && strongest !== undefined && most >= floor) drawn.push(strongest);
  }
  return drawn;
}

/** What is hidden: how many arcs and ends, and how much of its probability a state loses at most; and what is counted together. */
function hiddenOf<W>(
  { size, start }: Wfsa<W>,
  { arcs: probabilities, ends: stops }: { readonly arcs: Float64Array; readonly ends: Float64Array },
  drawn: readonly DrawnArcs[],
  threshold: number,
): string | undefined {
  const shown = new Uint8Array(probabilities.length);
  for (const { named, folded } of drawn) for (const arc of [...named, ...folded]) shown[arc] = 1;
  let [arcs, ends, most] = [0, 0, 0];
  for (let state = 0; state < size; state++) {
    let lost = 0;
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      if (shown[arc] === 1) continue;
      arcs++;
      lost += probabilities[arc];
    }
    if (stops[state] > 0 && stops[state] < threshold) {
      ends++;
      lost += stops[state];
    }
    most = Math.max(most, lost);
  }
  const parts = [...(arcs > 0 ? [countOf(arcs, "arc")] : []), ...(ends > 0 ? [countOf(ends, "end")] : [])];
  const below = `below ${percent(threshold)}`;
  const isCounted = drawn.some(({ folded }) => folded.length > 1);
  if (parts.length === 0) return isCounted ? `symbols ${below} on one line are counted together` : undefined;
  const are = arcs + ends === 1 ? "is" : "are";
  const lost = most < 1e-4 ? "less than 0.01 %" : `at most ${percent(most)}`;
  const hidden = `${parts.join(" and ")} ${below} ${are} hidden: ${lost} of a state`;
  return isCounted ? `${hidden}; others below it that share a line are counted together` : hidden;
}

/**
 * The labels of a line, likeliest first; symbols of the same percentage share one. Where there are too many, the likeliest
 * are named, and the others counted, with their probability in all.
 */
function labelsOf<W>(
  { letter, alphabet }: Wfsa<W>,
  arcs: Float64Array,
  named: readonly number[],
  folded: readonly number[],
): string[] {
  const groups = new Map<string, number[]>();
  for (const arc of named) getOrAdd(groups, percent(arcs[arc]), () => []).push(arc);
  const labels: string[] = [];
  const rest = [...folded];
  const most = groups.size > LABELS || (folded.length > 0 && groups.size > NAMED) ? NAMED : LABELS;
  for (const [shown, group] of groups) {
    if (labels.length === most) rest.push(...group);
    else {
      const symbols = group.slice(0, SHARING).map((arc) => shownLetter(alphabet, letter[arc]));
      const text = (count: number) => {
        const more = group.length - count;
        if (count === 0) return `${more} symbols each ${shown}`;
        const names = symbols.slice(0, count).join(" ") + (more > 0 ? ` … ${more} more` : "");
        return group.length === 1 ? `${names} ${shown}` : `${names} each ${shown}`;
      };
      let count = symbols.length;
      while (count > 0 && group.length > 1 && [...text(count)].length > LONGEST_LABEL) count--;
      labels.push(text(count));
    }
  }
  if (rest.length === 0) return labels;
  const sum = percent(rest.reduce((total, arc) => total + arcs[arc], 0));
  if (rest.length === 1) return [...labels, `${shownLetter(alphabet, letter[rest[0]])} ${sum}`];
  if (labels.length > 0) return [...labels, `… ${rest.length} more: ${sum}`];
  const first = rest
    .slice(0, EXAMPLES)
    .map((arc) => brief(shownLetter(alphabet, letter[arc]), LONGEST_EXAMPLE));
  return [`${rest.length} symbols: ${sum}`, first.join(" ") + (rest.length > EXAMPLES ? " …" : "")];
}

/**
 * A probability as people read it: in percent, with two digits that count.
 *
 * @example
 * console.log(percent(1 / 3)); // 33 %
 */
export function percent(probability: number): string {
  const value = 100 * probability;
  if (value === 0 || value >= 100 - 1e-9) return `${Math.round(value)} %`;
  if (value < 0.01) return "< 0.01 %";
  if (value > 99.9) return "> 99.9 %";
  return `${Number(value >= 99 ? value.toFixed(1) : value.toPrecision(2))} %`;
}
