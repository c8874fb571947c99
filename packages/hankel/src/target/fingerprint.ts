/** What tells a version of a target from another one: its address, or its command line and the files that are named there. */

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Fingerprint } from "../formats.ts";
import type { Options } from "../options/table.ts";
import { filesOf, nameOf, type Target } from "./target.ts";

/** A larger file, such as a network, is not read for this: its size and its time have to do. */
const LARGEST_READ = 2 ** 24;

/**
 * The fingerprint of a target for its journal. The contents of a file tell more than its time, which every checkout changes. A command line
 * may hold secrets, so only a digest of it is kept.
 */
export function fingerprintOf(target: Target, { fingerprint }: Pick<Options, "fingerprint">): Fingerprint {
  if (fingerprint !== undefined) return { "the fingerprint": fingerprint };
  if (target.kind === "program") {
    const parts = [target.command, ...target.args];
    return { "the command line": digest(JSON.stringify(parts)), ...versionsOf(parts) };
  }
  const files = versionsOf(filesOf(target));
  return Object.keys(files).length > 0 ? files : { "the target": nameOf(target) };
}

/** The versions of those that are files. */
function versionsOf(paths: readonly string[]): Fingerprint {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const version = versionOf(path);
      return version === undefined ? [] : [[path, version]];
    }),
  );
}

function versionOf(path: string): string | undefined {
  try {
    const file = statSync(path);
    if (!file.isFile()) return undefined;
    const { size, mtimeMs } = file;
    const bytes = `${size} bytes`;
    return size > LARGEST_READ
      ? `${bytes}, of ${new Date(mtimeMs).toISOString()}`
      : `${bytes}, ${digest(readFileSync(path))}`;
  } catch {
    // What cannot be read is no file of ours; whoever opens the target says more.
    return undefined;
  }
}

function digest(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 10);
}
