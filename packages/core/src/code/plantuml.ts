import { drawnArcs, drawnState } from "./drawn.ts";
import { identifiers } from "./identifiers.ts";
import { type CodeWriter, headline, WRITTEN_BY } from "./target.ts";

const RESERVED = new Set(["end", "state", "note", "hide", "show", "scale", "title", "skinparam", "as"]);

/** A state diagram of PlantUML. */
export const plantuml: CodeWriter = {
  name: "plantuml",
  about: "a state diagram of PlantUML",
  endings: [".puml", ".plantuml"],
  holds: ["mealy", "moore", "acceptor", "weights"],
  write(model) {
    const ids = identifiers(model.states, "camelCase", { lead: "state", reserved: RESERVED });
    const lines = [
      "@startuml",
      `' ${headline(model)}`,
      `' ${WRITTEN_BY}`,
      "hide empty description",
      ...model.states.map((_, q) => `state "${escaped(drawnState(model, q))}" as ${ids[q]}`),
      "",
      `[*] --> ${ids[0]}`,
      ...drawnArcs(model).map(({ from, to, label }) => `${ids[from]} --> ${ids[to]} : ${escaped(label)}`),
      ...ids.flatMap((id, q) =>
        model.says.kind === "acceptor" && model.says.accepting[q] ? [`${id} --> [*]`] : [],
      ),
      "@enduml",
    ];
    return { text: `${lines.join("\n")}\n`, notes: [] };
  },
};

/** What could be markup, as its number; a sign that comes first could be a mark. */
function escaped(text: string): string {
  const number = (character: string) => `&#${character.codePointAt(0)};`;
  return text.replaceAll(/^[^\p{L}\p{N}]|[^\p{L}\p{N} .,:;/=+!?()'-]/gu, number);
}
