/** A log says where a conjecture may be wrong. */

import { boolean, fromExpression, minimize, Random, rational, writeHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

/** A door that opens after a code of so many digits, and what it writes. */
const CODE = "abcabcab";
function door(inputs: readonly string[]): string[] {
  let right = 0;
  return inputs.map((input) => {
    right = input === CODE[right] ? right + 1 : input === CODE[0] ? 1 : 0;
    if (right < CODE.length) return "shut";
    right = 0;
    return "open";
  });
}

const MODULE = `export const alphabet = ["a", "b", "c"];
export const machine = "mealy";
const CODE = ${JSON.stringify(CODE)};
${door.toString().replaceAll(/: readonly string\[\]|: string\[\]/gu, "")}
export const run = (word) => door(word);
`;

/** Random traces, some of which know the code. */
function traces(count: number, seed: number): string[][] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) => {
    const noise = Array.from({ length: 6 }, () => "abc"[random.below(3)]);
    return i % 3 === 0 ? [...noise, ...CODE] : noise;
  });
}

/** Long traces, in which the code is begun again and again. */
function longTraces(count: number, seed: number): string[][] {
  const random = new Random(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 6 }, () => [...CODE.slice(0, random.below(9)), "abc"[random.below(3)]]).flat(),
  );
}

const lines = (words: readonly string[][], outputs = door) =>
  words.map((input) => `${JSON.stringify({ input, output: outputs(input) })}\n`).join("");

async function figures(place: Workplace, ...args: string[]): Promise<{ states: number; asked: number }> {
  const all = ["learn", "box.mjs", "--equivalence", "states:5", "--json", "-q", "-o", "m.json", ...args];
  return JSON.parse((await place.run(all)).stdout) as { states: number; asked: number };
}

