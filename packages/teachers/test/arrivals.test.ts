/** A black box may tell answers as they arrive, or leave it at those that it returns. */

import { Alphabet, breadthFirst, createLearner, rational, type Word, weightsIn } from "@hankel/core";
import { type BlackBox, Journal, learnLive, type WeighOptions } from "@hankel/teachers";
import { array, assert, asyncProperty, integer, nat, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { kindlessHeader } from "./support/bare-header.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

const alphabet = new Alphabet("ab");
const weightOf = (word: Word) => 2 ** word.filter((letter) => letter === 0).length;

/** Learns the powers of two, whose box tells what it likes before it returns the answers. */
async function learned(tell: (answers: readonly number[], arrived: Arrived) => void, returned = identity) {
  const asked: string[] = [];
  const box: BlackBox<unknown> = {
    alphabet,
    kind: weightsIn(rational),
    async weigh(words, { arrived }: WeighOptions<unknown> = {}) {
      asked.push(...words.map((word) => word.join("")));
      const answers = words.map(weightOf);
      tell(answers, arrived ?? (() => {}));
      return returned(answers);
    },
  };
  const [main, early] = [new MemoryStorage(), new MemoryStorage()];
  const header = { ...kindlessHeader, semifield: "rational", alphabet: ["a", "b"] } as const;
  const journal = new Journal("run.jsonl", header, { main, early });
  const { outcome, reason, automaton } = await learnLive(box, {
    createLearner: (setting) => createLearner(setting),
    tests: [breadthFirst(5)],
    journal,
  });
  return { outcome, reason, states: automaton.size, asked, journal: main.text, early: early.text };
}

type Arrived = (from: number, answers: readonly number[]) => void;
const identity = (answers: readonly number[]) => answers;

describe("answers", () => {
  it("need not be told before they are returned", async () => {
    const whole = await learned((answers, arrived) => arrived(0, answers));
    expect(whole).toMatchObject({ outcome: "accepted", states: 1, early: "" });
    expect(await learned(() => {})).toEqual(whole);
  });

  it("may be told in part and in any order: each counts once", async () => {
    const whole = await learned(() => {});
    const tellings = array(tuple(nat(30), integer({ min: 1, max: 5 })), { maxLength: 8 });
    await assert(
      asyncProperty(tellings, async (pieces) => {
        const found = await learned((answers, arrived) => {
          const told = new Set<number>();
          for (const [from, count] of pieces) {
            const piece = answers.slice(from, from + count);
            const places = piece.map((_, i) => from + i);
            if (piece.length === 0 || places.some((place) => told.has(place))) continue;
            for (const place of places) told.add(place);
            arrived(from, piece);
          }
        });
        expect(found).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it("must be as many as the words", async () => {
    const few = await learned(
      () => {},
      (answers) => answers.slice(1),
    );
    expect(few).toMatchObject({ outcome: "failed", reason: "asked for 1 weight, got 0" });
    const none = await learned(
      () => {},
      () => undefined as never,
    );
    expect(none).toMatchObject({ outcome: "failed", reason: "asked for 1 weight, got none" });
  });
});
