import { removeEpsilon, type Wfsa } from "@hankel/core";
import { expect } from "vitest";
import { wordsUpTo } from "./reference.ts";

/** Does the automaton give every short word the weight that is expected? */
export function expectWeights(automaton: Wfsa<unknown>, expected: (word: number[]) => unknown): void {
  const { algebra } = automaton;
  const plain = removeEpsilon(automaton);
  for (const word of wordsUpTo(automaton.alphabet.size, 3)) {
    const [found, wanted] = [plain.weigh(word), expected(word)];
    if (!algebra.equals(found, wanted)) {
      expect(`${word}: ${algebra.format(found)}`).toBe(`${word}: ${algebra.format(wanted)}`);
    }
  }
}
