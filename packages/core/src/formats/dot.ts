import { type Automaton, toWfsa } from "../automata/convert.ts";
import { type Machine, machineOf } from "../automata/machine.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { EPSILON, type Wfsa } from "../automata/wfsa.ts";
import { escape, SHOWN_EPSILON, show } from "./dot-label.ts";
import { machinePicture, writeMachineDot } from "./dot-machine.ts";

/** How an automaton is written as a Graphviz graph. */
export interface DotWriteOptions {
  /** Write weights even if the automaton is a machine. */
  readonly weighted?: boolean;
}

/**
 * Writes an automaton as a Graphviz graph. A complete Mealy or Moore machine has an edge for each letter, `input/output`
 * or `input`, and a Moore machine's states are records `{state|output}`: what LearnLib and AALpy read.
 *
 * Any other automaton is written with weights. A state shows its name; a final state has a second circle and shows `name /
 * weight`. An arc shows `symbol / weight`; arcs between the same two states share an edge, with a line each. An arrow
 * from an invisible node shows the initial weight. Boolean weights are left out. Attributes of the graph name the
 * semifield and the alphabet, so that nothing is lost.
 */
export function writeDot<W>(automaton: Automaton<W>, { weighted = false }: DotWriteOptions = {}): string {
  const machine = weighted ? undefined : drawnMachine(automaton);
  return machine === undefined ? writeWeightedDot(automaton) : writeMachineDot(machine);
}

/** A Graphviz graph for a picture: where several arcs join two states, they share an edge, with a line each. */
export function pictureDot<W>(automaton: Automaton<W>): string {
  const machine = drawnMachine(automaton);
  return machine === undefined ? writeWeightedDot(automaton) : machinePicture(machine);
}

function drawnMachine<W>(automaton: Automaton<W>): Machine | undefined {
  return automaton instanceof Wdfsa ? machineOf(automaton) : undefined;
}

function writeWeightedDot<W>(automaton: Automaton<W>): string {
  const wfsa = toWfsa(automaton);
  const { algebra, size, initialWeight, finalWeight, initials } = wfsa;
  const silent = algebra.name === "boolean";
  const lines = [
    "digraph automaton {",
    `  semifield="${escape(algebra.name)}";`,
    `  alphabet="${escape(`[${automaton.alphabet.symbols.map(quoted).join(", ")}]`)}";`,
    "  rankdir=LR;",
    '  node [shape=circle, style=filled, fillcolor="#eef3fb", fontname="Helvetica", margin=0.04];',
    '  edge [fontname="Helvetica", arrowsize=0.7];',
  ];
  for (let state = 0; state < size; state++) {
    const name = show(automaton.names?.[state] ?? String(state));
    const final = finalWeight[state];
    if (algebra.isZero(final)) lines.push(`  s${state} [label="${escape(name)}"];`);
    else {
      const weight = silent ? "" : ` / ${escape(algebra.format(final))}`;
      lines.push(`  s${state} [label="${escape(name)}${weight}", shape=doublecircle];`);
    }
  }
  for (let i = 0; i < initials.length; i++) {
    const label = silent ? "" : ` [label="${escape(algebra.format(initialWeight[initials[i]]))}"]`;
    lines.push(`  __start${i} [label="", shape=none, style="", width=0, height=0];`);
    lines.push(`  __start${i} -> s${initials[i]}${label};`);
  }
  for (let state = 0; state < size; state++) {
    for (const [to, labels] of labelsFrom(wfsa, state, silent)) {
      lines.push(`  s${state} -> s${to} [label="${labels.map(escape).join("\\n")}"];`);
    }
  }
  return `${lines.join("\n")}\n}\n`;
}

/** A symbol as a JSON string without invisible characters. */
function quoted(symbol: string): string {
  const shown = show(symbol);
  return shown.startsWith('"') ? shown : JSON.stringify(symbol);
}

/** The labels of the arcs of a state, by their target, in the order of the alphabet. */
function labelsFrom<W>(automaton: Wfsa<W>, state: number, silent: boolean): Map<number, string[]> {
  const { algebra, alphabet, start, letter, target, arcWeight } = automaton;
  const labels = new Map<number, string[]>();
  for (let arc = start[state]; arc < start[state + 1]; arc++) {
    const symbol = letter[arc] === EPSILON ? SHOWN_EPSILON : show(alphabet.symbols[letter[arc]]);
    const label = silent ? symbol : `${symbol} / ${algebra.format(arcWeight[arc])}`;
    const others = labels.get(target[arc]);
    if (others === undefined) labels.set(target[arc], [label]);
    else others.push(label);
  }
  return labels;
}
