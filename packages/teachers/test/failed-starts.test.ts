/** Programs that the system cannot start for now, as where no file descriptors are left. */

import { spawn } from "node:child_process";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type ChildOptions, childConnection } from "../src/process/child.ts";
import { openConnections, openProcess } from "../src/process/process-box.ts";
import { workplace } from "./support/boxes.ts";

/** The error code of the next starts; without one, programs start as ever. */
const system: { fails: string | undefined; starts: number } = { fails: undefined, starts: 0 };

const start: NonNullable<ChildOptions["start"]> = (command, args, options) => {
  const child = spawn(command, args, options);
  if (system.fails === undefined) return child;
  child.on("error", () => {}).kill("SIGKILL");
  system.starts++;
  const error = Object.assign(new Error(`spawn ${system.fails}`), { code: system.fails });
  if (system.fails === "ENOMEM") throw error;
  // So does Node: there are no pipes, and the error comes later.
  const failed = Object.assign(child, { stdin: null, stdout: null, stderr: null });
  process.nextTick(() => failed.emit("error", error));
  return failed;
};

beforeEach(() => {
  system.fails = undefined;
  system.starts = 0;
});

/** Answers one request, and ends at the next. */
const MORTAL = `
  import { createInterface } from "node:readline";
  console.log('{"hankel":1,"semifield":"rational","alphabet":["a"]}');
  let asked = 0;
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, weigh } = JSON.parse(line);
    if (asked++ > 0) process.exit(7);
    console.log(JSON.stringify({ id, weights: weigh.map((word) => word.length) }));
  });`;

async function opened(notices: string[], patience: number) {
  const place = workplace();
  const args = [place.file("box.mjs", MORTAL)];
  const report = (notice: string) => notices.push(notice);
  const command = process.execPath;
  const connect = () => childConnection({ command, args, start });
  const box = await openConnections(connect, { name: command, batch: 1, report, patience });
  return {
    box,
    async [Symbol.asyncDispose]() {
      await box.close();
      place[Symbol.dispose]();
    },
  };
}

describe.each([
  ["EMFILE", "too many files are open"],
  ["EAGAIN", "the system has too many processes, or too little memory"],
  ["ENOMEM", "the system has too little memory"],
])("a program that cannot be started again, %s,", (code, why) => {
  it("is started when the system can", async () => {
    const notices: string[] = [];
    await using run = await opened(notices, 600);
    expect((await run.box.weigh([[0]])).map(String)).toEqual(["1"]);
    system.fails = code;
    const asked = run.box.weigh([[0, 0]]);
    await vi.waitFor(() => expect(system.starts).toBeGreaterThan(2), { timeout: 10_000 });
    system.fails = undefined;
    expect((await asked).map(String)).toEqual(["2"]);
    expect(notices.join("\n")).toContain(`cannot start ${process.execPath}: ${why}; starting it again`);
  });

  it("ends the run with a clear error when patience is over", async () => {
    const notices: string[] = [];
    await using run = await opened(notices, 0.3);
    await run.box.weigh([[0]]);
    system.fails = code;
    await expect(run.box.weigh([[0, 0]])).rejects.toMatchObject({
      code: "teacher",
      message: `the black box cannot be started again: cannot start ${process.execPath}: ${why}`,
    });
  });
});

it("a program that does not exist is not tried again", async () => {
  const opening = openProcess({ command: "/no/such/program" });
  await expect(opening).rejects.toThrow("cannot start /no/such/program: no such program");
});
