import { HankelError } from "../errors.ts";
import { identifier, identifiers } from "./identifiers.ts";
import { commentText, cText } from "./literals.ts";
import type { CodeArc, Weighs } from "./model.ts";
import {
  type CodeWriter,
  type GeneratedCode,
  headline,
  inputWord,
  missingNote,
  type NamedModel,
  outputsOf,
  traceComment,
  WRITTEN_BY,
} from "./target.ts";
import { type Arithmetic, arithmeticOf, doubleOf, roundingNote } from "./weights.ts";

/** A header in C99, without any library. */
export const c: CodeWriter = {
  name: "c",
  about: "a header in C99: enumerations, a table and functions",
  endings: [".h", ".c"],
  holds: ["mealy", "moore", "acceptor", "weights"],
  completes: true,
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

/** The names in a header. */
class Names {
  /** What all names begin with. */
  readonly prefix: string;
  readonly states: readonly string[];
  readonly inputs: readonly string[];
  readonly #inputWord: string;

  constructor(model: NamedModel) {
    this.prefix = identifier(model.title, "snake_case", { lead: "the" });
    this.#inputWord = inputWord(model);
    this.states = this.constants("state", model.states);
    this.inputs = this.constants(this.#inputWord, model.alphabet.symbols);
  }

  get upper(): string {
    return this.prefix.toUpperCase();
  }

  /** The type of the inputs. */
  get input(): string {
    return `enum ${this.prefix}_${this.#inputWord}`;
  }

  /** How many inputs there are. */
  get inputCount(): string {
    return `${this.upper}_${this.#inputWord.toUpperCase()}_COUNT`;
  }

  constants(what: string, texts: readonly string[]): string[] {
    // The number of constants has a name, too.
    const reserved = new Set(["COUNT", "NONE"]);
    const names = identifiers(texts, "UPPER_CASE", { lead: "", reserved });
    return names.map((name) => `${this.upper}_${what.toUpperCase()}_${name}`);
  }
}

/** An enumeration with a comment for each constant; the last one is their number. */
function enumeration(
  names: Names,
  what: string,
  constants: readonly string[],
  about: (index: number) => string | undefined,
  none = false,
): string {
  const lines = constants.map((constant, i) => {
    const comment = about(i);
    return `  ${constant}${i === 0 ? " = 0" : ""},${comment === undefined ? "" : ` /* ${comment} */`}\n`;
  });
  const prefix = `${names.upper}_${what.toUpperCase()}`;
  if (none) lines.unshift(`  ${prefix}_NONE = -1, /* where the model has no transition */\n`);
  return `enum ${names.prefix}_${what} {
${lines.join("")}  ${prefix}_COUNT${constants.length === 0 ? " = 0" : ""} /* how many there are */
};
`;
}

/** A function that says what the constants of an enumeration stand for. */
function naming(names: Names, what: string, constants: readonly string[], texts: readonly string[]): string {
  const lines = constants.map((constant, i) => `  case ${constant}:\n    return ${cText(texts[i])};\n`);
  return `/* The text of ${what === "symbol" ? "a" : "an"} ${what}, in UTF-8. */
static inline const char *${names.prefix}_${what}_text(enum ${names.prefix}_${what} ${what})
{
  switch (${what}) {
${lines.join("")}  default:
    return "";
  }
}
`;
}

function top(model: NamedModel, names: Names, headers: readonly string[], use: string): string {
  const guard = `${names.upper}_H`;
  const what = inputWord(model);
  const { symbols } = model.alphabet;
  return `/*
 * ${headline(model)}
 *
${use}
 *
 * ${WRITTEN_BY}
 */
#ifndef ${guard}
#define ${guard}

${headers.map((header) => `#include <${header}>\n`).join("")}${headers.length > 0 ? "\n" : ""}/* The states. */
${enumeration(names, "state", names.states, (q) => traceComment(model, q))}
/* What it reads. */
${enumeration(names, what, names.inputs, (letter) => commentText(symbols[letter]))}
${naming(names, what, names.inputs, symbols)}`;
}

/** The table of the arcs: an entry for each state and each input. */
function table(model: NamedModel, entry: (arc: CodeArc) => string, missing: string): string {
  const rows = model.states.map((_, from) => {
    const entries = Array.from(model.alphabet.symbols, (__, letter) => {
      const arc = from * model.alphabet.size + letter;
      return model.target[arc] < 0 ? missing : entry({ from, letter, arc, to: model.target[arc] });
    });
    // C has no empty arrays.
    return `    { ${(entries.length === 0 ? [missing] : entries).join(", ")} },\n`;
  });
  return rows.join("");
}

/** The size of the table in the direction of the inputs; C has no empty arrays. */
const width = (model: NamedModel, names: Names) => (model.alphabet.size === 0 ? "1" : names.inputCount);

const example = (names: Names) => names.inputs[0] ?? `(${names.input})0`;

const machineNote = (model: NamedModel) =>
  missingNote(model, "step returns the output NONE and stays where it is");

function mealy(model: NamedModel, output: readonly (string | undefined)[]): GeneratedCode {
  const names = new Names(model);
  const { prefix, upper, states, input } = names;
  const texts = outputsOf(model);
  const outputs = names.constants("output", texts);
  const constant = new Map(texts.map((text, i) => [text, outputs[i]]));
  const entry = ({ arc, to }: CodeArc) => `{ ${states[to]}, ${constant.get(output[arc] ?? "")} }`;
  const use = ` *     enum ${prefix}_state state = ${states[0]};
 *     enum ${prefix}_output output = ${prefix}_step(&state, ${example(names)});`;
  const text = `${top(model, names, [], use)}
/* What it writes. */
${enumeration(names, "output", outputs, (i) => commentText(texts[i]), true)}
${naming(names, "output", outputs, texts)}
/* Reads an input: goes to the next state, and returns what is written. */
static inline enum ${prefix}_output ${prefix}_step(enum ${prefix}_state *state, ${input} input)
{
  static const struct {
    enum ${prefix}_state next;
    enum ${prefix}_output output;
  } transitions[${upper}_STATE_COUNT][${width(model, names)}] = {
${table(model, entry, `{ ${states[0]}, ${upper}_OUTPUT_NONE }`)}  };
  const enum ${prefix}_output output = transitions[*state][input].output;
  if (output != ${upper}_OUTPUT_NONE)
    *state = transitions[*state][input].next;
  return output;
}

#endif
`;
  return { text, notes: machineNote(model) };
}

function moore(model: NamedModel, output: readonly string[]): GeneratedCode {
  const names = new Names(model);
  const { prefix, upper, states, input } = names;
  const texts = outputsOf(model);
  const outputs = names.constants("output", texts);
  const constant = new Map(texts.map((text, i) => [text, outputs[i]]));
  const shown = output.map((text) => `    ${constant.get(text)},\n`);
  const use = ` *     enum ${prefix}_state state = ${states[0]};
 *     enum ${prefix}_output first = ${prefix}_output(state);
 *     enum ${prefix}_output output = ${prefix}_step(&state, ${example(names)});`;
  const text = `${top(model, names, [], use)}
/* What it shows. */
${enumeration(names, "output", outputs, (i) => commentText(texts[i]), true)}
${naming(names, "output", outputs, texts)}
/* What a state shows. */
static inline enum ${prefix}_output ${prefix}_output(enum ${prefix}_state state)
{
  static const enum ${prefix}_output outputs[${upper}_STATE_COUNT] = {
${shown.join("")}  };
  return outputs[state];
}

/* Reads an input: goes to the next state, and returns what it shows. */
static inline enum ${prefix}_output ${prefix}_step(enum ${prefix}_state *state, ${input} input)
{
  enum { NONE = -1 };
  static const int transitions[${upper}_STATE_COUNT][${width(model, names)}] = {
${table(model, ({ to }) => states[to], "NONE")}  };
  const int next = transitions[*state][input];
  if (next == NONE)
    return ${upper}_OUTPUT_NONE;
  *state = (enum ${prefix}_state)next;
  return ${prefix}_output(*state);
}

#endif
`;
  return { text, notes: machineNote(model) };
}

function acceptor(model: NamedModel, accepting: readonly boolean[]): GeneratedCode {
  const names = new Names(model);
  const { prefix, upper, states, input } = names;
  const flags = accepting.map((isAccepting) => `    ${isAccepting},\n`);
  const use = ` *     ${input} word[] = { ${example(names)} };
 *     bool accepted = ${prefix}_accepts(word, 1);`;
  const text = `${top(model, names, ["stdbool.h", "stddef.h"], use)}
/* May a word end in this state? */
static inline bool ${prefix}_accepting(enum ${prefix}_state state)
{
  static const bool accepting[${upper}_STATE_COUNT] = {
${flags.join("")}  };
  return accepting[state];
}

/* Reads a symbol: the next state. */
static inline enum ${prefix}_state ${prefix}_step(enum ${prefix}_state state, ${input} symbol)
{
  static const enum ${prefix}_state transitions[${upper}_STATE_COUNT][${width(model, names)}] = {
${table(model, ({ to }) => states[to], states[0])}  };
  return transitions[state][symbol];
}

/* Does a word belong to the language? */
static inline bool ${prefix}_accepts(const ${input} *word, size_t length)
{
  enum ${prefix}_state state = ${states[0]};
  for (size_t i = 0; i < length; i++)
    state = ${prefix}_step(state, word[i]);
  return ${prefix}_accepting(state);
}

#endif
`;
  return { text, notes: [] };
}

/** Products of two residues below this fit 64 bits. */
const LARGEST_MODULUS = 2 ** 32;

function weights(model: NamedModel, says: Weighs): GeneratedCode {
  const arithmetic = arithmeticOf(says, "c");
  const { operation, modulus } = arithmetic;
  const isModular = operation === "modular";
  if (modulus > LARGEST_MODULUS) {
    throw new HankelError(
      "unsupported",
      `c computes modulo primes up to 2^32, not with ${says.semifield}: typescript and python can`,
    );
  }
  const names = new Names(model);
  const { prefix, upper, states, input } = names;
  const number = (text: string | undefined) => numberText(text, arithmetic);
  const type = isModular ? "uint64_t" : "double";
  const times = (factor: string) =>
    isModular
      ? `weight = weight * ${factor} % ${modulus}`
      : `weight ${operation === "plus" ? "+" : "*"}= ${factor}`;
  const entry = ({ arc, to }: CodeArc) => `{ ${states[to]}, ${number(says.arc[arc])} }`;
  const finals = says.final.map((weight) => `    ${number(weight)},\n`);
  const use = ` *     ${input} word[] = { ${example(names)} };
 *     ${type} weight = ${prefix}_weigh(word, 1);`;
  const text = `${top(model, names, [isModular ? "stdint.h" : "math.h", "stddef.h"], use)}
/* The weight of a word over ${says.semifield}; ${arithmetic.zero} if it has none, which stays so in what follows. */
static inline ${type} ${prefix}_weigh(const ${input} *word, size_t length)
{
  static const struct {
    enum ${prefix}_state next;
    ${type} weight;
  } transitions[${upper}_STATE_COUNT][${width(model, names)}] = {
${table(model, entry, `{ ${states[0]}, ${number(undefined)} }`)}  };
  static const ${type} finals[${upper}_STATE_COUNT] = {
${finals.join("")}  };
  enum ${prefix}_state state = ${states[0]};
  ${type} weight = ${number(says.initial)};
  for (size_t i = 0; i < length; i++) {
    ${times("transitions[state][word[i]].weight")};
    state = transitions[state][word[i]].next;
  }
  ${times("finals[state]")};
  return weight;
}

#endif
`;
  return { text, notes: roundingNote(says, arithmetic) };
}

function numberText(text: string | undefined, arithmetic: Arithmetic): string {
  if (arithmetic.operation === "modular") return `UINT64_C(${text ?? 0})`;
  if (text === undefined) return arithmetic.zero.replace("Infinity", "INFINITY");
  const written = String(doubleOf(text, arithmetic, "c"));
  return /[.e]/u.test(written) ? written : `${written}.0`;
}
