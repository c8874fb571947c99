/** The file of events: appended, on a full disk, a pipe or a socket. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect } from "vitest";
import { test, type Workplace } from "./support/hankel.ts";
import { LEARN, markedModule, prepare } from "./support/marked-module.ts";

describe("--events", () => {
  const run = (place: Workplace, ...more: string[]) =>
    place.run([...LEARN, "--events", "e.jsonl", "--out", "o.json", ...more]);
  const starts = async (place: Workplace) =>
    (await place.read("e.jsonl"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; recorded?: number })
      .filter(({ event }) => event === "start")
      .map(({ recorded }) => recorded);

  test("appends when a run is resumed, and begins anew otherwise", async ({ place }) => {
    await prepare(place);
    expect((await run(place, "--journal", "j", "--max-questions", "5")).code).toBe(4);
    expect(await starts(place)).toEqual([0]);
    // Half a line, as a killed process leaves it.
    const first = await place.read("e.jsonl");
    await place.write("e.jsonl", `${first}{"sec`);
    expect((await run(place, "--journal", "j")).code).toBe(0);
    expect((await place.read("e.jsonl")).startsWith(`${first}{"seconds":`)).toBe(true);
    expect((await starts(place)).length).toBe(2);
    expect((await run(place, "--journal", "other")).code).toBe(0);
    expect(await starts(place)).toEqual([0]);
  });

  test("does not end a run when the disk is full", async ({ place }) => {
    await prepare(place);
    const full = await place.run([...LEARN, "--events", "/dev/full", "--out", "o.json"]);
    const reason = "hankel: cannot write /dev/full: the disk is full";
    const notice = "; no more events are written, and the run goes on";
    expect([full.code, full.stderr]).toEqual([2, `${reason}${notice}\n${reason}\n`]);
    expect(await place.print("weigh", "o.json", "a a")).toBe("true\n");
  });

  test("goes to a pipe, as soon as it has a reader", async ({ place }) => {
    await prepare(place);
    execFileSync("mkfifo", [place.path("pipe")]);
    const running = place.spawn([...LEARN, "--events", "pipe", "--out", "o.json"]);
    const read = await place.read("pipe");
    expect(read).toMatch(/^\{"seconds":\d.*"event":"start".*\}\n(\{.*\}\n)+$/u);
    expect((await running).code).toBe(0);
    const interrupt = { at: "box", signal: "SIGINT" } as const;
    await place.write("box.mjs", `${markedModule()} console.error("box");`);
    const stopped = await place.spawn([...LEARN, "--events", "pipe", "--out", "p.json"], { interrupt });
    expect(stopped.code).toBe(130);
  });

  test("waits for the reader of a pipe no longer than the run may take", async ({ place }) => {
    await prepare(place);
    execFileSync("mkfifo", [place.path("pipe")]);
    const { code, stderr } = await place.spawn([...LEARN, "--events", "pipe", "--max-seconds", "4"]);
    // On a slow machine the time may be over before that.
    expect(stderr).toMatch(/^hankel: more than 4 seconds have passed, and .*: nothing was learned\n$/u);
    expect(code).toBe(4);
  });

  test("is left alone by a run that does not start", async ({ place }) => {
    await prepare(place);
    expect((await run(place)).code).toBe(0);
    const before = await place.read("e.jsonl");
    await place.write("box.mjs", "throw new Error('broken')");
    expect((await run(place)).code).not.toBe(0);
    expect(await place.read("e.jsonl")).toBe(before);
  });
});

test("a socket is no pipe that may get a reader: the run is refused", async ({ place }) => {
  await prepare(place);
  const server = createServer().listen(place.path("socket"));
  try {
    await once(server, "listening");
    const { code, stderr } = await place.spawn([...LEARN, "--events", "socket", "--out", "o.json"]);
    expect([code, stderr]).toEqual([
      2,
      "hankel: cannot write socket: it is a socket, or a device that is not there\n",
    ]);
  } finally {
    server.close();
  }
});
