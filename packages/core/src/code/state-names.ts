import { countOf, HankelError, quote } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import type { CodeModel } from "./model.ts";

/** Where the names of states come from: the file, their shortest traces, their numbers, or a list. */
export type StateNaming = "file" | "traces" | "numbers" | readonly string[];

/** Longer traces make no names. */
const LONGEST_NAME = 40;

/** The name of the initial state, unless it has another one. */
const START = "start";

/** `s0`, `q1`, `2`: what tools number states with, and no names that a person chose. */
const NUMBERED = /^[a-z]?_?\d+$/iu;

/**
 * Names of the states, all different. Unless given, those of the file; where it has none, or mere numbers such as `s0`, each state is
 * named by a shortest trace that leads to it.
 */
export function stateNames(model: CodeModel, naming: StateNaming | undefined): string[] {
  if (naming !== undefined && typeof naming !== "string") return given(model, naming);
  const { names, size } = model;
  const hasNames = names !== undefined && !names.every((name) => NUMBERED.test(name));
  switch (naming) {
    case "numbers":
      return Array.from({ length: size }, (_, state) => String(state));
    case "traces":
      return allDifferent(traces(model));
    case "file":
      if (names === undefined) {
        throw new HankelError("usage", "the states have no names in this file: name them by their traces");
      }
      return allDifferent(names);
    default:
      return allDifferent(hasNames ? names : traces(model));
  }
}

function given(model: CodeModel, names: readonly string[]): string[] {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new HankelError("usage", `two states are to be called ${quote(twice)}`);
  if (names.length === model.size) return [...names];
  const shown = allDifferent(traces(model)).slice(0, 8).map(quote).join(", ");
  throw new HankelError(
    "usage",
    `there are ${countOf(names.length, "name")} for ${countOf(model.size, "state")}: in this order, ${shown}${model.size > 8 ? ", …" : ""}`,
  );
}

function traces({ alphabet, access }: CodeModel): string[] {
  return access.map((word, state) => {
    if (word.length === 0) return START;
    const trace = spelledTrace(alphabet, word);
    return trace.length <= LONGEST_NAME && trace.trim() !== "" ? `after ${trace}` : `state ${state}`;
  });
}

/** The symbols of a word; those of one character run together. */
export function spelledTrace(alphabet: Alphabet, word: Word, shown = (symbol: string) => symbol): string {
  const isSingle = alphabet.symbols.every((symbol) => /^\S$/u.test(symbol));
  return isSingle ? alphabet.spell(word).join("") : alphabet.spell(word).map(shown).join(" ");
}

/** The same texts, those that were there before with a number. */
export function allDifferent(texts: readonly string[], separator = " "): string[] {
  const taken = new Set(texts);
  const used = new Map<string, number>();
  return texts.map((text) => {
    let count = (used.get(text) ?? 0) + 1;
    const name = () => (count === 1 ? text : `${text}${separator}${count}`);
    while (count > 1 && taken.has(name())) count++;
    used.set(text, count);
    return name();
  });
}
