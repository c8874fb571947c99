/** HTML-like labels of Graphviz as plain ones: text with line breaks, fonts and entities, but no tables and pictures. */

import { dotText, escapeLabel } from "./dot-label.ts";

/** Tags that change how a text looks, and not what it says. */
const TAG = /<\/?(?:b|font|i|o|s|sub|sup|u)(?:\s[^<>]*)?>/giu;
const BREAK = /<br(?:\s[^<>]*)?\/?>/iu;
/** Entities of HTML that labels of automata have, beside those of plain labels. */
const NAMED: Readonly<Record<string, string>> = { nbsp: " ", epsilon: "ε" };

/** The lines of an HTML-like label; `undefined` if it is more than text. */
function htmlLines(html: string): string[] | undefined {
  const lines = html.replaceAll(TAG, "").split(BREAK);
  if (lines.some((line) => /[<>]/u.test(line))) return undefined;
  return lines
    .map((line) =>
      dotText(
        line.replaceAll("\\", "\\\\").replaceAll(/&(nbsp|epsilon);/gu, (_all, name: string) => NAMED[name]),
      ),
    )
    .map((line) => line.replaceAll(/\s+/gu, " ").trim());
}

/** An HTML-like label as the plain label that shows the same in one line; `undefined` if it is more than text. */
export function plainOfHtml(html: string): string | undefined {
  const lines = htmlLines(html)?.filter((line) => line !== "");
  return lines === undefined ? undefined : escapeLabel(lines.join(" "));
}

/**
 * A label of two lines, the inputs and the output, as the models of TLS servers in the Automata Wiki have:
 * `a | b<br/>x / y` is `a / x / y` and `b / x / y`. `undefined` if the label is none.
 */
export function plainOfTwoLines(html: string): string | undefined {
  const lines = htmlLines(html);
  if (lines?.length !== 2 || lines.includes("") || lines[0].includes("/")) return undefined;
  const [inputs, output] = lines;
  return inputs
    .split(" | ")
    .map((input) => escapeLabel(`${input.trim()} / ${output}`))
    .join("\\n");
}
