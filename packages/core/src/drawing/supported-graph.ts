import { generatorName } from "../algebra/free-group.ts";
import { isOverFreeGroup } from "../automata/machine.ts";
import { requireNumbers } from "../automata/requirements.ts";
import { holdsProbabilities } from "../automata/stochastic/conditionals.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { countOf } from "../errors.ts";
import { shownLetter } from "../formats/dot.ts";
import { inputText, outputText, show } from "../formats/dot-label.ts";
import { graphOf } from "./automaton-graph.ts";
import type { Graph, GraphState } from "./graph.ts";
import { percent } from "./probabilities.ts";

/** How often a log has each state, each arc in the order of the automaton's arcs, and ends in each state. */
export interface Seen {
  readonly states: Float64Array;
  readonly arcs: Float64Array;
  readonly ends: Float64Array;
}

/** More labels than this do not fit on a line. */
const LABELS = 8;
/** A longer label stands on two lines, so that its count is not cut off. */
const LONG = 20;

/**
 * What is drawn of an automaton that was learned from a log: how often the log has each arc stands behind its label, and before that the
 * probability where there is one. States and lines that the log has fewer than `weak` times are dashed, a rare arc on another line is called so, and states and arcs that it never has are left out,
 * which a note says: a distribution gives them a little probability, so that nothing is impossible. A machine may lack arcs.
 *
 * @example
 * const automaton = toWdfsa(fromExpression("a|b", boolean));
 * const seen = { states: Float64Array.of(9, 8, 1), arcs: Float64Array.of(8, 1, 0, 0, 0, 0), ends: Float64Array.of(0, 8, 1) };
 * console.log(supportedGraph(automaton, seen, 2).arcs.flatMap(({ labels }) => labels).join(", ")); // a ×8, b ×1
 */
export function supportedGraph<W>(automaton: Wdfsa<W>, seen: Seen, weak: number): Graph {
  const { target, alphabet } = automaton;
  const labelOf = isOverFreeGroup(automaton) ? machineLabels(automaton) : labels(automaton);
  const lines = new Map<string, { from: number; to: number; arcs: number[] }>();
  let unseen = 0;
  for (let arc = 0; arc < target.length; arc++) {
    if (target[arc] < 0) continue;
    if (seen.arcs[arc] === 0) {
      unseen++;
      continue;
    }
    const [from, to] = [Math.floor(arc / alphabet.size), target[arc]];
    const line = lines.get(`${from} ${to}`);
    if (line === undefined) lines.set(`${from} ${to}`, { from, to, arcs: [arc] });
    else line.arcs.push(arc);
  }
  const isWeak = (times: number) => times < weak && { style: "weak" as const };
  const states = isOverFreeGroup(automaton)
    ? machineStates(automaton)
    : graphOf(automaton, { hide: 0 }).states;
  const isLikely = holdsProbabilities(automaton.algebra);
  const hidden = states.filter(({ id }) => id !== 0 && seen.states[id] === 0).length;
  const left = [
    ...(hidden > 0 ? [countOf(hidden, "state")] : []),
    ...(unseen > 0 ? [countOf(unseen, "arc")] : []),
  ];
  return {
    ...(left.length > 0 && {
      note: `${left.join(" and ")} that the log never has ${hidden + unseen === 1 ? "is" : "are"} not drawn`,
    }),
    states: states
      .filter(({ id }) => id === 0 || seen.states[id] > 0)
      .map((state) => ({
        ...state,
        // A distribution gives the end a little probability where the log never ends.
        ...(isLikely && seen.ends[state.id] === 0 && { final: false, detail: undefined }),
        // A state that is never left is dashed elsewhere; here dashes stand for little evidence.
        style: "plain" as const,
        ...isWeak(seen.states[state.id]),
      })),
    arcs: Array.from(lines.values(), ({ from, to, arcs }) => {
      const often = arcs.toSorted((a, b) => seen.arcs[b] - seen.arcs[a] || a - b);
      const texts = often.flatMap((arc) => {
        const isRare = isWeak(seen.arcs[arc]) && !isWeak(seen.arcs[often[0]]);
        const times = `×${Number(seen.arcs[arc].toPrecision(6))}`;
        const [label, count] = [labelOf(arc), isRare ? `${times} (rare)` : times];
        return label.length + count.length > LONG ? [label, count] : [`${label} ${count}`];
      });
      return { from, to, labels: cut(texts), ...isWeak(seen.arcs[often[0]]) };
    }),
  };
}

function cut(texts: readonly string[]): readonly string[] {
  if (texts.length <= LABELS) return texts;
  return [...texts.slice(0, LABELS - 1), `… ${texts.length - LABELS + 1} more`];
}

/** The label of an arc: its symbol, with its probability or weight if that says something. */
function labels<W>({ algebra, alphabet, arcWeight }: Wdfsa<W>): (arc: number) => string {
  const symbol = (arc: number) => shownLetter(alphabet, arc % alphabet.size);
  if (algebra.name === "boolean") return symbol;
  if (!holdsProbabilities(algebra)) return (arc) => `${symbol(arc)} / ${algebra.format(arcWeight[arc])}`;
  const { toNumber } = requireNumbers(algebra, "supportedGraph");
  return (arc) => `${symbol(arc)} ${percent(toNumber(arcWeight[arc]))}`;
}

/** Does the machine write something before the first input, as a Moore machine does? */
const isMoore = (machine: Wdfsa<string>) => generatorName(machine.initialWeight) !== undefined;

function machineLabels(machine: Wdfsa<string>): (arc: number) => string {
  const { alphabet, arcWeight } = machine;
  const input = (arc: number) => inputText(alphabet.symbols[arc % alphabet.size]);
  if (isMoore(machine)) return input;
  return (arc) => `${input(arc)}/${outputText(generatorName(arcWeight[arc]) ?? "")}`;
}

/** The states of a machine; those of a Moore machine have the output on the way to them. */
function machineStates(machine: Wdfsa<string>): GraphState[] {
  const { size, target, arcWeight, initialWeight, names } = machine;
  const outputs = new Map<number, string>();
  if (isMoore(machine)) {
    outputs.set(0, initialWeight);
    for (let arc = 0; arc < target.length; arc++)
      if (target[arc] >= 0) outputs.set(target[arc], arcWeight[arc]);
  }
  return Array.from({ length: size }, (_, id): GraphState => {
    const output = outputs.get(id);
    return {
      id,
      name: show(names?.[id] ?? String(id)),
      detail: output === undefined ? undefined : outputText(generatorName(output) ?? ""),
      initial: id === 0 ? "" : undefined,
      final: false,
    };
  });
}
