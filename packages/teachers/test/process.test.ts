/** Real programs: started, asked, killed, restarted. */

import { Random, type Word } from "@hankel/core";
import { openProcess, type ProcessBoxOptions } from "@hankel/teachers";
import { describe, expect, it, vi } from "vitest";
import { expectedWeight, program, workplace } from "./support/boxes.ts";
import { heldClock } from "./support/held-clock.ts";
import { isRunning, PATIENCE } from "./support/running.ts";

function words(count: number): Word[] {
  const random = new Random(count);
  return Array.from({ length: count }, () => Array.from({ length: random.below(9) }, () => random.below(2)));
}

async function ask(source: string, asked: readonly Word[], options: Partial<ProcessBoxOptions> = {}) {
  using place = workplace();
  const notices: string[] = [];
  const stderr: string[] = [];
  const box = await openProcess({
    command: process.execPath,
    args: [place.file("box.mjs", source)],
    report: (notice) => notices.push(notice),
    onStderr: (line) => stderr.push(line),
    ...options,
  });
  try {
    return { weights: await box.weigh(asked), notices, stderr };
  } finally {
    await box.close();
  }
}

describe("a program", () => {
  it("answers in order, with one copy or several", async () => {
    const asked = words(2000);
    for (const workers of [1, 3]) {
      const { weights } = await ask(program(), asked, { workers });
      expect(weights).toEqual(asked.map(expectedWeight));
    }
  });

  it("is restarted when it crashes, and no question is lost", async () => {
    const asked = words(300);
    const dies = 'if (count === 4) process.kill(process.pid, "SIGKILL");';
    const { weights, notices } = await ask(program(dies), asked, { workers: 2, batch: 10 });
    expect(weights).toEqual(asked.map(expectedWeight));
    expect(notices.join("\n")).toMatch(/it ended \(SIGKILL\).*starting it again/u);
  });

  it("that always crashes on one word answers the others, and the error names that word", async () => {
    const asked = words(60).filter((word) => word.join() !== "0,1,0");
    const dies =
      'if (words.some((word) => word.join("") === "aba")) { console.error("cannot do aba"); process.exit(3); }';
    const answered: number[] = [];
    using place = workplace();
    const box = await openProcess({
      command: process.execPath,
      args: [place.file("box.mjs", program(dies))],
    });
    const run = box.weigh([...asked, [0, 1, 0]], {
      arrived: (from, weights) => weights.forEach((_, i) => answered.push(from + i)),
    });
    await expect(run).rejects.toThrow(
      /failed on aba: it ended \(exit code 3\); its last lines on standard error: cannot do aba/u,
    );
    expect(answered.toSorted((a, b) => a - b)).toEqual(asked.map((_, i) => i));
    await box.close();
  });

  it("is restarted when it exceeds the time limit", async () => {
    using place = workplace();
    const memory = place.file("seen", "");
    const silent = `
      if (fs.readFileSync(${JSON.stringify(memory)}, "utf8") === "") {
        fs.writeFileSync(${JSON.stringify(memory)}, "x");
        console.error("silent");
        return true;
      }`;
    const source = `import fs from "node:fs";\n${program(silent)}`;
    const notices: string[] = [];
    using clock = heldClock();
    const { weights } = await ask(source, [[0], [1]], {
      timeout: 50,
      onStderr: () => clock.pass(50_000),
      report(notice) {
        notices.push(notice);
        // The pause before it is started again.
        setImmediate(() => clock.pass(1000));
      },
    });
    expect(weights).toEqual([2, 1]);
    expect(notices.join("\n")).toMatch(/no answer within 50 s/u);
  });

  it("may answer out of order, twice and without a request", async () => {
    const odd = `
      if (count % 3 === 0) {
        say(JSON.stringify({ id: 12345, weights: [7] }));
        const answer = JSON.stringify({ id, weights: words.map((word) => 2 ** word.filter((x) => x === "a").length) });
        setTimeout(() => { say(answer); say(answer); }, 20);
        return true;
      }`;
    const asked = words(200);
    const { weights, notices } = await ask(program(odd), asked, { batch: 5 });
    expect(weights).toEqual(asked.map(expectedWeight));
    expect(notices.join("\n")).toMatch(/an answer that matches no pending request/u);
  });

  it("has its standard error passed on", async () => {
    const { stderr } = await ask(program('console.error("weighing " + words.length);'), [[0]]);
    await vi.waitFor(() => expect(stderr).toContain("weighing 1"), PATIENCE);
  });

  it("may say that there is no error", async () => {
    const answer = "say(JSON.stringify({ id, weights: words.map(() => 7), error: null })); return true;";
    expect((await ask(program(answer), [[0]])).weights).toEqual([7]);
  });

  it("may write weights as numbers, strings or booleans", async () => {
    const hello = 'hello.semifield = "tropical";';
    const answer =
      'say(JSON.stringify({ id, weights: words.map((w) => ["Infinity", 0.5, "-3", 12][w.length]) })); return true;';
    const { weights } = await ask(program(answer, hello), [[], [0], [0, 0], [0, 0, 0]]);
    expect(weights[0]).toBe(Number.POSITIVE_INFINITY);
    expect(weights[2]).toBe(-3);
    const yes = "say(JSON.stringify({ id, weights: words.map((w) => w.length === 1) })); return true;";
    expect((await ask(program(yes, 'hello.semifield = "boolean";'), [[0], []])).weights).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ["expected a line of JSON", 'say("Loading..."); return true;'],
    ["NaN and Infinity are not JSON", 'say(`{"id":${id},"weights":[NaN]}`); return true;'],
    ["asked for 1 weight, got 2", "say(JSON.stringify({ id, weights: [1, 2] })); return true;"],
    ['the answer has no array "weights"', "say(JSON.stringify({ id })); return true;"],
    ["too large to be exact", 'say(`{"id":${id},"weights":[12345678901234567890]}`); return true;'],
    ["is not a weight of rational", 'say(JSON.stringify({ id, weights: ["one"] })); return true;'],
    ["it says: out of memory", 'say(JSON.stringify({ id, error: "out of memory" })); return true;'],
    ["in the middle of a line", 'process.stdout.write(`{"id":${id}`, () => process.exit(1)); return true;'],
  ])("with a malformed answer is an error that names the word: %s", async (message, misbehave) => {
    const error: unknown = await ask(program(misbehave), [[0, 1]]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "teacher", message: expect.stringContaining(message) as string });
    expect(error).toMatchObject({ message: expect.stringContaining("failed on ab") as string });
  });

  it.each([
    ["no such program", { command: "./hankel-no-such-program" }, ""],
    [
      "it ended (exit code 7); its last lines on standard error: oh no",
      {},
      'console.error("oh no"); process.exit(7);',
    ],
    ["expected a line of JSON", {}, 'console.log("Welcome!");'],
    ["speaks an unknown protocol version", {}, "console.log(JSON.stringify({ hello: 1 }));"],
    [
      'named neither its "semifield" nor its "machine"',
      {},
      "console.log(JSON.stringify({ hankel: 1, alphabet: [] }));",
    ],
    ["did not name its alphabet", {}, 'console.log(JSON.stringify({ hankel: 1, semifield: "real" }));'],
    [
      "there is no semifield",
      {},
      'console.log(JSON.stringify({ hankel: 1, semifield: "x", alphabet: [] }));',
    ],
    ["no answer within 0.3 s", { startTimeout: 0.3 }, "setInterval(() => {}, 1000);"],
  ])("that does not start is an error at once: %s", async (message, options, source) => {
    await expect(ask(source, [[0]], options)).rejects.toThrow(message);
  });

  it("must have the semifield and symbols that the user expects", async () => {
    await expect(ask(program(), [[0]], { semifield: "real" })).rejects.toThrow(/not "real"/u);
    await expect(ask(program(), [[0]], { tolerance: 1e-3 })).rejects.toThrow(/are exact/u);
    await expect(ask(program(), [[0]], { alphabet: ["c"] })).rejects.toThrow(/"c" is not in the alphabet/u);
    expect((await ask(program(), [[0], [1]], { alphabet: ["b", "a"] })).weights).toEqual([1, 2]);
  });
});

describe("closing a program", () => {
  it("also ends its child processes, even if it ignores SIGTERM", async () => {
    using place = workplace();
    const stubborn = `
import { spawn } from "node:child_process";
process.on("SIGTERM", () => {});
const child = spawn("sleep", ["1000"]);
console.error(child.pid + " " + process.pid);
setInterval(() => {}, 1000);
${program()}`;
    const pids: number[] = [];
    const box = await openProcess({
      command: process.execPath,
      args: [place.file("box.mjs", stubborn)],
      onStderr: (line) => pids.push(...line.split(" ").map(Number)),
    });
    expect(await box.weigh([[0]])).toEqual([2]);
    await box.close();
    await vi.waitFor(() => expect(pids).toHaveLength(2), PATIENCE);
    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), PATIENCE);
  });
});
