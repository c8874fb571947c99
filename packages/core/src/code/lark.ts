import { grammarOf, rangesOf, ruleNames } from "./grammar.ts";
import { type CodeWriter, headline, traceComment, WRITTEN_BY } from "./target.ts";

/** A grammar of Lark, which llguidance reads, too. */
export const lark: CodeWriter = {
  name: "lark",
  about: "a grammar for constrained decoding: llguidance, and Lark in Python",
  endings: [".lark"],
  holds: ["acceptor", "weights"],
  write(model) {
    const { nodes, edges, model: spelled, notes } = grammarOf(model);
    const names = ruleNames(nodes, spelled, "snake_case");
    const isEntered = edges.some(({ to }) => to === 0);
    const ends = nodes.flatMap((node, i) => (node.ends && (i > 0 || isEntered) ? [names[i]] : []));
    const hasEmpty = nodes[0].ends && !isEntered;
    const lines = nodes.flatMap(({ state }, node) => {
      if (node === 0 && !isEntered) return [];
      const alternatives = edges
        .filter(({ to }) => to === node)
        .map(({ from, texts }) =>
          from === 0 && !isEntered ? anyOf(texts) : `${names[from]} ${anyOf(texts)}`,
        );
      const comment = traceComment(spelled, state);
      return `${comment === undefined ? "" : `// ${comment}\n`}${names[node]}:${before(optional(alternatives, node === 0))}\n`;
    });
    const text = `// ${headline(model)}
// ${WRITTEN_BY}
//
// A rule has the texts that lead to its state: left recursion keeps parsers fast.

start:${before(optional(ends, hasEmpty))}

${lines.join("")}`;
    return { text: `${text.trimEnd()}\n`, notes };
  },
};

/** Alternatives, or nothing at all. */
function optional(alternatives: readonly string[], orNothing: boolean): string {
  const all = alternatives.join(" | ");
  // Lark has no empty literals, but empty rules.
  if (all === "") return "";
  return orNothing ? `(${all})?` : all;
}

const before = (text: string) => (text === "" ? "" : ` ${text}`);

function anyOf(texts: readonly string[]): string {
  // Of ASCII letters and digits; other characters mean different things in the expressions of Python and of Rust.
  const ranges = texts.every((text) => /^[A-Za-z\d]$/u.test(text)) ? rangesOf(texts) : undefined;
  if (ranges !== undefined) {
    return `/[${ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join("")}]/`;
  }
  const literals = texts.map(literal);
  return literals.length === 1 ? literals[0] : `(${literals.join(" | ")})`;
}

function literal(text: string): string {
  const escaped = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === "\\") return `\\${character}`;
    if (character === "\n") return "\\n";
    // Lark and llguidance have no common notation for the numbers of further characters, so those stand as they are.
    if (code === 0x20 || code > 0xffff || !/[\p{C}\p{Z}]/u.test(character)) return character;
    return code <= 0xff
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
  return `"${escaped.join("")}"`;
}
