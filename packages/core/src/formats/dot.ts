import type { Wdfsa } from "../automata/wdfsa.ts";

/**
 * Writes an automaton as a Graphviz graph. A state shows its name and, when it is final, a second circle and
 * `name / weight`; an arc shows `symbol / weight`, arcs between the same two states share one line each; an arrow from
 * nowhere carries the initial weight. Weights of the boolean semifield say nothing and are left out.
 */
export function writeDot<W>(automaton: Wdfsa<W>): string {
  const { algebra, size } = automaton;
  const silent = algebra.name === "boolean";
  const lines = [
    "digraph automaton {",
    "  rankdir=LR;",
    '  node [shape=circle, style=filled, fillcolor="#eef3fb", fontname="Helvetica", margin=0.04];',
    '  edge [fontname="Helvetica", arrowsize=0.7];',
  ];
  if (size > 0) {
    lines.push('  __start0 [label="", shape=none, style="", width=0, height=0];');
    const label = silent ? "" : ` [label="${escape(algebra.format(automaton.initialWeight))}"]`;
    lines.push(`  __start0 -> s0${label};`);
  }
  for (let state = 0; state < size; state++) {
    const name = show(automaton.names?.[state] ?? String(state));
    const final = automaton.finalWeight[state];
    if (algebra.isZero(final)) lines.push(`  s${state} [label="${escape(name)}"];`);
    else {
      const weight = silent ? "" : ` / ${escape(algebra.format(final))}`;
      lines.push(`  s${state} [label="${escape(name)}${weight}", shape=doublecircle];`);
    }
  }
  for (let state = 0; state < size; state++) {
    for (const [to, labels] of labelsFrom(automaton, state, silent)) {
      lines.push(`  s${state} -> s${to} [label="${labels.map(escape).join("\\n")}"];`);
    }
  }
  return `${lines.join("\n")}\n}\n`;
}

/** What stands on the arcs of a state, by the state they lead to, in the order of the alphabet. */
function labelsFrom<W>(automaton: Wdfsa<W>, state: number, silent: boolean): Map<number, string[]> {
  const { algebra, alphabet, target, arcWeight } = automaton;
  const labels = new Map<number, string[]>();
  for (let letter = 0; letter < alphabet.size; letter++) {
    const slot = state * alphabet.size + letter;
    const to = target[slot];
    if (to < 0) continue;
    const symbol = show(alphabet.symbols[letter]);
    const label = silent ? symbol : `${symbol} / ${algebra.format(arcWeight[slot])}`;
    const others = labels.get(to);
    if (others === undefined) labels.set(to, [label]);
    else others.push(label);
  }
  return labels;
}

/** What cannot be seen, or would turn the text around it: controls, lone surrogates, line and direction marks. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A symbol as it can be told apart in a label: as it is, or as a JSON string when it is empty, holds what separates
 * labels, or cannot be seen.
 */
function show(text: string): string {
  if (/^[^\s/"\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+$/u.test(text)) return text;
  const visible = (character: string) =>
    Array.from({ length: character.length }, (_, i) => {
      const code = character.charCodeAt(i).toString(16).padStart(4, "0");
      return `\\u${code}`;
    }).join("");
  return JSON.stringify(text).replace(INVISIBLE, visible);
}

/**
 * A text inside a quoted Graphviz label: there `\` starts an escape, and `&` an entity that would be shown as another
 * character.
 */
function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("&", "&amp;");
}
