/** The files that a command line names: which there are, whether they can be written, and which clash. */

import { statSync } from "node:fs";
import type { Command } from "commander";
import type { HankelError } from "../index.ts";
import { realFile } from "../internal/files.ts";
import { type FileUse, filesNamed } from "../options/files.ts";
import { filesOf as filesOfTarget, parseTarget } from "../target/target.ts";
import { misuse } from "./failures.ts";
import { statsOf } from "./open-stream.ts";
import { checkWritable } from "./writable.ts";

/** A file that a command line names. */
export interface NamedFile {
  /** The option or argument that names it, as people write it. */
  readonly by: string;
  readonly path: string;
  readonly use: FileUse;
  /** The automaton that a command changes, and where the result goes, may be the same file. */
  readonly part?: "input" | "result" | undefined;
}

/** The arguments that name no files. All others are read, but for the one that says where a result goes. */
const NO_FILES = ["expression", "words", "fleet", "protocol"];

/** The files that a command line names: this list decides which are checked, and which clash. */
export function namedFiles(command: Command): NamedFile[] {
  const options = command.options.flatMap((option) => {
    const name = option.attributeName();
    const part: NamedFile["part"] = name === "out" ? "result" : undefined;
    const by = option.long ?? option.flags;
    return texts(command.getOptionValue(name)).flatMap((value) =>
      filesNamed(option, value, command.name()).map((file) => ({ by, ...file, ...(part && { part }) })),
    );
  });
  const has = (flag: string) => command.options.some(({ long }) => long === flag);
  // Such a command makes an automaton of an automaton. It has read all of it before it replaces the file.
  const changes = has("--from") && has("--to");
  const values = command.processedArgs as readonly unknown[];
  const inputs = command.registeredArguments.flatMap((argument, i) => {
    const name = argument.name();
    const part: NamedFile["part"] = name === "to" ? "result" : changes ? "input" : undefined;
    return texts(values[i]).flatMap((value) =>
      argumentFiles(name, value).map((file) => ({ by: "the argument", ...file, ...(part && { part }) })),
    );
  });
  return [...options, ...inputs];
}

/** The texts of a value that may be repeated. */
function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
}

function argumentFiles(name: string, value: string): readonly Pick<NamedFile, "path" | "use">[] {
  if (name === "target") return targetFiles(value).map((path) => ({ path, use: "read" }));
  if (value === "-" || NO_FILES.includes(name)) return [];
  return [{ path: value, use: name === "to" ? "replaced" : "read" }];
}

/** What is no target names no file; the command says what is wrong with it. */
function targetFiles(argument: string): readonly string[] {
  try {
    return filesOfTarget(parseTarget(argument, []));
  } catch {
    return [];
  }
}

/** Refuses files that a command could not write at its end, and a file with two uses, before anything is done. */
export function checkFiles(command: Command): void {
  const files = namedFiles(command);
  refuseShared(files);
  for (const { path, use } of files) if (use !== "read") checkWritable(path, use);
}

/** A named file, and what tells it apart from other files. */
interface Identified extends NamedFile {
  readonly real: string;
  /** Device and inode, if it exists: the same for two hard links. */
  readonly node: string | undefined;
}

function refuseShared(files: readonly NamedFile[]): void {
  if (files.every(({ use }) => use === "read")) return;
  const known: Identified[] = [];
  for (const file of files) {
    const found = identify(file);
    if (found === undefined) continue;
    const other = known.find((earlier) => isSame(earlier, found) && clash(earlier, found));
    if (other !== undefined) throw shared(other, found);
    known.push(found);
  }
}

/** A pipe or a device, such as /dev/null, may have several uses. */
function identify(file: NamedFile): Identified | undefined {
  const existing = statsOf(() => statSync(file.path));
  if (existing !== undefined && !existing.isFile()) return undefined;
  const node = existing && `${existing.dev}:${existing.ino}`;
  return { ...file, real: realFile(file.path), node };
}

/**
 * Of two files that do not exist yet, nobody knows whether the file system tells capitals and accents apart, so names
 * that differ only there count as one.
 */
function isSame(one: Identified, other: Identified): boolean {
  if (one.node !== undefined || other.node !== undefined) return one.node === other.node;
  return folded(one.real) === folded(other.real);
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function clash(one: NamedFile, other: NamedFile): boolean {
  if (one.use === "read" && other.use === "read") return false;
  const parts = [one.part, other.part];
  return !(parts.includes("input") && parts.includes("result"));
}

function shared(one: NamedFile, other: NamedFile): HankelError {
  const [first, second] = [one, other].map(({ by, path }) => `${by} ${path}`);
  const both = one.use !== "read" && other.use !== "read";
  const loss = both ? "both would write to it" : "what is read there would be lost";
  return misuse(`${first} and ${second} name the same file, and ${loss}: give each a file of its own`);
}
