import { type Alternative, grammarOf } from "./grammar.ts";
import { identifiers } from "./identifiers.ts";
import { type CodeTarget, headline, traceComment, WRITTEN_BY } from "./target.ts";

/** A grammar for llama.cpp and others that decode under constraints. */
export const gbnf: CodeTarget = {
  name: "gbnf",
  about: "a grammar for constrained decoding: llama.cpp and others",
  endings: [".gbnf"],
  holds: ["acceptor", "weights"],
  write(model) {
    const { rules, model: spelled, notes } = grammarOf(model);
    const others = rules.slice(1).map(({ state }) => state ?? "");
    const names = [
      "root",
      ...identifiers(others, "kebab-case", { lead: "state", reserved: new Set(["root"]) }),
    ];
    const lines = rules.map(({ alternatives, ends, trace }, i) => {
      const about = i === 0 ? undefined : traceComment(spelled, trace);
      const comment = about === undefined ? "" : `# ${about}\n`;
      return `${comment}${names[i]} ::= ${body(
        alternatives.map((each) => alternative(each, names)),
        ends,
      )}\n`;
    });
    const text = `# ${headline(model)}\n# ${WRITTEN_BY}\n\n${lines.join("")}`;
    return { text, notes };
  },
};

/** The alternatives of a rule, all of them optional if the text may end there. */
export function body(alternatives: readonly string[], ends: boolean, nothing = '""'): string {
  if (alternatives.length === 0) return nothing;
  const all = alternatives.join(" | ");
  return ends ? `(${all})?` : all;
}

function alternative({ texts, next }: Alternative, names: readonly string[]): string {
  const rest = next === undefined ? "" : ` ${names[next]}`;
  return `${anyOf(texts)}${rest}`;
}

function anyOf(texts: readonly string[]): string {
  if (texts.length === 1) return `"${escaped(texts[0], '"\\')}"`;
  if (texts.every((text) => [...text].length === 1))
    return `[${texts.map((text) => escaped(text, "[]\\-^")).join("")}]`;
  return `(${texts.map((text) => `"${escaped(text, '"\\')}"`).join(" | ")})`;
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
    const [mark, digits] = code <= 0xff ? ["x", 2] : code <= 0xffff ? ["u", 4] : ["U", 8];
    return `\\${mark}${code.toString(16).padStart(Number(digits), "0")}`;
  }).join("");
}
