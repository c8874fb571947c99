/** A reader of a pipe who does not read keeps no run from ending. */

import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { automatonText, test, type Workplace } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

const BOX = `
export const alphabet = "ab", semifield = "boolean";
export const weigh = (word) => word.length % 2 === 0;
`;
const STOPPING = "hankel: stopping; a second signal, such as Ctrl-C again, ends the run at once\n";
const LEARN = ["learn", "--quiet", "box.mjs", "--equivalence", "walk:20"];

/** Makes a pipe that is open for reading and has no room left. Returns the file that writes to it. */
function fullPipe(place: Workplace, name: string): number {
  execFileSync("mkfifo", [place.path(name)]);
  const reader = openSync(place.path(name), constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  const writer = openSync(place.path(name), constants.O_WRONLY | constants.O_NONBLOCK);
  for (const size of [4096, 1]) {
    expect(() => {
      for (;;) writeSync(writer, "\n".repeat(size));
    }).toThrow("EAGAIN");
  }
  return writer;
}

/** Waits until a file has this text. */
async function untilWritten(place: Workplace, name: string, text: string): Promise<void> {
  while (!(await place.read(name).catch(() => "")).includes(text)) await setTimeout(20);
}

test("--max-seconds ends the wait for the reader of the automaton", async ({ place }) => {
  await place.write("a.json", automatonText());
  closeSync(fullPipe(place, "pipe.json"));
  const args = ["learn", "a.json", "--quiet", "--max-seconds", "1", "--out", "pipe.json"];
  const { code, stderr } = await place.spawn(args);
  expect(stderr).toContain("hankel: cannot write pipe.json: its reader does not read\n");
  expect(code).toBe(2);
});

test("a signal ends the wait for the reader of the automaton", async ({ place }) => {
  await place.write("box.mjs", BOX);
  closeSync(fullPipe(place, "pipe.json"));
  const running = new RunningCommand(place, [...LEARN, "--events", "e.jsonl", "--out", "pipe.json"]);
  await untilWritten(place, "e.jsonl", '"event":"end"');
  running.child.kill("SIGTERM");
  expect(await running.ended).toEqual({ code: 2, by: null });
  expect(running.stderr).toBe(`${STOPPING}hankel: cannot write pipe.json: its reader does not read\n`);
});

test("a signal ends the wait for the reader of standard output", async ({ place }) => {
  await place.write("box.mjs", BOX);
  const stdout = fullPipe(place, "pipe");
  const running = new RunningCommand(place, [...LEARN, "--events", "e.jsonl"], { stdout });
  closeSync(stdout);
  await untilWritten(place, "e.jsonl", '"event":"end"');
  running.child.kill("SIGINT");
  expect(await running.ended).toEqual({ code: 2, by: null });
  expect(running.stderr).toBe(
    `${STOPPING}hankel: cannot write to standard output: its reader does not read\n`,
  );
});

test("only the end of the command waits for the reader of its events, without the journal's lock, until a signal", async ({
  place,
}) => {
  await place.write("box.mjs", BOX);
  closeSync(fullPipe(place, "pipe"));
  const args = [...LEARN, "--events", "pipe", "--out", "o.json", "--journal", "j"];
  const running = new RunningCommand(place, args);
  await untilWritten(place, "o.json", "}");
  await expect.poll(() => place.files()).toEqual(["box.mjs", "j", "o.json", "pipe"]);
  running.child.kill("SIGINT");
  expect(await running.ended).toEqual({ code: 2, by: null });
  expect(running.stderr).toContain("hankel: cannot write pipe: its reader does not read");
});

test("a late reader gets all events", async ({ place }) => {
  await place.write("box.mjs", BOX);
  const writer = fullPipe(place, "pipe");
  const running = new RunningCommand(place, [...LEARN, "--events", "pipe", "--out", "o.json"]);
  await untilWritten(place, "o.json", "}");
  closeSync(writer);
  const events = (await place.read("pipe")).trim().split("\n");
  expect(events.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(
    expect.arrayContaining(["start", "end"]),
  );
  expect(await running.ended).toEqual({ code: 0, by: null });
});
