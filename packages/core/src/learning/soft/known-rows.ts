import { real } from "../../algebra/float64.ts";
import { Told } from "../../answers/told.ts";
import { HankelError, shown } from "../../errors.ts";
import type { RowAnswers } from "../../kinds/rows.ts";
import { type Distribution, totalVariation } from "../../next/distribution.ts";
import type { Measure } from "../../next/pdfa.ts";
import type { Batch } from "../../words/batch.ts";
import { getOrAdd, lengthened } from "../../words/collections.ts";
import type { Word } from "../../words/word.ts";
import { askQueue } from "../asking.ts";
import { type Answer, type Asking, answerOf } from "../protocol.ts";

/** Rows whose total variation is at most this are equal, up to rounding. */
export const EQUAL = real.tolerance;

/** No more probabilities are asked for than take 256 MiB: with a large alphabet, that bounds the words. */
const MOST_NUMBERS = 2 ** 25;

/** The answers to one batch hold about so many probabilities at most. */
const NUMBERS_AT_ONCE = 2 ** 23;

/** A part of the soft learner's run. */
export type SoftAsking<T = void> = Asking<number, T, Distribution>;

/** The distributions that the learner was told (docs/theory/language-models.md, 13.1). */
export class KnownRows extends Told<Distribution, RowAnswers> {
  /** Longer words cannot be asked. */
  readonly longest: number;
  /** The nodes with a known row, in the order in which they became known. */
  readonly nodes: number[] = [];
  #negentropy: Float64Array<ArrayBuffer> = new Float64Array(64).fill(Number.NaN);
  /** The explored words, as of so many rows. */
  #explored: { readonly rows: number; readonly measure: Measure } | undefined;
  /** How many of the nodes were looked at for repetitions, those of them whose parents were not known then, and what was seen. */
  #looked = 0;
  #open: number[] = [];
  /** The steps that were seen: from a row, by a letter, to a row. */
  readonly #steps = new Set<number>();
  /** The rows that were seen, by a number that tells them apart, and the row of each node that was looked at. */
  readonly #rows = new Map<number, number>();
  readonly #rowOf = new Map<number, number>();
  #repeats = false;

  constructor(shared: RowAnswers, longest = Number.POSITIVE_INFINITY) {
    super(shared);
    this.longest = longest;
  }

  /** How many rows may become known in all. A learner that heeds it asks about fewer words if each answer is large. */
  get capacity(): number {
    return Math.floor(MOST_NUMBERS / (this.shared.letters + 1));
  }

  /** How many more rows may become known. */
  get room(): number {
    return Math.max(0, this.capacity - this.nodes.length);
  }

  /** The words with their own rows, in the same order. */
  override *answers(): Generator<[Word, Distribution]> {
    for (const node of this.nodes) yield [this.tree.word(node), this.row(node).slice()];
  }

  /** Is the node's word short enough to be asked? */
  allows(node: number): boolean {
    return this.tree.depth(node) <= this.longest;
  }

  /** The row of a node, not to be kept. */
  row(node: number): Distribution {
    return this.shared.row(node);
  }

  /** The total variation between the rows of two nodes; if it is more than `most`, anything above that. */
  variation(a: number, b: number, most?: number): number {
    const { values, letters } = this.shared;
    return totalVariation(values, this.shared.at(a), values, this.shared.at(b), letters + 1, most);
  }

