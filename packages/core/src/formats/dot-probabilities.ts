import { type Automaton, toWfsa } from "../automata/convert.ts";
import { requireNumbers } from "../automata/requirements.ts";
import { EPSILON, type Wfsa } from "../automata/wfsa.ts";
import { countOf } from "../errors.ts";
import { escape, SHOWN_EPSILON, show } from "./dot-label.ts";

/** How a probabilistic automaton is drawn. */
export interface ProbabilityPictureOptions {
  /** What is less likely than this is hidden, and a note says so; 0.01 by default. */
  readonly hide?: number | undefined;
}

/** A probabilistic automaton as people read it. */
export interface ProbabilityPicture {
  readonly dot: string;
  /** The lines between states that are left. */
  readonly lines: readonly ProbabilityLine[];
  /** For each state how likely a word ends there, in percent; undefined where that is hidden. */
  readonly ends: readonly (string | undefined)[];
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
 * A Graphviz graph of a stochastic automaton: probabilities in percent, likely arcs on thick lines, the likeliest symbols of
 * a line first, and states with a second circle where words end. Arcs and ends below a threshold are hidden, but a state
 * that is not initial keeps the likeliest arc that leads to it. Linear.
 */
export function probabilityPicture<W>(
  automaton: Automaton<W>,
  options: ProbabilityPictureOptions = {},
): ProbabilityPicture {
  const threshold = options.hide ?? 0.01;
  const model = new DrawnModel(toWfsa(automaton), threshold);
  const hidden = model.hidden();
  const lines = [
    "digraph automaton {",
    "  rankdir=LR;",
    '  node [shape=circle, style=filled, fillcolor="#eef3fb", fontname="Helvetica", margin=0.04];',
    '  edge [fontname="Helvetica", arrowsize=0.7];',
    ...(hidden === undefined ? [] : [note(hidden)]),
    ...model.states(),
    ...model.beginnings(),
    ...model.edges(),
    "}",
  ];
  return { dot: `${lines.join("\n")}\n`, lines: model.lines(), ends: model.ends(), hidden };
}

function note(text: string): string {
  return `  graph [label="${escape(text)}", labelloc=b, fontname="Helvetica", fontsize=11, fontcolor="#555555"];`;
}

class DrawnModel<W> {
  readonly #wfsa: Wfsa<W>;
  readonly #toNumber: (weight: W) => number;
  readonly #threshold: number;
  /** For each state the arcs that are drawn, by their target. */
  readonly #drawn: readonly ReadonlyMap<number, readonly number[]>[];

  constructor(wfsa: Wfsa<W>, threshold: number) {
    this.#wfsa = wfsa;
    this.#toNumber = requireNumbers(wfsa.algebra, "probabilityPicture").toNumber;
    this.#threshold = threshold;
    const ways = this.#likeliestWays();
    this.#drawn = Array.from({ length: wfsa.size }, (_, state) => {
      const drawn = new Map<number, number[]>();
      for (let arc = wfsa.start[state]; arc < wfsa.start[state + 1]; arc++) {
        if (this.#at(arc) < threshold && !ways.has(arc)) continue;
        const to = wfsa.target[arc];
        drawn.set(to, [...(drawn.get(to) ?? []), arc]);
      }
      return drawn;
    });
  }

  /** The likeliest arc from another state to each state that is not initial. */
  #likeliestWays(): ReadonlySet<number> {
    const { size, arcs, source, target, initials } = this.#wfsa;
    const best = new Int32Array(size).fill(-1);
    for (let arc = 0; arc < arcs; arc++) {
      const to = target[arc];
      if (source[arc] !== to && (best[to] < 0 || this.#at(arc) > this.#at(best[to]))) best[to] = arc;
    }
    for (const state of Array.from(initials)) best[state] = -1;
    return new Set(best);
  }

  #at(arc: number): number {
    return this.#toNumber(this.#wfsa.arcWeight[arc]);
  }

