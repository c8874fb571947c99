/** A pipe that nobody writes to keeps no run from ending. */

import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { automatonText, test, type Workplace } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

test.for([
  ["learn", "pipe.json"],
  ["learn", "pipe.json", "--journal", "j"],
])("--max-seconds ends the wait for the target: %s %s %s", async (args, { place }) => {
  execFileSync("mkfifo", [place.path("pipe.json")]);
  const { code, stderr } = await place.spawn([...args, "--max-seconds", "1"]);
  expect(stderr).toMatch(/^hankel: more than 1 second has passed, and .*: nothing was learned\n$/u);
  expect(code).toBe(4);
});

/** Waits until somebody reads the pipe, and returns the file that writes to it. */
async function untilRead(place: Workplace): Promise<number> {
  for (;;) {
    try {
      return openSync(place.path("pipe.json"), constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe("ENXIO");
      await setTimeout(20);
    }
  }
}

const MODEL = `export const alphabet = "ab"; export const next = () => [0.3, 0.3, 0.4];`;

test.for([
  ["learn", "pipe.json"],
  ["learn", "model.mjs", "--guide", "pipe.json"],
  ["learn", "box.mjs", "--equivalence", "words:pipe.json"],
  ["learn", "box.mjs", "--warm", "pipe.json"],
  ["spectral", "pipe.json"],
  ["evaluate", "pipe.json", "model.mjs"],
])("one signal ends the wait: %s %s %s", async (args, { place }) => {
  execFileSync("mkfifo", [place.path("pipe.json")]);
  await place.write("model.mjs", MODEL);
  await place.write(
    "box.mjs",
    `export const alphabet = "ab", semifield = "boolean"; export const weigh = () => true;`,
  );
  const running = new RunningCommand(place, args);
  const writer = await untilRead(place);
  running.child.kill("SIGTERM");
  expect(await running.ended).toEqual({ code: 143, by: null });
  closeSync(writer);
});

test("what is written late is read to its end", async ({ place }) => {
  execFileSync("mkfifo", [place.path("pipe.json")]);
  const running = new RunningCommand(place, ["learn", "pipe.json", "--quiet", "--out", "o.json"]);
  const writer = await untilRead(place);
  const text = automatonText();
  writeFileSync(writer, text.slice(0, 20));
  await setTimeout(200);
  writeFileSync(writer, text.slice(20));
  closeSync(writer);
  expect(await running.ended).toEqual({ code: 0, by: null });
  expect(await place.read("o.json")).toContain('"states": 2');
});

test("an endless device is read until the time is up, or a signal comes", async ({ place }) => {
  const { code, stderr } = await place.spawn(["learn", "/dev/zero", "--max-seconds", "1"]);
  expect(stderr).toMatch(
    /hankel: (?:more than 1 second has passed, and .*: nothing was learned|\/dev\/zero is not read to its end: it takes more memory than .*)\n$/u,
  );
  expect(code).toBe(4);
});
