/** Asking ahead: which words join a batch, for how long, and what that saves. */

import { describe, expect, it } from "vitest";
import { boolean, exactTeacher, rational, runLearner, TreeLearner } from "../../../src/index.ts";
import { Sifted, shown, wdfsaOf } from "../../support/sifted.ts";

/** Every word lives; a counts, and b parts the states by its weight. */
const live = wdfsaOf(rational, "ab", "0 1; 1 4; 2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 1 b 5 1; 2 a 5 2; 2 b 7 0");
/** b is dead after a. */
const dying = wdfsaOf(rational, "ab", "0 1; 1 4; 2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 2 a 5 2; 2 b 7 0");

/** What each step asks if words are asked ahead. */
function steps<W>(sifted: Sifted<W>): string[] {
  const asked: string[] = [];
  while (sifted.sifting.busy) {
    sifted.sifting.wantAhead();
    asked.push(sifted.step());
  }
  return asked;
}

describe("asking ahead", () => {
  it("adds nothing while a leaf is below the root", () => {
    expect(steps(new Sifted(live))).toEqual(["ε", "a b"]);
  });

  it("asks new words the suffix of the root's live branch too, the longer word first", () => {
    const sifted = new Sifted(live);
    steps(sifted);
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    // aa and ab are at the root. Without asking ahead: aa, then aab and abb.
    expect(steps(sifted)).toEqual(["aab abb aa", "", "aaab aabb aaa", ""]);
    // Words that are held start below the root: they are asked one suffix only.
    sifted.sifting.release();
    expect(steps(sifted)).toEqual(["bb"]);
  });

  it("stops for good at the first word that weighs nothing", () => {
    const sifted = new Sifted(dying);
    steps(sifted);
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    // ab weighs nothing, so abb is in vain; aaa and aab are not asked ahead.
    expect(steps(sifted)).toEqual(["aab abb aa", "", "aaa", "aaab aabb"]);
  });

  it("asks nothing where 1 is the only non-zero weight", () => {
    const sifted = new Sifted(wdfsaOf(boolean, "ab", "0 true; 1 true; 0 a true 1; 0 b true 0; 1 a true 0"));
    steps(sifted);
    sifted.sifting.wantAhead();
    expect(sifted.observations.wants).toBe(false);
  });

  it("asks the same words in fewer rounds if every word lives", () => {
    const batches: string[] = [];
    runLearner(new TreeLearner(rational, live.alphabet), exactTeacher(live), {
      observe: (question) => {
        if (question.kind === "weigh") batches.push(shown(question.batch.words));
      },
    });
    expect(batches).toEqual(["ε", "a b", "aa", "aaa aba ab ba", "aaaa aaba aab"]);
    // One level of the tree at a time.
    const textbook = ["ε", "a b", "aa", "ab ba", "aaa aba", "aab", "aaaa aaba"];
    const words = (rounds: readonly string[]) => rounds.flatMap((batch) => batch.split(" ")).toSorted();
    expect(words(batches)).toEqual(words(textbook));
  });
});
