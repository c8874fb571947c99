/** A pool whose lanes come and go and are not equally fast, in virtual time. */

import { Alphabet, HankelError, type Word } from "@hankel/core";
import { expect, test } from "vitest";
import { type Lane, LaneFailure } from "../src/pool/lane.ts";
import { Pool } from "../src/pool/pool.ts";
import { SimulatedClock } from "./simulation/simulated-clock.ts";

/** A lane that takes some milliseconds for a word, `copies` words at a time, and counts its words. */
class SimulatedMachine implements Lane<string> {
  readonly depth = 2;
  state: "ready" | "recovering" | "dead" = "ready";
  reason = "";
  onChange = () => {};
  readonly copies: number;
  /** The sizes of its requests. */
  readonly sizes: number[] = [];
  readonly words: string[] = [];
  readonly #clock: SimulatedClock;
  readonly #perWord: number;
  readonly #fail: (words: readonly Word[]) => LaneFailure | undefined;
  #free = 0;

  constructor(
    clock: SimulatedClock,
    perWord: number,
    copies = 1,
    fail: (words: readonly Word[]) => LaneFailure | undefined = () => undefined,
  ) {
    this.#clock = clock;
    this.#perWord = perWord;
    this.copies = copies;
    this.#fail = fail;
  }

  weigh(words: readonly Word[]): Promise<{ readonly weights: readonly string[] }> {
    this.sizes.push(words.length);
    const start = Math.max(this.#free, this.#clock.now());
    this.#free = start + 0.5 + this.#perWord * Math.ceil(words.length / this.copies);
    return new Promise((resolve, reject) => {
      this.#clock.after(this.#free - this.#clock.now(), () => {
        const failure = this.#fail(words);
        if (failure !== undefined) reject(failure);
        else {
          this.words.push(...words.map((word) => word.join("")));
          resolve({ weights: words.map((word) => word.join("")) });
        }
      });
    });
  }

  close = () => Promise.resolve();
}

const words = (count: number): Word[] =>
  Array.from({ length: count }, (_, i) => [...(i + 1).toString(2)].slice(1).map(Number));

function fleet(clock: SimulatedClock, shun: (word: Word) => readonly object[] = () => []): Pool<string> {
  return new Pool<string>([], new Alphabet("ab"), { clock, ahead: 20, shun });
}

test("an empty pool waits for its first lane, and a lane that joins is used at once", async () => {
  const clock = new SimulatedClock();
  const pool = fleet(clock);
  const [first, second] = [new SimulatedMachine(clock, 10), new SimulatedMachine(clock, 10)];
  clock.after(1000, () => pool.add(first));
  clock.after(1500, () => pool.add(second));
  const asked = words(200);
  expect(await clock.until(pool.weigh(asked))).toEqual(asked.map((word) => word.join("")));
  // 50 words alone, then 150 together.
  expect(clock.now()).toBeLessThan(1000 + 500 + 750 + 150);
  expect(second.words.length).toBeGreaterThan(50);
});

test("a lane ten times as fast does about ten times as much", async () => {
  const clock = new SimulatedClock();
  const pool = fleet(clock);
  const [fast, slow] = [new SimulatedMachine(clock, 1), new SimulatedMachine(clock, 10)];
  pool.add(fast);
  pool.add(slow);
  for (let round = 0; round < 5; round++) await clock.until(pool.weigh(words(220)));
  expect(fast.words.length / slow.words.length).toBeGreaterThan(5);
  // Alone, the fast one would need 220 ms a round.
  expect(clock.now()).toBeLessThan(5 * 240);
});

test("a lane of four copies gets words for all of them, one request for a round", async () => {
  const clock = new SimulatedClock();
  const pool = fleet(clock);
  const [one, four] = [new SimulatedMachine(clock, 1000), new SimulatedMachine(clock, 1000, 4)];
  pool.add(one);
  pool.add(four);
  for (let round = 0; round < 4; round++) await clock.until(pool.weigh(words(5)));
  const before = clock.now();
  await clock.until(pool.weigh(words(5)));
  expect(clock.now() - before).toBeLessThan(1100);
  expect([one.sizes.at(-1), four.sizes.at(-1)]).toEqual([1, 4]);
});

test("words that are asked again go to others, as long as there are any", async () => {
  const clock = new SimulatedClock();
  const lanes = [new SimulatedMachine(clock, 1), new SimulatedMachine(clock, 1)];
  const pool = fleet(clock, () => [lanes[0]]);
  for (const lane of lanes) pool.add(lane);
  await clock.until(pool.weigh(words(6), { again: true }));
  expect(lanes.map((lane) => lane.words.length)).toEqual([0, 6]);
  lanes[1].state = "dead";
  await clock.until(pool.weigh(words(6), { again: true }));
  expect(lanes[0].words.length).toBe(6);
});

test("a word that fails on one machine is answered by another", async () => {
  const clock = new SimulatedClock();
  const pool = fleet(clock);
  const broken = () => new LaneFailure("out of memory");
  const [bad, good] = [new SimulatedMachine(clock, 1, 1, broken), new SimulatedMachine(clock, 1)];
  pool.add(bad);
  pool.add(good);
  expect(await clock.until(pool.weigh(words(40)))).toHaveLength(40);
  expect(good.words.length).toBe(40);
});

test("a piece that is lost again and again is suspect in the end, and its word is named", async () => {
  const clock = new SimulatedClock();
  const pool = fleet(clock);
  const lost = (asked: readonly Word[]) =>
    asked.some((word) => word.join("") === "01") ? new LaneFailure("lost", { suspect: false }) : undefined;
  pool.add(new SimulatedMachine(clock, 1, 1, lost));
  await expect(clock.until(pool.weigh(words(8)))).rejects.toThrow(/the black box failed on ab: lost/u);
});

test("a failure from outside ends the batch under way, and all later ones", async () => {
  const clock = new SimulatedClock();
  const pool = fleet(clock);
  pool.add(new SimulatedMachine(clock, 10));
  clock.after(30, () => pool.fail(new HankelError("teacher", "a contradiction")));
  await expect(clock.until(pool.weigh(words(50)))).rejects.toThrow("a contradiction");
  await expect(pool.weigh(words(1))).rejects.toThrow("a contradiction");
});

test("a machine that has found the failing word by itself is believed: no halves, and one more machine is asked", async () => {
  const clock = new SimulatedClock();
  const pool = fleet(clock);
  const fails = (asked: readonly Word[]) => {
    const at = asked.findIndex((word) => word.join("") === "01");
    return at < 0 ? undefined : new LaneFailure("out of memory", { at });
  };
  const machines = [1, 1].map((perWord) => new SimulatedMachine(clock, perWord, 1, fails));
  for (const machine of machines) pool.add(machine);
  await clock.until(pool.weigh(words(4)));
  for (const machine of machines) machine.sizes.length = 0;
  await expect(clock.until(pool.weigh(words(60)))).rejects.toThrow(
    "the black box failed on ab: out of memory",
  );
  expect(machines.flatMap(({ sizes }) => sizes).filter((size) => size === 1)).toHaveLength(1);
});
