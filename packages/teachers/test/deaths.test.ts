/** When a word is to blame for the deaths of workers, in simulated time. docs/fleet.md states these numbers. */

import { Random } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { Deaths, type Fate, UNHARMED } from "../src/pool/deaths.ts";

class Hand {
  time = 0;
  readonly clock = { now: () => this.time, after: () => () => {} };
}

/** A fleet of eight that was at work for some seconds, in each of which so many of its workers died. */
function fleetAfter(
  seconds: number,
  dyingPerSecond: number,
): { readonly deaths: Deaths; readonly hand: Hand } {
  const hand = new Hand();
  const deaths = new Deaths(hand.clock);
  for (let second = 0; second < seconds; second++) {
    hand.time += 1000;
    for (let worker = 0; worker < 8; worker++) {
      if (worker < dyingPerSecond) deaths.died(UNHARMED, 1000);
      else deaths.survived(1000);
    }
  }
  return { deaths, hand };
}

/** How many workers die with a word, each after so many milliseconds, until it is to blame. */
function deathsUntilBlamed(deaths: Deaths, last: number): number {
  for (let fate = deaths.died(UNHARMED, last); ; fate = deaths.died(fate, last))
    if (deaths.verdict(fate) === "guilty") return fate.deaths;
}

describe("a word that kills its worker within a second is to blame", () => {
  test.each([
    ["after 4 deaths in a quiet fleet that has been at work for a minute", 60, 0, 4],
    ["after 7 deaths if it comes first of all", 0, 0, 7],
    ["after 15 deaths where one of eight workers dies every second", 300, 1, 15],
  ])("%s", (_, seconds, dying, expected) => {
    expect(deathsUntilBlamed(fleetAfter(seconds, dying).deaths, 300)).toBe(expected);
  });
});

test("a word that takes half a minute to kill its worker is to blame after ten deaths, though nobody else is at work", () => {
  expect(deathsUntilBlamed(fleetAfter(0, 0).deaths, 30_000)).toBe(10);
});

test("one death is suspect in a quiet fleet, and chance where workers die often", () => {
  for (const [dying, verdict] of [
    [0, "suspect"],
    [1, "chance"],
  ] as const) {
    const { deaths } = fleetAfter(120, dying);
    expect(deaths.verdict(deaths.died(UNHARMED, 300))).toBe(verdict);
  }
});

test("a fleet that was quiet for long and then is not blames no word: what was long ago has faded", () => {
  const { deaths, hand } = fleetAfter(3600, 0);
  // A word that is unlucky at each of its first three tries, while one more worker dies every second.
  let fate: Fate = UNHARMED;
  for (let second = 0; second < 3; second++) {
    hand.time += 1000;
    deaths.died(UNHARMED, 1000);
    for (let worker = 0; worker < 6; worker++) deaths.survived(1000);
    fate = deaths.died(fate, 300);
  }
  expect(deaths.verdict(fate)).toBe("suspect");
});

/**
 * Words one after the other in fleets of some workers, each of which lives for so many seconds on average. A word takes up to so many
 * seconds. Returns how many words were blamed, all of them innocent.
 */
function innocentsBlamed(seed: number, workers: number, life: number, longest: number): number {
  const random = new Random(seed);
  const hand = new Hand();
  const deaths = new Deaths(hand.clock);
  let blamed = 0;
  for (let word = 0; word < 2000; word++) {
    const takes = 1000 * longest * random.real();
    let fate: Fate = UNHARMED;
    for (let done = false; !done; ) {
      const lives = -1000 * life * Math.log(1 - random.real());
      done = lives >= takes;
      hand.time += Math.min(lives, takes) / workers;
      if (done) deaths.survived(takes);
      else {
        fate = deaths.died(fate, lives);
        done = deaths.verdict(fate) === "guilty";
        if (done) blamed++;
      }
    }
  }
  return blamed;
}

test.each([
  [1, 8, 0.6],
  [8, 8, 0.6],
  [3, 9, 2],
  [8, 2, 2],
  [1, 5, 5],
  [100, 60, 30],
])(
  "where %d workers live for %d s each and a word takes up to %d s, no innocent is blamed",
  (workers, life, longest) => {
    for (let seed = 1; seed <= 10; seed++)
      expect({ seed, blamed: innocentsBlamed(seed, workers, life, longest) }).toEqual({ seed, blamed: 0 });
  },
);
