import { type GrammarEdge, grammarOf, rangesOf, ruleNames } from "./grammar.ts";
import { type CodeWriter, headline, traceComment, WRITTEN_BY } from "./target.ts";

/** A grammar for llama.cpp and others that decode under constraints. */
export const gbnf: CodeWriter = {
  name: "gbnf",
  about: "a grammar for constrained decoding: llama.cpp and others",
  endings: [".gbnf"],
  holds: ["acceptor", "weights"],
  write(model) {
    const { nodes, edges, model: spelled, notes } = grammarOf(model);
    const names = ["root", ...ruleNames(nodes.slice(1), spelled, "kebab-case")];
    const lines = nodes.flatMap(({ state, ends }, node) => {
      const leaving = edges.filter(({ from }) => from === node);
      // Where nothing can follow, the text before it is the end.
      if (leaving.length === 0) return node === 0 ? ['root ::= ""\n'] : [];
      const goesOn = ({ to }: GrammarEdge) => edges.some(({ from }) => from === to);
      const alternatives = leaving.filter(goesOn).map(({ texts, to }) => `${anyOf(texts)} ${names[to]}`);
      const last = leaving.filter((edge) => !goesOn(edge)).flatMap(({ texts }) => texts);
      if (last.length > 0) alternatives.push(anyOf(last));
      const all = alternatives.join(" | ");
      const comment = node === 0 ? undefined : traceComment(spelled, state);
      return `${comment === undefined ? "" : `# ${comment}\n`}${names[node]} ::= ${ends ? `(${all})?` : all}\n`;
    });
    const text = `# ${headline(model)}\n# ${WRITTEN_BY}\n\n${lines.join("")}`;
    return { text, notes };
  },
};

function anyOf(texts: readonly string[]): string {
  const ranges = rangesOf(texts);
  if (ranges !== undefined) return `[${ranges.map(range).join("")}]`;
  const literals = texts.map((text) => `"${escaped(text, '"\\')}"`);
  return literals.length === 1 ? literals[0] : `(${literals.join(" | ")})`;
}

/** A character, two of them, or a range. */
function range([first, last]: readonly [string, string]): string {
  const [from, to] = [first, last].map((character) => escaped(character, "[]\\-^"));
  if (first === last) return from;
  const isPair = (last.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0) === 1;
  return isPair ? from + to : `${from}-${to}`;
}

/** Signs that mean something, and what cannot be seen, as numbers. */
function escaped(text: string, signs: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === "\\")
      return signs.includes(character) ? `\\${character}` : character;
    if (character === "\n") return "\\n";
    const isPlain = code === 0x20 || !/[\p{C}\p{Z}]/u.test(character);
    if (isPlain && !signs.includes(character)) return character;
    const [mark, digits] =
      code <= 0xff ? (["x", 2] as const) : code <= 0xffff ? (["u", 4] as const) : (["U", 8] as const);
    return `\\${mark}${code.toString(16).padStart(digits, "0")}`;
  }).join("");
}
