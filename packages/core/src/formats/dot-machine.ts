import { type Machine, machineSize } from "../automata/machine.ts";
import { quotedText } from "./dot-label.ts";
import { escapeField, escapeLabel, inputText, outputText } from "./dot-machine-label.ts";

/**
 * Writes a machine as a Graphviz graph, in the form of the Automata Wiki that AALpy and LearnLib read: an edge for each
 * letter, `input/output`, or `input` if it is a Moore machine, whose states are records `{state|output}`. Attributes of
 * the graph name the kind and the order of the alphabet. What these labels cannot hold stands in them as a JSON string.
 */
export function writeMachineDot(machine: Machine): string {
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

/** The same for people: arcs between the same two states share an edge, with a line each. */
export function machinePicture(machine: Machine): string {
  const { alphabet, target } = machine;
  const size = machineSize(machine);
  const lines = [
    "digraph machine {",
    "  rankdir=LR;",
    '  node [style="filled", fillcolor="#eef3fb", fontname="Helvetica", margin=0.04];',
    '  edge [fontname="Helvetica", arrowsize=0.7];',
    '  __start0 [label="", shape=none, style="", width=0, height=0];',
  ];
  for (let state = 0; state < size; state++) lines.push(`  s${state} [${nodeAttributes(machine, state)}];`);
  lines.push("  __start0 -> s0;");
  for (let state = 0; state < size; state++) {
    const labels = new Map<number, string[]>();
    for (let arc = state * alphabet.size; arc < (state + 1) * alphabet.size; arc++) {
      const others = labels.get(target[arc]) ?? [];
      labels.set(target[arc], [...others, escapeLabel(arcText(machine, arc))]);
    }
    for (const [to, texts] of labels) lines.push(`  s${state} -> s${to} [label="${texts.join("\\n")}"];`);
  }
  return `${lines.join("\n")}\n}\n`;
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
