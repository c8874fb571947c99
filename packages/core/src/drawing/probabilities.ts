import { type Automaton, toWfsa } from "../automata/convert.ts";
import { requireNumbers } from "../automata/requirements.ts";
import type { Wfsa } from "../automata/wfsa.ts";
import { countOf } from "../errors.ts";
import { shownLetter } from "../formats/dot.ts";

/** How a probabilistic automaton is drawn. */
export interface ProbabilityPictureOptions {
  /** What is less likely than this is hidden, and a note says so; 0.01 by default. */
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
  /** What is hidden, in a sentence; undefined if nothing is. */
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
/** More labels than this do not fit on a line. */
const LABELS = 8;

/**
 * What is drawn of a stochastic automaton: probabilities in percent, likely arcs on thick lines, the likeliest symbols of
 * a line first, and where words end. Arcs and ends below a threshold are hidden, but a state
 * that is not initial keeps the likeliest arc that leads to it. Linear.
 *
 * @example
 * const picture = probabilityPicture(fromExpression("(<1/2>a)*<1/2>", rational));
 * console.log(picture.lines.length, picture.ends[0]); // 2 50 %
 */
export function probabilityPicture<W>(
  automaton: Automaton<W>,
  options: ProbabilityPictureOptions = {},
): ProbabilityPicture {
  const threshold = options.hide ?? 0.01;
  const wfsa = toWfsa(automaton);
  const { initials, initialWeight } = wfsa;
  const { toNumber } = requireNumbers(wfsa.algebra, "probabilityPicture");
  const arcs = Float64Array.from(wfsa.arcWeight, toNumber);
  const ends = Float64Array.from(wfsa.finalWeight, toNumber);
  const drawn = drawnArcs(wfsa, arcs, threshold);
  const hidden = hiddenOf(wfsa, arcs, ends, drawn, threshold);
  const lines = drawn.flatMap((targets, from) =>
    [...targets].map(([to, between]) => {
      const sum = between.reduce((total, arc) => total + arcs[arc], 0);
      const width = THIN + (THICK - THIN) * Math.min(1, sum);
      return { from, to, labels: labelsOf(wfsa, arcs, between), width };
    }),
  );
  const shownEnds = Array.from(ends, (end) => (end === 0 || end < threshold ? undefined : percent(end)));
  // A single initial state needs no probability.
  const starts: (string | undefined)[] = shownEnds.map(() => undefined);
  for (const state of Array.from(initials)) {
    starts[state] = initials.length === 1 ? "" : percent(toNumber(initialWeight[state]));
  }
  return { lines, ends: shownEnds, starts, hidden };
}

/** For each state the arcs that are drawn, by their target: the likely ones, and the likeliest that leads to a state. */
function drawnArcs<W>(
  { size, start, source, target, initials }: Wfsa<W>,
  arcs: Float64Array,
  threshold: number,
): Map<number, number[]>[] {
  const best = new Int32Array(size).fill(-1);
  for (let arc = 0; arc < arcs.length; arc++) {
    const to = target[arc];
    if (source[arc] !== to && (best[to] < 0 || arcs[arc] > arcs[best[to]])) best[to] = arc;
  }
  for (const state of Array.from(initials)) best[state] = -1;
  return Array.from({ length: size }, (_, state) => {
    const drawn = new Map<number, number[]>();
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      const to = target[arc];
      if (arcs[arc] < threshold && best[to] !== arc) continue;
      drawn.set(to, [...(drawn.get(to) ?? []), arc]);
    }
    return drawn;
  });
}

/** What is hidden: how many arcs and ends, and how much of its probability a state loses at most. */
function hiddenOf<W>(
  { start }: Wfsa<W>,
  probabilities: Float64Array,
  stops: Float64Array,
  drawn: readonly ReadonlyMap<number, readonly number[]>[],
  threshold: number,
): string | undefined {
  let [arcs, ends, most] = [0, 0, 0];
  drawn.forEach((targets, state) => {
    const shown = new Set([...targets.values()].flat());
    let lost = 0;
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      if (shown.has(arc)) continue;
      arcs++;
      lost += probabilities[arc];
    }
    if (stops[state] > 0 && stops[state] < threshold) {
      ends++;
      lost += stops[state];
    }
    most = Math.max(most, lost);
  });
  const parts = [...(arcs > 0 ? [countOf(arcs, "arc")] : []), ...(ends > 0 ? [countOf(ends, "end")] : [])];
  if (parts.length === 0) return undefined;
  const are = arcs + ends === 1 ? "is" : "are";
  const lost = most < 1e-4 ? "less than 0.01 %" : `at most ${percent(most)}`;
  return `${parts.join(" and ")} below ${percent(threshold)} ${are} hidden: ${lost} of a state`;
}

/** The labels of a line, likeliest first; symbols of the same percentage share one. */
function labelsOf<W>(
  { letter, alphabet }: Wfsa<W>,
  arcs: Float64Array,
  between: readonly number[],
): string[] {
  const groups = new Map<string, string[]>();
  for (const arc of between.toSorted((a, b) => arcs[b] - arcs[a] || a - b)) {
    const shown = percent(arcs[arc]);
    groups.set(shown, [...(groups.get(shown) ?? []), shownLetter(alphabet, letter[arc])]);
  }
  const labels = [...groups].map(([shown, symbols]) =>
    symbols.length === 1 ? `${symbols[0]} ${shown}` : `${symbols.join(" ")} each ${shown}`,
  );
  if (labels.length <= LABELS) return labels;
  return [...labels.slice(0, LABELS - 1), `… ${labels.length - LABELS + 1} more`];
}

/** A probability as people read it: in percent, with two digits that count. */
export function percent(probability: number): string {
  const value = 100 * probability;
  if (value === 0 || value >= 100 - 1e-9) return `${Math.round(value)} %`;
  if (value < 0.01) return "< 0.01 %";
  if (value > 99.9) return "> 99.9 %";
  return `${Number(value >= 99 ? value.toFixed(1) : value.toPrecision(2))} %`;
}
