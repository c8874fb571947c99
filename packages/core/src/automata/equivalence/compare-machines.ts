import { type FreeWord, freeGroup } from "../../algebra/free-group.ts";
import type { Word } from "../../words/word.ts";
import { normalized, type Outputs } from "../machine.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { JoinedPairs } from "./claims.ts";

/**
 * `compareDeterministic` where the left automaton is a complete machine. In the gauge in which every final weight is 1,
 * states that agree have equal right languages, so no factors are needed: outputs are compared arc by arc, and no two are
 * ever multiplied. The right automaton may be any: where it refuses a word, or writes anything else, that word is a
 * counterexample. Pairs are visited in the same order, so the word is the same, too.
 */
export class MachineComparison {
  readonly #a: Wdfsa<FreeWord>;
  readonly #outputs: Outputs;
  readonly #pairs: JoinedPairs;
  /** What each arc writes, as the string that was compared last: equal strings compare fast if they are the same one. */
  readonly #met: FreeWord[];

  /** The left automaton and its outputs. */
  constructor(left: Wdfsa<FreeWord>, outputs: Outputs) {
    this.#a = left;
    this.#outputs = outputs;
    this.#pairs = new JoinedPairs(left.size);
    this.#met = [...outputs.arcs];
  }

  /** A shortest word for which the right automaton writes anything else, or `undefined`. It has at least one state. */
  difference(right: Wdfsa<FreeWord>): Word | undefined {
    const first = freeGroup.times(right.initialWeight, right.finalWeight[0]);
    if (first !== this.#outputs.first) return [];
    this.#pairs.reserve(right.size);
    try {
      return this.#search(right);
    } finally {
      this.#pairs.clear();
    }
  }

  #search({ target: b, arcWeight, finalWeight }: Wdfsa<FreeWord>): Word | undefined {
    const pairs = this.#pairs;
    const met = this.#met;
    const a = this.#a.target;
    const width = this.#a.alphabet.size;
    pairs.join(0, 0, -1, -1);
    for (let pair = 0; pair < pairs.count; pair++) {
      const state = pairs.right[pair];
      let left = pairs.left[pair] * width;
      let right = state * width;
      for (let letter = 0; letter < width; letter++, left++, right++) {
        const to = b[right];
        // A missing arc and a state that is not final weigh zero, which no output is.
        const weight =
          to < 0 ? freeGroup.zero : normalized(finalWeight[state], arcWeight[right], finalWeight[to]);
        if (weight !== met[left]) return [...pairs.word(pair), letter];
        met[left] = weight;
        pairs.join(a[left], to, pair, letter);
      }
    }
    return undefined;
  }
}
