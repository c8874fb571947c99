/** Options that only watch change nothing, and a budget means the same on every path. */

import { describe, expect } from "vitest";
import { test } from "./support/hankel.ts";

const LEARNERS = ["tree", "table", "apart"] as const;
const WATCHING = [["--events", "e.jsonl"], ["--journal", "j.jsonl"], ["--show"], ["--quiet"]] as const;

/** A program that says on standard error what it was asked. */
const BOX = `
const say = (line) => process.stdout.write(line + "\\n");
const count = (text, letter) => text.split(letter).length - 1;
const weight = (text) => (/bbb/.test(text) ? 0 : 2 ** (count(text, "a") % 5));
say(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, weigh } = JSON.parse(line);
    for (const word of weigh) console.error("asked " + word.join(""));
    say(JSON.stringify({ id, weights: weigh.map((word) => weight(word.join(""))) }));
  }
});
`;

const askedIn = (stderr: string) => [...stderr.matchAll(/^asked (\w*)$/gmu)].map(([, word]) => word);

interface Counts {
  readonly questions: number;
  readonly rounds: number;
  readonly symbols: number;
  readonly equivalences: number;
}

function counts(json: string): Counts {
  const { questions, rounds, symbols, equivalences } = JSON.parse(json) as Counts;
  return { questions, rounds, symbols, equivalences };
}

describe.concurrent("options that only watch", () => {
  test.for(LEARNERS)("change nothing for a file: %s", async (learner, { place }) => {
    await place.print("random", "--states", "25", "--seed", "4", "--out", "t.json");
    const learn = ["learn", "t.json", "--learner", learner, "--json", "--out"];
    const plain = await place.run([...learn, "plain.json"]);
    for (const [i, options] of WATCHING.entries()) {
      const watched = await place.run([...learn, `${i}.json`, ...options]);
      expect(watched.code).toBe(0);
      expect(counts(watched.stdout)).toEqual(counts(plain.stdout));
      expect(await place.read(`${i}.json`)).toBe(await place.read("plain.json"));
    }
    // The words themselves, in their order: those that --show tells are those of the journal.
    const told = await place.run([...learn, "s.json", "--show"]);
    const shown = [...told.stderr.matchAll(/^ {2}(\S+) +weighs /gmu)].map(([, word]) =>
      word.replace("ε", ""),
    );
    const journal = (await place.read("j.jsonl")).split("\n").filter((line) => line.startsWith('{"word"'));
    const words = journal.map((line) => (JSON.parse(line) as { word: string[] }).word.join(""));
    expect(words).toHaveLength(counts(plain.stdout).questions);
    let at = -1;
    for (const word of shown) expect((at = words.indexOf(word, at + 1))).toBeGreaterThanOrEqual(0);
    const printed = await place.run(["learn", "t.json", "--learner", learner]);
    expect(printed.stdout).toBe(await place.read("plain.json"));
  });

  test.for(LEARNERS)("change nothing for a black box: %s", async (learner, { place }) => {
    await place.write("box.mjs", BOX);
    const learn = async (out: string, ...options: string[]) => {
      const box = ["--", process.execPath, "box.mjs"];
      const ended = await place.run([
        "learn",
        "--learner",
        learner,
        "--with",
        "batch=1",
        "--out",
        out,
        ...options,
        ...box,
      ]);
      expect(ended.code).toBe(0);
      return { asked: askedIn(ended.stderr), text: await place.read(out) };
    };
    const plain = await learn("plain.json");
    expect(plain.asked.length).toBeGreaterThan(100);
    for (const [i, options] of [...WATCHING, ["--json"]].entries()) {
      expect(await learn(`${i}.json`, ...options)).toEqual(plain);
    }
  });
});

describe.concurrent("a budget", () => {
  test.for(LEARNERS)(
    "of questions is the same with and without a journal, for a file: %s",
    async (learner, { place }) => {
      await place.print("random", "--states", "60", "--seed", "2", "--out", "t.json");
      const learn = ["learn", "t.json", "--learner", learner, "--max-questions", "50", "--json", "--out"];
      const plain = await place.run([...learn, "p.json"]);
      const journalled = await place.run([...learn, "j.json", "--journal", "j"]);
      expect([plain.code, journalled.code]).toEqual([4, 4]);
      expect(counts(journalled.stdout)).toEqual(counts(plain.stdout));
      expect(counts(plain.stdout).questions).toBeLessThanOrEqual(50);
      expect(plain.stderr).toBe(journalled.stderr);
      expect(plain.stderr).not.toContain("not regular");
      expect(await place.read("j.json")).toBe(await place.read("p.json"));
    },
  );

  test("of questions holds for everything that a black box is asked, also when it is resumed", async ({
    place,
  }) => {
    await place.write("box.mjs", BOX);
    const learn = (...options: string[]) =>
      place.run(["learn", "--out", "l.json", ...options, "--", process.execPath, "box.mjs"]);
    for (const [most, options] of [
      ["40", []],
      ["300", []],
      ["300", ["--repeat", "2", "--recheck", "3"]],
    ] as const) {
      const ended = await learn("--max-questions", most, ...options);
      expect(ended.code).toBe(4);
      expect(askedIn(ended.stderr).length).toBeLessThanOrEqual(Number(most));
    }
    const first = await learn("--max-questions", "200", "--journal", "j");
    const again = await learn("--max-questions", "200", "--journal", "j");
    expect([first.code, again.code]).toEqual([4, 4]);
    expect(askedIn(again.stderr)).toEqual([]);
    const more = await learn("--max-questions", "280", "--journal", "j");
    expect(askedIn(first.stderr).length + askedIn(more.stderr).length).toBeLessThanOrEqual(280);
  });
});
