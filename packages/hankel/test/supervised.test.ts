/** A run ends on time, whatever it computes: the main thread supervises the one that computes. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { automatonText, BIN, test } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

/**
 * A language without structure but for its short words, which all weigh 0. The first conjecture is soon there; after that the
 * rank grows, and to solve for the weights of an automaton takes minutes, in which the thread hears nothing.
 */
const HASH = `
export const alphabet = "ab", semifield = "rational";
let asked = 0;
export const weigh = (word) => {
  if (++asked === 8000) console.error("asked much");
  let hash = 7;
  for (const x of word) hash = (hash * 31 + (x === "a" ? 17 : 5) + ((hash * hash) >> 3)) % 10007;
  return word.length < 4 ? 0 : hash % 97;
};
`;
const LEARN = ["learn", "box.mjs", "--learner", "multiplicity", "--quiet"];
const LAST = /the last conjecture \(\d+ states?\) is in best\.json\n$/u;

describe.concurrent("a computation that does not end", () => {
  test("is ended five seconds after the limit, with the last conjecture", async ({ place }) => {
    await place.write("box.mjs", HASH);
    const started = performance.now();
    const running = new RunningCommand(place, [...LEARN, "--max-seconds", "8", "--out", "best.json"]);
    expect(await running.ended).toEqual({ code: 4, by: null });
    expect(running.stderr).toMatch(/hankel: ended after \d+ s: the computation did not stop by itself; /u);
    expect(running.stderr).toMatch(LAST);
    expect((performance.now() - started) / 1000).toBeGreaterThan(13);
    readHankel(await place.read("best.json"));
    expect(await place.files()).toEqual(["best.json", "box.mjs"]);
  });

  test("is ended by a second signal, with the last conjecture and without the lock of the journal", async ({
    place,
  }) => {
    await place.write("box.mjs", HASH);
    const running = new RunningCommand(place, [...LEARN, "--journal", "j", "--out", "best.json"]);
    await running.until(/asked much/u);
    running.child.kill("SIGTERM");
    // Only a signal that comes later than this is a second one.
    await setTimeout(3000);
    running.child.kill("SIGTERM");
    expect(await running.ended).toEqual({ code: 143, by: null });
    expect(running.stderr).toMatch(/hankel: ended at once; /u);
    expect(running.stderr).toMatch(LAST);
    readHankel(await place.read("best.json"));
    // A lock that a process could not remove any more is one of a process that has ended.
    const again = await place.spawn(["journal", "unlock", "j"]);
    expect(again.stderr).not.toContain("in use by");
  });
});

test("a heap that is full ends the run with a sentence", async ({ place }) => {
  const words = Array.from({ length: 300_000 }, (_, i) => `w${i} v${i} u${i}`).join("\n");
  await place.write("words.txt", words);
  const { code, stderr } = await place.spawn(["spectral", "--sample", "words.txt"], {
    env: { NODE_OPTIONS: "--max-old-space-size=48" },
  });
  expect(stderr).toMatch(/hankel: ended after \d+ s: Node's heap of \d+ MiB is full/u);
  expect(code).toBe(4);
});

test("standard input that a command does not read is left for the next one", async ({ place }) => {
  await place.write("a.json", automatonText());
  const child = spawn(
    "sh",
    ["-c", `"$0" "$1" learn a.json --quiet --out b.json; cat`, process.execPath, BIN],
    {
      cwd: place.folder,
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  child.stdin.end("for the next one\n");
  await once(child, "close");
  expect(said).toBe("for the next one\n");
});
