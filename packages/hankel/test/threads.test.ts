/** What is computed in parts on several threads: it is the same for any number of them, whatever becomes of them. */

import {
  Alphabet,
  fromExpression,
  type HankelError,
  type InferSample,
  infer,
  minimize,
  Random,
  rational,
  readHankel,
  sample,
  wordTable,
  writeHankel,
} from "@hankel/core";
import { describe, expect } from "vitest";
import { learnFrom } from "../src/infer/learn.ts";
import { drawnText } from "../src/sample/draw.ts";
import { drawnLines, type Given, PART } from "../src/sample/drawn-lines.ts";
import type { Here } from "../src/threads/common.ts";
import { inParts } from "../src/threads/in-parts.ts";
import { test } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

const THREADS = [1, 2, 3];

const random = new Random(5);
const words = (count: number, length: number) =>
  Array.from({ length: count }, () => Array.from({ length }, () => random.below(4)));

/** Small samples of every kind for which several models are tried. */
const observed = words(120, 8);
const ones = observed.map((word) => word.filter((letter) => letter === 1).length % 3);
const flat = {
  alphabet: Alphabet.letters(4),
  letters: Int32Array.from(observed.flat()),
  starts: Int32Array.from({ length: observed.length + 1 }, (_, i) => 8 * i),
};
const SAMPLES: readonly InferSample[] = [
  { kind: "words", ...flat, counts: Float64Array.from(ones, (one) => one + 1) },
  { kind: "labelled", ...flat, labels: Int8Array.from(ones, (one) => (one === 0 ? 1 : 0)) },
  { kind: "mealy", ...flat, outputs: new Alphabet("xy"), seen: flat.letters.map((letter) => letter % 2) },
  {
    kind: "moore",
    ...flat,
    outputs: new Alphabet("xy"),
    seen: Int32Array.from(observed.flatMap((word) => [0, ...word.map((letter) => letter % 2)])),
  },
];

const coin = minimize(fromExpression("((<1/4>a)|(<1/2>b))*<1/4>", rational));

/** What the other threads are given to draw words, so many parts. */
function drawing(parts: number, changes: Partial<Given["drawing"]> = {}): Given {
  const count = parts * PART - 1;
  const { symbols } = coin.alphabet;
  return {
    table: wordTable(coin),
    drawing: { seed: 3, count, maxLetters: 1e7, ...changes },
    symbols,
    pautomac: false,
  };
}

/** A division in which this thread waits at its first part until all others are taken. */
function division(parts: number, threads: number, { given, here = given }: { given: Given; here?: Given }) {
  return {
    job: "words",
    given: () => given,
    here: ({ common }: Here) => {
      const compute = drawnLines(here);
      return (part: number) => {
        const others = threads > 1 ? parts : 0;
        while (Atomics.load(common.memory, 0) < others)
          Atomics.wait(common.memory, 0, Atomics.load(common.memory, 0), 1);
        return compute(part);
      };
    },
    parts,
    threads,
  } as const;
}

const text = (alphabet: Alphabet) => (word: readonly number[]) => `${alphabet.format(word)}\n`;

