import { identifier, identifiers } from "./identifiers.ts";
import { json } from "./literals.ts";
import { arcsFrom, statesLeadingTo } from "./model.ts";
import { type CodeWriter, headline, missingNote, traceText, WRITTEN_BY } from "./target.ts";

/** A model of GraphWalker, in its JSON: it walks on edges, whose names are methods of a test. */
export const graphwalker: CodeWriter = {
  name: "graphwalker",
  about: "a model of GraphWalker, in JSON",
  endings: [".graphwalker.json", ".gw.json"],
  holds: ["mealy", "moore", "acceptor"],
  write(model) {
    const { says, alphabet, states } = model;
    const name = identifier(model.title, "PascalCase", { lead: "The" });
    const vertices = identifiers(states, "snake_case", { lead: "" }).map((id) => `v_${id}`);
    const inputs = identifiers(alphabet.symbols, "snake_case", { lead: "" }).map((id) => `e_${id}`);
    const vertexLines = vertices.map((id, state) => {
      const shown =
        says.kind === "moore"
          ? { output: says.output[state] }
          : says.kind === "acceptor"
            ? { accepted: says.accepting[state] }
            : {};
      const properties = { ...shown, trace: traceText(model, state) };
      return line({ id, name: id, properties });
    });
    const edgeLines = states.flatMap((_, state) =>
      arcsFrom(model, state).map(({ letter, arc, to }) => {
        const properties = {
          input: alphabet.symbols[letter],
          ...(says.kind === "mealy" && { output: says.output[arc] }),
        };
        const ends = { sourceVertexId: vertices[state], targetVertexId: vertices[to] };
        return line({ id: `e${arc}`, name: inputs[letter], ...ends, properties });
      }),
    );
    const returns = statesLeadingTo(model, [0]).every((leads) => leads);
    const text = `{
  "name": ${json(name)},
  "models": [
    {
      "name": ${json(name)},
      "id": ${json(name)},
      "generator": ${json(returns ? "random(edge_coverage(100))" : `random(length(${10 * edgeLines.length}))`)},
      "startElementId": ${json(vertices[0])},
      "properties": { "description": ${json(`${headline(model)} ${WRITTEN_BY}`)} },
      "vertices": [${list(vertexLines)}],
      "edges": [${list(edgeLines)}]
    }
  ]
}
`;
    const stuck = returns
      ? []
      : [
          "no way leads back from some states, so GraphWalker walks as long as the generator says, and may end there",
        ];
    return { text, notes: [...missingNote(model, "no edge leaves, so no test comes there"), ...stuck] };
  },
};

const line = (entry: object) => `        ${json(entry)}`;

const list = (lines: readonly string[]) => (lines.length === 0 ? "" : `\n${lines.join(",\n")}\n      `);
