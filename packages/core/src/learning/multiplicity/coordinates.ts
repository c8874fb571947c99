import type { ReadonlyWeights, Weights } from "../../algebra/semifield.ts";
import { type BlockField, GrowingBlock } from "../../linear/exact.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { BlockWords } from "./block-words.ts";

/** The field that is computed in, and what a weight is in it: usually itself, for ratios a residue. */
export interface Scalars<W, V> {
  readonly field: BlockField<V>;
  of(weight: W): V;
}

/**
 * The coordinates of the rows of p·a in the rows of the basis words: the transitions of the hypothesis. They grow with the
 * block. If a row x and a suffix t are added, a row with coordinates c gets c - f ⊗ c(x), and f as its last one; here
 * f = e ⊗ δ⁻¹, where e and δ are what the block leaves of the two rows on t (`excess`). That is O(size) products per row.
 */
export class Coordinates<W, V> {
  readonly words: BlockWords<W>;
  readonly #scalars: Scalars<W, V>;
  readonly #block: GrowingBlock<V>;
  /** The coordinates of p·a by its number; only the first `size` entries count. */
  readonly #rows: Weights<V>[] = [];
  #capacity = 8;
  /** L(p) of the basis words. */
  readonly #finals: V[] = [];

  constructor(words: BlockWords<W>, scalars: Scalars<W, V>) {
    this.words = words;
    this.#scalars = scalars;
    this.#block = new GrowingBlock(scalars.field);
  }

  get field(): BlockField<V> {
    return this.#scalars.field;
  }

  /** How many basis words there are. */
  get size(): number {
    return this.#block.size;
  }

  /** How many words p·a have coordinates: those that `complete` has seen. */
  get known(): number {
    return this.#rows.length;
  }

  /** How many basis words have a known weight. */
  get finals(): number {
    return this.#finals.length;
  }

  /** The coordinates of p·a; only the first `size` entries count. */
  row(row: number): ReadonlyWeights<V> {
    return this.#rows[row];
  }

  /** L(p·s) for all basis words p. */
  column(suffix: Word): V[] {
    return this.words.prefixes.slice(0, this.size).map((node) => this.#weight(node, suffix));
  }

  /** What the block does not explain of L(x·s), for a word x = p·a and a suffix s with the column H(P, s). */
  excess(row: number, suffix: Word, column: readonly V[]): V {
    const { plus, negate } = this.field;
    const own = this.#weight(row < 0 ? 0 : this.words.rows[row], suffix);
    return row < 0 ? own : plus(own, negate(this.#product(this.#rows[row], column)));
  }

  /** Makes p·a a basis word, or at first ε (row -1), and a suffix a column. Their `excess` is not zero. */
  grow(row: number, suffix: Word): void {
    const { inverse, times, negate, isZero, plus } = this.field;
    const column = this.column(suffix);
    const size = this.size;
    const excess = this.excess(row, suffix, column);
    const inverted = inverse(excess);
    const own = row < 0 ? this.field.array(0) : copyOf(this.field, this.#rows[row], size);
    if (size === this.#capacity) this.#widen();
    for (let other = 0; other < this.#rows.length; other++) {
      const rest = this.excess(other, suffix, column);
      if (isZero(rest)) continue;
      const coordinates = this.#rows[other];
      const factor = times(rest, inverted);
      const opposite = negate(factor);
      for (let j = 0; j < size; j++) {
        if (!isZero(own[j])) coordinates[j] = plus(coordinates[j], times(opposite, own[j]));
      }
      coordinates[size] = factor;
    }
    this.#block.grow(own, column, excess);
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
      const row = words.suffixes.slice(0, i).map((before) => this.#weight(words.prefixes[i], before));
      const [own, column] = [this.#block.coordinates(row), this.column(suffix)];
      const excess = plus(this.#weight(words.prefixes[i], suffix), negate(this.#product(own, column)));
      if (isZero(excess)) return false;
      this.#block.grow(own, column, excess);
    }
    while (this.size > this.#capacity) this.#widen();
    this.#completeTo(other.known, other.finals);
    return true;
  }

  #completeTo(rows: number, finals: number): void {
    const { words } = this;
    for (let row = this.#rows.length; row < rows; row++) {
      const vector = words.suffixes.map((suffix) => this.#weight(words.rows[row], suffix));
      const coordinates = this.field.array(this.#capacity);
      copyInto(coordinates, this.#block.coordinates(vector), this.size);
      this.#rows.push(coordinates);
    }
    for (let basis = this.#finals.length; basis < finals; basis++) {
      this.#finals.push(this.#scalars.of(words.observations.weight(words.prefixes[basis])));
    }
  }

  #weight(node: number, suffix: Word): V {
    return this.#scalars.of(this.words.weight(node, suffix));
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
      const row = i * words.letters + letter;
      const basis = words.basisOf(row);
      if (basis >= 0) {
        next[basis] = plus(next[basis], factor);
        continue;
      }
      const coordinates = this.#rows[row];
      for (let j = 0; j < size; j++) {
        if (!isZero(coordinates[j])) next[j] = plus(next[j], times(factor, coordinates[j]));
      }
    }
    return next;
  }

  /** Σ v(p) ⊗ L(p·s) over the basis words p: the weight of what follows, as far as the coordinates are right. */
  follow(vector: ReadonlyWeights<V>, suffix: Word): V {
    const { zero, plus, times, isZero } = this.field;
    let sum = zero;
    for (let i = 0; i < this.size; i++) {
      if (isZero(vector[i])) continue;
      sum = plus(sum, times(vector[i], this.#weight(this.words.prefixes[i], suffix)));
    }
    return sum;
  }

  /** Wants the words whose weights `follow` needs. */
  wantToFollow(vector: ReadonlyWeights<V>, suffix: Word): void {
    const { observations, prefixes } = this.words;
    for (let i = 0; i < this.size; i++) {
      if (!this.field.isZero(vector[i])) observations.want(observations.node(prefixes[i], suffix));
    }
  }

  /** The weights by which the hypothesis continues each basis word with a suffix: μ(s) ρ. */
  futures(suffix: Word): V[] {
    let future: readonly V[] = this.#finals;
    for (let i = suffix.length - 1; i >= 0; i--) {
      const before = future;
      future = before.map((_, basis) =>
        this.#product(this.#rows[basis * this.words.letters + suffix[i]], before),
      );
    }
    return [...future];
  }

  #product(vector: ReadonlyWeights<V>, column: readonly V[]): V {
    const { zero, plus, times, isZero } = this.field;
    let sum = zero;
    for (let j = 0; j < column.length; j++) {
      if (!isZero(vector[j])) sum = plus(sum, times(vector[j], column[j]));
    }
    return sum;
  }

  #widen(): void {
    const size = this.#capacity;
    this.#capacity = 2 * size;
    for (const [row, coordinates] of this.#rows.entries()) {
      const wider = this.field.array(this.#capacity);
      copyInto(wider, coordinates, size);
      this.#rows[row] = wider;
    }
  }
}

function copyOf<V>(field: BlockField<V>, from: ReadonlyWeights<V>, length: number): Weights<V> {
  const copy = field.array(length);
  copyInto(copy, from, length);
  return copy;
}

function copyInto<V>(to: Weights<V>, from: ReadonlyWeights<V>, length: number): void {
  for (let i = 0; i < length; i++) to[i] = from[i];
}
