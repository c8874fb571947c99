/** No program outlives the process that started it, and nothing that the program started does. */

import { type ChildProcess, spawn } from "node:child_process";
import { openProcess } from "@hankel/teachers";
import { describe, expect, it, vi } from "vitest";
import { program, workplace } from "./support/boxes.ts";
import { bundled } from "./support/bundled.ts";
import { childrenOf, expectEnd, isRunning, PATIENCE, pidsIn, STUBBORN } from "./support/running.ts";

const learnerProgram = bundled("learner.ts");

interface Started {
  readonly child: ChildProcess;
  readonly pids: number[];
  /** The programs and what they have started, so far. */
  readonly named: () => number[];
}

/** Starts a learner on programs; returns it when they run, with all processes that belong to it. */
async function learner(...files: string[]): Promise<Started> {
  const child = spawn(process.execPath, [learnerProgram(), ...files], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  await vi.waitFor(() => expect(pidsIn(said)).toHaveLength(2 * files.length), PATIENCE);
  const pids = new Set([...pidsIn(said), ...childrenOf(child.pid as number)]);
  // The programs, what they have started, and the watchdog.
  expect(pids.size).toBe(2 * files.length + 1);
  return { child, pids: [...pids], named: () => pidsIn(said) };
}

describe.concurrent("a program that ignores signals and the end of its input", () => {
  it.each(["SIGKILL", "SIGHUP"] as const)(
    "ends when its learner is ended by %s, without a word",
    async (signal) => {
      using place = workplace();
      const { child, pids } = await learner(place.file("box.mjs", STUBBORN + program()));
      child.kill(signal);
      await expectEnd(pids);
    },
  );

  it("ends with its learner, however many of them there are", async () => {
    using place = workplace();
    const file = place.file("box.mjs", STUBBORN + program());
    const { child, pids } = await learner(file, file, file);
    child.kill("SIGKILL");
    await expectEnd(pids);
  });

  it("ends with its learner although its watchdog was killed, if the learner has started another program since", async () => {
    using place = workplace();
    const { child, pids, named } = await learner(place.file("box.mjs", STUBBORN + program()));
    const watchdog = pids.find((pid) => !named().includes(pid)) as number;
    process.kill(watchdog, "SIGKILL");
    await vi.waitFor(() => expect(childrenOf(child.pid as number)).not.toContain(watchdog), PATIENCE);
    child.kill("SIGUSR2");
    await vi.waitFor(() => expect(named()).toHaveLength(4), PATIENCE);
    child.kill("SIGKILL");
    await expectEnd(named());
  });
});

describe.concurrent("a program that ends", () => {
  it("leaves nothing behind that it has started", async () => {
    using place = workplace();
    const leaves =
      'import { spawn as start } from "node:child_process"; const left = start("sleep", ["1000"], { stdio: "ignore" });';
    const source = `${leaves}\n${program('console.error("pids " + process.pid + " " + left.pid); process.exit(3);')}`;
    const said: string[] = [];
    const box = await openProcess({
      command: process.execPath,
      args: [place.file("box.mjs", source)],
      onStderr: (line) => said.push(line),
    });
    await expect(box.weigh([[0]])).rejects.toThrow(/it ended \(exit code 3\)/u);
    await expectEnd(pidsIn(said.join("\n")));
    await box.close();
  });

  it("is not waited for if something that left its group holds its pipes", async () => {
    using place = workplace();
    const escapes =
      'import { spawn as start } from "node:child_process"; const left = start("sleep", ["1000"], { detached: true, stdio: "inherit" });';
    const source = `${escapes}\nconsole.error("pids " + process.pid + " " + left.pid);\n${program()}`;
    const said: string[] = [];
    const box = await openProcess({
      command: process.execPath,
      args: [place.file("box.mjs", source)],
      onStderr: (line) => said.push(line),
    });
    expect(await box.weigh([[0]])).toEqual([2]);
    await vi.waitFor(() => expect(pidsIn(said.join("\n"))).toHaveLength(2), PATIENCE);
    const [own, escaped] = pidsIn(said.join("\n"));
    try {
      await box.close();
      await expectEnd([own]);
      expect(isRunning(escaped)).toBe(true);
    } finally {
      process.kill(escaped, "SIGKILL");
    }
  });
});
