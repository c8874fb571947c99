/** `hankel test`: programs, modules and files against models and suites. */

import { describe, expect } from "vitest";
import { door } from "./support/door.ts";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

const program = (file: string) => ["--", process.execPath, file];

/** A right door as `door.mjs`, its model as `door.json`, and a wrong one that misbehaves as `wrong.mjs`. */
async function prepare(place: Workplace, misbehave = ""): Promise<void> {
  await place.write("door.mjs", door());
  await place.write("wrong.mjs", door(misbehave));
  const { code } = await place.run(["learn", "-q", "-o", "door.json", ...program("door.mjs")]);
  expect(code).toBe(0);
}

/** Behind two pushes, a lock is not closed. */
const LEAVES_OPEN =
  'word.forEach((_, i) => { if (/push.*push.*lock.*push/.test(word.slice(0, i + 1).join(" "))) outputs[i] = "open"; });';

describe.concurrent("hankel test", () => {
  test("passes a program that does what the model says", async ({ place }) => {
    await prepare(place);
    const { code, stdout } = await place.run(["test", "door.json", "--extra", "1", ...program("door.mjs")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^passed: \d+ tests by wp:1 \(\d+ words asked\); if the target has at most 1 state more than the model, it does what the model says\n$/u,
    );
    const quiet = await place.run(["test", "-q", "door.json", ...program("door.mjs")]);
    expect(quiet).toMatchObject({ code: 0, stdout: "" });
  });

  test("shows the shortest failure with both answers in columns", async ({ place }) => {
    await prepare(place, LEAVES_OPEN);
    const args = [
      "test",
      "door.json",
      "--method",
      "random:300",
      "--shorten",
      "2000",
      ...program("wrong.mjs"),
    ];
    const { code, stdout } = await place.run(args);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^failed: \d+ of 300 tests by random:300, \d+ of them were run \(\d+ words asked\); --all runs the others\n/u,
    );
    const shown = stdout.slice(stdout.indexOf("The shortest"));
    expect(shown).toMatch(
      /^The shortest trace found, with 4 inputs \(no shorter one fails: all were tried; \d+ traces tried\):\n {4}input {2}expected {2}seen\n {4}push {3}open {6}open\n {4}push {3}open {6}open\n {4}lock {3}"1" {7}"1"\n {4}push {3}shut {6}open {2}←\n/u,
    );
  });

  test("writes JUnit, TAP and JSON", async ({ place }) => {
    await prepare(place, LEAVES_OPEN);
    const args = [
      "test",
      "door.json",
      "--all",
      "--method",
      "random:300",
      "--junit",
      "j.xml",
      "--tap",
      "t.tap",
      "--json",
    ];
    const { code, stdout } = await place.run([...args, ...program("wrong.mjs")]);
    expect(code).toBe(1);
    const result = JSON.parse(stdout) as {
      failed: number;
      tests: number;
      failures: { test: number }[];
      shortest: object;
    };
    expect(result).toMatchObject({
      outcome: "failed",
      tests: 300,
      run: 300,
      shortest: { shortness: "shortest" },
    });
    expect(result.failures).toHaveLength(result.failed);
    const junit = await place.read("j.xml");
    expect(junit).toContain(`tests="300" failures="${result.failed}" errors="0" skipped="0"`);
    expect(junit.match(/<testcase /gu)).toHaveLength(300);
    expect(junit.match(/<failure /gu)).toHaveLength(result.failed);
    const tap = await place.read("t.tap");
    expect(tap.match(/^not ok (\d+)/gmu)).toEqual(
      result.failures.map(({ test: number }) => `not ok ${number}`),
    );
    const toOutput = await place.run(["test", "door.json", "--tap", "-", ...program("door.mjs")]);
    expect(toOutput.stdout).toMatch(/^TAP version 14\n1\.\.\d+\nok 1 - /u);
    expect(toOutput.stderr).toContain("passed: ");
  });

  test("runs a suite of a file, with its model or without", async ({ place }) => {
    await prepare(place, LEAVES_OPEN);
    await place.run(["tests", "door.json", "--method", "tuples:4", "-o", "door.jsonl"]);
    const right = await place.run(["test", "--suite", "door.jsonl", ...program("door.mjs")]);
    expect(right).toMatchObject({ code: 0, stdout: expect.stringMatching(/^passed: \d+ tests by a file/u) });
    const wrong = await place.run(["test", "--suite", "door.jsonl", ...program("wrong.mjs")]);
    expect(wrong).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("no shorter one of the tests fails"),
    });
    const both = await place.run(["test", "--suite", "door.jsonl", "door.json", ...program("wrong.mjs")]);
    expect(both).toMatchObject({ code: 1, stdout: expect.stringContaining("all were tried") });
    await place.write("bad.jsonl", '{"word":["push"],"outputs":["open"]}\n{"word":["push"]}\n');
    const bad = await place.run(["test", "--suite", "bad.jsonl", ...program("door.mjs")]);
    expectComplaint(bad, 2, 'bad.jsonl:2:1: expected "outputs", "accepted" or "weights"');
    const chosen = await place.run([
      "test",
      "--suite",
      "door.jsonl",
      "--method",
      "w",
      ...program("door.mjs"),
    ]);
    expectComplaint(chosen, 2, "--method says how tests are made");
  });

  test("tests modules and automaton files as well", async ({ place }) => {
    await prepare(place);
    const self = await place.run(["test", "door.json", "door.json"]);
    expect(self).toMatchObject({ code: 0, stdout: expect.stringContaining("passed: ") });
    await place.write(
      "box.mjs",
      'export const machine = "mealy"; export const alphabet = ["lock", "unlock", "push"];\n' +
        'export const run = (word) => word.map(() => "open");\n',
    );
    const module = await place.run(["test", "door.json", "box.mjs"]);
    expect(module).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("after lock: expected 1, seen open"),
    });
  });

  test("names inputs that one of the two does not know", async ({ place }) => {
    await prepare(place);
    await place.write(
      "less.mjs",
      'export const machine = "mealy"; export const alphabet = ["lock", "kick"]; export const run = (word) => word.map(() => "open");\n',
    );
    const less = await place.run(["test", "door.json", "less.mjs"]);
    expectComplaint(
      less,
      2,
      'less.mjs does not know the inputs "unlock", "push" of the model; it knows the inputs "lock", "kick"',
    );
    await place.write("more.mjs", door("", { alphabet: ["push", "kick", "lock", "unlock"] }));
    const more = await place.run(["test", "door.json", ...program("more.mjs")]);
    expect(more).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the target also knows the input "kick": no test has it'),
    });
  });

  test("ends with 3 where the target fails or is not deterministic, and with 4 at a limit", async ({
    place,
  }) => {
    await prepare(place, "if (word.length > 2) process.exit(7);");
    const dies = await place.run(["test", "door.json", "--junit", "j.xml", ...program("wrong.mjs")]);
    expect(dies.code).toBe(3);
    expect(dies.stderr).toMatch(/tests were run, 0 failed/u);
    expect(await place.read("j.xml")).toContain('<error type="target"');
    await place.write("moody.mjs", door('if (word.length > 2 && count % 2) outputs[1] = "moody";'));
    const moody = await place.run(["test", "door.json", ...program("moody.mjs")]);
    expect(moody.code).toBe(3);
    expect(moody.stderr).toMatch(
      /is not deterministic: in the trace .* the output for input 2, \w+, was "moody", and when it was asked again/u,
    );
    const limited = await place.run([
      "test",
      "door.json",
      "--method",
      "random:100",
      "--max-questions",
      "10",
      ...program("door.mjs"),
    ]);
    expect(limited.code).toBe(4);
    expect(limited.stdout).toMatch(
      /^stopped: the next batch would go beyond 10 questions .*; \d+ of 100 tests were run, and none failed/u,
    );
  });

  test("goes on from a journal, and uses the answers of others", async ({ place }) => {
    await prepare(place);
    const args = ["test", "door.json", "--method", "random:60", "--json", "--journal", "run.jsonl"];
    const stopped = await place.run([...args, "--max-questions", "20", ...program("door.mjs")]);
    expect(stopped.code).toBe(4);
    const resumed = await place.run([...args, ...program("door.mjs")]);
    expect(resumed.code).toBe(0);
    expect((JSON.parse(resumed.stdout) as { asked: number }).asked).toBeLessThan(60);
    const other = await place.run([...args, "--all", ...program("door.mjs")]);
    expectComplaint(other, 2, "this journal belongs to another run");
  });

  test("stops at a signal, and says how far it came", async ({ place }) => {
    await prepare(place);
    await place.write("slow.mjs", door("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);"));
    const args = ["test", "door.json", "--method", "random:2000", ...program("slow.mjs")];
    const ended = await place.run(args, { interrupt: { at: "asked ", signal: "SIGINT" } });
    expect(ended.code).toBe(130);
    expect(ended.stdout).toMatch(/^stopped: cancelled; \d+ of 2000 tests were run, and none failed/u);
  });

  test("needs a model or a suite, and one target", async ({ place }) => {
    await prepare(place);
    expectComplaint(await place.run(["test", "door.json"]), 2, "expected a model, and then one target");
    expectComplaint(
      await place.run(["test", ...program("door.mjs")]),
      2,
      "expected a model in front of the program",
    );
    expectComplaint(await place.run(["test", "door.json", "door.json", "door.json"]), 2, "expected a model");
    expectComplaint(await place.run(["test", "none.json", ...program("door.mjs")]), 2, "none.json");
  });
});
