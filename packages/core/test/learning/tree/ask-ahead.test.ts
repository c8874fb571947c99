/** Asking ahead: which words join a batch, for how long, and what that saves. */

import { describe, expect, it } from "vitest";
import {
  boolean,
  defaultPrices,
  exactTeacher,
  rational,
  runLearner,
  type SavingName,
  savings,
  TreeLearner,
  type Wdfsa,
  writeHankel,
} from "../../../src/index.ts";
import { AskAhead } from "../../../src/learning/tree/savings/ask-ahead.ts";
import { createSavings } from "../../../src/learning/tree/savings/index.ts";
import { ShorterSuffixes } from "../../../src/learning/tree/savings/shorter-suffixes.ts";
import { Sifted, shown, wdfsaOf } from "../../support/sifted.ts";

/** Every word lives; a counts, and b parts the states by its weight. */
const live = wdfsaOf(rational, "ab", "0 1; 1 4; 2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 1 b 5 1; 2 a 5 2; 2 b 7 0");
/** b is dead after a. */
const dying = wdfsaOf(rational, "ab", "0 1; 1 4; 2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 2 a 5 2; 2 b 7 0");

/** What each step asks when the saving is called before it. */
function steps<W>(sifted: Sifted<W>, saving: AskAhead<W>): string[] {
  const asked: string[] = [];
  while (sifted.sifting.busy) {
    saving.askAlong(sifted.sifting);
    asked.push(sifted.step());
  }
  return asked;
}

describe("asking ahead", () => {
  it("adds nothing while a leaf is below the root", () => {
    const sifted = new Sifted(live);
    expect(steps(sifted, new AskAhead())).toEqual(["ε", "a b"]);
  });

  it("asks new words the suffix of the root's live branch too, the longer word first", () => {
    const sifted = new Sifted(live);
    const saving = new AskAhead<ReturnType<typeof rational.parse>>();
    steps(sifted, saving);
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    // aa and ab are at the root. Without the saving: aa, then aab and abb.
    expect(steps(sifted, saving)).toEqual(["aab abb aa", "", "aaab aabb aaa", ""]);
    // Words that are held start below the root: they are asked one suffix only.
    sifted.sifting.release();
    expect(steps(sifted, saving)).toEqual(["bb"]);
  });

  it("stops for good at the first word that weighs nothing", () => {
    const sifted = new Sifted(dying);
    const saving = new AskAhead<ReturnType<typeof rational.parse>>();
    steps(sifted, saving);
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    // ab weighs nothing, so abb is in vain; aaa and aab are not asked ahead.
    expect(steps(sifted, saving)).toEqual(["aab abb aa", "", "aaa", "aaab aabb"]);
  });

  it("asks nothing where 1 is the only non-zero weight", () => {
    const sifted = new Sifted(wdfsaOf(boolean, "ab", "0 true; 1 true; 0 a true 1; 0 b true 0; 1 a true 0"));
    const saving = new AskAhead<boolean>();
    steps(sifted, saving);
    saving.askAlong(sifted.sifting);
    expect(sifted.observations.wants).toBe(false);
  });
});

describe("a run with the saving", () => {
  const counts = (target: Wdfsa<ReturnType<typeof rational.parse>>, names: readonly SavingName[]) => {
    const learner = new TreeLearner(rational, target.alphabet, { savings: names });
    const batches: string[] = [];
    const { automaton } = runLearner(learner, exactTeacher(target), {
      observe: (question) => {
        if (question.kind === "weigh") batches.push(shown(question.words));
      },
    });
    return { automaton, batches };
  };

  it("asks the same words in fewer rounds if every word lives", () => {
    const [textbook, ahead] = [counts(live, []), counts(live, ["ask-ahead"])];
    expect(writeHankel(ahead.automaton)).toBe(writeHankel(textbook.automaton));
    expect(ahead.batches.flatMap((batch) => batch.split(" ")).toSorted()).toEqual(
      textbook.batches.flatMap((batch) => batch.split(" ")).toSorted(),
    );
    expect(textbook.batches).toEqual(["ε", "a b", "aa", "ab ba", "aaa aba", "aab", "aaaa aaba"]);
    expect(ahead.batches).toEqual(["ε", "a b", "aa", "aaa aba ab ba", "aaaa aaba aab"]);
  });
});

describe("the savings by name", () => {
  const ask = () => {
    throw new Error("nothing to ask");
  };

  it("are made in the order of the names, all of them by default", () => {
    expect(Object.keys(savings)).toEqual(["shorter-suffixes", "ask-ahead"]);
    const kinds = (names?: readonly SavingName[]) =>
      createSavings(ask, defaultPrices, names).map((saving) => saving.constructor);
    expect(kinds()).toEqual([ShorterSuffixes, AskAhead]);
    expect(kinds(["ask-ahead", "shorter-suffixes"])).toEqual([AskAhead, ShorterSuffixes]);
    expect(kinds([])).toEqual([]);
  });

  it("get the prices", () => {
    const [saving] = createSavings(ask, { word: 3, letter: 1 }, ["shorter-suffixes"]);
    expect(saving.holdsAfterSplit?.(1, new Array(8).fill(0))).toBe(false);
    expect(saving.holdsAfterSplit?.(1, new Array(9).fill(0))).toBe(true);
  });

  it("are refused if one is unknown, even if it is the name of something else", () => {
    for (const name of ["thrift", "toString"]) {
      expect(() => createSavings(ask, defaultPrices, ["ask-ahead", name as SavingName])).toThrow(
        `unknown saving "${name}"; known are shorter-suffixes, ask-ahead`,
      );
    }
  });
});
