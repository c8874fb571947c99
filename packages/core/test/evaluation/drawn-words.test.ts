/** Words drawn from a language model: their distribution, and what they cost. */

import {
  Alphabet,
  drawWords,
  HankelError,
  type NextTeacher,
  nextTeacherOf,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { prefixesOf, randomPdfa, rowAfter, tellingPrefixes } from "../support/pdfas.ts";

const wordsOf = ({ tree, nodes }: Awaited<ReturnType<typeof drawWords>>) =>
  nodes.map((node) => tree.word(node));

/**
 * Compares how often words were drawn with how often they should be: words of up to two letters one by one, all others
 * together. Returns Pearson's χ² and its degrees of freedom.
 */
function chiSquare(target: Wdfsa<number>, drawn: readonly Word[]): { statistic: number; freedom: number } {
  const cells = new Map<string, { expected: number; found: number }>();
  let rest = 1;
  for (const { word, probability } of prefixesOf(target, 2)) {
    const exactly = probability * (rowAfter(target, word).at(-1) as number);
    if (exactly === 0) continue;
    cells.set(word.join(), { expected: exactly, found: 0 });
    rest -= exactly;
  }
  cells.set("others", { expected: rest, found: 0 });
  for (const word of drawn) {
    const cell = cells.get(word.join()) ?? cells.get("others");
    if (cell !== undefined) cell.found++;
  }
  let statistic = 0;
  for (const { expected, found } of cells.values()) {
    statistic += (found - expected * drawn.length) ** 2 / (expected * drawn.length);
  }
  return { statistic, freedom: cells.size - 1 };
}

describe("words have the model's distribution, whatever drafts them", () => {
  const drafts: Readonly<Record<string, (seed: number, target: Wdfsa<number>) => Wdfsa<number> | undefined>> =
    {
      "no automaton": () => undefined,
      "the model itself": (_, target) => target,
      "another automaton": (seed) => randomPdfa({ seed: seed + 100, states: 2, end: 0.3 }),
      "one that excludes words": (seed) => randomPdfa({ seed: seed + 200, states: 3, missing: 0.5 }),
    };
  for (const [name, draftOf] of Object.entries(drafts)) {
    test.each([true, false])(`${name}; the answers tell prefixes: %s`, async (prefixes) => {
      for (let seed = 1; seed <= 10; seed++) {
        const target = randomPdfa({ seed, states: 3, end: 0.3, missing: seed % 2 === 0 ? 0.2 : 0 });
        const teacher = prefixes ? tellingPrefixes(target) : nextTeacherOf(target);
        const draft = draftOf(seed, target);
        const drawn = wordsOf(await drawWords(teacher, { words: 2000, seed, draft }));
        const { statistic, freedom } = chiSquare(target, drawn);
        // χ² has the mean `freedom` and the variance twice that.
        expect(statistic, `seed ${seed}`).toBeLessThan(freedom + 4.5 * Math.sqrt(2 * freedom));
      }
    });
  }
});

describe("a draft", () => {
  test("saves questions where an answer tells all prefixes, and is not used where it would waste them", async () => {
    const target = randomPdfa({ seed: 3, states: 6, letters: 3 });
    const telling = tellingPrefixes(target);
    const drawn = wordsOf(await drawWords(telling, { words: 300, draft: target }));
    // The draft is always right, so no word is asked twice.
    expect(telling.asked.length).toBeLessThanOrEqual(300);
    expect(drawn.reduce((sum, word) => sum + word.length, 0)).toBeGreaterThan(300);
    const without = wordsOf(await drawWords(nextTeacherOf(target), { words: 300 }));
    expect(wordsOf(await drawWords(nextTeacherOf(target), { words: 300, draft: target }))).toEqual(without);
    expect(wordsOf(await drawWords(tellingPrefixes(target), { words: 300 }))).toEqual(without);
  });

  test("a word that reaches the limit is cut only if it does not end there", async () => {
    const target = randomPdfa({ seed: 5, states: 2, end: 0.3 });
    for (const draft of [undefined, target, randomPdfa({ seed: 6 })]) {
      const { nodes, cut, tree, row } = await drawWords(tellingPrefixes(target), {
        words: 4000,
        maxLength: 2,
        draft,
      });
      const longer = prefixesOf(target, 3).filter(({ word }) => word.length === 3);
      const expected = longer.reduce((sum, { probability }) => sum + probability, 0);
      expect(Math.abs(cut / nodes.length - expected)).toBeLessThan(4 * Math.sqrt(expected / nodes.length));
      for (const node of nodes) {
        for (let at = node; at >= 0; at = tree.parent(at)) expect(row(at)).toHaveLength(3);
      }
    }
  });
});

describe("a budget", () => {
  test("whole groups of words remain, the same as without a budget; if there is none, the error does", async () => {
    const inner = nextTeacherOf(randomPdfa({ seed: 2, letters: 4 }));
    const limited = (most: number, left = { words: most }): NextTeacher => ({
      alphabet: inner.alphabet,
      next(words) {
        left.words -= words.length;
        if (left.words < 0) throw new HankelError("budget", "the budget is spent");
        return inner.next(words);
      },
    });
    const all = wordsOf(await drawWords(inner, { words: 100, seed: 4 }));
    const some = wordsOf(await drawWords(limited(150), { words: 100, seed: 4, group: 20 }));
    expect(some.length % 20).toBe(0);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(100);
    expect(all.slice(0, some.length)).toEqual(some);
    await expect(drawWords(limited(5), { words: 100, group: 20 })).rejects.toThrow("the budget is spent");
  });
});

describe("drawing", () => {
  test("a batch for each length, every prefix once, and the first words do not depend on the number", async () => {
    const inner = nextTeacherOf(randomPdfa({ seed: 2 }));
    const batches: (readonly Word[])[] = [];
    const teacher: NextTeacher = {
      alphabet: inner.alphabet,
      next: (words) => {
        batches.push(words);
        return inner.next(words);
      },
    };
    const many = await drawWords(teacher, { words: 300, seed: 9 });
    batches.forEach((words, length) => {
      for (const word of words) expect(word).toHaveLength(length);
    });
    const asked = batches.flat().map((word) => word.join(" "));
    expect(new Set(asked).size).toBe(asked.length);
    const few = await drawWords(inner, { words: 30, seed: 9 });
    expect(wordsOf(many).slice(0, 30)).toEqual(wordsOf(few));
    expect(wordsOf(await drawWords(inner, { words: 30, seed: 10 }))).not.toEqual(wordsOf(few));
  });

  test("words that never end are cut off and counted; a run can be stopped", async () => {
    const endless: NextTeacher = {
      alphabet: new Alphabet("a"),
      next: (words) => words.map(() => Float64Array.of(1, 0)),
    };
    const { tree, nodes, cut } = await drawWords(endless, { words: 3, maxLength: 7 });
    expect(nodes.map((node) => tree.depth(node))).toEqual([7, 7, 7]);
    expect(cut).toBe(3);
    let calls = 0;
    await expect(drawWords(endless, { words: 3, cancelled: () => ++calls > 3 })).rejects.toThrow("cancelled");
    await expect(drawWords(endless, { words: 0 })).rejects.toThrow(
      "words is a whole number from 1 on, not 0",
    );
  });
});
