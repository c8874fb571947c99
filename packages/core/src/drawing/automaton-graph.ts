import { type Automaton, toWfsa } from "../automata/convert.ts";
import { type Machine, machineOf, machineSize } from "../automata/machine.ts";
import { isStochastic } from "../automata/stochastic/conditionals.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { shownLetter } from "../formats/dot.ts";
import { inputText, outputText, show } from "../formats/dot-label.ts";
import { getOrAdd } from "../words/collections.ts";
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
 *
 * @example
 * const graph = graphOf(minimize(fromExpression("a|b", boolean)));
 * console.log(graph.states.length, graph.arcs.length); // 2 1
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
  const isSimple = silent && automaton instanceof Wdfsa;
  return {
    states,
    arcs: linesOfArcs(arcs, isSimple ? withOtherwise(alphabet.size, (_line, text) => text) : named),
  };
}

/**
 * One line for all arcs of two states.
 *
 * @example
 * const arcs = mergedArcs([{ from: 0, to: 1, label: "a" }, { from: 0, to: 1, label: "b" }]);
 * console.log(arcs.length, arcs[0].labels.join(" ")); // 1 a b
 */
export function mergedArcs(
  arcs: Iterable<{ readonly from: number; readonly to: number; readonly label: string }>,
): GraphArc[] {
  return linesOfArcs(arcs, named);
}

interface LabelledArc {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** Finds the labels of lines, each of which is given by its arcs. */
type Labelling<A> = (lines: readonly (readonly A[])[]) => string[][];

function linesOfArcs<A extends LabelledArc>(arcs: Iterable<A>, labelled: Labelling<A>): GraphArc[] {
  const lines = new Map<string, A[]>();
  for (const arc of arcs) getOrAdd(lines, `${arc.from} ${arc.to}`, () => []).push(arc);
  const labels = labelled([...lines.values()]);
  return Array.from(lines.values(), ([{ from, to }], i) => ({ from, to, labels: labels[i] }));
}

function named(lines: readonly (readonly LabelledArc[])[]): string[][] {
  return lines.map((line) => line.map(({ label }) => label));
}

/** More symbols on one line of a state are called "otherwise" if all the others are named. */
const MOST_NAMED = 8;

/**
 * In a state that is left once by each letter, the line of most letters is for all that are not named on the others, if
 * there is room to name those: it is called "otherwise", or "any" if there are no others. `called` says how, or undefined if its
 * arcs have not enough in common.
 */
function withOtherwise<A extends LabelledArc>(
  letters: number,
  called: (line: readonly A[], text: string) => string | undefined,
): Labelling<A> {
  return (lines) => {
    const leaving = new Map<number, number>();
    for (const line of lines) leaving.set(line[0].from, (leaving.get(line[0].from) ?? 0) + line.length);
    return named(lines).map((labels, i) => {
      const all = leaving.get(lines[i][0].from) ?? 0;
      const isDefault = labels.length > MOST_NAMED && all - labels.length <= MOST_NAMED;
      const name = all === labels.length ? "any" : "otherwise";
      const text = isDefault && all === letters ? called(lines[i], name) : undefined;
      return text === undefined ? labels : [text];
    });
  };
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
    const written = kind === "mealy" ? `/${outputText(output[arc])}` : "";
    return { from: Math.floor(arc / alphabet.size), to, label: input + written, written };
  });
  const called = (line: Readonly<typeof arcs>, text: string) =>
    line.every(({ written }) => written === line[0].written) ? text + line[0].written : undefined;
  return { states, arcs: linesOfArcs(arcs, withOtherwise(alphabet.size, called)) };
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
