import { real } from "../../algebra/real.ts";
import type { RowAnswers } from "../../answers/rows.ts";
import { HankelError, shown } from "../../errors.ts";
import { type Distribution, totalVariation } from "../../next/distribution.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import { BATCH_LETTERS } from "../asking.ts";
import { type Asking, answerOf } from "../protocol.ts";

/** Rows whose total variation is at most this are equal, up to rounding. */
export const EQUAL = real.tolerance;

/** A part of the soft learner's run. */
export type SoftAsking<T = void> = Asking<number, T, Distribution>;

/** The distributions that the learner was told (docs/theory/language-models.md, 13.1): a view of rows that others may share. */
export class KnownRows {
  readonly tree: PrefixTree;
  readonly letters: number;
  /** Does an answer tell the rows of all prefixes? */
  readonly prefixes: boolean;
  /** Longer words cannot be asked. */
  readonly longest: number;
  readonly #shared: RowAnswers;
  /** The nodes whose rows were told, in this order. */
  readonly #told = new Set<number>();
  /** How many words were asked. */
  asked = 0;

  constructor(shared: RowAnswers, longest = Number.POSITIVE_INFINITY) {
    this.#shared = shared;
    this.tree = shared.tree;
    this.letters = shared.letters;
    this.prefixes = shared.tellsPrefixes;
    this.longest = longest;
  }

  /** How many bytes the words and their rows take; a set takes about 32 for each number. */
  get bytes(): number {
    return this.tree.bytes + this.#shared.bytes + 32 * this.#told.size;
  }

  /** The nodes with a known row, in the order in which they became known. */
  get nodes(): readonly number[] {
    return [...this.#told];
  }

  has(node: number): boolean {
    return this.#told.has(node);
  }

  /** The row of a node, not to be kept. */
  row(node: number): Distribution {
    return this.#shared.row(node);
  }

  /** The total variation between the rows of two nodes. */
  variation(a: number, b: number): number {
    const { values } = this.#shared;
    return totalVariation(values, this.#shared.at(a), values, this.#shared.at(b), this.letters + 1);
  }

  /** Asks those of these words whose rows are not known, in one batch unless it would be huge. */
  *ask(nodes: Iterable<number>, why: "futures" | "drawn" = "futures"): SoftAsking {
    const { tree } = this;
    const missing = this.#missing(nodes);
    for (let from = 0, to = 0; from < missing.length; from = to) {
      let letters = 0;
      while (to < missing.length && letters < BATCH_LETTERS) letters += tree.depth(missing[to++]) + 1;
      const batch = missing.slice(from, to);
      const words = batch.map((node) => tree.word(node));
      this.#take(batch, answerOf("weights", yield { kind: "weigh", words, why: { kind: why } }).weights);
    }
  }

  /** The words to ask. If an answer tells all prefixes, those that are prefixes of others are left out. */
  #missing(nodes: Iterable<number>): number[] {
    const missing = new Set<number>();
    for (const node of nodes) if (!this.has(node)) missing.add(node);
    return this.prefixes ? this.tree.longest(missing) : [...missing];
  }

  #take(nodes: readonly number[], answers: ArrayLike<Distribution>): void {
    const width = this.letters + 1;
    if (answers.length !== nodes.length) {
      throw new HankelError("teacher", `asked for ${nodes.length} distributions, got ${answers.length}`);
    }
    this.asked += nodes.length;
    nodes.forEach((node, i) => {
      const answer = answers[i];
      const rows = answer.length / width;
      if (!(answer instanceof Float64Array) || (rows !== 1 && rows !== this.tree.depth(node) + 1)) {
        throw new HankelError("teacher", `expected ${width} probabilities, got ${shown(answer)}`);
      }
      this.#shared.tell(node, answer);
      const told: number[] = [];
      for (let at = node, left = rows; left > 0; at = this.tree.parent(at), left--) told.push(at);
      for (const at of told.reverse()) this.#told.add(at);
    });
  }
}
