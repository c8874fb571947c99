import { identifier, identifiers, namesOfSymbols } from "./identifiers.ts";
import { javascriptKey, javascriptText } from "./literals.ts";
import { arcsFrom, type CodeArc } from "./model.ts";
import { type CodeWriter, headline, missingNote, type NamedModel, traceText, WRITTEN_BY } from "./target.ts";

const RESERVED = new Set(
  [
    "break case catch class const continue debugger default delete do else enum export extends",
    "false finally for function if import in instanceof new null return super switch this throw",
    "true try typeof var void while with yield let static await async setup implements",
    "interface package private protected public undefined arguments eval eventTypes",
  ].flatMap((line) => line.split(" ")),
);

/** A machine of XState 5. */
export const xstate: CodeWriter = {
  name: "xstate",
  about: "a machine of XState 5, in TypeScript",
  endings: [".machine.ts", ".xstate.ts"],
  holds: ["mealy", "moore", "acceptor"],
  completes: true,
  write(model) {
    const name = identifier(model.title, "camelCase", { lead: "the", reserved: RESERVED });
    const events = eventTypes(model);
    const renamed = model.alphabet.symbols.flatMap((symbol, i) => (events[i] === symbol ? [] : [i]));
    const text = `/**
 * ${headline(model)}
 *
 * ${WRITTEN_BY}
 */

import { setup } from "xstate";
${renamed.length > 0 ? renamings(model, events) : ""}
export const ${name} = setup({
  types: {
    events: {} as${eventUnion(events)},
  },${actionsOf(model, name)}
}).createMachine({
  id: ${javascriptText(name)},
  initial: ${javascriptText(keysOf(model)[0])},
  states: {
${statesText(model, events)}  },
});
`;
    const notes = [
      ...missingNote(model, "XState ignores the event"),
      ...(renamed.length > 0
        ? ["XState reads some symbols in its own way: eventTypes in the file says how they are called there"]
        : []),
    ];
    return { text, notes };
  },
};

const keysOf = ({ states }: NamedModel) => identifiers(states, "camelCase", { lead: "state" });

/** The types of the events: the symbols, but for those that XState reads in its own way. */
function eventTypes({ alphabet }: NamedModel): string[] {
  return namesOfSymbols(alphabet.symbols, (symbol) => !isSpecial(symbol), "camelCase", { lead: "event" });
}

/** Wildcards, events of its own, no name at all, and the prototype of an object. */
function isSpecial(symbol: string): boolean {
  return (
    symbol === "" ||
    symbol === "__proto__" ||
    symbol.includes("*") ||
    /^(?:xstate|done|error)\./u.test(symbol)
  );
}

function renamings({ alphabet }: NamedModel, events: readonly string[]): string {
  const lines = alphabet.symbols.map(
    (symbol, i) => `  [${javascriptText(symbol)}, ${javascriptText(events[i])}],\n`,
  );
  return `\n/** The type of the event for each symbol: XState reads some symbols in its own way. */\nexport const eventTypes = new Map([\n${lines.join("")}]);\n`;
}

function eventUnion(events: readonly string[]): string {
  if (events.length === 0) return " { type: never }";
  return events.map((event) => `\n      | { type: ${javascriptText(event)} }`).join("");
}

function actionsOf({ says }: NamedModel, name: string): string {
  if (says.kind === "acceptor") return "";
  return `
  actions: {
    /** What to do with an output: ${name}.provide({ actions: { output: … } }) replaces this. */
    output: (_, _params: { output: string }) => {},
  },`;
}

function statesText(model: NamedModel, events: readonly string[]): string {
  const { says } = model;
  const keys = keysOf(model);
  const output = (text: string) => `{ type: "output", params: { output: ${javascriptText(text)} } }`;
  const transition = ({ from, arc, to }: CodeArc) => {
    const target = javascriptText(keys[to]);
    if (says.kind === "mealy") return `{ target: ${target}, actions: ${output(says.output[arc] ?? "")} }`;
    // Without it, a machine that stays where it is would not show its output again.
    if (says.kind === "moore" && from === to) return `{ target: ${target}, reenter: true }`;
    return target;
  };
  return keys
    .map((key, state) => {
      const own = [
        `      description: ${javascriptText(descriptionOf(model, state))},\n`,
        ...(says.kind === "moore" ? [`      entry: ${output(says.output[state])},\n`] : []),
        ...(says.kind === "acceptor" && says.accepting[state] ? [`      tags: "accepted",\n`] : []),
      ];
      const arcs = arcsFrom(model, state).map(
        (arc) => `        ${javascriptKey(events[arc.letter])}: ${transition(arc)},\n`,
      );
      const on = arcs.length === 0 ? "" : `      on: {\n${arcs.join("")}      },\n`;
      return `    ${javascriptKey(key)}: {\n${own.join("")}${on}    },\n`;
    })
    .join("");
}

/** The name of the state, if a person gave it, and a shortest trace. */
function descriptionOf(model: NamedModel, state: number): string {
  const trace = traceText(model, state);
  return trace[0].toUpperCase() + trace.slice(1);
}
