import type { Field, ReadonlyWeights, Weights } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import { type BlockField, GrowingBlock } from "../../linear/exact.ts";
import type { Letter, Word } from "../../words/word.ts";
import { type Asker, askWanted } from "../asking.ts";
import type { Asking } from "../protocol.ts";
import type { BlockWords } from "./block-words.ts";

/** The field that is computed in: what a weight is in it, usually itself, for ratios a residue; and how values are compared. */
export interface Scalars<W, V> {
  readonly field: BlockField<V>;
  of(weight: W): V;
  /** How far two values are from each other; 0 only if they are equal. */
  distance(a: V, b: V): number;
  /** Are two values equal, as far as one can tell after so many products? */
  agree(a: V, b: V, factors: number): boolean;
}

/** Values of an exact field. */
export function exactScalars<W, V>(field: Field<V>, of: (weight: W) => V): Scalars<W, V> {
  const agree = (a: V, b: V) => field.equals(a, b);
  return { field, of, agree, distance: (a, b) => (agree(a, b) ? 0 : 1) };
}

/** The coordinates of the rows of p·a in the rows of the basis words: the transitions of the hypothesis. They grow with the block. */
export class Coordinates<W, V> {
  readonly words: BlockWords<W>;
  readonly scalars: Scalars<W, V>;
  /** Keeps the coordinates of p·a by its number. */
  readonly #block: GrowingBlock<V>;
  /** L(p) of the basis words. */
  readonly #finals: V[] = [];

  constructor(words: BlockWords<W>, scalars: Scalars<W, V>) {
    this.words = words;
    this.scalars = scalars;
    this.#block = new GrowingBlock(scalars.field);
  }

  get field(): BlockField<V> {
    return this.scalars.field;
  }

  /** How many basis words there are. */
  get size(): number {
    return this.#block.size;
  }

  /** How many words p·a have coordinates: those that `complete` has seen. */
  get known(): number {
    return this.#block.kept.length;
  }

  /** How many basis words have a known weight. */
  get finals(): number {
    return this.#finals.length;
  }

  /** The words p·a that are no basis words and have coordinates, in shortlex order. */
  openRows(): number[] {
    return this.words.openRows().filter((row) => row < this.known);
  }

  /** The coordinates of p·a; only the first `size` entries count. */
  row(row: number): ReadonlyWeights<V> {
    return this.#block.kept[row];
  }

  /** L(p·s) for all basis words p. */
  column(suffix: Word): V[] {
    return this.words.prefixes.slice(0, this.size).map((node) => this.weight(node, suffix));
  }