  /** Σ p log p over the row of a node, which is computed once. */
  negentropy(node: number): number {
    if (node >= this.#negentropy.length) {
      const before = this.#negentropy.length;
      this.#negentropy = lengthened(this.#negentropy, Math.max(this.tree.size, 2 * before));
      this.#negentropy.fill(Number.NaN, before);
    }
    if (Number.isNaN(this.#negentropy[node])) {
      const { values, letters } = this.shared;
      let sum = 0;
      for (let at = this.shared.at(node), end = at + letters; at <= end; at++)
        if (values[at] > 0) sum += values[at] * Math.log(values[at]);
      this.#negentropy[node] = sum;
    }
    return this.#negentropy[node];
  }

  /** The words that are known together with all their prefixes, each with the probability that a word begins with it. */
  get explored(): Measure {
    if (this.#explored?.rows !== this.nodes.length)
      this.#explored = { rows: this.nodes.length, measure: this.#exploredNow() };
    return this.#explored.measure;
  }

  #exploredNow(): Measure {
    const { tree, shared } = this;
    const { values } = shared;
    const probability = new Float64Array(tree.size);
    probability[0] = 1;
    // A node comes after its parent.
    for (let node = 1; node < probability.length; node++) {
      const parent = tree.parent(node);
      if (probability[parent] > 0 && this.knows(parent))
        probability[node] = probability[parent] * values[shared.at(parent) + tree.letter(node)];
    }
    // Not in the order of their numbers, which depend on what else is in the tree: sums would differ in their last bits.
    const measure = new Map<number, number>();
    for (const node of this.nodes) if (probability[node] > 0) measure.set(node, probability[node]);
    return measure;
  }

  /** Have two words the same row, and behind a letter the same again? A network hardly ever has, an automaton soon. */
  get repeats(): boolean {
    const { tree } = this;
    for (; this.#looked < this.nodes.length; this.#looked++) this.#open.push(this.nodes[this.#looked]);
    const later: number[] = [];
    for (const node of this.#open) {
      if (this.#repeats || node === 0) continue;
      if (!this.knows(tree.parent(node))) {
        later.push(node);
        continue;
      }
      // There are fewer rows than 2^25 / letters, so that this is exact.
      const from = this.#rowNumber(tree.parent(node)) * this.shared.letters + tree.letter(node);
      const step = from * MOST_NUMBERS + this.#rowNumber(node);
      this.#repeats = this.#steps.has(step);
      this.#steps.add(step);
    }
    this.#open = later;
    return this.#repeats;
  }

  /** The number of a node's row among those that are different. */
  #rowNumber(node: number): number {
    return getOrAdd(this.#rowOf, node, () => getOrAdd(this.#rows, this.#digest(node), () => this.#rows.size));
  }

  /** A number that tells rows apart, up to rounding, all but surely. */
  #digest(node: number): number {
    let [a, b] = [1, 2];
    for (const p of this.row(node)) {
      const rounded = Math.round(p / EQUAL);
      a = Math.imul(a ^ rounded, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul(b ^ (rounded + a), 0x85ebca6b);
      b ^= b >>> 13;
    }
    return (a >>> 0) * 2 ** 21 + (b >>> 11);
  }

  /** Asks those of these words whose rows are not known. */
  *ask(nodes: Iterable<number>, why: "futures" | "drawn" = "futures"): SoftAsking {
    for (const node of nodes) this.want(node);
    const read = ({ length }: Batch, answer: Answer<Distribution>) => {
      const { weights } = answerOf("weights", answer);
      if (weights.length === length) return weights;
      throw new HankelError("teacher", `asked for ${length} distributions, got ${weights.length}`);
    };
    yield* askQueue(this, { kind: why }, read, NUMBERS_AT_ONCE / (this.shared.letters + 1));
  }

  protected override told(node: number, answer: Distribution): void {
    const width = this.shared.letters + 1;
    const rows = answer.length / width;
    const fits = rows === this.tree.depth(node) + 1 || (rows === 1 && !this.shared.tellsPrefixes);
    if (!(answer instanceof Float64Array) || !fits) {
      throw new HankelError("teacher", `expected ${width} probabilities, got ${shown(answer)}`);
    }
    const path: number[] = [];
    for (let at = node, left = rows; left > 0; at = this.tree.parent(at), left--) {
      if (!this.knows(at)) path.push(at);
    }
    super.told(node, answer);
    for (const at of path.reverse()) {
      this.mark(at);
      this.nodes.push(at);
    }
  }
}