describe.concurrent("learn --from", () => {
  test("finds what tests do not find, and costs nothing where log and conjecture agree", async ({
    place,
  }) => {
    await place.write("box.mjs", MODULE);
    await place.write("log.jsonl", lines(traces(60, 3)));
    const without = await figures(place);
    const helped = await figures(place, "--from", "log.jsonl");
    expect(without.states).toBeLessThan(CODE.length);
    expect(helped.states).toBe(CODE.length);
    // A log that says nothing new costs nothing.
    await place.write("short.jsonl", lines([["a"], ["b"]]));
    expect((await figures(place, "--from", "short.jsonl")).asked).toBe(without.asked);
  });

  test("takes what the log says for known, and its automaton for a first conjecture", async ({ place }) => {
    await place.write("box.mjs", MODULE);
    await place.write("log.jsonl", lines(longTraces(300, 3)));
    expect((await place.run(["learn", "box.mjs", "-q", "-o", "door.json", "--from", "log.jsonl"])).code).toBe(
      0,
    );
    const asked = async (...args: string[]) => {
      const { stdout } = await place.run(["learn", "door.json", "--json", "-q", "-o", "m.json", ...args]);
      return JSON.parse(stdout) as { questions: number; asked?: number };
    };
    const without = (await asked()).questions;
    // Words over rare arcs are asked, and counterexamples.
    expect((await asked("--from", "log.jsonl")).asked).toBeLessThan((2 * without) / 3);
    await asked("--from", "log.jsonl", "--journal", "run.jsonl");
    expect(await place.read("run.jsonl")).toContain('"heard":true');
    expect((await asked("--from", "log.jsonl", "--journal", "run.jsonl", "--recheck", "0")).asked).toBe(0);
    expect((await place.run(["replay", "run.jsonl", "-o", "replayed.json"])).code).toBe(0);
    expect(await place.read("replayed.json")).toBe(await place.read("m.json"));
    // What the target did not say is no answer of it.
    expect((await asked("--warm", "run.jsonl")).asked).toBeGreaterThan(0);
  });

  test("names the mistakes of a log also where the target compares automata", async ({ place }) => {
    await place.write("box.mjs", MODULE);
    await place.write("log.jsonl", lines(traces(300, 3)));
    await place.run(["learn", "box.mjs", "-q", "-o", "door.json", "--from", "log.jsonl"]);
    const right = await place.read("log.jsonl");
    await place.write("wrong.jsonl", right.replace('"output":["shut","shut"', '"output":["shut","ajar"'));
    const args = ["learn", "door.json", "--from", "wrong.jsonl", "-o", "m.json"];
    const { code, stderr } = await place.run(args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/hankel: wrong\.jsonl:1 says "ajar" after \w+, and the target answers "shut"\n/u);
    expect(stderr).toContain("states 8,");
  });

  test("names the mistakes of a log, which do no harm", async ({ place }) => {
    await place.write("box.mjs", MODULE);
    const right = lines(traces(60, 3));
    const strange = '{"input":["knock"],"output":["who is there"]}\n';
    await place.write(
      "log.jsonl",
      strange + right.replace('"output":["shut","shut"', '"output":["shut","ajar"'),
    );
    const args = ["learn", "box.mjs", "--from", "log.jsonl", "-o", "m.json", "--equivalence", "states:5"];
    const { code, stderr } = await place.run(args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/hankel: log\.jsonl:2 says "ajar" after \w+, and the target answers "shut"\n/u);
    expect(stderr).toContain(
      "hankel: 1 trace of the log with symbols that the target does not know: left out\n",
    );
    expect(stderr).toContain("states 8,");
    expect(stderr).toContain("the log log.jsonl");
  });

  test("goes on from a journal only with the same log", async ({ place }) => {
    await place.write("box.mjs", MODULE);
    await place.write("log.jsonl", lines(traces(30, 3)));
    const args = ["learn", "box.mjs", "--from", "log.jsonl", "--journal", "run.jsonl", "-q", "-o", "m.json"];
    expect((await place.run(args)).code).toBe(0);
    expect((await place.run(args)).code).toBe(0);
    await place.write("log.jsonl", lines(traces(31, 4)));
    expect((await place.run(args)).code).toBe(2);
  });

  test("learns languages from labels, weights from weights", async ({ place }) => {
    await place.write("even.json", writeHankel(minimize(fromExpression("(b|ab*a)*", boolean))));
    await place.write("words.txt", "+ a a\n- a b\n+ b\n- a\n");
    const even = await place.run(["learn", "even.json", "--from", "words.txt", "-o", "m.json"]);
    expect(even.stderr).toContain("states 2,");
    await place.write("half.json", writeHankel(minimize(fromExpression("(<1/2>a)*", rational))));
    await place.write("weights.csv", "word,weight\na a,1/4\na,1/3\n");
    const half = await place.run([
      "learn",
      "half.json",
      "--from",
      "weights.csv",
      "-o",
      "m.json",
      "--equivalence",
      "bfs:3",
    ]);
    expect(half.stderr).toContain('hankel: weights.csv:3 says "1/3" after a, and the target answers "1/2"');
  });

  test("columns are named as for hankel infer, behind the log", async ({ place }) => {
    await place.write("box.mjs", MODULE);
    const rows = traces(20, 3).flatMap((word, i) =>
      door(word).map((output, at) => `t${i};${word[at]};${output}`),
    );
    await place.write("log.csv", ["user;did;saw", ...rows, ""].join("\n"));
    const args = ["learn", "box.mjs", "--equivalence", "states:5", "-q", "-o", "m.json", "--json"];
    const { code, stdout } = await place.run([
      ...args,
      "--from",
      "log.csv:session=user,input=did,output=saw",
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ states: CODE.length, log: { unknown: 0, mistakes: [] } });
    const refused = async (from: string, ...complaint: string[]) => {
      expectComplaint(await place.run([...args, "--from", from]), 2, ...complaint);
    };
    await refused(
      "log.csv:session=user,inputs=did",
      "--from log.csv: there is no inputs; behind a log stand",
    );
    await refused("log.csv:dates=day", "--from log.csv: dates: ", "dmy");
    await refused(
      "log.csv",
      "log.csv:1:1: no column is called event, activity or input",
      "session=user,event=page",
    );
  });

  test("all mistakes of a log are in the JSON object", async ({ place }) => {
    await place.write("door.json", writeHankel(minimize(fromExpression("(b|ab*a)*", boolean))));
    const wrong = Array.from({ length: 30 }, (_, i) => `- ${"a ".repeat(2 * i + 2).trim()}\n`).join("");
    await place.write("words.txt", `${wrong}+ c\n`);
    const args = ["learn", "door.json", "--from", "words.txt", "-o", "m.json"];
    const { stdout } = await place.run([...args, "--json", "-q"]);
    const { log } = JSON.parse(stdout) as { log: { unknown: number; mistakes: unknown[] } };
    expect(log.unknown).toBe(1);
    expect(log.mistakes).toHaveLength(30);
    expect(log.mistakes).toContainEqual({
      place: "words.txt:1",
      word: ["a", "a"],
      said: "false",
      answered: "true",
    });
    expect((await place.run(args)).stderr).toContain(
      "hankel: and 20 mistakes more of the log; --json has all\n",
    );
  });

  test("words that only occurred are put to a target of weights", async ({ place }) => {
    const hidden = minimize(fromExpression("(<1/2>a)*|<3>bbb", rational));
    await place.write("hidden.json", writeHankel(hidden));
    await place.write("words.txt", "a a\nb b b\n");
    const states = async (...args: string[]) => {
      const all = ["learn", "hidden.json", "--equivalence", "bfs:2", "--json", "-q", "-o", "m.json", ...args];
      return (JSON.parse((await place.run(all)).stdout) as { states: number }).states;
    };
    expect(await states()).toBe(1);
    expect(await states("--from", "words.txt")).toBeGreaterThan(1);
  });

  describe("a language model", () => {
    const LETTERS = "abcdefgh";
    /** Which letter is likely next depends on the last one; words end with probability 0.2. */
    const SPEAKER = `export const alphabet = [...${JSON.stringify(LETTERS)}];
export const next = (word) => {
  const last = word.length === 0 ? 0 : alphabet.indexOf(word.at(-1)) % 4;
  return [...alphabet.map((_, i) => (i % 4 === (last + 1) % 4 ? 0.25 : 0.05)), 0.2].map((p, _, all) => p / all.reduce((a, b) => a + b));
};
`;

    function spoken(count: number, seed: number, step = 1): string {
      const random = new Random(seed);
      const word = () => {
        const letters: string[] = [];
        for (let last = 0; random.real() >= 0.2; ) {
          const likely = random.real() < 0.625;
          const choices = Array.from(LETTERS, (_, i) => i).filter(
            (i) => (i % 4 === (last + step) % 4) === likely,
          );
          const letter = choices[random.below(choices.length)];
          letters.push(LETTERS[letter]);
          last = letter % 4;
        }
        return letters.join(" ");
      };
      return Array.from({ length: count }, () => `${word()}\n`).join("");
    }

    test("is asked less, and a log of another one is named", async ({ place }) => {
      await place.write("model.mjs", SPEAKER);
      await place.write("log.txt", spoken(4000, 1));
      await place.write("other.txt", spoken(4000, 1, 2));
      const learned = async (...args: string[]) => {
        const all = ["learn", "model.mjs", "--evaluate", "0", "--json", "-o", "m.json", ...args];
        const { stdout, stderr } = await place.run(all);
        const { states, asked, log } = JSON.parse(stdout) as { states: number; asked: number; log?: unknown };
        return { states, asked, log, stderr };
      };
      const [plain, helped, fooled] = [
        await learned(),
        await learned("--from", "log.txt", "--journal", "run.journal"),
        await learned("--from", "other.txt"),
      ];
      expect([helped.states, fooled.states]).toEqual([plain.states, plain.states]);
      expect(helped.asked).toBeLessThan(plain.asked);
      expect(helped.log).toEqual({ unknown: 0 });
      expect(fooled.log).toMatchObject({ fault: { expected: expect.any(Number) as unknown } });
      expect(fooled.stderr).toContain("hankel: other.txt was not written by this target");
      const replay = await place.run(["replay", "run.journal", "-o", "again.json"]);
      expect(replay.code).toBe(0);
      await place.run(["learn", "model.mjs", "--from", "log.txt", "--evaluate", "0", "-q", "-o", "m.json"]);
      expect(await place.read("again.json")).toBe(await place.read("m.json"));
    });

    test("has no labels in its logs, and no model that it is like", async ({ place }) => {
      await place.write("model.mjs", SPEAKER);
      await place.write("labels.txt", "+ a b\n- a\n");
      await place.write("old.json", writeHankel(fromExpression("(<1/2>a)*<1/2>", rational)));
      const refused = (file: string, ...complaint: string[]) =>
        place
          .run(["learn", "model.mjs", "--from", file, "-q"])
          .then((ended) => expectComplaint(ended, 2, ...complaint));
      await refused("labels.txt", "has labels", "--warm");
      await refused("old.json", "hankel evaluate");
    });
  });

  test("refuses a log of another kind", async ({ place }) => {
    await place.write("box.mjs", MODULE);
    await place.write("words.txt", "a b\n");
    const { code, stderr } = await place.run(["learn", "box.mjs", "--from", "words.txt"]);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain("the log has no outputs");
    expectComplaint(await place.run(["learn", "box.mjs", "--from", "gone.csv"]), 2, "gone.csv");
  });
});
