import type { Word } from "../../words/word.ts";
import { type LeastSuffixes, leastSuffix, leastSuffixes } from "../minimal/least-suffixes.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { JoinedPairs } from "./claims.ts";

/**
 * `compareDeterministic` where 1 is the only weight but zero: Hopcroft and Karp's original algorithm, without factors and
 * therefore without contradictions. It visits pairs in the same order, so it finds the same word.
 */
export class UnweightedComparison<W> {
  readonly #a: Wdfsa<W>;
  readonly #suffixesA: () => LeastSuffixes;
  readonly #accepts: Uint8Array;
  readonly #pairs: JoinedPairs;

  /** The left automaton is trim. */
  constructor(left: Wdfsa<W>, suffixes: () => LeastSuffixes) {
    this.#a = left;
    this.#suffixesA = suffixes;
    this.#accepts = Uint8Array.from({ length: left.size }, (_, state) =>
      left.algebra.isZero(left.finalWeight[state]) ? 0 : 1,
    );
    this.#pairs = new JoinedPairs(left.size);
  }

  /** A shortest word that one of the two accepts and the other does not, or `undefined`. */
  difference(b: Wdfsa<W>): Word | undefined {
    this.#pairs.reserve(b.size);
    try {
      this.#search(b);
      return this.#pairs.best;
    } finally {
      this.#pairs.clear();
    }
  }

  #search(b: Wdfsa<W>): void {
    const { algebra, finalWeight } = b;
    const a = this.#a.target;
    const width = this.#a.alphabet.size;
    const right = b.target;
    const accepts = this.#accepts;
    const pairs = this.#pairs;
    const suffixesB = { known: undefined as LeastSuffixes | undefined };
    pairs.join(0, 0, -1, -1);
    if ((accepts[0] === 1) === algebra.isZero(finalWeight[0])) pairs.differ(0, []);
    for (let pair = 0; pair < pairs.count; pair++) {
      const length = pairs.depth[pair] + 1;
      let atLeft = pairs.left[pair] * width;
      let atRight = pairs.right[pair] * width;
      for (let letter = 0; letter < width; letter++, atLeft++, atRight++) {
        if (length >= pairs.bestLength) return;
        const p = a[atLeft];
        const q = right[atRight];
        if (p >= 0 && q >= 0) {
          if (!pairs.join(p, q, pair, letter)) continue;
          if ((accepts[p] === 1) === algebra.isZero(finalWeight[q])) pairs.differ(pairs.count - 1, []);
        } else if (p >= 0) {
          pairs.differ(pair, [letter, ...leastSuffix(this.#a, this.#suffixesA(), p)]);
        } else if (q >= 0) {
          suffixesB.known ??= leastSuffixes(b);
          // The right automaton need not be trim: a dead state accepts nothing.
          if (suffixesB.known.length[q] < 0) continue;
          pairs.differ(pair, [letter, ...leastSuffix(b, suffixesB.known, q)]);
        }
      }
    }
  }
}
