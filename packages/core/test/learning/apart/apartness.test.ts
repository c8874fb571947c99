import { expect, it } from "vitest";
import { Observations, realWithin } from "../../../src/index.ts";
import { Apartness } from "../../../src/learning/apart/apartness.ts";
import { automatonOf } from "../../support/wfsas.ts";

/** More rounds than so few states need. */
const ROUNDS = 50;

it("ends where a word is within the tolerance of several states that are apart", () => {
  const algebra = realWithin(0.1);
  // The final weights 1.05 and 1.25 are apart; 1.15 is equal to both.
  const target = automatonOf(
    algebra,
    "> 0 1; 0 a 1 2; 0 b 1 1; 1 a 1 2; 1 b 1 1; 2 a 1 2; 2 b 1 0; 0 1.05; 1 1.15; 2 1.25",
  );
  const observations = new Observations(algebra, 2);
  const apartness = new Apartness(target.alphabet, observations, { word: 1, letter: 1 });
  const answer = () => observations.record(observations.wanted().words.map((word) => target.weigh(word)));
  const settle = () => {
    for (let round = 0; round < ROUNDS && apartness.busy; round++) {
      apartness.want();
      answer();
      apartness.advance();
    }
    return [apartness.busy, apartness.states];
  };
  /** Doubts that a letter leads from the first state to itself. */
  const doubt = (letter: number, suffix: readonly number[]) => {
    observations.want(observations.node(0, suffix));
    observations.want(observations.node(0, [letter, ...suffix]));
    answer();
    apartness.doubt(0, letter, suffix);
  };
  expect(settle()).toEqual([false, 1]);
  doubt(0, [0]);
  expect(settle()).toEqual([false, 2]);
  doubt(1, [1]);
  expect(settle()).toEqual([false, 3]);
});
