import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { HankelError } from "../index.ts";
import { realFile } from "../internal/files.ts";
import { misuse } from "./failures.ts";
import { type NamedFile, namedFiles } from "./named-files.ts";
import { checkWritable } from "./writable.ts";

/** Refuses files that a command could not write at its end, and a file with two uses, before anything is done. */
export async function checkFiles(command: Command): Promise<void> {
  const files = namedFiles(command);
  await refuseShared(files);
  for (const { path, use } of files) if (use !== "read") await checkWritable(path, use);
}

/** A named file, and what tells it apart from other files. */
interface Identified extends NamedFile {
  readonly real: string;
  /** Device and inode, if it exists: the same for two hard links. */
  readonly node: string | undefined;
}

async function refuseShared(files: readonly NamedFile[]): Promise<void> {
  if (files.every(({ use }) => use === "read")) return;
  const known: Identified[] = [];
  for (const file of files) {
    const found = await identify(file);
    if (found === undefined) continue;
    const other = known.find((earlier) => isSame(earlier, found) && clash(earlier, found));
    if (other !== undefined) throw shared(other, found);
    known.push(found);
  }
}

/** A pipe or a device, such as /dev/null, may have several uses. */
async function identify(file: NamedFile): Promise<Identified | undefined> {
  const existing = await stat(file.path).catch(() => undefined);
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