  /** What the block does not explain of L(x·s), for a word x = p·a and a suffix s with the column H(P, s). */
  excess(row: number, suffix: Word, column: readonly V[]): V {
    const { plus, negate } = this.field;
    const own = this.weight(row < 0 ? 0 : this.words.rows[row], suffix);
    return row < 0 ? own : plus(own, negate(this.#block.product(this.row(row), column)));
  }

  /** Makes p·a a basis word, or at first ε (row -1), and a suffix a column. Their `excess` is not zero. */
  grow(row: number, suffix: Word): void {
    const column = this.column(suffix);
    const own = row < 0 ? this.field.array(0) : this.row(row);
    const rests = this.#block.kept.map((_, other) => this.excess(other, suffix, column));
    this.#block.grow(own, column, row < 0 ? this.excess(row, suffix, column) : rests[row], rests);
  }

  /**
   * Adds words p·a to the basis, and suffixes to the block, as long as each pair adds a dimension. The weights of all
   * words of the block followed by these suffixes are known. Returns how many were added.
   *
   * These are every word p·a, shortest first, that the block does not explain on one of the suffixes. A word that it explains on
   * all of them stays explained, so one pass is enough.
   */
  extend(suffixes: readonly Word[]): number {
    const { words, field } = this;
    const left = [...suffixes];
    let columns = left.map((suffix) => this.column(suffix));
    const before = words.size;
    for (const row of before === 0 ? [-1] : this.openRows()) {
      const at = left.findIndex((suffix, i) => !field.isZero(this.excess(row, suffix, columns[i])));
      if (at < 0) continue;
      const [suffix] = left.splice(at, 1);
      this.grow(row, suffix);
      words.grow(row, suffix);
      if (left.length === 0) break;
      columns = left.map((other) => this.column(other));
    }
    return words.size - before;
  }

  /** Computes the coordinates of the words p·a that have none yet. Their weights must be known. */
  complete(): void {
    this.#completeTo(this.words.rows.length, this.size);
  }

  /**
   * Computes what another one, over another field, has for the same words. Returns false if the block has a lower rank
   * here.
   */
  rebuild(other: Pick<Coordinates<W, unknown>, "size" | "known" | "finals">): boolean {
    const { words } = this;
    const { plus, negate, isZero } = this.field;
    for (let i = 0; i < other.size; i++) {
      const suffix = words.suffixes[i];
      const row = words.suffixes.slice(0, i).map((before) => this.weight(words.prefixes[i], before));
      const [own, column] = [this.#block.coordinates(row), this.column(suffix)];
      const excess = plus(this.weight(words.prefixes[i], suffix), negate(this.#block.product(own, column)));
      if (isZero(excess)) return false;
      this.#block.grow(own, column, excess);
    }
    this.#completeTo(other.known, other.finals);
    return true;
  }

  #completeTo(rows: number, finals: number): void {
    const { words } = this;
    for (let row = this.known; row < rows; row++) {
      this.#block.keep(words.suffixes.map((suffix) => this.weight(words.rows[row], suffix)));
    }
    for (let basis = this.#finals.length; basis < finals; basis++) {
      this.#finals.push(this.scalars.of(words.observations.weight(words.prefixes[basis])));
    }
  }

  /** L of the word of a node followed by a suffix. */
  weight(node: number, suffix: Word): V {
    lookUp(1 + suffix.length);
    return this.scalars.of(this.words.weight(node, suffix));
  }

  /** The coordinates of ε: 1 for the first basis word. */
  start(): Weights<V> {
    const vector = this.field.array(this.size);
    if (this.size > 0) vector[0] = this.field.one;
    return vector;
  }

  /** The coordinates after another letter: v μ(a). */
  step(vector: ReadonlyWeights<V>, letter: Letter): Weights<V> {
    const { plus, times, isZero, array } = this.field;
    const { words, size } = this;
    const next = array(size);
    for (let i = 0; i < size; i++) {
      const factor = vector[i];
      if (isZero(factor)) continue;
      lookUp(size);
      const row = i * words.letters + letter;
      const basis = words.basisOf(row);
      if (basis >= 0) {
        next[basis] = plus(next[basis], factor);
        continue;
      }
      const coordinates = this.row(row);
      for (let j = 0; j < size; j++) {
        if (!isZero(coordinates[j])) next[j] = plus(next[j], times(factor, coordinates[j]));
      }
    }
    return next;
  }

  /** The coordinates of all prefixes of a word, by the hypothesis. */
  along(word: Word): ReadonlyWeights<V>[] {
    const vectors: ReadonlyWeights<V>[] = [this.start()];
    for (let i = 0; i < word.length; i++) vectors.push(this.step(vectors[i], word[i]));
    return vectors;
  }

  /** Σ v(p) ⊗ L(p·s) over the basis words p: the weight of what follows, as far as the coordinates are right. */
  follow(vector: ReadonlyWeights<V>, suffix: Word): V {
    const { zero, plus, times, isZero } = this.field;
    let sum = zero;
    for (let i = 0; i < this.size; i++) {
      if (isZero(vector[i])) continue;
      sum = plus(sum, times(vector[i], this.weight(this.words.prefixes[i], suffix)));
    }
    return sum;
  }

  /** Wants the words whose weights `follow` needs. */
  wantToFollow(vector: ReadonlyWeights<V>, suffix: Word): void {
    const { observations, prefixes } = this.words;
    for (let i = 0; i < this.size; i++) {
      lookUp(1 + suffix.length);
      if (!this.field.isZero(vector[i])) observations.want(observations.node(prefixes[i], suffix));
    }
  }

  /** Does the hypothesis weigh a word, whose own weight is known, otherwise than the language? */
  isWrong(word: Word): boolean {
    const [first, last] = [this.start(), this.along(word)[word.length]];
    return !this.scalars.agree(this.follow(first, word), this.follow(last, []), word.length + 1);
  }

  /** The first basis word after which the hypothesis weighs a suffix of the block otherwise; -1 if there is none. */
  wrongBefore(suffix: Word): number {
    const [futures, column] = [this.futures(suffix), this.column(suffix)];
    return futures.findIndex((future, basis) => this.scalars.distance(future, column[basis]) > 0);
  }

  /** The weights by which the hypothesis continues each basis word with a suffix: μ(s) ρ. */
  futures(suffix: Word): V[] {
    let future: readonly V[] = this.#finals;
    for (let i = suffix.length - 1; i >= 0; i--) {
      const before = future;
      future = before.map((_, basis) =>
        this.#block.product(this.row(basis * this.words.letters + suffix[i]), before),
      );
    }
    return [...future];
  }
}

/**
 * Rivest and Schapire's search, over a field (docs/theory/fields.md, 14.3). For a word w and the coordinates v of its prefixes by the
 * hypothesis, put
 *
 *     f(i) = Σ v(w[..i])(p) ⊗ L(p · w[i..]) over the basis words p.
 *
 * Then f(0) = L(w), and f(n) is the hypothesis' weight. Where f(i) ≠ f(i + 1), the row of some p·a with a = w[i] is wrong on
 * the suffix w[i+1..], which is returned; the word must be wrong. Each f(i) takes one batch, with a word for every coordinate that
 * is not zero.
 *
 * Floats differ a little at every step. There the search keeps to a part of the word where f changes at least as much as
 * on average, which by the triangle inequality one of two parts does. Over an exact field the distance is 0 or 1.
 *
 * The suffix becomes a column, whose words are asked for all rows, so it should be short: the search first looks for the
 * power of two at whose distance from the end f has changed, and then between that and the one before.
 */
export function* breakingSuffix<W, V>(
  asker: Asker<W>,
  coordinates: Coordinates<W, V>,
  word: Word,
): Asking<W, Word, W, never> {
  const n = word.length;
  const { scalars } = coordinates;
  const vectors = coordinates.along(word);
  const value = (at: number) => coordinates.follow(vectors[at], word.slice(at));
  /** How much f changes per letter. */
  const average = scalars.distance(value(0), value(n)) / n;
  function* breaks(at: number, end: number): Asking<W, boolean, W, never> {
    for (const place of [at, end]) coordinates.wantToFollow(vectors[place], word.slice(place));
    yield* askWanted(asker, { kind: "counterexample", word });
    const distance = scalars.distance(value(at), value(end));
    return distance > 0 && distance >= average * (end - at);
  }
  let [low, high] = [0, n];
  // f is as at the end at the distance 2^near, or at 0 if `near` is -1, and has changed at 2^far, or at the beginning.
  let [near, far] = [-1, Math.ceil(Math.log2(n))];
  while (far - near > 1) {
    const middle = (near + far) >> 1;
    const at = n - 2 ** middle;
    if (yield* breaks(at, high)) [far, low] = [middle, at];
    else [near, high] = [middle, at];
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (yield* breaks(middle, high)) low = middle;
    else high = middle;
  }
  return word.slice(high);
}
