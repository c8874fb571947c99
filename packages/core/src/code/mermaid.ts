import { drawnArcs, drawnState } from "./drawn.ts";
import { identifiers } from "./identifiers.ts";
import { type CodeWriter, headline, WRITTEN_BY } from "./target.ts";

/** Words that begin another statement. */
const RESERVED = new Set(
  [
    "state note end direction class classDef default style root scale hide as accTitle accDescr",
    "click href fork join choice",
  ].flatMap((line) => line.split(" ")),
);

/** A state diagram of Mermaid, which GitHub and GitLab draw in Markdown. */
export const mermaid: CodeWriter = {
  name: "mermaid",
  about: "a state diagram, which GitHub and GitLab draw in Markdown",
  endings: [".mmd", ".mermaid"],
  holds: ["mealy", "moore", "acceptor", "weights"],
  write(model) {
    const ids = identifiers(model.states, "camelCase", { lead: "state", reserved: RESERVED });
    const lines = [
      `%% ${headline(model).replaceAll(/[{}]/gu, " ")}`,
      `%% ${WRITTEN_BY}`,
      "stateDiagram-v2",
      "  direction LR",
      ...model.states.map((_, q) => `  state "${escaped(drawnState(model, q))}" as ${ids[q]}`),
      "",
      `  [*] --> ${ids[0]}`,
      ...drawnArcs(model).map(({ from, to, label }) => `  ${ids[from]} --> ${ids[to]} : ${escaped(label)}`),
      ...ids.flatMap((id, q) =>
        model.says.kind === "acceptor" && model.says.accepting[q] ? [`  ${id} --> [*]`] : [],
      ),
    ];
    return { text: `${lines.join("\n")}\n`, notes: [] };
  },
};

/** What could mean something to Mermaid, as its number. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} .,_/=+*()!?|-]/gu, (character) => `#${character.codePointAt(0)};`)
    .replaceAll("--", "-#45;");
}
