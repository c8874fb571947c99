import { identifier } from "./identifiers.ts";
import { javascriptKey, javascriptText } from "./literals.ts";
import { arcsFrom, type CodeArc, type Weighs } from "./model.ts";
import {
  type CodeWriter,
  type GeneratedCode,
  headline,
  missingNote,
  type NamedModel,
  outputsOf,
  traceComment,
  WRITTEN_BY,
} from "./target.ts";
import { type Arithmetic, arithmeticOf, doubleOf, roundingNote } from "./weights.ts";

/** A class and a function in TypeScript, without any library. */
export const typescript: CodeWriter = {
  name: "typescript",
  about: "a class and a function in TypeScript, without a library",
  endings: [".ts", ".mts"],
  holds: ["mealy", "moore", "acceptor", "weights"],
  write(model) {
    const { says } = model;
    switch (says.kind) {
      case "mealy":
        return mealy(model, says.output);
      case "moore":
        return moore(model, says.output);
      case "acceptor":
        return acceptor(model, says.accepting);
      default:
        return weights(model, says);
    }
  },
};

/** Names that mean something else in the file. */
const RESERVED = new Set(
  [
    "Array BigInt Error Infinity Iterable Input JSON Letter Map Object Output Partial Readonly",
    "Record Set State String Symbol",
  ].flatMap((line) => line.split(" ")),
);

const classOf = ({ title }: NamedModel) =>
  identifier(title, "PascalCase", { lead: "The", reserved: RESERVED });

function top(model: NamedModel): string {
  return `/**
 * ${headline(model)}
 *
 * ${WRITTEN_BY}
 */

/** The states. */
export type State = ${union(model.states)};
`;
}

function union(texts: readonly string[]): string {
  if (texts.length === 0) return "never";
  const line = texts.map(javascriptText).join(" | ");
  return line.length <= 80 ? line : texts.map((text) => `\n  | ${javascriptText(text)}`).join("");
}

/** A table with a row for each state, in which each symbol has an entry. */
function table(model: NamedModel, entry: (arc: CodeArc) => string): string {
  const rows = model.states.map((name, state) => {
    const found = new Map(arcsFrom(model, state).map((arc) => [arc.letter, entry(arc)]));
    const entries = model.alphabet.symbols.map(
      (symbol, letter) => `    ${javascriptKey(symbol)}: ${found.get(letter) ?? "undefined"},\n`,
    );
    const row = entries.length === 0 ? "{}" : `{\n${entries.join("")}  }`;
    const comment = traceComment(model, state);
    return `${comment === undefined ? "" : `  // ${comment}\n`}  ${javascriptKey(name)}: ${row},\n`;
  });
  return `{\n${rows.join("")}}`;
}

/** The table of the transitions, and a function that reads it. */
function transitions(
  model: NamedModel,
  input: string,
  transition: string,
  entry: (arc: CodeArc) => string,
): string {
  const named = input.toLowerCase();
  return `const transitions: Readonly<Record<State, Readonly<Record<${input}, ${transition} | undefined>>>> = ${table(model, entry)};

function transitionOn(state: State, ${named}: ${input}): ${transition} | undefined {
  const row = transitions[state];
  return Object.hasOwn(row, ${named}) ? row[${named}] : undefined;
}`;
}

const REFUSAL = `      throw new Error(\`no transition on \${JSON.stringify(input)} in the state \${JSON.stringify(this.state)}\`);`;

const reset = (first: string) => `  /** Goes back to the initial state. */
  reset(): void {
    this.state = ${first};
  }`;

const machineNote = (model: NamedModel) => missingNote(model, "step throws an error");

function mealy(model: NamedModel, output: readonly (string | undefined)[]): GeneratedCode {
  const name = classOf(model);
  const first = javascriptText(model.states[0]);
  const entry = ({ arc, to }: CodeArc) =>
    `[${javascriptText(output[arc] ?? "")}, ${javascriptText(model.states[to])}]`;
  const text = `${top(model)}
/** What it reads. */
export type Input = ${union(model.alphabet.symbols)};

/** What it writes. */
export type Output = ${union(outputsOf(model))};

type Transition = readonly [output: Output, next: State];

/** What each state writes to an input, and where it goes. */
${transitions(model, "Input", "Transition", entry)}

export class ${name} {
  /** The state in which it is. */
  state: State = ${first};

  /** Reads an input, and returns what is written. An input without a transition is an error. */
  step(input: Input): Output {
    const found = transitionOn(this.state, input);
    if (found === undefined) {
${REFUSAL}
    }
    const [output, next] = found;
    this.state = next;
    return output;
  }

${reset(first)}
}

/** The outputs to a word of inputs, from the initial state on. */
export function run(word: Iterable<Input>): Output[] {
  const machine = new ${name}();
  return Array.from(word, (input) => machine.step(input));
}
`;
  return { text, notes: machineNote(model) };
}