describe("threads", () => {
  test.for(SAMPLES)("models are the same for any number of them: $kind", async (observations) => {
    const watched = { signal: new AbortController().signal, progress: () => {} };
    for (const options of [{}, { measure: { measure: "bayes", parameter: 0.5 }, seed: 2 } as const]) {
      if (observations.kind !== "words" && "measure" in options) continue;
      const learned = (threads: number) => learnFrom(observations, { ...options, threads }, 0, watched, 0);
      const expected = infer(observations, { ...options.measure, seed: options.seed });
      for (const threads of THREADS) expect(await learned(threads)).toEqual(expected);
    }
  });

  test("infer prints and writes the same for any number of them", async ({ place }) => {
    const lines = words(5200, 10).map((word) => `${word.join(" ")}\n`);
    await place.write("words.txt", lines.join(""));
    const run = async (threads: number) => {
      const args = ["infer", "words.txt", "-q", "--json", "-o", "model.json", "--threads", String(threads)];
      return { ...(await place.run(args)), model: await place.read("model.json") };
    };
    const one = await run(1);
    expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('"tried":[{') });
    for (const threads of [2, 3]) expect(await run(threads)).toEqual(one);
  });

  test("sample draws the same words for any number of them, and those of the library", async ({ place }) => {
    await place.write("coin.json", writeHankel(coin));
    const count = 250_001;
    const expected = sample(coin, { count, seed: 9 }).map(text(coin.alphabet)).join("");
    for (const threads of THREADS) {
      const args = ["sample", "coin.json", "-n", String(count), "--seed", "9", "--threads", String(threads)];
      expect(await place.print(...args)).toBe(expected);
    }
    const pautomac = ["sample", "coin.json", "-n", String(count), "--pautomac", "--threads"];
    expect(await place.print(...pautomac, "2")).toBe(await place.print(...pautomac, "1"));
  });

  test("sample says the same where its budget of letters ends", async () => {
    const maxLetters = 50_000;
    const options = { count: 250_000, seed: 2, maxLetters };
    const expected = (() => {
      try {
        return sample(coin, options).length;
      } catch (error) {
        return error;
      }
    })();
    expect(expected).toMatchObject({
      code: "budget",
      message: expect.stringMatching(/1\d{4} of 250000 words/u),
    });
    for (const threads of THREADS)
      await expect(drawnText(coin, { ...options, pautomac: false, threads })).rejects.toEqual(expected);
  });

  test("the results come in order, and other threads have computed some", async () => {
    const given = drawing(6);
    const expected = drawnLines(given);
    // The others write other symbols, to be seen.
    const others = { ...given, symbols: ["x", "y"] };
    for (const threads of [2, 3]) {
      const texts: string[] = [];
      for await (const part of inParts(division(6, threads, { given: others, here: given })))
        texts.push(part?.text ?? "");
      const ours = texts.filter((one) => !/x/u.test(one));
      expect(ours.length).toBe(1);
      texts.forEach((one, part) => {
        expect(one.replaceAll("x", "a").replaceAll("y", "b")).toBe(expected(part)?.text);
      });
    }
  });

  test("an error of another thread arrives with its code, after the parts before it", async () => {
    const given = drawing(4, { maxLetters: -1 });
    const parts: number[] = [];
    const run = async () => {
      for await (const part of inParts(division(4, 2, { given, here: drawing(4) })))
        parts.push(part?.letters ?? 0);
    };
    await expect(run()).rejects.toMatchObject({
      name: "HankelError",
      code: "usage",
      message: "a budget of letters is a number from 0 on, not -1",
    } satisfies Partial<HankelError>);
    expect(parts.length).toBeLessThan(4);
  });

  test("the parts of threads that die are computed here", async () => {
    const given = drawing(3);
    const broken = { ...given, symbols: ["a", "a"] };
    const texts: (string | undefined)[] = [];
    const plain = { ...division(3, 3, { given: broken }), here: () => drawnLines(given) };
    for await (const part of inParts(plain)) texts.push(part?.text);
    expect(texts).toEqual([0, 1, 2].map((part) => drawnLines(given)(part)?.text));
  });

  test("whoever stops gets what was begun, and nothing is left running", async () => {
    const given = drawing(200);
    const running = () => process.getActiveResourcesInfo().filter((name) => name !== "Timeout");
    const before = running();
    let done = 0;
    const stopping = { ...division(200, 3, { given }), here: () => drawnLines(given) };
    const stopped = () => (done >= 2 ? ("cancelled" as const) : undefined);
    const results: unknown[] = [];
    for await (const part of inParts({ ...stopping, stopped })) {
      done++;
      results.push(part);
    }
    expect(results.length).toBe(200);
    expect(results[0]).toBeDefined();
    expect(results.at(-1)).toBeUndefined();
    // And so does whoever wants no more.
    for await (const _ of inParts(stopping)) break;
    expect(running()).toEqual(before);
  });

  test("a second signal ends the command with its threads", async ({ place }) => {
    await place.write(
      "noise.txt",
      words(1000, 40)
        .map((word, i) => `${i % 2 === 0 ? "+" : "-"} ${word.join(" ")}\n`)
        .join(""),
    );
    const running = new RunningCommand(place, ["infer", "noise.txt", "-o", "m.json", "--threads", "3"]);
    await running.until(/read [\d,]+ events/u);
    running.child.kill("SIGQUIT");
    expect(await running.ended).toEqual({ code: 131, by: null });
    expect(await place.files()).toEqual(["noise.txt"]);
    const limited = await place.spawn([
      "infer",
      "noise.txt",
      "-o",
      "m.json",
      "--threads",
      "3",
      "--max-seconds",
      "1",
    ]);
    expect(limited.code).toBe(4);
    expect(readHankel(await place.read("m.json")).size).toBeGreaterThan(0);
  });
});
