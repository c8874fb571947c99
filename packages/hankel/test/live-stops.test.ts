/** The real command is killed, interrupted, on a full disk, and goes on afterwards. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { BIN, expectComplaint, test, type Workplace } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";
import { SLOW, TESTS } from "./support/slow-program.ts";

const ASKED = /^(?:\[\d\] )?asked (\w*)/mu;

const askedIn = (stderr: string) => [...stderr.matchAll(new RegExp(ASKED, "gmu"))].map(([, word]) => word);

/** Starts the command, waits until the black box has been asked `after` words, then sends a signal. */
async function interrupted(place: Workplace, args: readonly string[], after: number, signal: NodeJS.Signals) {
  const running = new RunningCommand(place, args);
  await running.until(ASKED, after);
  running.child.kill(signal);
  return { ...(await running.ended), stderr: running.stderr };
}

describe.concurrent("a run that is stopped", () => {
  test("killed at any time and restarted, asks nothing twice and ends with the same bytes", async ({
    place,
  }) => {
    await place.write("box.mjs", SLOW);
    const args = (name: string, workers: string) => [
      "learn",
      ...TESTS,
      "--recheck",
      "0",
      "--workers",
      workers,
      "--journal",
      `${name}.jsonl`,
      "--out",
      `${name}.json`,
      "--",
      process.execPath,
      "box.mjs",
      "3",
    ];
    const whole = await place.run(args("whole", "1"));
    expect(whole.code).toBe(0);
    let answered = new Set<string>();
    for (const after of [5, 10, 15]) {
      await place.write("most", String(after));
      const { by, stderr } = await interrupted(place, args("broken", "2"), after, "SIGKILL");
      expect(by).toBe("SIGKILL");
      expect(askedIn(stderr).filter((word) => answered.has(word))).toEqual([]);
      answered = new Set(
        (await place.read("broken.jsonl")).split("\n").flatMap((line) => {
          const entry = (line.endsWith("}") ? JSON.parse(line) : {}) as { word?: string[] };
          return entry.word === undefined ? [] : [entry.word.join("")];
        }),
      );
    }
    await rm(place.path("most"));
    expect(answered.size).toBeGreaterThan(0);
    const last = await place.run(args("broken", "2"));
    expect(last.code).toBe(0);
    expect(askedIn(last.stderr).filter((word) => answered.has(word))).toEqual([]);
    expect(await place.read("broken.jsonl")).toBe(await place.read("whole.jsonl"));
    expect(await place.read("broken.json")).toBe(await place.read("whole.json"));
    expect(await place.files()).toEqual([
      "box.mjs",
      "broken.json",
      "broken.jsonl",
      "whole.json",
      "whole.jsonl",
    ]);
    const { stderr, code } = await place.run(["replay", "broken.jsonl", "--out", "replayed.json"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("the run was finished") as string]);
    expect(await place.read("replayed.json")).toBe(await place.read("whole.json"));
  });

  test("on Ctrl-C waits for pending answers, writes the best automaton and exits with 130", async ({
    place,
  }) => {
    await place.write("box.mjs", SLOW);
    const args = [
      "learn",
      ...TESTS,
      "--journal",
      "j",
      "--out",
      "best.json",
      "--",
      process.execPath,
      "box.mjs",
      "5",
    ];
    await place.write("most", "30");
    const running = new RunningCommand(place, args, { clockStep: 1000 });
    await running.until(/asked/u, 31);
    running.child.kill("SIGINT");
    await rm(place.path("most"));
    expect(await running.ended).toEqual({ code: 130, by: null });
    const { stderr } = running;
    expect(stderr).toMatch(/hankel: stopped: cancelled; the best automaton so far has \d+ states?/u);
    readHankel(await place.read("best.json"));
    const journal = await place.read("j");
    expect(journal.endsWith("\n")).toBe(true);
    const words = journal.split("\n").filter((line) => line.startsWith('{"word"'));
    expect(words.length).toBe(new Set(askedIn(stderr)).size);
    expect(await place.files()).toEqual(["best.json", "box.mjs", "j"]);
  });

  test("on Ctrl-C while the program starts, ends at once and ends the program", async ({ place }) => {
    await place.write("box.mjs", 'console.error("asked nothing yet"); setInterval(() => {}, 1000);');
    const { code, stderr } = await interrupted(
      place,
      ["learn", "--", process.execPath, "box.mjs"],
      1,
      "SIGINT",
    );
    expect(code).toBe(130);
    expect(stderr).toContain("hankel: stopped before the run began; nothing was learned");
  });

  test("stops with an error on a full disk, and resumes when there is room", async ({ place }) => {
    await place.write("box.mjs", SLOW);
    const command = [
      "learn",
      "--quiet",
      ...TESTS,
      "--journal",
      "j",
      "--out",
      "l.json",
      "--",
      process.execPath,
      "box.mjs",
    ];
    // A file that may not grow beyond 2 KiB behaves like a disk that is full.
    const limited = spawn("bash", ["-c", 'ulimit -f 2; exec "$@"', "-", process.execPath, BIN, ...command], {
      cwd: place.folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = await text(limited.stderr);
    expect(limited.exitCode ?? (await once(limited, "close"))[0]).toBe(2);
    expect(said).toMatch(
      /cannot write the journal j: the file may not grow any further; what was answered before is kept/u,
    );
    const kept = await place.read("j");
    expect(kept.endsWith("\n")).toBe(true);
    expect(kept.length).toBeGreaterThan(1000);
    expect((await place.run(command)).code).toBe(0);
    expect((await place.read("j")).startsWith(kept)).toBe(true);
  });

  test("refuses a second process on the same journal", async ({ place }) => {
    await place.write("box.mjs", SLOW);
    await place.write("most", "0");
    const args = ["learn", "--journal", "j", "--", process.execPath, "box.mjs"];
    const first = spawn(process.execPath, [BIN, ...args], {
      cwd: place.folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await once(first.stderr, "data");
    expectComplaint(
      await place.run(["learn", "--quiet", "--journal", "j", "--", process.execPath, "box.mjs"]),
      2,
      `in use by process ${first.pid}`,
    );
    first.kill("SIGKILL");
    await once(first, "close");
    await rm(place.path("most"));
    const other = await place.run([
      "learn",
      "--seed",
      "2",
      "--journal",
      "j",
      "--",
      process.execPath,
      "box.mjs",
    ]);
    expectComplaint(
      other,
      2,
      "hankel: j: this journal belongs to another run: seed 1 there, 2 here",
      "--warm",
    );
  });
});
