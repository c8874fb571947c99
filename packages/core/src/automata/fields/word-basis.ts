import { type Letter, linkedWord, type Word } from "../../words/word.ts";

/**
 * The row vectors λ μ(x) of an automaton, in a form that suits its field, and a growing basis of them. V is a vector, C the
 * coordinates of a vector in the basis.
 */
export interface WordSpace<V, C> {
  /** λ, or `undefined` if it is zero. */
  readonly initial: V | undefined;
  /** The vectors v μ(a), by increasing letter; those that are zero may be left out. */
  successors(vector: V): Iterable<readonly [Letter, V]>;
  /** The coordinates of a vector in the basis; `undefined` if it is outside the space, and then it is added. */
  add(vector: V): C | undefined;
}

/** A word of the basis and a letter, whose vector depends on the words of the basis before it. */
export interface DependentWord<C> {
  readonly word: number;
  readonly letter: Letter;
  readonly coordinates: C;
}

/** A basis of words: the first words, in shortlex order, whose vectors do not depend on those of earlier words. */
export class WordBasis<V, C> {
  /** Each word is that of an earlier number and a letter; -1 for ε. */
  readonly from: number[] = [];
  readonly by: Letter[] = [];
  readonly lengths: number[] = [];
  readonly vectors: V[] = [];
  /** The words of the basis followed by a letter that are outside the basis; where none is given, the vector is zero. */
  readonly dependent: DependentWord<C>[] = [];

  /** The number of words. */
  get size(): number {
    return this.from.length;
  }

  word(index: number): Word {
    return wordAt(this, index);
  }

  words(): Word[] {
    return spelled(this);
  }

  push(from: number, by: Letter, vector: V): void {
    this.from.push(from);
    this.by.push(by);
    this.lengths.push(from < 0 ? 0 : this.lengths[from] + 1);
    this.vectors.push(vector);
  }
}

/**
 * The basis of the words of a space, which is closed under prefixes. Words are tried in shortlex order, and only those
 * whose vector is new are extended: if x depends on earlier words, x·a depends on those words followed by a, which come
 * before x·a. So up to every length the words found span what all words span. Stops at the first word whose vector passes
 * `stop`, which is then the last one of the basis, and before words of more than `longest` letters.
 */
export function wordBasis<V, C>(
  space: WordSpace<V, C>,
  stop: (vector: V) => boolean = () => false,
  longest = Number.POSITIVE_INFINITY,
): { readonly basis: WordBasis<V, C>; readonly stopped: boolean } {
  const basis = new WordBasis<V, C>();
  if (space.initial === undefined) return { basis, stopped: false };
  space.add(space.initial);
  basis.push(-1, -1, space.initial);
  if (stop(space.initial)) return { basis, stopped: true };
  for (let word = 0; word < basis.size && basis.lengths[word] < longest; word++) {
    for (const [letter, vector] of space.successors(basis.vectors[word])) {
      const coordinates = space.add(vector);
      if (coordinates !== undefined) basis.dependent.push({ word, letter, coordinates });
      else {
        basis.push(word, letter, vector);
        if (stop(vector)) return { basis, stopped: true };
      }
    }
  }
  return { basis, stopped: false };
}

/** Words that show the rank of a language: its Hankel matrix has full rank on these prefixes and suffixes. */
export interface HankelBasis {
  readonly prefixes: readonly Word[];
  readonly suffixes: readonly Word[];
}

/** Words, each by the number of an earlier one and a letter; -1 for ε. */
interface LinkedWords {
  readonly from: readonly number[];
  readonly by: readonly Letter[];
}

/** A word basis, the weight of each of its words, and the coordinates of the words behind it. */
export interface SolvedBasis<W> extends LinkedWords {
  readonly weights: readonly W[];
  readonly dependent: readonly DependentWord<Iterable<readonly [number, W]>>[];
}

/** The letters of a word. */
export function wordAt({ from, by }: LinkedWords, index: number): Word {
  return linkedWord(from, by, index);
}

/** All words. */
export function spelled(words: LinkedWords): Word[] {
  return words.from.map((_, index) => wordAt(words, index));
}
