/** The automaton of a merging, as it is drawn: red states, and the blue ones that hang from them. */

import { type Graph, type GraphState, mergedArcs, percent, supportedGraph } from "hankel/formats";
import type { Inferred, InferSample, MergedTree } from "hankel/learning";
import type { MergedView } from "./merging-views.ts";

/** With more states, only the blue one of the step is drawn; of more red ones, the first. */
const MOST = 26;
const MOST_REDS = 40;
/** The end is worth a larger drawing. */
const MOST_AT_END = 300;
/** What the log has fewer times is dashed. */
export const WEAK = 5;

/** At a step, in which one of the blue states is looked at. */
export function machineAt(tree: MergedTree, sample: InferSample, blue: number): MergedView {
  const reds = tree.reds.slice(0, MOST_REDS);
  const hidden = tree.reds.length - reds.length;
  const all = tree.blues();
  const blues = reds.length + all.length <= MOST ? all : all.filter((state) => state === blue);
  const shown = new Set([...reds, ...blues]);
  const arcs: { from: number; to: number; label: string }[] = [];
  for (const from of reds) {
    for (let letter = 0; letter < sample.alphabet.size; letter++) {
      const to = tree.after(from, letter);
      if (shown.has(to)) arcs.push({ from, to, label: labelOf(tree, sample, from, letter) });
    }
  }
  const left = all.length - blues.length;
  const more = [...(hidden > 0 ? [`${hidden} red`] : []), ...(left > 0 ? [`${left} blue`] : [])];
  const graph: Graph = {
    states: [...shown].map((state) => stateOf(tree, sample, state)),
    arcs: mergedArcs(arcs),
    ...(more.length > 0 && {
      note: `${more.join(" and ")} ${hidden + left === 1 ? "state is" : "states are"} not drawn`,
    }),
  };
  return { graph, blues };
}

/** The result, with how often the log has each arc. The red states keep their numbers. */
export function machineAtEnd(tree: MergedTree | undefined, inferred: Inferred): MergedView | null {
  const { automaton, support } = inferred;
  if (automaton.size > MOST_AT_END) return null;
  const graph =
    inferred.kind === "words"
      ? supportedGraph(inferred.automaton, support, WEAK)
      : supportedGraph<unknown>(automaton, support, WEAK);
  const node = (state: number) => tree?.reds[state] ?? state;
  return {
    graph: {
      ...graph,
      states: graph.states.map((state) => ({ ...state, id: node(state.id) })),
      arcs: graph.arcs.map((arc) => ({ ...arc, from: node(arc.from), to: node(arc.to) })),
    },
    blues: [],
  };
}

function stateOf(tree: MergedTree, sample: InferSample, state: number): GraphState {
  const number = tree.number(state);
  const output = tree.output(state);
  const common = {
    id: state,
    name: number < 0 ? "?" : String(number),
    initial: state === tree.reds[0] ? "" : undefined,
  };
  if (sample.kind === "moore")
    return { ...common, detail: output < 0 ? undefined : sample.outputs.symbols[output], final: false };
  if (sample.kind === "labelled")
    return { ...common, detail: { 0: "✗", 1: "✓" }[output], final: output === 1 };
  const ends = tree.visits(state) > 0 ? tree.ends(state) / tree.visits(state) : 0;
  const isEnd = sample.kind === "words" && ends > 0;
  return { ...common, detail: isEnd ? `end ${percent(ends)}` : undefined, final: isEnd };
}

function labelOf(tree: MergedTree, sample: InferSample, from: number, letter: number): string {
  const symbol = sample.alphabet.symbols[letter];
  if (sample.kind === "mealy") {
    const output = tree.output(from, letter);
    return `${symbol}/${output < 0 ? "?" : sample.outputs.symbols[output] || "“”"}`;
  }
  const visits = tree.visits(from);
  if (sample.kind !== "words" || visits === 0) return symbol;
  return `${symbol} ${percent(tree.uses(from, letter) / visits)}`;
}
