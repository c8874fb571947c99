import { isField } from "../../../algebra/semifield.ts";
import type { Automaton } from "../../../automata/convert.ts";
import { basisOf } from "../../../automata/fields/reduce.ts";
import type { HankelBasis } from "../../../automata/fields/word-spaces.ts";
import { Wfsa } from "../../../automata/wfsa.ts";
import { countOf } from "../../../errors.ts";
import type { Random } from "../../../random.ts";
import { distinct } from "../../../words/prefix-tree.ts";
import { allWords, countAllWords, type Letter, type Word } from "../../../words/word.ts";
import type { Claim } from "../equivalence-test.ts";
import {
  ANY_LETTER,
  DEFAULT_LENGTHS,
  drawLength,
  drawWord,
  FACTOR,
  LONGEST_WALK,
  MORE_LETTERS,
  meanWalk,
  power,
} from "./random-words.ts";

/** A repeated factor is repeated so often at most: long words cost much. */
const MOST_REPEATS = 64;

/** Several tests ask for the words of the same hypothesis. */
const known = new WeakMap<object, LinearWords>();

/**
 * Words that test a hypothesis over a field that need not be deterministic. Instead of words that lead to its states and
 * suffixes that tell them apart, there are prefixes P and suffixes S on which its Hankel matrix has full rank r.
 *
 * If the hypothesis agrees with a language of rank at most r + m on P·Σ^{≤m+1}·S, they are equal (docs/theory/fields.md, 14.9).
 */
export class LinearWords {
  readonly #letters: number;
  /** The letters that the hypothesis has arcs for. */
  readonly #live: readonly Letter[];
  readonly #basis: HankelBasis;

  private constructor(hypothesis: Wfsa<unknown>) {
    this.#letters = hypothesis.alphabet.size;
    this.#live = [...new Set(Array.from(hypothesis.letter))].filter((letter) => letter >= 0);
    this.#basis = basisOf(hypothesis);
  }

  /** The words of a hypothesis that a learner of automata over a field made; `undefined` for a deterministic automaton. */
  static of<W>(hypothesis: Automaton<W>): LinearWords | undefined {
    if (!(hypothesis instanceof Wfsa) || !isField(hypothesis.algebra)) return undefined;
    const words = known.get(hypothesis) ?? new LinearWords(hypothesis);
    known.set(hypothesis, words);
    return words;
  }

  /** The rank of the hypothesis. */
  get rank(): number {
    return this.#basis.prefixes.length;
  }

  /** How many letters the words of P·Σ·S have at most; 0 if the hypothesis is zero. */
  get longest(): number {
    if (this.rank === 0) return 0;
    const most = (words: readonly Word[]) => words.reduce((length, word) => Math.max(length, word.length), 0);
    return most(this.#basis.prefixes) + 1 + most(this.#basis.suffixes);
  }

  /** P·Σ^{≤m+1}·S, the shortest middles first; every word of up to m letters if the hypothesis is zero. */
  complete(extra: number): Generator<Word> {
    return distinct(this.#complete(extra), this.#letters);
  }

  *#complete(extra: number): Generator<Word> {
    const { prefixes, suffixes } = this.#basis;
    if (prefixes.length === 0) {
      yield* allWords(this.#letters, extra);
      return;
    }
    for (const middle of allWords(this.#letters, extra + 1)) {
      for (const prefix of prefixes) for (const suffix of suffixes) yield [...prefix, ...middle, ...suffix];
    }
  }

  /** How many words `complete` has if all are different. */
  mostComplete(extra: number): number {
    const { prefixes, suffixes } = this.#basis;
    if (prefixes.length === 0) return countAllWords(this.#letters, extra);
    return prefixes.length * suffixes.length * countAllWords(this.#letters, extra + 1);
  }

  /** Each prefix left by each letter so often: some more random letters, and a suffix. */
  *detours(rounds: number, random: Random): Generator<Word> {
    const { prefixes, suffixes } = this.#basis;
    for (let round = 0; round < rounds; round++) {
      if (prefixes.length === 0) yield drawWord(random, this.#letters, DEFAULT_LENGTHS);
      for (const prefix of prefixes) {
        for (let letter = 0; letter < this.#letters; letter++) {
          const more = drawWord(random, this.#letters, MORE_LETTERS);
          yield [...prefix, letter, ...more, ...drawn(suffixes, random)];
        }
      }
    }
  }

  /** A prefix, a short random factor that is repeated up to once more than the rank, and a suffix. */
  *loops(count: number, random: Random): Generator<Word> {
    const { prefixes, suffixes } = this.#basis;
    for (let i = 0; i < count && this.#letters > 0; i++) {
      const length = 1 + drawLength(random, FACTOR);
      const factor = Array.from({ length }, () => random.below(this.#letters));
      const times = 2 + random.below(Math.min(MOST_REPEATS, this.rank + 1));
      yield [...drawn(prefixes, random), ...power(factor, times), ...drawn(suffixes, random)];
    }
  }

  /** Random words, mostly over letters that the hypothesis has arcs for, about three times as long as its rank. */
  *walks(count: number, random: Random): Generator<Word> {
    const live = this.#live;
    const lengths = { mean: meanWalk(this.rank) };
    for (let i = 0; i < count; i++) {
      const length = this.#letters === 0 ? 0 : Math.min(LONGEST_WALK, drawLength(random, lengths));
      yield Array.from({ length }, (): Letter => {
        const any = live.length === 0 || random.below(ANY_LETTER) === 0;
        return any ? random.below(this.#letters) : live[random.below(live.length)];
      });
    }
  }

  /** What `complete` and `detours` try, for a claim. */
  aboutStates(rounds: number): string {
    if (this.rank === 0) return countOf(rounds, "random word");
    const each = `each of ${countOf(this.rank, "independent row")} was left by each of ${countOf(this.#letters, "letter")}`;
    return `${each}, once with all suffixes of the basis and ${countOf(rounds, "time")} with a random detour`;
  }
}

function drawn(words: readonly Word[], random: Random): Word {
  return words.length === 0 ? [] : words[random.below(words.length)];
}

/** The claim of a complete test: about states, or about the rank if the hypothesis is a `Wfsa` over a field. */
export function completeClaim<W>(hypothesis: Automaton<W>, extraStates: number): Claim {
  const rank = LinearWords.of(hypothesis)?.rank;
  return { kind: "complete", extraStates, ...(rank !== undefined && { rank }) };
}
