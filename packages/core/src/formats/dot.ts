import { type Automaton, toWfsa } from "../automata/convert.ts";
import { type Machine, machineOf, machineSize } from "../automata/machine.ts";
import { EPSILON } from "../automata/wfsa.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Letter } from "../words/word.ts";
import {
  escape,
  escapeField,
  escapeLabel,
  inputText,
  outputText,
  quotedText,
  SHOWN_EPSILON,
  show,
} from "./dot-label.ts";

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
 *
 * @example
 * console.log(writeDot(minimize(fromExpression("ab", boolean))).split("\n")[0]); // digraph automaton {
 */
export function writeDot<W>(automaton: Automaton<W>, { weighted = false }: DotWriteOptions = {}): string {
  const machine = weighted ? undefined : machineOf(automaton);
  return machine === undefined ? writeWeightedDot(automaton) : writeMachineDot(machine);
}

/** How graphs of weighted automata begin. */
const PICTURE: readonly string[] = [
  "digraph automaton {",
  "  rankdir=LR;",
  '  node [shape=circle, style=filled, fillcolor="#eef3fb", fontname="Helvetica", margin=0.04];',
  '  edge [fontname="Helvetica", arrowsize=0.7];',
];

/** An arrow from an invisible node to an initial state. */
function startOf(number: number, state: number, label: string | undefined): string {
  const start = `__start${number}`;
  const arrow = `${start} -> s${state}${label === undefined ? "" : ` [label="${label}"]`};`;
  return `  ${start} [label="", shape=none, style="", width=0, height=0];\n  ${arrow}`;
}

/** The symbol of a letter in a label, or ε. */
export function shownLetter({ symbols }: Alphabet, letter: Letter): string {
  return letter === EPSILON ? SHOWN_EPSILON : show(symbols[letter]);
}

function writeWeightedDot<W>(automaton: Automaton<W>): string {
  const wfsa = toWfsa(automaton);
  const { algebra, alphabet, size, initialWeight, finalWeight, initials } = wfsa;
  const { start, letter, target, arcWeight } = wfsa;
  const silent = algebra.name === "boolean";
  const [opening, ...looks] = PICTURE;
  const lines = [
    opening,
    `  semifield="${escape(algebra.name)}";`,
    `  alphabet="${escape(`[${alphabet.symbols.map(quotedText).join(", ")}]`)}";`,
    ...looks,
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
    const label = silent ? undefined : escape(algebra.format(initialWeight[initials[i]]));
    lines.push(startOf(i, initials[i], label));
  }
  for (let state = 0; state < size; state++) {
    const arcs = Array.from({ length: start[state + 1] - start[state] }, (_, i) => {
      const arc = start[state] + i;
      const symbol = shownLetter(alphabet, letter[arc]);
      const label = silent ? symbol : `${symbol} / ${algebra.format(arcWeight[arc])}`;
      return [target[arc], escape(label)] as const;
    });
    lines.push(...edgesFrom(state, arcs));
  }
  return `${lines.join("\n")}\n}\n`;
}

/** Edges from a state: arcs to the same state share one, with a line each. */
function edgesFrom(state: number, arcs: Iterable<readonly [to: number, label: string]>): string[] {
  const labels = new Map<number, string[]>();
  for (const [to, label] of arcs) {
    const others = labels.get(to);
    if (others === undefined) labels.set(to, [label]);
    else others.push(label);
  }
  return Array.from(labels, ([to, texts]) => `  s${state} -> s${to} [label="${texts.join("\\n")}"];`);
}

/**
 * Writes a machine as a Graphviz graph, in the form of the Automata Wiki that AALpy and LearnLib read: an edge for each
 * letter, `input/output`, or `input` if it is a Moore machine, whose states are records `{state|output}`. Attributes of
 * the graph name the kind and the order of the alphabet. What these labels cannot hold stands in them as a JSON string.
 */
function writeMachineDot(machine: Machine): string {
  const { kind, alphabet, target } = machine;
  const size = machineSize(machine);
  const lines = [
    "digraph machine {",
    `machine="${kind}";`,
    `alphabet="${escapeLabel(alphabetText(alphabet.symbols))}";`,
  ];
  for (let state = 0; state < size; state++) lines.push(`s${state} [${nodeAttributes(machine, state)}];`);
  for (let arc = 0; arc < target.length; arc++) {
    const from = Math.floor(arc / alphabet.size);
    lines.push(`s${from} -> s${target[arc]} [label="${escapeLabel(arcText(machine, arc))}"];`);
  }
  lines.push('__start0 [label="", shape="none"];', "__start0 -> s0;", "}");
  return `${lines.join("\n")}\n`;
}

/** Lines of AALpy's reader that contain one of these are states or edges. */
const MISREAD = /label|->|__start0/g;

/** The alphabet as a JSON array, in which nothing looks like a state or an edge. */
function alphabetText(symbols: readonly string[]): string {
  const masked = (text: string) =>
    text.replaceAll(MISREAD, ([first, ...rest]) => {
      const code = first.charCodeAt(0).toString(16).padStart(4, "0");
      return `\\u${code}${rest.join("")}`;
    });
  return `[${symbols.map((symbol) => masked(quotedText(symbol))).join(", ")}]`;
}

function nodeAttributes({ kind, output, names }: Machine, state: number): string {
  const name = names?.[state] ?? String(state);
  if (kind === "mealy") return `label="${escapeLabel(outputText(name))}", shape="circle"`;
  const fields = [name, output[state]].map((text) => escapeField(outputText(text)));
  return `label="{${fields.join("|")}}", shape="record", style="rounded"`;
}

function arcText({ kind, alphabet, output }: Machine, arc: number): string {
  const input = inputText(alphabet.symbols[arc % alphabet.size]);
  return kind === "mealy" ? `${input}/${outputText(output[arc])}` : input;
}
