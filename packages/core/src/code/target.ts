import { machineNames } from "../automata/machine.ts";
import { countOf } from "../errors.ts";
import { commentText, plainText } from "./literals.ts";
import type { CodeModel } from "./model.ts";
import { missingOf } from "./model.ts";
import { spelledTrace } from "./state-names.ts";

/** A model with its names, as the writers get it. */
export interface NamedModel extends CodeModel {
  /** What it is called: `vending`. */
  readonly title: string;
  /** The names of the states, all different. */
  readonly states: readonly string[];
  /** What stands between two symbols in the texts of a grammar; by default, a blank if a symbol has several characters. */
  readonly separator: string | undefined;
}

/** Code, and what its reader should know beside it. */
export interface GeneratedCode {
  readonly text: string;
  readonly notes: readonly string[];
}

/** What code can be written as. */
export interface CodeTarget {
  readonly name: string;
  readonly about: string;
  /** The endings of names of files that say it clearly. */
  readonly endings: readonly string[];
  /** Which models it can hold. */
  readonly holds: readonly ("mealy" | "moore" | "acceptor" | "weights")[];
}

/** Who writes it. */
export interface CodeWriter extends CodeTarget {
  /** Does it need a state that rejects, because it would stay where it is without a transition? */
  readonly completes?: true;
  write(model: NamedModel): GeneratedCode;
}

/** What models are called in headings. */
export const kindNames = {
  ...machineNames,
  acceptor: "acceptor",
  weights: "weighted automaton",
} as const;

/** What is read: a machine has inputs, and others have symbols. */
export function inputWord({ says }: Pick<CodeModel, "says">): "input" | "symbol" {
  return says.kind === "mealy" || says.kind === "moore" ? "input" : "symbol";
}

/** A sentence about the model, for the top of a file. */
export function headline(model: NamedModel): string {
  const { says, alphabet, size, title } = model;
  const over = says.kind === "weights" ? ` over ${says.semifield}` : "";
  const article = says.kind === "acceptor" ? "an" : "a";
  return `${commentText(title)}: ${article} ${kindNames[says.kind]}${over} with ${countOf(size, "state")} and ${countOf(alphabet.size, inputWord(model))}.`;
}

export const WRITTEN_BY = "Written by hankel generate: change the model, not this file.";

/** A sentence about a model that lacks transitions; a language then has an answer, a machine has none. */
export function missingNote(model: CodeModel, what: string): string[] {
  const count = missingOf(model);
  if (count === 0 || inputWord(model) !== "input") return [];
  return [`the model lacks ${count} of ${countOf(model.target.length, "transition")}: there ${what}`];
}

/** A shortest trace to a state, for a comment; undefined if the name of the state says it. */
export function traceComment(model: NamedModel, state: number): string | undefined {
  const text = traceText(model, state);
  return state === 0 || model.states[state] === text ? undefined : text;
}

/** A shortest trace to a state, in words. */
export function traceText({ alphabet, access }: CodeModel, state: number): string {
  if (state === 0) return "the initial state";
  const word = access[state];
  const shown = spelledTrace(alphabet, word.slice(0, LONGEST_TRACE), plainText);
  return `after ${commentText(shown)}${word.length > LONGEST_TRACE ? ` … (${word.length})` : ""}`;
}

const LONGEST_TRACE = 20;

/** The different outputs of a machine, in the order in which its states write them. */
export function outputsOf({ says }: CodeModel): string[] {
  if (says.kind !== "mealy" && says.kind !== "moore") return [];
  return [...new Set(says.output)].filter((output) => output !== undefined);
}
