import { type Automaton, toWfsa } from "../automata/convert.ts";
import { type Machine, machineOf, machineSize } from "../automata/machine.ts";
import { isStochastic } from "../automata/stochastic/conditionals.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { shownLetter } from "../formats/dot.ts";
import { inputText, outputText, show } from "../formats/dot-label.ts";
import type { Graph, GraphArc, GraphState } from "./graph.ts";
import { type ProbabilityPictureOptions, probabilityPicture } from "./probabilities.ts";

/** How an automaton is drawn. */
export interface GraphOptions extends ProbabilityPictureOptions {
  /** Draw the weights of a probabilistic automaton as they are, not as probabilities. */
  readonly weights?: boolean | undefined;
}

/** More states on a circle take too much room. */
const MOST_ON_CIRCLE = 40;

/**
 * What is drawn of an automaton; its states have the numbers 0, 1, …. A machine shows its inputs and outputs, a distribution
 * its probabilities in percent, an automaton over the Booleans only its symbols, any other its weights. A state that is never left and
 * where nothing is accepted is dashed.
 */
export function graphOf<W>(automaton: Automaton<W>, options: GraphOptions = {}): Graph {
  if (options.weights !== true && isStochastic(automaton)) return probabilityGraph(automaton, options);
  const machine = machineOf(automaton);
  const graph = machine === undefined ? weightedGraph(automaton) : machineGraph(machine);
  const isDense = !(automaton instanceof Wdfsa) && areMany(graph);
  return isDense ? { ...withTraps(graph), isDense } : withTraps(graph);
}

/** Do most states lead to more than one other, on a drawing that is not too large for a circle? */
function areMany({ states: { length }, arcs }: Graph): boolean {
  return length <= MOST_ON_CIRCLE && arcs.filter(({ from, to }) => from !== to).length > 1.5 * length;
}

/** States that are never left and accept nothing are dashed. */
function withTraps(graph: Graph): Graph {
  const left = new Set(graph.arcs.filter(({ from, to }) => from !== to).map(({ from }) => from));
  const looped = new Set(graph.arcs.filter(({ from, to }) => from === to).map(({ from }) => from));
  const states = graph.states.map((state): GraphState => {
    const isTrap = looped.has(state.id) && !left.has(state.id) && !state.final && state.initial === undefined;
    return isTrap ? { ...state, style: "dashed" } : state;
  });
  return { ...graph, states };
}

function weightedGraph<W>(automaton: Automaton<W>): Graph {
  const { algebra, alphabet, size, initialWeight, finalWeight, source, letter, target, arcWeight } =
    toWfsa(automaton);
  const silent = algebra.name === "boolean";
  const states = Array.from({ length: size }, (_, id): GraphState => {
    const final = !algebra.isZero(finalWeight[id]);
    const isInitial = !algebra.isZero(initialWeight[id]);
    return {
      id,
      name: show(automaton.names?.[id] ?? String(id)),
      detail: final && !silent ? algebra.format(finalWeight[id]) : undefined,
      initial: isInitial ? (silent ? "" : algebra.format(initialWeight[id])) : undefined,
      final,
    };
  });
  const arcs = Array.from(source, (from, arc) => {
    const symbol = shownLetter(alphabet, letter[arc]);
    const label = silent ? symbol : `${symbol} / ${algebra.format(arcWeight[arc])}`;
    return { from, to: target[arc], label };
  });
  return { states, arcs: mergedArcs(arcs) };
}

/** One line for all arcs of two states. */
export function mergedArcs(
  arcs: Iterable<{ readonly from: number; readonly to: number; readonly label: string }>,
): GraphArc[] {
  const lines = new Map<string, GraphArc & { readonly labels: string[] }>();
  for (const { from, to, label } of arcs) {
    const key = `${from} ${to}`;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, { from, to, labels: [label] });
    else line.labels.push(label);
  }
  return [...lines.values()];
}

function machineGraph(machine: Machine): Graph {
  const { kind, alphabet, target, output, names } = machine;
  const states = Array.from({ length: machineSize(machine) }, (_, id): GraphState => {
    const name = outputText(names?.[id] ?? String(id));
    const detail = kind === "moore" ? outputText(output[id]) : undefined;
    return { id, name, detail, initial: id === 0 ? "" : undefined, final: false };
  });
  const arcs = Array.from(target, (to, arc) => {
    const input = inputText(alphabet.symbols[arc % alphabet.size]);
    const label = kind === "mealy" ? `${input}/${outputText(output[arc])}` : input;
    return { from: Math.floor(arc / alphabet.size), to, label };
  });
  return { states, arcs: mergedArcs(arcs) };
}

function probabilityGraph<W>(automaton: Automaton<W>, options: GraphOptions): Graph {
  const { lines, ends, starts, hidden } = probabilityPicture(automaton, options);
  const states = ends.map(
    (end, id): GraphState => ({
      id,
      name: show(automaton.names?.[id] ?? String(id)),
      detail: end === undefined ? undefined : `end ${end}`,
      initial: starts[id],
      final: end !== undefined,
    }),
  );
  const graph = { states, arcs: lines, note: hidden };
  return !(automaton instanceof Wdfsa) && areMany(graph) ? { ...graph, isDense: true } : graph;
}
