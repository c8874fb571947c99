import { identifier, identifiers } from "./identifiers.ts";
import { pythonText } from "./literals.ts";
import { arcsFrom, type CodeArc, type Weighs } from "./model.ts";
import {
  type CodeWriter,
  type GeneratedCode,
  headline,
  missingNote,
  type NamedModel,
  traceComment,
  WRITTEN_BY,
} from "./target.ts";
import { type Arithmetic, arithmeticOf } from "./weights.ts";

/** A class and a function in Python, without any library. */
export const python: CodeWriter = {
  name: "python",
  about: "a class and a function in Python, without a library",
  endings: [".py"],
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
const RESERVED = new Set(["None", "True", "False", "State", "Enum", "Fraction", "Iterable", "ValueError"]);

const classOf = ({ title }: NamedModel) =>
  identifier(title, "PascalCase", { lead: "The", reserved: RESERVED });

/** The members of the enumeration of the states. */
function members({ states }: NamedModel): string[] {
  return identifiers(states, "UPPER_CASE", { lead: "state" });
}

function top(model: NamedModel, imports: readonly string[]): string {
  const states = members(model).map((member, q) => {
    const comment = traceComment(model, q);
    return `    ${member} = ${pythonText(model.states[q])}${comment === undefined ? "" : `  # ${comment}`}\n`;
  });
  const all = ["from collections.abc import Iterable", "from enum import Enum", ...imports];
  return `"""${headline(model).replaceAll("\\", "\\\\")}

${WRITTEN_BY}
"""

from __future__ import annotations

${all.join("\n")}


class State(Enum):
    """The states."""

${states.join("")}
`;
}

/** A table with a row for each state, in which each arc has an entry. */
function table(model: NamedModel, entry: (arc: CodeArc) => string): string {
  const rows = members(model).map((member, state) => {
    const entries = arcsFrom(model, state).map(
      (arc) => `        ${pythonText(model.alphabet.symbols[arc.letter])}: ${entry(arc)},\n`,
    );
    return `    State.${member}: {${entries.length === 0 ? "" : `\n${entries.join("")}    `}},\n`;
  });
  return `{\n${rows.join("")}}`;
}

function alphabet(model: NamedModel, about: string): string {
  const symbols = model.alphabet.symbols.map(pythonText);
  const line = symbols.length === 1 ? `${symbols[0]},` : symbols.join(", ");
  const tuple = line.length <= 80 ? line : `\n${symbols.map((symbol) => `    ${symbol},\n`).join("")}`;
  return `#: ${about}\nALPHABET = (${tuple})\n`;
}

const machineNote = (model: NamedModel) => missingNote(model, "step raises a ValueError");

const REFUSAL = `        if symbol not in row:
            raise ValueError(f"no transition on {symbol!r} in the state {self.state.value!r}")`;

function mealy(model: NamedModel, output: readonly (string | undefined)[]): GeneratedCode {
  const name = classOf(model);
  const [first, ...others] = members(model);
  const all = [first, ...others];
  const entry = ({ arc, to }: CodeArc) => `(${pythonText(output[arc] ?? "")}, State.${all[to]})`;
  const text = `${top(model, [])}
${alphabet(model, "What it reads.")}
#: What each state writes to an input, and where it goes.
_TRANSITIONS: dict[State, dict[str, tuple[str, State]]] = ${table(model, entry)}


class ${name}:
    """Writes an output for each input."""

    def __init__(self) -> None:
        self.state = State.${first}

    def step(self, symbol: str) -> str:
        """Reads an input, and returns what is written."""
        row = _TRANSITIONS[self.state]
${REFUSAL}
        output, self.state = row[symbol]
        return output

    def reset(self) -> None:
        """Goes back to the initial state."""
        self.state = State.${first}


def run(word: Iterable[str]) -> list[str]:
    """The outputs to a word of inputs, from the initial state on."""
    machine = ${name}()
    return [machine.step(symbol) for symbol in word]
`;
  return { text, notes: machineNote(model) };
}

function moore(model: NamedModel, output: readonly string[]): GeneratedCode {
  const name = classOf(model);
  const all = members(model);
  const outputs = all.map((member, q) => `    State.${member}: ${pythonText(output[q])},\n`);
  const text = `${top(model, [])}
${alphabet(model, "What it reads.")}
#: What each state shows.
_OUTPUTS: dict[State, str] = {
${outputs.join("")}}

#: Where each state goes with an input.
_TRANSITIONS: dict[State, dict[str, State]] = ${table(model, ({ to }) => `State.${all[to]}`)}


class ${name}:
    """Shows the output of the state in which it is."""

    def __init__(self) -> None:
        self.state = State.${all[0]}

    @property
    def output(self) -> str:
        """What it shows now."""
        return _OUTPUTS[self.state]

    def step(self, symbol: str) -> str:
        """Reads an input, and returns what is shown then."""
        row = _TRANSITIONS[self.state]
${REFUSAL}
        self.state = row[symbol]
        return self.output

    def reset(self) -> None:
        """Goes back to the initial state."""
        self.state = State.${all[0]}


def run(word: Iterable[str]) -> list[str]:
    """The outputs to a word of inputs: first that of the initial state, then one for each input."""
    machine = ${name}()
    return [machine.output, *(machine.step(symbol) for symbol in word)]
`;
  return { text, notes: machineNote(model) };
}

function acceptor(model: NamedModel, accepting: readonly boolean[]): GeneratedCode {
  const name = classOf(model);
  const all = members(model);
  const ends = all.filter((_, q) => accepting[q]).map((member) => `    State.${member},\n`);
  const set = ends.length === 0 ? "frozenset()" : `frozenset({\n${ends.join("")}})`;
  const text = `${top(model, [])}
${alphabet(model, "The symbols of its words.")}
#: The states in which a word may end.
_ACCEPTING: frozenset[State] = ${set}

#: Where each state goes with a symbol; where it has none, nothing is accepted any more.
_TRANSITIONS: dict[State, dict[str, State]] = ${table(model, ({ to }) => `State.${all[to]}`)}


class ${name}:
    """Says whether what it has read is a word of the language."""

    def __init__(self) -> None:
        #: None when nothing is accepted any more.
        self.state: State | None = State.${all[0]}

    @property
    def accepted(self) -> bool:
        """Is what was read a word of the language?"""
        return self.state in _ACCEPTING

    def step(self, symbol: str) -> bool:
        """Reads a symbol, and says whether what was read so far is a word of the language."""
        if symbol not in ALPHABET:
            raise ValueError(f"{symbol!r} is not in the alphabet")
        if self.state is not None:
            self.state = _TRANSITIONS[self.state].get(symbol)
        return self.accepted

    def reset(self) -> None:
        """Goes back to the initial state."""
        self.state = State.${all[0]}


def accepts(word: Iterable[str]) -> bool:
    """Does a word belong to the language?"""
    acceptor = ${name}()
    for symbol in word:
        acceptor.step(symbol)
    return acceptor.accepted
`;
  return { text, notes: [] };
}

function weights(model: NamedModel, says: Weighs): GeneratedCode {
  const arithmetic = arithmeticOf(says, "python");
  const all = members(model);
  const weight = (text: string | undefined) => number(text, arithmetic);
  const finals = all.flatMap((member, q) =>
    says.final[q] === undefined ? [] : [`    State.${member}: ${weight(says.final[q])},\n`],
  );
  const type = typeOf(arithmetic);
  const zero = weight(undefined);
  const entry = ({ arc, to }: CodeArc) => `(${weight(says.arc[arc])}, State.${all[to]})`;
  const text = `${top(model, type === "Fraction" || type === "Fraction | float" ? ["from fractions import Fraction"] : [])}
${alphabet(model, "The symbols of its words.")}
#: The weight with which each state ends a word; a state that is not here ends none.
_FINALS: dict[State, ${type}] = {
${finals.join("")}}

#: The weight of a symbol in each state, and where it goes.
_TRANSITIONS: dict[State, dict[str, tuple[${type}, State]]] = ${table(model, entry)}


def weigh(word: Iterable[str]) -> ${type}:
    """The weight of a word over ${says.semifield}; ${zero} if it has none."""
    state = State.${all[0]}
    weight: ${type} = ${weight(says.initial)}
    for symbol in word:
        if symbol not in ALPHABET:
            raise ValueError(f"{symbol!r} is not in the alphabet")
        if symbol not in _TRANSITIONS[state]:
            return ${zero}
        factor, state = _TRANSITIONS[state][symbol]
        weight = ${combined("weight", "factor", arithmetic)}
    if state not in _FINALS:
        return ${zero}
    return ${combined("weight", "_FINALS[state]", arithmetic)}
`;
  return { text, notes: [] };
}

function typeOf({ operation, exact }: Arithmetic): string {
  if (operation === "modular") return "int";
  if (!exact) return "float";
  return operation === "plus" ? "Fraction | float" : "Fraction";
}

function number(text: string | undefined, arithmetic: Arithmetic): string {
  const { operation, exact, zero } = arithmetic;
  if (operation === "modular") return text ?? "0";
  if (text === undefined && zero !== "0") return `float("${zero === "Infinity" ? "inf" : "-inf"}")`;
  const value = text ?? "0";
  if (!exact) return /[.e]/u.test(value) ? value : `${value}.0`;
  return `Fraction(${value.split("/").join(", ")})`;
}

function combined(a: string, b: string, { operation, modulus }: Arithmetic): string {
  if (operation === "modular") return `${a} * ${b} % ${modulus}`;
  return operation === "plus" ? `${a} + ${b}` : `${a} * ${b}`;
}
