import type { Drawing, DrawnState, DrawnStyle, Point } from "./graph.ts";

const OPTIONS: Readonly<Record<DrawnStyle, string>> = {
  plain: "",
  same: "",
  dashed: "dashed",
  new: "draw=green!50!black",
  gone: "draw=red!70!black, dashed",
  changed: "draw=orange!80!black",
  weak: "dashed",
};

/**
 * A drawing as a `tikzpicture`, for LaTeX with `\usepackage{tikz}` and its library `arrows.meta`.
 *
 * @example
 * const drawing = layout(graphOf(minimize(fromExpression("ab", boolean))));
 * console.log(toTikz(drawing).includes("\\begin{tikzpicture}")); // true
 */
export function toTikz({ states, arcs, starts, note, box }: Drawing): string {
  const lines = [
    "% Needs \\usepackage{tikz} and \\usetikzlibrary{arrows.meta}. Each state is a node: (q0) is state 0.",
    "\\begin{tikzpicture}[x=1pt, y=-1pt, >={Stealth[length=5pt]}, state/.style={draw, rounded corners=#1, inner sep=0pt}]",
    ...starts.map(({ from, to }) => `  \\draw[->] ${at(from)} -- ${at(to)};`),
    ...starts.flatMap(({ text, label }) => (label === undefined ? [] : textsAt([text], label))),
    ...arcs.flatMap(({ arc, curve, lines: texts, label }) => {
      const options = ["->", ...(arc.width === undefined ? [] : [`line width=${round(arc.width)}pt`])];
      const style = OPTIONS[arc.style ?? "plain"];
      if (style !== "") options.push(style);
      const path = [at(curve[0])];
      for (let i = 1; i + 2 < curve.length; i += 3) {
        path.push(`.. controls ${at(curve[i])} and ${at(curve[i + 1])} .. ${at(curve[i + 2])}`);
      }
      const drawn = `  \\draw[${options.join(", ")}] ${path.join(" ")};`;
      return label === undefined ? [drawn] : [drawn, ...textsAt(texts, label)];
    }),
    ...states.flatMap(stateLines),
    ...(note === undefined
      ? []
      : [
          `  \\node[anchor=west, font=\\footnotesize] at ${at({ x: box.x + 8, y: box.y + box.height - 14 })} {${tex(note)}};`,
        ]),
    "\\end{tikzpicture}",
  ];
  return `${lines.join("\n")}\n`;
}

function stateLines({ state, x, y, name, detail, across, down }: DrawnState): string[] {
  const style = OPTIONS[state.style ?? "plain"];
  const shape = (less: number) =>
    `  \\node[state=${round(down - less)}pt, minimum width=${round(2 * (across - less))}pt, minimum height=${round(2 * (down - less))}pt${style === "" ? "" : `, ${style}`}]`;
  const text =
    detail === undefined ? tex(name) : `\\shortstack{${tex(name)}\\\\{\\scriptsize ${tex(detail)}}}`;
  return [
    `${shape(0)} (q${state.id}) at ${at({ x, y })} {${text}};`,
    ...(state.final ? [`${shape(3)} at ${at({ x, y })} {};`] : []),
  ];
}

function textsAt(
  lines: readonly string[],
  label: { x: number; y: number; width: number; height: number },
): string[] {
  const place = at({ x: label.x + label.width / 2, y: label.y + label.height / 2 });
  const text = lines.map(tex).join("\\\\");
  return [`  \\node[align=center, font=\\footnotesize, inner sep=0pt] at ${place} {${text}};`];
}

function at({ x, y }: Point): string {
  return `(${round(x)},${round(y)})`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const WRITTEN: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  ε: "$\\varepsilon$",
  "…": "\\dots{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  "−": "$-$",
  "⁻": "$^{-}$",
};

/** A text as LaTeX writes it. */
function tex(text: string): string {
  return text.replaceAll(/[\\~^ε…<>|−⁻#$%&_{}]/gu, (sign) => WRITTEN[sign] ?? `\\${sign}`);
}
