import type { Random } from "../../random.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Dfa } from "./dfa.ts";

/** Words have up to so many letters, and for larger automata up to so many for each state. */
const LETTERS = 20;
const LETTERS_PER_STATE = 2;

/** The longest words that are drawn for a DFA. */
export function longestDrawn(dfa: Dfa, longest = Number.POSITIVE_INFINITY): number {
  return Math.min(longest, Math.max(LETTERS, LETTERS_PER_STATE * dfa.label.length));
}

/**
 * Draws words on which a DFA is judged (docs/theory/acceptors.md, §18). Every length up to `longest` is as likely. Half of the words
 * have letters drawn at random. The other half is drawn by walks: each label that the DFA gives to words of this length is as
 * likely, and so is each of its words; in half of these, one letter is then drawn again, so that they lie near the boundary of a label.
 */
export class DrawnWords {
  readonly longest: number;
  readonly #dfa: Dfa;
  readonly #random: Random;
  readonly #labels: readonly number[];
  /** For each number of letters, state and label: the share of words that lead from the state to the label. */
  readonly #share: Float64Array[] = [];

  constructor(dfa: Dfa, random: Random, longest = longestDrawn(dfa)) {
    this.#dfa = dfa;
    this.#random = random;
    this.longest = longest;
    this.#labels = [...new Set(dfa.label)];
    this.#count();
  }

  next(): Word {
    const random = this.#random;
    const length = random.below(this.longest + 1);
    if (random.below(2) === 0) return this.#anyWord(length);
    const possible = this.#labels.flatMap((_, kind) => (this.#share[length][kind] > 0 ? [kind] : []));
    const word = this.#walk(length, possible[random.below(possible.length)]);
    if (random.below(2) === 1 && length > 0) word[random.below(length)] = random.below(this.#dfa.letters);
    return word;
  }

  /** A word with random letters. */
  random(): Word {
    return this.#anyWord(this.#random.below(this.longest + 1));
  }

  /** For each label, so many words by walks: every length that has such a word is as likely, and each of its words. */
  ofEachLabel(count: number): Word[] {
    return this.#labels.flatMap((_, kind) => {
      const lengths = this.#share.flatMap((share, length) => (share[kind] > 0 ? [length] : []));
      return Array.from({ length: lengths.length > 0 ? count : 0 }, () =>
        this.#walk(lengths[this.#random.below(lengths.length)], kind),
      );
    });
  }

  #anyWord(length: number): Letter[] {
    return Array.from({ length }, () => this.#random.below(this.#dfa.letters));
  }

  #walk(length: number, kind: number): Letter[] {
    const { letters, target } = this.#dfa;
    const kinds = this.#labels.length;
    const word: Letter[] = [];
    for (let left = length - 1, state = 0; left >= 0; left--) {
      const shares = Array.from(
        { length: letters },
        (_, a) => this.#share[left][target[state * letters + a] * kinds + kind],
      );
      let rest = this.#random.real() * shares.reduce((sum, share) => sum + share, 0);
      let letter = shares.findLastIndex((share) => share > 0);
      for (let a = 0; a < letter; a++) {
        if (rest < shares[a]) letter = a;
        else rest -= shares[a];
      }
      word.push(letter);
      state = target[state * letters + letter];
    }
    return word;
  }

  #count(): void {
    const { letters, target, label } = this.#dfa;
    const kinds = this.#labels.length;
    const first = new Float64Array(label.length * kinds);
    label.forEach((of, state) => {
      first[state * kinds + this.#labels.indexOf(of)] = 1;
    });
    this.#share.push(first);
    for (let length = 1; length <= this.longest; length++) {
      const before = this.#share[length - 1];
      const share = new Float64Array(before.length);
      for (let arc = 0; arc < target.length; arc++) {
        const from = Math.floor(arc / letters) * kinds;
        for (let kind = 0; kind < kinds; kind++)
          share[from + kind] += before[target[arc] * kinds + kind] / letters;
      }
      this.#share.push(share);
    }
  }
}
