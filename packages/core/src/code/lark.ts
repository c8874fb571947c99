import { body } from "./gbnf.ts";
import { type Alternative, grammarOf } from "./grammar.ts";
import { identifiers } from "./identifiers.ts";
import { type CodeTarget, headline, traceComment, WRITTEN_BY } from "./target.ts";

/** A grammar of Lark, which llguidance reads, too. */
export const lark: CodeTarget = {
  name: "lark",
  about: "a grammar for constrained decoding: llguidance, and Lark in Python",
  endings: [".lark"],
  holds: ["acceptor", "weights"],
  write(model) {
    const { rules, model: spelled, notes } = grammarOf(model);
    const others = rules.slice(1).map(({ state }) => state ?? "");
    const names = [
      "start",
      ...identifiers(others, "snake_case", { lead: "state", reserved: new Set(["start"]) }),
    ];
    const lines = rules.map(({ alternatives, ends, trace }, i) => {
      const about = i === 0 ? undefined : traceComment(spelled, trace);
      const comment = about === undefined ? "" : `// ${about}\n`;
      return `${comment}${names[i]}: ${body(
        alternatives.map((each) => alternative(each, names)),
        ends,
        "",
      )}\n`;
    });
    const text = `// ${headline(model)}\n// ${WRITTEN_BY}\n\n${lines.join("")}`;
    return { text, notes };
  },
};

function alternative({ texts, next }: Alternative, names: readonly string[]): string {
  const rest = next === undefined ? "" : ` ${names[next]}`;
  const literals = texts.map(literal);
  return `${literals.length === 1 ? literals[0] : `(${literals.join(" | ")})`}${rest}`;
}

function literal(text: string): string {
  const escaped = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === "\\") return `\\${character}`;
    if (character === "\n") return "\\n";
    if (code === 0x20 || !/[\p{C}\p{Z}]/u.test(character)) return character;
    const [mark, digits] = code <= 0xff ? ["x", 2] : code <= 0xffff ? ["u", 4] : ["U", 8];
    return `\\${mark}${code.toString(16).padStart(Number(digits), "0")}`;
  });
  return `"${escaped.join("")}"`;
}
