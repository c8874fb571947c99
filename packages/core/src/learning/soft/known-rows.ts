import { HankelError, shown } from "../../errors.ts";
import { type Distribution, totalVariation } from "../../next/distribution.ts";
import { lengthened } from "../../words/lengthened.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import { withoutPrefixes } from "../../words/without-prefixes.ts";
import type { Word } from "../../words/word.ts";
import { type Asking, answerOf } from "../protocol.ts";

/** The approximate number of letters in a batch. */
const BATCH_LETTERS = 2 ** 19;

/** A part of the soft learner's run. */
export type SoftAsking<T = void> = Asking<number, T, Distribution>;

/** The distributions that are known, by the nodes of a prefix tree, in one flat array. */
export class KnownRows {
  readonly tree: PrefixTree;
  readonly letters: number;
  /** One row of letters + 1 probabilities after the other. */
  values: Float64Array<ArrayBuffer>;
  /** Does an answer tell the rows of all prefixes? */
  readonly prefixes: boolean;
  /** The start of a node's row in `values`, plus 1; 0 if it is not known. */
  #place = new Int32Array(64);
  #end = 0;
  readonly #order: number[] = [];
  #asked = 0;

  constructor(tree: PrefixTree, letters: number, prefixes: boolean) {
    this.tree = tree;
    this.letters = letters;
    this.prefixes = prefixes;
    this.values = new Float64Array(64 * (letters + 1));
  }

  /** How many words were asked. */
  get asked(): number {
    return this.#asked;
  }

  /** How many bytes the words and their rows take. */
  get bytes(): number {
    return this.tree.bytes + this.#place.byteLength + this.values.byteLength + 8 * this.#order.length;
  }

  /** The nodes with a known row, in the order in which they became known. */
  get nodes(): readonly number[] {
    return this.#order;
  }

  has(node: number): boolean {
    return node < this.#place.length && this.#place[node] > 0;
  }

  /** Where the row of a node begins. */
  at(node: number): number {
    return this.#place[node] - 1;
  }

  /** The row of a node. */
  row(node: number): Distribution {
    return this.values.slice(this.at(node), this.at(node) + this.letters + 1);
  }

  /** The total variation between the rows of two nodes. */
  variation(a: number, b: number): number {
    return totalVariation(this.values, this.at(a), this.values, this.at(b), this.letters + 1);
  }

  /** Asks those of these words whose rows are not known, in one batch unless it would be huge. */
  *ask(nodes: Iterable<number>, why: "futures" | "drawn"): SoftAsking {
    const words = this.#missing(nodes).map((node) => this.tree.word(node));
    for (let from = 0, to = 0; from < words.length; from = to) {
      let letters = 0;
      while (to < words.length && letters < BATCH_LETTERS) letters += words[to++].length + 1;
      const batch = words.slice(from, to);
      const answer = yield { kind: "weigh", words: batch, why: { kind: why } };
      this.#take(batch, answerOf("weights", answer).weights);
    }
  }

  /** The words to ask. If an answer tells all prefixes, those that are prefixes of others are left out. */
  #missing(nodes: Iterable<number>): number[] {
    const missing = new Set<number>();
    for (const node of nodes) if (!this.has(node)) missing.add(node);
    if (!this.prefixes) return [...missing];
    return withoutPrefixes(this.tree, missing);
  }

  #take(words: readonly Word[], answers: ArrayLike<Distribution>): void {
    const width = this.letters + 1;
    if (answers.length !== words.length) {
      throw new HankelError("teacher", `asked for ${words.length} distributions, got ${answers.length}`);
    }
    this.#asked += words.length;
    words.forEach((word, i) => {
      const answer = answers[i];
      const rows = answer.length / width;
      if (!(answer instanceof Float64Array) || (rows !== 1 && rows !== word.length + 1)) {
        throw new HankelError("teacher", `expected ${width} probabilities, got ${shown(answer)}`);
      }
      let node = 0;
      for (let length = 0; length <= word.length; length++) {
        if (length > 0) node = this.tree.extend(node, word[length - 1]);
        if (rows > 1) this.#keep(node, answer, length * width);
        else if (length === word.length) this.#keep(node, answer, 0);
      }
    });
  }

  #keep(node: number, answer: Distribution, from: number): void {
    if (this.has(node)) return;
    if (node >= this.#place.length)
      this.#place = lengthened(this.#place, 2 * Math.max(node, this.#place.length));
    const width = this.letters + 1;
    if (this.#end + width > this.values.length) this.values = lengthened(this.values, 2 * this.values.length);
    this.values.set(answer.subarray(from, from + width), this.#end);
    this.#place[node] = this.#end + 1;
    this.#end += width;
    this.#order.push(node);
  }
}
