/** Compares what the library says of a language with what the reference says, word by word and as a whole. */

import type { Wdfsa } from "@hankel/core";
import { expect } from "vitest";
import { dice } from "./disguise.ts";
import { firstDifferenceByPairs, type Plain, plain, weighByDefinition, wordsUpTo } from "./reference.ts";

/** About this many short words, and this many long ones, are weighed. */
const SHORT_WORDS = 40;
const LONG_WORDS = 8;

/** All words up to the length at which they become many, and some that stay in the automaton for long. */
export function tellingWords<R>(language: Plain<R>, seed = 1): number[][] {
  const { letters, states } = language;
  const length = letters < 2 ? states + 1 : Math.floor(Math.log(SHORT_WORDS) / Math.log(letters));
  const roll = dice(seed);
  const long = Array.from({ length: LONG_WORDS }, () => wordAlongArcs(language, 2 * states + 1, roll));
  return [...wordsUpTo(letters, length), ...long];
}

/** A random word whose run ends late: most random words of a sparse automaton weigh nothing. */
function wordAlongArcs<R>(language: Plain<R>, most: number, roll: (bound: number) => number): number[] {
  const word: number[] = [];
  let state = 0;
  for (const length = roll(most + 1); word.length < length; ) {
    const arcs = [...(language.arcs.get(state) ?? [])];
    if (arcs.length === 0) break;
    const [letter, { to }] = arcs[roll(arcs.length)];
    word.push(letter);
    state = to;
  }
  return word;
}

/** Words, with the weights that the library gives them, as the reference weighs them. */
export function expectReferenceWeights<W, R>(
  algebra: Wdfsa<W>["algebra"],
  weighed: Iterable<readonly [readonly number[], W]>,
  language: Plain<R>,
): void {
  const { k } = language;
  const wrong: string[] = [];
  for (const [word, weight] of weighed) {
    const got = algebra.format(weight);
    if (!k.equals(k.read(got), weighByDefinition(language, word))) wrong.push(`[${word}] weighs ${got}`);
  }
  expect(wrong).toEqual([]);
}

/** Is an automaton one of the language? The weights of words decide, as the library computes them and by definition. */
export function expectLanguage<W, R>(automaton: Wdfsa<W>, language: Plain<R>): void {
  const words = tellingWords(language);
  expectReferenceWeights(
    automaton.algebra,
    words.map((word) => [word, automaton.weigh(word)] as const),
    language,
  );
  expect(firstDifferenceByPairs(plain(automaton, language.k), language)?.length).toBeUndefined();
}
