import { formatByEnding } from "@hankel/core";
import { sideFileOf } from "@hankel/teachers";
import { realFile } from "@hankel/teachers/files";
import type { Command } from "commander";
import type { Writes } from "./writable.ts";

/** A file that a command line names. */
export interface NamedFile {
  /** The option or argument that names it, as people write it. */
  readonly by: string;
  readonly path: string;
  readonly use: "read" | Writes;
  /** The automaton that a command changes, and where the result goes, may be the same file. */
  readonly part?: "input" | "result";
}

/** What an option or an argument does with the file that it names. */
type Use = NamedFile["use"] | ((value: string) => readonly Pick<NamedFile, "path" | "use">[]);

const read = (path: string) => ({ path, use: "read" as const });

/** The options that name files. */
const OPTIONS: Readonly<Record<string, Use>> = {
  certificate: "replaced",
  creds: "read",
  curve: "replaced",
  equivalence: (tests) =>
    tests.split("+").flatMap((part) => (part.startsWith("words:") ? [read(part.slice(6))] : [])),
  events: "grown",
  font: "read",
  // Anything else is an expression.
  guide: (language) => (formatByEnding(language) === undefined ? [] : [read(language)]),
  heldOut: "read",
  // Answers that wait for earlier ones are kept beside a journal, whatever link names it.
  journal: (path) => [path, `${realFile(path)}.early`].map((kept) => ({ path: kept, use: "grown" })),
  module: "read",
  of: "read",
  onnx: (network) => [network, sideFileOf(network)].map(read),
  out: "replaced",
  prefixes: "read",
  sample: "read",
  saveSymbols: "replaced",
  solution: "read",
  spectrum: "replaced",
  suffixes: "read",
  symbols: "read",
  target: "read",
  tlsCa: "read",
  tlsCert: "read",
  tlsKey: "read",
  truth: "read",
  warm: "read",
};

/** Options that a command uses in its own way. */
const OWN: Readonly<Record<string, Readonly<Record<string, Use>>>> = { check: { certificate: "read" } };

/** The arguments that name files. */
const ARGUMENTS: Readonly<Record<string, Use>> = {
  automaton: "read",
  from: "read",
  journal: "read",
  journals: "read",
  left: "read",
  right: "read",
  target: "read",
  to: "replaced",
};

/** The files that a command line names: this list decides which are checked, and which clash. */
export function namedFiles(command: Command): NamedFile[] {
  const uses = { ...OPTIONS, ...OWN[command.name()] };
  const options = command.options.flatMap((option) => {
    const name = option.attributeName();
    if (!Object.hasOwn(uses, name)) return [];
    const part = name === "out" ? "result" : undefined;
    return filesOf(option.long ?? option.flags, uses[name], command.getOptionValue(name), part);
  });
  const has = (flag: string) => command.options.some(({ long }) => long === flag);
  // Such a command makes an automaton of an automaton. It has read all of it before it replaces the file.
  const changes = has("--from") && has("--to");
  const values = command.processedArgs as readonly unknown[];
  const inputs = command.registeredArguments.flatMap((argument, i) => {
    const name = argument.name();
    if (!Object.hasOwn(ARGUMENTS, name)) return [];
    const part = name === "to" ? "result" : changes ? "input" : undefined;
    return filesOf("the argument", ARGUMENTS[name], values[i], part);
  });
  return [...options, ...inputs];
}

function filesOf(by: string, use: Use, value: unknown, part: NamedFile["part"]): NamedFile[] {
  const values = (Array.isArray(value) ? value : [value]).filter((path) => typeof path === "string");
  return (
    values
      // There it is standard input or output; elsewhere it is a file with a strange name.
      .filter((path) => path !== "-" || (use !== "read" && part !== "result"))
      .flatMap((path) => (typeof use === "function" ? use(path) : [{ path, use }]))
      .map((file) => ({ by, ...file, ...(part && { part }) }))
  );
}