  #end(state: number): number {
    return this.#toNumber(this.#wfsa.finalWeight[state]);
  }

  lines(): ProbabilityLine[] {
    return this.#drawn.flatMap((targets, from) =>
      [...targets].map(([to, arcs]) => {
        const sum = arcs.reduce((total, arc) => total + this.#at(arc), 0);
        return { from, to, labels: this.#labels(arcs), width: THIN + (THICK - THIN) * Math.min(1, sum) };
      }),
    );
  }

  ends(): (string | undefined)[] {
    return Array.from({ length: this.#wfsa.size }, (_, state) => {
      const end = this.#end(state);
      return end === 0 || end < this.#threshold ? undefined : percent(end);
    });
  }

  /** What is hidden: how many arcs and ends, and how much of its probability a state loses at most. */
  hidden(): string | undefined {
    let [arcs, ends, most] = [0, 0, 0];
    this.#drawn.forEach((targets, state) => {
      const shown = new Set([...targets.values()].flat());
      let lost = 0;
      for (let arc = this.#wfsa.start[state]; arc < this.#wfsa.start[state + 1]; arc++) {
        if (shown.has(arc)) continue;
        arcs++;
        lost += this.#at(arc);
      }
      const end = this.#end(state);
      if (end > 0 && end < this.#threshold) {
        ends++;
        lost += end;
      }
      most = Math.max(most, lost);
    });
    const parts = [...(arcs > 0 ? [countOf(arcs, "arc")] : []), ...(ends > 0 ? [countOf(ends, "end")] : [])];
    if (parts.length === 0) return undefined;
    const are = arcs + ends === 1 ? "is" : "are";
    const lost = most < 1e-4 ? "less than 0.01 %" : `at most ${percent(most)}`;
    return `${parts.join(" and ")} below ${percent(this.#threshold)} ${are} hidden: ${lost} of a state`;
  }

  states(): string[] {
    const { names } = this.#wfsa;
    return this.ends().map((end, state) => {
      const name = show(names?.[state] ?? String(state));
      if (end === undefined) return `  s${state} [label="${escape(name)}"];`;
      const small = `<font point-size="10">end ${html(end)}</font>`;
      return `  s${state} [label=<${html(name)}<br/>${small}>, shape=doublecircle];`;
    });
  }

  /** Arrows to the initial states; a single one needs no label. */
  beginnings(): string[] {
    const { initials, initialWeight } = this.#wfsa;
    return Array.from(initials, (state, i) => {
      const probability = this.#toNumber(initialWeight[state]);
      const label = initials.length === 1 ? "" : ` [label="${percent(probability)}"]`;
      return `  __start${i} [label="", shape=none, style="", width=0, height=0];\n  __start${i} -> s${state}${label};`;
    });
  }

  edges(): string[] {
    return this.lines().map(({ from, to, labels, width }) => {
      const label = labels.map(escape).join("\\n");
      return `  s${from} -> s${to} [label="${label}", penwidth=${width.toFixed(2)}];`;
    });
  }

  /** The labels of a line, likeliest first; symbols of the same percentage share one. */
  #labels(arcs: readonly number[]): string[] {
    const { letter, alphabet } = this.#wfsa;
    const groups = new Map<string, string[]>();
    for (const arc of arcs.toSorted((a, b) => this.#at(b) - this.#at(a) || a - b)) {
      const symbol = letter[arc] === EPSILON ? SHOWN_EPSILON : show(alphabet.symbols[letter[arc]]);
      const shown = percent(this.#at(arc));
      groups.set(shown, [...(groups.get(shown) ?? []), symbol]);
    }
    const labels = [...groups].map(([shown, symbols]) =>
      symbols.length === 1 ? `${symbols[0]} ${shown}` : `${symbols.join(" ")} each ${shown}`,
    );
    if (labels.length <= LABELS) return labels;
    return [...labels.slice(0, LABELS - 1), `… ${labels.length - LABELS + 1} more`];
  }
}

/** A text in a label that Graphviz reads as HTML. */
function html(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replaceAll(/[&<>"]/gu, (character) => entities[character]);
}

/** A probability as people read it: in percent, with two digits that count. */
export function percent(probability: number): string {
  const value = 100 * probability;
  if (value === 0 || value >= 100 - 1e-9) return `${Math.round(value)} %`;
  if (value < 0.01) return "< 0.01 %";
  if (value > 99.9) return "> 99.9 %";
  return `${Number(value >= 99 ? value.toFixed(1) : value.toPrecision(2))} %`;
}
