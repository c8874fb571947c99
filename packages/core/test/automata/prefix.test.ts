import { describe, expect, it } from "vitest";
import { Prefix } from "../../src/automata/distances/prefix.ts";
import { dice } from "../support/disguise.ts";
import { wordsUpTo } from "../support/reference.ts";

/** The order of dictionaries, letter by letter. */
function byLetters(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

describe("prefixes that share their beginnings", () => {
  it("are ordered as in a dictionary, and know their words", () => {
    const prefixes = new Map([["", new Prefix()]]);
    const all = [...wordsUpTo(2, 6)];
    for (const word of all.slice(1)) {
      prefixes.set(word.join(), new Prefix(prefixes.get(word.slice(0, -1).join()), word[word.length - 1]));
    }
    for (const a of all) {
      const prefix = prefixes.get(a.join()) as Prefix;
      expect([prefix.word, prefix.length]).toEqual([a, a.length]);
      for (const b of all) {
        expect(Math.sign(prefix.compare(prefixes.get(b.join()) as Prefix))).toBe(Math.sign(byLetters(a, b)));
      }
    }
  });

  it("may be long, and part anywhere", () => {
    const roll = dice(7);
    const longest = [new Prefix()];
    for (let i = 0; i < 3000; i++) longest.push(new Prefix(longest[i], 1));
    for (let tries = 0; tries < 200; tries++) {
      const at = roll(3000);
      let branch = new Prefix(longest[at], 2 * roll(2));
      const more = roll(50);
      for (let i = 0; i < more; i++) branch = new Prefix(branch, 1);
      const order = byLetters(branch.word, longest[3000].word);
      expect(Math.sign(branch.compare(longest[3000]))).toBe(Math.sign(order));
      expect(Math.sign(longest[3000].compare(branch))).toBe(-Math.sign(order));
    }
  });
});
