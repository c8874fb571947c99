/** A run ends on time, whatever it computes: the main thread supervises the one that computes. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { automatonText, BIN, test } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

/** A language without structure: the rank grows and grows, and to solve for the weights of an automaton takes minutes. */
const HASH = `
export const alphabet = "ab", semifield = "rational";
let asked = 0;
export const weigh = (word) => {
  if (++asked === 8000) console.error("asked much");
  let hash = 7;
  for (const x of word) hash = (hash * 31 + (x === "a" ? 17 : 5) + ((hash * hash) >> 3)) % 10007;
  return hash % 97;
};
`;
const LEARN = ["learn", "box.mjs", "--learner", "multiplicity", "--quiet"];
const HYPOTHESIS = "the last hypothesis \\(\\d+ states?\\), which was not tested,";

/** The thread of the command computes without an end once it has told its supervisor this. */
const deafFrom = (told: "run" | "kept") => ({
  imported: new URL(`support/deaf.mjs?${told}`, import.meta.url).href,
});

describe.concurrent("a long computation looks up", () => {
  test("and ends by itself when the time is up, with a hypothesis", async ({ place }) => {
    await place.write("box.mjs", HASH);
    const { code, stderr } = await place.spawn([...LEARN, "--max-seconds", "3", "--out", "best.json"]);
    expect(stderr).toMatch(
      /hankel: stopped: more than 3 seconds have passed; the best automaton so far has/u,
    );
    expect(code).toBe(4);
    expect(readHankel(await place.read("best.json")).size).toBeGreaterThan(0);
    expect(await place.files()).toEqual(["best.json", "box.mjs"]);
  });

  test("and ends by itself on a signal, which is acknowledged", async ({ place }) => {
    await place.write("box.mjs", HASH);
    const running = new RunningCommand(place, [...LEARN, "--out", "best.json"]);
    await running.until(/asked much/u);
    running.child.kill("SIGTERM");
    expect(await running.ended).toEqual({ code: 143, by: null });
    expect(running.stderr).toMatch(
      /hankel: stopping; a second signal, .*\nhankel: stopped: cancelled; the best/u,
    );
    readHankel(await place.read("best.json"));
  });
});

describe.concurrent("a computation that does not look up", () => {
  test("is ended five seconds after the limit, with what is known", async ({ place }) => {
    await place.write("box.mjs", HASH);
    const started = performance.now();
    const running = new RunningCommand(
      place,
      [...LEARN, "--max-seconds", "4", "--out", "best.json", "--json"],
      deafFrom("kept"),
    );
    expect(await running.ended).toEqual({ code: 4, by: null });
    expect((performance.now() - started) / 1000).toBeGreaterThan(5);
    const why = "ended after \\d+ s: the computation did not stop by itself";
    expect(running.stderr).toMatch(
      new RegExp(`^deaf\nhankel: ${why}; ${HYPOTHESIS} is in best\\.json\n$`, "u"),
    );
    const { size, arcs } = readHankel(await place.read("best.json"));
    const summary = JSON.parse(running.stdout) as Record<string, unknown>;
    expect(summary).toMatchObject({
      outcome: "budget",
      states: size,
      arcs,
      equivalences: 0,
      out: "best.json",
    });
    expect(summary["reason"]).toMatch(new RegExp(`^${why}$`, "u"));
    expect(summary["questions"]).toBeGreaterThan(0);
    expect(await place.files()).toEqual(["best.json", "box.mjs"]);
  });

  test("is ended ten seconds after a signal, with what is known", async ({ place }) => {
    await place.write("box.mjs", HASH);
    const running = new RunningCommand(place, [...LEARN, "--out", "best.json"], deafFrom("kept"));
    await running.until(/deaf/u);
    running.child.kill("SIGTERM");
    expect(await running.ended).toEqual({ code: 143, by: null });
    const why = "ended 10 s after the signal: the computation did not stop by itself";
    expect(running.stderr).toMatch(new RegExp(`hankel: ${why}; ${HYPOTHESIS} is in best\\.json\n$`, "u"));
    readHankel(await place.read("best.json"));
  });

  test("is ended by a second signal, with the last hypothesis and without the lock of the journal", async ({
    place,
  }) => {
    await place.write("box.mjs", HASH);
    const running = new RunningCommand(
      place,
      [...LEARN, "--journal", "j", "--out", "best.json"],
      deafFrom("kept"),
    );
    await twoSignals(running);
    expect(await running.ended).toEqual({ code: 143, by: null });
    expect(running.stderr).toMatch(
      new RegExp(`hankel: ended at once; ${HYPOTHESIS} is in best\\.json\n$`, "u"),
    );
    readHankel(await place.read("best.json"));
    // A lock that a process could not remove any more is one of a process that has ended.
    const again = await place.spawn(["journal", "unlock", "j"]);
    expect(again.stderr).not.toContain("in use by");
  });

  test("is ended by a second signal with a sentence, also if it has nothing", async ({ place }) => {
    await place.write("box.mjs", HASH);
    const running = new RunningCommand(place, [...LEARN, "--json"], deafFrom("run"));
    await twoSignals(running);
    expect(await running.ended).toEqual({ code: 143, by: null });
    expect(running.stderr).toMatch(/hankel: ended at once; nothing was learned\n$/u);
    expect(JSON.parse(running.stdout)).toMatchObject({ outcome: "cancelled", questions: 0 });
  });

  test("says that a hypothesis is not written where nobody said where", async ({ place }) => {
    await place.write("box.mjs", HASH);
    const running = new RunningCommand(place, [...LEARN, "--json"], deafFrom("kept"));
    await twoSignals(running);
    await running.ended;
    expect(running.stderr).toMatch(
      new RegExp(`hankel: ended at once; ${HYPOTHESIS} was not written, since there is no --out\n$`, "u"),
    );
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

test("standard input without an end does not delay the end", async ({ place }) => {
  // The supervisor would end a thread that lives on, but not within the time of this test.
  const later = "globalThis.setTimeout = (call, time) => real(call, time === 2000 ? 2 ** 30 : time);";
  const imported = `data:text/javascript,${encodeURIComponent(`const real = globalThis.setTimeout; ${later}`)}`;
  const running = new RunningCommand(place, ["learn", "-", "--max-seconds", "0.2"], {
    imported,
    waits: true,
  });
  expect(await running.ended).toEqual({ code: 4, by: null });
  expect(running.stderr).toContain("not everything is read yet");
});

/** Sends two signals to a command that is deaf. */
async function twoSignals(running: RunningCommand): Promise<void> {
  await running.until(/deaf/u);
  running.child.kill("SIGTERM");
  await running.until(/hankel: stopping; a second signal/u);
  // Only a signal that comes later than this is a second one.
  await setTimeout(200);
  running.child.kill("SIGTERM");
}
