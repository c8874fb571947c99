/** `hankel tests`: suites as text and files, and the files of vitest and pytest really run. */

import { spawnSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test, type Workplace } from "./support/hankel.ts";

/** A machine that sells coffee for a coin, and takes a second coin without a word. */
const COFFEE = `digraph coffee {
  s0; s1;
  s0 -> s1 [label="coin / click"];
  s0 -> s0 [label="button / -"];
  s1 -> s1 [label="coin / click"];
  s1 -> s0 [label="button / coffee"];
  __start0 [label="" shape="none"]; __start0 -> s0;
}
`;

const LAMP = `digraph lamp {
  s0 [label="s0|off" shape="record"]; s1 [label="s1|on" shape="record"];
  s0 -> s1 [label="press"]; s1 -> s0 [label="press"];
  s0 -> s0 [label="wait"]; s1 -> s1 [label="wait"];
  __start0 [label="" shape="none"]; __start0 -> s0;
}
`;

const NODE_MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0;

/** Puts a program between the two lines of a file of tests. */
async function connect(place: Workplace, file: string, program: string): Promise<void> {
  const text = await place.read(file);
  const connected = text.replace(/(?<=written again\.\n)[^]*?(?=\n(?:\/\/|#) Below)/u, () => program);
  expect(connected).not.toBe(text);
  await place.write(file, connected);
}

/** Runs the files of vitest in a folder: the exit code and what was said. */
async function runVitest(place: Workplace): Promise<{ code: number | null; said: string }> {
  await symlink(NODE_MODULES, place.path("node_modules")).catch(() => {});
  const bin = `${NODE_MODULES}/vitest/vitest.mjs`;
  const args = [bin, "run", "--root", place.folder, "--config", "none", "--no-color"];
  await place.write("none", "export default {};");
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: place.folder,
    encoding: "utf8",
  });
  return { code: status, said: stdout + stderr };
}

function runPytest(place: Workplace, file: string): { code: number | null; said: string } {
  const args = ["-m", "pytest", "-p", "no:cacheprovider", "-q", file];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  const { status, stdout, stderr } = spawnSync("python3", args, { cwd: place.folder, encoding: "utf8", env });
  return { code: status, said: stdout + stderr };
}

describe.concurrent("hankel tests", () => {
  test("prints readable traces, and says how many on standard error", async ({ place }) => {
    await place.write("coffee.dot", COFFEE);
    const { code, stdout, stderr } = await place.run(["tests", "coffee.dot"]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout:
        "button/-  button/-\ncoin/click  button/coffee  button/-\ncoin/click  coin/click  button/coffee\n",
      stderr: "3 tests with 8 inputs in all, over 2 inputs, by wp\n",
    });
    expect(await place.print("tests", "coffee.dot", "-q", "--method", "states")).toBe("coin/click\n");
  });

  test("begins a Moore machine's trace with its first output", async ({ place }) => {
    await place.write("lamp.dot", LAMP);
    expect(await place.print("tests", "lamp.dot", "-q", "--method", "cover")).toBe(
      "ε/off  wait/off\nε/off  press/on  press/off\nε/off  press/on  wait/on\n",
    );
  });

  test("writes weights where it looks", async ({ place }) => {
    await place.write("a.json", automatonText());
    const lines = (await place.print("tests", "a.json", "-q", "--to", "jsonl")).trim().split("\n");
    const parsed = lines.map((line): { word: string[]; weights: (string | null)[] } => JSON.parse(line));
    for (const { word, weights } of parsed) expect(weights).toHaveLength(word.length + 1);
    expect(parsed.some(({ word, weights }) => word.join("") === "a" || weights[1] === "1/8")).toBe(true);
  });

  test("has more tests with extra states, and refuses what is no use", async ({ place }) => {
    await place.write("coffee.dot", COFFEE);
    const count = async (...args: string[]) =>
      (await place.print("tests", "coffee.dot", "-q", ...args)).split("\n").length - 1;
    expect(await count("--extra", "1")).toBeGreaterThan(await count());
    expect(await count("--method", "hsi:2")).toBe(await count("--method", "hsi", "--extra", "2"));
    expect(await count("--method", "spy:1")).toBeLessThan(await count("--method", "hsi:1"));
    expect(await count("--method", "random:7", "--seed", "3")).toBe(7);
    const complaint = async (...args: string[]) => place.run(["tests", "coffee.dot", ...args]);
    expectComplaint(
      await complaint("--method", "h"),
      2,
      "cover, states, w, wp, hsi, spy, tuples:2, random:100",
    );
    expectComplaint(await complaint("--method", "cover", "--extra", "1"), 2, "w, wp, hsi and spy");
    expectComplaint(await complaint("-o", "suite.csv"), 2, "suite.csv", ".test.ts", "--to");
    expectComplaint(await complaint("--extra", "20", "--max-tests", "1000"), 4, "more than 1,000 words");
  });

  test("says what a model leaves open", async ({ place }) => {
    await place.write(
      "door.dot",
      COFFEE.replace(/.*coin \/ click"\];\n(?=.*coffee)/u, "").replace("s0; s1;", "s0; s1; s7;"),
    );
    const { code, stdout, stderr } = await place.run(["tests", "door.dot"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/note: the model lacks 1 of 4 transitions/u);
    expect(stdout).not.toContain("coin/click  coin");
  });

  test("writes tests for vitest that a right system passes and a wrong one fails", async ({ place }) => {
    await place.write("coffee.dot", COFFEE);
    const system = (second: string) => `async function start() {
  let paid = false;
  return {
    async step(input) {
      if (input === "coin") {
        const said = paid ? "${second}" : "click";
        paid = true;
        return said;
      }
      const output = paid ? "coffee" : "-";
      paid = false;
      return output;
    },
    async stop() {},
  };
}`;
    await place.print("tests", "coffee.dot", "-q", "-o", "coffee.test.js");
    const bare = await runVitest(place);
    expect(bare.code).toBe(1);
    expect(bare.said).toContain("connect your system in start()");
    await connect(place, "coffee.test.js", system("click"));
    expect(await runVitest(place)).toMatchObject({ code: 0, said: expect.stringContaining("3 passed") });
    // Written again for more states, it is still connected.
    await place.print("tests", "coffee.dot", "-q", "-o", "coffee.test.js", "--extra", "1");
    expect(await runVitest(place)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Tests +\d passed/u),
    });
    await connect(place, "coffee.test.js", system("click click"));
    const wrong = await runVitest(place);
    expect(wrong.code).toBe(1);
    expect(wrong.said).toContain("the outputs to coin coin");
  });

  test("writes tests of an acceptor and a Moore machine for vitest in TypeScript", async ({ place }) => {
    const acceptor = automatonText({
      semifield: '"boolean"',
      initial: "[[0, true]]",
      final: "[[1, true]]",
      arcs: '[[0, "a", true, 1], [1, "b", true, 0]]',
    });
    await place.write("a.json", acceptor);
    await place.write("lamp.dot", LAMP);
    await place.print("tests", "a.json", "-q", "-o", "a.test.ts");
    await place.print("tests", "lamp.dot", "-q", "-o", "lamp.test.ts");
    await connect(
      place,
      "a.test.ts",
      "const accepts = async (word: string[]) => /^a(ba)*$/.test(word.join(''));",
    );
    const lamp = (from: string) => `async function start() {
  let on = ${from};
  return {
    output: async () => (on ? "on" : "off"),
    async step(input: string) { if (input === "press") on = !on; },
    async stop() {},
  };
}`;
    await connect(place, "lamp.test.ts", lamp("false"));
    expect(await runVitest(place)).toMatchObject({ code: 0 });
    await connect(
      place,
      "a.test.ts",
      "const accepts = async (word: string[]) => /^(ab)*$/.test(word.join(''));",
    );
    await connect(place, "lamp.test.ts", lamp("true"));
    const { code, said } = await runVitest(place);
    expect(code).toBe(1);
    expect(said).toMatch(/Test Files +2 failed/u);
    expect(said).toContain("accepted?");
    expect(said).toContain("the output at the start");
  });

  test.skipIf(!hasPytest)(
    "writes tests for pytest that a right system passes and a wrong one fails",
    async ({ place }) => {
      await place.write("coffee.dot", COFFEE);
      await place.write("a.json", automatonText());
      await place.write("lamp.dot", LAMP);
      const system = (output: string) => `class System:
    def __init__(self):
        self.paid = False

    def step(self, symbol):
        if symbol == "coin":
            self.paid = True
            return "click"
        output = ${output} if self.paid else "-"
        self.paid = False
        return output

    def stop(self):
        pass
`;
      await place.print("tests", "coffee.dot", "-q", "-o", "test_coffee.py");
      expect(runPytest(place, "test_coffee.py").said).toContain("connect your system in System.step");
      await connect(place, "test_coffee.py", system('"coffee"'));
      expect(runPytest(place, "test_coffee.py")).toMatchObject({
        code: 0,
        said: expect.stringContaining("3 passed"),
      });
      await connect(place, "test_coffee.py", system('"tea"'));
      expect(runPytest(place, "test_coffee.py")).toMatchObject({
        code: 1,
        said: expect.stringContaining("tea"),
      });

      const weigh = (start: string) => `from fractions import Fraction

def weigh(word):
    state, weight = 0, Fraction(${start})
    for symbol in word:
        if (state, symbol) == (0, "a"):
            state, weight = 1, weight / 3
        elif (state, symbol) == (1, "b"):
            state, weight = 0, weight * -2
        else:
            return 0
    return weight * Fraction(3, 4) if state == 1 else 0
`;
      await place.print("tests", "a.json", "-q", "-o", "test_a.py");
      await connect(place, "test_a.py", weigh("1, 2"));
      expect(runPytest(place, "test_a.py")).toMatchObject({ code: 0 });
      await connect(place, "test_a.py", weigh("1, 3"));
      expect(runPytest(place, "test_a.py")).toMatchObject({
        code: 1,
        said: expect.stringContaining("the weight of"),
      });

      await place.print("tests", "lamp.dot", "-q", "-o", "test_lamp.py");
      await connect(
        place,
        "test_lamp.py",
        "class System:\n    on = False\n    def output(self):\n        return 'on' if self.on else 'off'\n    def step(self, symbol):\n        if symbol == 'press':\n            self.on = not self.on\n    def stop(self):\n        pass\n",
      );
      expect(runPytest(place, "test_lamp.py")).toMatchObject({ code: 0 });
    },
  );

  test("writes steps for Playwright and scenarios in Gherkin", async ({ place }) => {
    await place.write("coffee.dot", COFFEE);
    await mkdir(place.path("out"));
    await place.print("tests", "coffee.dot", "-q", "-o", "out/coffee.spec.ts");
    const steps = await place.read("out/coffee.spec.ts");
    expect(steps).toContain('"coin": async (page) => {');
    expect(steps).toContain('{ name: "button button", steps: [["button","-"],["button","-"]] }');
    const feature = await place.print("tests", "coffee.dot", "-q", "--to", "gherkin");
    expect(feature).toContain(`  Scenario: coin button button
    Given a fresh system
    When it gets "coin"
    Then it answers "click"
    When it gets "button"
    Then it answers "coffee"
`);
  });
});
