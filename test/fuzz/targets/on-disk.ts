/** Files that the command line reads by their names. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Alphabet, writeHankel } from "@hankel/core";
import { eventsFile } from "../../../packages/hankel/src/learn/events.ts";
import { readAny } from "../../../packages/hankel/src/support/input.ts";
import { readSample, readSolution } from "../../../packages/hankel/src/support/sample-file.ts";
import { type Target, target } from "../target.ts";
import { formatTargets } from "./formats.ts";

/** Puts an input into a file of this name for a while. */
async function inFile<T>(
  name: string,
  input: Uint8Array,
  read: (path: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "hankel-fuzz-"));
  try {
    const path = join(folder, name);
    writeFileSync(path, input);
    return await read(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const alphabet = Alphabet.letters(2);

const solution = target({
  name: "solution",
  found: [`1\n${"x".repeat(1000)}\n`],
  seeds: ["3\n0.5\n0.25\n1e-9\n", "0\n"],
  scraps: ["1", "0.5", "\n", "-1", " ", "1e-400"],
  read: (input) => inFile("solution.txt", input, readSolution),
  show: (probabilities) => probabilities.join(" "),
});

const wordList = target({
  name: "word-list",
  seeds: ["a b\n\nb\n", '["a", "b"]\n'],
  scraps: ["a", "b", "[", "]", '"', ",", "\n", " "],
  read: (input) => inFile("words.txt", input, (path) => readSample(path, alphabet)),
  write: ({ words }) => words.map((word) => `${alphabet.format(word)}\n`).join(""),
});

const [{ seeds, scraps }] = formatTargets;

const automatonFile = target({
  name: "file",
  seeds,
  scraps,
  json: "whole",
  read: (input) => inFile("automaton.json", input, (path) => readAny(path)),
  write: writeHankel,
});

/** Half a line at the end is cut off, and the rest stays as it is. */
const events = target({
  name: "events",
  codes: [],
  seeds: ['{"seconds":0.1,"event":"start"}\n{"seconds":1,"event":"end"}\n', '{"seconds":0.1}\n{"sec'],
  scraps: ["\n", "{", "}"],
  json: "lines",
  read: (input) =>
    inFile("events.jsonl", input, async (path) => {
      const failed = (error: Error) => {
        throw error;
      };
      const { signal } = new AbortController();
      await (await eventsFile(path, { resumed: true, failed, signal })).close();
      const kept = readFileSync(path);
      const expected = input.subarray(0, input.lastIndexOf(0x0a) + 1);
      if (!kept.equals(expected)) throw new Error(`${kept.length} bytes are left of ${input.length}`);
      return kept;
    }),
  show: (kept) => kept.toString("latin1"),
});

export const diskTargets: readonly Target[] = [solution, wordList, automatonFile, events];
