/** Commands load only what they need, because loading takes most of the time of a small command. */

import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadedFiles } from "../../../scripts/loaded-files.ts";
import { commands } from "../src/commands/index.ts";

const BIN = fileURLToPath(new URL("../bin/hankel.js", import.meta.url));

const loaded = (...args: string[]) => loadedFiles([BIN, ...args], tmpdir());

describe("starting", () => {
  test("--version loads a handful of files", () => {
    for (const option of ["--version", "-V"]) expect(loaded(option).length).toBeLessThanOrEqual(5);
  });

  test("--help loads neither the library nor a command", () => {
    const files = loaded("--help");
    expect(commandsAmong(files)).toEqual([]);
    expect(bytes(files)).toBeLessThan(30_000);
  });

  test("a command loads no other, no black box and no drawing library", () => {
    const files = loaded("weigh", "--help");
    expect(commandsAmong(files)).toEqual(["weigh"]);
    expect(files.filter((file) => /viz|resvg|onnxruntime|nats/u.test(file))).toEqual([]);
    // The black boxes are in the files that `learn` adds.
    expect(bytes(files)).toBeLessThan(bytes(loaded("learn", "--help")) - 350_000);
  });
});

/** The commands whose own files are among these. */
function commandsAmong(files: readonly string[]): string[] {
  const names = files.flatMap((file) => /dist.command.([a-z]+)-\w+\.js$/u.exec(file)?.[1] ?? []);
  return names.filter((name) => commands.some((command) => command.name === name));
}

/** The size of our own files among these. */
function bytes(files: readonly string[]): number {
  const own = files.filter((file) => /dist.command/u.test(file));
  return own.reduce((sum, file) => sum + statSync(file.startsWith("file:") ? new URL(file) : file).size, 0);
}
