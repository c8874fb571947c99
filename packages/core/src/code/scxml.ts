import { identifiers, namesOfSymbols } from "./identifiers.ts";
import { commentText, xmlText } from "./literals.ts";
import { arcsFrom } from "./model.ts";
import {
  type CodeWriter,
  headline,
  missingNote,
  type NamedModel,
  traceComment,
  WRITTEN_BY,
} from "./target.ts";

/** A state chart of the W3C. */
export const scxml: CodeWriter = {
  name: "scxml",
  about: "a state chart in the XML of the W3C",
  endings: [".scxml"],
  holds: ["mealy", "moore", "acceptor"],
  completes: true,
  write(model) {
    const { says, alphabet } = model;
    const ids = identifiers(model.states, "camelCase", { lead: "state" });
    const events = eventNames(model);
    const variable = says.kind === "acceptor" ? "accepted" : "output";
    const assign = (value: string) => `<assign location="${variable}" expr="${xmlText(value)}"/>`;
    const states = ids.map((id, state) => {
      const entry =
        says.kind === "moore"
          ? assign(literal(says.output[state]))
          : says.kind === "acceptor"
            ? assign(String(says.accepting[state]))
            : undefined;
      const arcs = arcsFrom(model, state).map(({ letter, arc, to }) => {
        const opening = `    <transition event="${xmlText(events[letter])}" target="${ids[to]}"`;
        if (says.kind !== "mealy") return `${opening}/>\n`;
        return `${opening}>\n      ${assign(literal(says.output[arc] ?? ""))}\n    </transition>\n`;
      });
      const body = [
        ...(entry === undefined ? [] : [`    <onentry>\n      ${entry}\n    </onentry>\n`]),
        ...arcs,
      ];
      const trace = traceComment(model, state);
      const comment = trace === undefined ? "" : `  <!-- ${trace} -->\n`;
      if (body.length === 0) return `${comment}  <state id="${id}"/>\n`;
      return `${comment}  <state id="${id}">\n${body.join("")}  </state>\n`;
    });
    const renamed = alphabet.symbols.flatMap((symbol, i) =>
      events[i] === symbol ? [] : [`${events[i]} is ${commentText(symbol)}`],
    );
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${headline(model)} -->
<!-- ${WRITTEN_BY} -->
${renamed.map((line) => `<!-- The event ${line}. -->\n`).join("")}<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="${ids[0]}">
  <datamodel>
    <data id="${variable}" expr="${says.kind === "acceptor" ? "false" : "''"}"/>
  </datamodel>
${states.join("")}</scxml>
`;
    const notes = [
      ...missingNote(model, "the event is ignored"),
      ...(renamed.length > 0
        ? [
            `some symbols are no names of events: ${renamed.slice(0, 3).join(", ")}${renamed.length > 3 ? ", …" : ""}`,
          ]
        : []),
    ];
    return { text, notes };
  },
};

/** The names of the events: the symbols that are names without dots, whose parts SCXML would match; others are made of their words. */
function eventNames({ alphabet }: NamedModel): string[] {
  const isName = (symbol: string) => /^[A-Za-z_][\w-]*$/u.test(symbol);
  return namesOfSymbols(alphabet.symbols, isName, "snake_case", { lead: "event" });
}

/** A text in ECMAScript, between single quotes. */
function literal(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
