/** Modules in worker threads. */

import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createLearner, parseEquivalence, rational } from "@hankel/core";
import { findsOf, learnLive, openModule } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { expectedWeight, workplace } from "./support/boxes.ts";
import { heldClock } from "./support/held-clock.ts";

const COUNT = "export const weigh = (word) => 2 ** word.filter((x) => x === 'a').length;";
const HEAD = "export const alphabet = 'ab'; export const semifield = 'rational';";
const asked = Array.from({ length: 500 }, (_, i) =>
  Array.from({ length: i % 9 }, (_letter, j) => (i >> j) & 1),
);

async function ask(
  source: string,
  words: readonly number[][],
  options: { workers?: number; timeout?: number; batch?: number } = {},
) {
  using place = workplace();
  const box = await openModule({ path: place.file("box.mjs", source), ...options });
  try {
    return await box.weigh(words);
  } finally {
    await box.close();
  }
}

describe("a module", () => {
  it("answers in order, from one thread or several", async () => {
    for (const workers of [1, 3]) {
      expect(await ask(`${HEAD} ${COUNT}`, asked, { workers })).toEqual(asked.map(expectedWeight));
    }
  });

  it("may return promises, strings and bigints", async () => {
    const later = "export const weigh = async (word) => { await null; return String(word.length) + '/2'; };";
    expect(await ask(`${HEAD} ${later}`, [[0], [0, 1]])).toEqual([rational.parse("1/2"), 1]);
    const big = "export const weigh = (word) => 2n ** BigInt(100 * word.length);";
    expect(await ask(`${HEAD} ${big}`, [[0]])).toEqual([rational.parse(String(2n ** 100n))]);
  });

  it("may export one object and find counterexamples", async () => {
    using place = workplace();
    const source = `export default { alphabet: ["a", "b"], semifield: "boolean",
      weigh: (word) => word.length % 2 === 0,
      findCounterexample: ({ states }) => (states < 2 ? ["a", "b"] : null) };`;
    const box = await openModule({ path: place.file("box.mjs", source) });
    expect(findsOf(box)).toBe("counterexamples");
    const setting = { seed: 1, words: () => [], box: findsOf(box), samples: box.draw !== undefined };
    const result = await learnLive(box, {
      createLearner: (setting) => createLearner(setting),
      tests: parseEquivalence("box", setting),
    });
    await box.close();
    expect(result.automaton.size).toBe(2);
    expect(result.statement).toMatch(/the black box looked for a counterexample and found none/u);
  });

  it("may draw samples", async () => {
    using place = workplace();
    const source = `${HEAD} ${COUNT} export const sample = (n, seed) => Array.from({ length: n }, () => seed % 2 ? "ab" : "ba");`;
    const box = await openModule({ path: place.file("box.mjs", source) });
    expect(await box.draw?.(2, 3)).toEqual([
      [0, 1],
      [0, 1],
    ]);
    await box.close();
  });

  it("may be TypeScript", async () => {
    const path = fileURLToPath(new URL("../../../examples/teachers/typescript/coffee.ts", import.meta.url));
    const box = await openModule({ path });
    expect(await box.weigh([[], [0], [0, 0, 0], [1]])).toEqual([0, 3, 6, 4]);
    await box.close();
  });

  it.each([
    [HEAD, "it exports no function `weigh`"],
    [COUNT, 'named neither its "semifield" nor its "machine"'],
    ["throw new Error('broken');", "broken"],
    ["export const x = ;", "Unexpected token"],
    ["process.exit(3);", "exit code 3"],
    [`${HEAD} export const weigh = () => { throw new Error("no idea"); };`, "failed on a: it says: no idea"],
    [`${HEAD} export const weigh = () => NaN;`, "failed on a: the answer for a"],
    [
      `${HEAD} export const weigh = () => undefined;`,
      "failed on a: the answer for a: nothing is not a weight of rational",
    ],
    [`${HEAD} export const weigh = () => process.exit(1);`, "failed on a: the thread ended (exit code 1)"],
  ])("that is broken is an error: %s", async (source, message) => {
    await expect(ask(source, [[0]])).rejects.toThrow(message);
  });

  it("that exceeds the time limit is ended, and the error names the word", async () => {
    using place = workplace();
    const mark = place.file("loops", "");
    const told = `import fs from "node:fs"; const loop = () => { fs.appendFileSync(${JSON.stringify(mark)}, "x"); for (;;); };`;
    const loops = `${told} ${HEAD} export const weigh = (word) => (word.join("") === "bab" ? loop() : 1);`;
    const words = asked.slice(0, 60);
    using clock = heldClock();
    // Whenever the thread is in its loop, the time for an answer passes.
    let seen = 0;
    const watch = setInterval(() => {
      const { size } = statSync(mark);
      if (size > seen) clock.pass(20_000);
      seen = size;
    }, 10);
    await expect(ask(loops, [...words, [1, 0, 1]], { timeout: 20 })).rejects.toThrow(
      /failed on bab: no answer within 20 s/u,
    );
    clearInterval(watch);
    expect(seen).toBeGreaterThan(0);
  });

  it("that does not exist is an error", async () => {
    await expect(openModule({ path: "no-such-module.mjs" })).rejects.toThrow(
      /cannot read no-such-module.mjs/u,
    );
  });
});
