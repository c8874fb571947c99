/** The options of the commands that work on files: each is declared once, and the types of the values follow. */

import { type Command, Option } from "commander";
import { FRAME } from "../formats.ts";
import { formats } from "../index.ts";
import { count, flagsFor } from "./values.ts";

/** What an option does with the file that it names. */
export type FileUse = "read" | "replaced" | "grown";

/** The files that the value of an option names. */
type Files = FileUse | ((value: string, command: string) => readonly { path: string; use: FileUse }[]);

const filesOf = new WeakMap<Option, Files>();

/** The files that an option of a command names with this value. */
export function filesNamed(
  option: Option,
  value: string,
  command: string,
): readonly { path: string; use: FileUse }[] {
  const use = filesOf.get(option);
  if (typeof use === "function") return use(value, command);
  // `-` is standard input or output where something is read or a result goes; elsewhere it is a file with a strange name.
  const isStandard = value === "-" && (use === "read" || option.attributeName() === "out");
  return use === undefined || isStandard ? [] : [{ path: value, use }];
}

/** An option whose value is a `V`, under the name by which it is kept. */
export interface Declared<V> {
  /** As `flagsFor` has it. */
  readonly form: string;
  readonly about: string;
  /** How its value is read, unless it is a text, or the words of which it is one. */
  readonly read?: (text: string) => V;
  readonly words?: readonly string[];
  /** Its value where it is not given. */
  readonly otherwise?: V | undefined;
  readonly mandatory?: boolean;
  /** May it be repeated? Then the values are collected. */
  readonly repeated?: true;
  readonly files?: Files;
}

export type Declarations = Readonly<Record<string, Declared<unknown>>>;

export type Values<T extends Declarations> = {
  readonly [N in keyof T]: T[N] extends Declared<infer V> ? V : never;
};

export function option<V, O extends V | undefined = undefined>(
  form: string,
  about: string,
  read: (text: string) => V,
  otherwise?: O,
): Declared<V | O> {
  return { form, about, read, otherwise };
}

export function text(form: string, about: string): Declared<string | undefined> {
  return { form, about };
}

/** The name of a file. */
export function file(form: string, about: string, files: FileUse): Declared<string | undefined> {
  return { form, about, files };
}

export function required(form: string, about: string, files: FileUse): Declared<string> {
  return { form, about, files, mandatory: true };
}

export function flag(about: string, short = ""): Declared<true | undefined> {
  return { form: short, about };
}

/** A flag that turns something off, which is on otherwise. */
export function off(about: string): Declared<boolean> {
  return { form: "no-", about };
}

export function choice<const W extends string, O extends W | undefined = undefined>(
  form: string,
  about: string,
  words: readonly W[],
  otherwise?: O,
): Declared<W | O> {
  return { form, about, words, otherwise };
}

/** On how many threads what is independent is computed. The results are the same. */
export const THREADS = option(
  "<n>",
  "compute on at most so many threads, where that pays (default: as many as processors, up to 4)",
  count(1),
);

export const OUT = file("-o <file>", "where the automaton goes (default: standard output)", "replaced");

/** How automata are read, as far as neither the file nor the ending of its name says it. */
export const READING = {
  from: choice(
    "<format>",
    "the format that is read",
    formats.filter(({ read, stream }) => read ?? stream).map(({ name }) => name),
  ),
  semifield: text("<name>", "for files that do not name their semifield (att: tropical)"),
  symbols: file("<file>", "a symbol table for the labels of an att file", "read"),
  framed: flag(`in att files, initial weights are on a first symbol, ${FRAME}`),
  transducer: choice("<side>", "which of the two labels of a transducer is read", ["input", "output"]),
  machine: choice("<kind>", "what a dot file draws, if unclear", ["dfa", "mealy", "moore"]),
};

/** How a resulting automaton is written. */
export const FORMAT = {
  to: choice(
    "<format>",
    "the format that is written (default: by the file's ending, or hankel)",
    formats.filter(({ write }) => write !== undefined).map(({ name }) => name),
  ),
  saveSymbols: file("<file>", "write the symbol table of an att file here", "replaced"),
  order: option("<n>", "the length of the n-grams of an arpa file (default: 3)", count(1)),
};

/** Where it goes, too. */
export const WRITING = { out: OUT, ...FORMAT };

/** Adds options to a command, below a heading of its help if there is one. */
export function addOptions(command: Command, declarations: Declarations, heading?: string): void {
  for (const [name, declared] of Object.entries(declarations)) {
    const { form, about, read, words, otherwise, mandatory, repeated, files } = declared;
    const added = new Option(flagsFor(name, form), about).makeOptionMandatory(mandatory === true);
    // Only what is written behind an option is read.
    const hasValue = added.required || added.optional;
    if (read !== undefined && hasValue)
      added.argParser<unknown>((text, before) => (repeated ? [before ?? [], read(text)].flat() : read(text)));
    if (words !== undefined) added.choices(words);
    if (otherwise !== undefined) added.default(otherwise);
    if (heading !== undefined) added.helpGroup(heading);
    if (files !== undefined) filesOf.set(added, files);
    command.addOption(added);
  }
}