function moore(model: NamedModel, output: readonly string[]): GeneratedCode {
  const name = classOf(model);
  const first = javascriptText(model.states[0]);
  const outputs = model.states.map(
    (state, q) => `  ${javascriptKey(state)}: ${javascriptText(output[q])},\n`,
  );
  const text = `${top(model)}
/** What it reads. */
export type Input = ${union(model.alphabet.symbols)};

/** What it shows. */
export type Output = ${union(outputsOf(model))};

/** What each state shows. */
const outputs: Readonly<Record<State, Output>> = {
${outputs.join("")}};

/** Where each state goes with an input. */
${transitions(model, "Input", "State", ({ to }) => javascriptText(model.states[to]))}

export class ${name} {
  /** The state in which it is. */
  state: State = ${first};

  /** What it shows now. */
  get output(): Output {
    return outputs[this.state];
  }

  /** Reads an input, and returns what is shown then. An input without a transition is an error. */
  step(input: Input): Output {
    const next = transitionOn(this.state, input);
    if (next === undefined) {
${REFUSAL}
    }
    this.state = next;
    return this.output;
  }

${reset(first)}
}

/** The outputs to a word of inputs: first that of the initial state, then one for each input. */
export function run(word: Iterable<Input>): Output[] {
  const machine = new ${name}();
  return [machine.output, ...Array.from(word, (input) => machine.step(input))];
}
`;
  return { text, notes: machineNote(model) };
}

function acceptor(model: NamedModel, accepting: readonly boolean[]): GeneratedCode {
  const name = classOf(model);
  const first = javascriptText(model.states[0]);
  const ends = model.states.filter((_, q) => accepting[q]).map((state) => `  ${javascriptText(state)},\n`);
  const text = `${top(model)}
/** The symbols of its words. */
export type Letter = ${union(model.alphabet.symbols)};

/** The states in which a word may end. */
const accepting: ReadonlySet<State> = new Set<State>([
${ends.join("")}]);

/** Where each state goes with a symbol; where it has none, nothing is accepted any more. */
${transitions(model, "Letter", "State", ({ to }) => javascriptText(model.states[to]))}

export class ${name} {
  /** The state in which it is; undefined when nothing is accepted any more. */
  state: State | undefined = ${first};

  /** Is what was read a word of the language? */
  get accepted(): boolean {
    return this.state !== undefined && accepting.has(this.state);
  }

  /** Reads a symbol, and says whether what was read so far is a word of the language. */
  step(letter: Letter): boolean {
    if (this.state !== undefined) this.state = transitionOn(this.state, letter);
    return this.accepted;
  }

${reset(first)}
}

/** Does a word belong to the language? */
export function accepts(word: Iterable<Letter>): boolean {
  const acceptor = new ${name}();
  for (const letter of word) acceptor.step(letter);
  return acceptor.accepted;
}
`;
  return { text, notes: [] };
}

function weights(model: NamedModel, says: Weighs): GeneratedCode {
  const arithmetic = arithmeticOf(says, "typescript");
  const weight = (text: string | undefined) => number(text, arithmetic);
  const first = javascriptText(model.states[0]);
  const finals = model.states.map((state, q) => `  ${javascriptKey(state)}: ${weight(says.final[q])},\n`);
  const type = arithmetic.operation === "modular" ? "bigint" : "number";
  const zero = weight(undefined);
  const times = (a: string, b: string) => combined(a, b, arithmetic);
  const entry = ({ arc, to }: CodeArc) => `[${weight(says.arc[arc])}, ${javascriptText(model.states[to])}]`;
  const text = `${top(model)}
/** The symbols of its words. */
export type Letter = ${union(model.alphabet.symbols)};

/** The weight with which each state ends a word. */
const finals: Readonly<Record<State, ${type}>> = {
${finals.join("")}};

type Transition = readonly [weight: ${type}, next: State];

/** The weight of a symbol in each state, and where it goes. */
${transitions(model, "Letter", "Transition", entry)}

/** The weight of a word over ${says.semifield}; ${zero} if it has none. */
export function weigh(word: Iterable<Letter>): ${type} {
  let state: State = ${first};
  let weight: ${type} = ${weight(says.initial)};
  for (const letter of word) {
    const found = transitionOn(state, letter);
    if (found === undefined) return ${zero};
    weight = ${times("weight", "found[0]")};
    state = found[1];
  }
  return ${times("weight", "finals[state]")};
}
`;
  return { text, notes: roundingNote(says, arithmetic) };
}

function number(text: string | undefined, arithmetic: Arithmetic): string {
  if (arithmetic.operation === "modular") return `${text ?? 0}n`;
  return text === undefined ? arithmetic.zero : String(doubleOf(text, arithmetic, "typescript"));
}

function combined(a: string, b: string, { operation, modulus }: Arithmetic): string {
  if (operation === "modular") return `(${a} * ${b}) % ${modulus}n`;
  return operation === "plus" ? `${a} + ${b}` : `${a} * ${b}`;
}
