import { real } from "../../algebra/float64.ts";
import { Told } from "../../answers/told.ts";
import { HankelError, shown } from "../../errors.ts";
import type { RowAnswers } from "../../kinds/rows.ts";
import { type Distribution, totalVariation } from "../../next/distribution.ts";
import type { Word } from "../../words/word.ts";
import { askQueue } from "../asking.ts";
import { type Asking, answerOf } from "../protocol.ts";

/** Rows whose total variation is at most this are equal, up to rounding. */
export const EQUAL = real.tolerance;

/** A part of the soft learner's run. */
export type SoftAsking<T = void> = Asking<number, T, Distribution>;

/** The distributions that the learner was told (docs/theory/language-models.md, 13.1). */
export class KnownRows extends Told<Distribution, RowAnswers> {
  /** Longer words cannot be asked. */
  readonly longest: number;
  /** The nodes with a known row, in the order in which they became known. */
  readonly nodes: number[] = [];

  constructor(shared: RowAnswers, longest = Number.POSITIVE_INFINITY) {
    super(shared);
    this.longest = longest;
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

  /** The total variation between the rows of two nodes. */
  variation(a: number, b: number): number {
    const { shared } = this;
    return totalVariation(shared.values, shared.at(a), shared.values, shared.at(b), shared.letters + 1);
  }

  /** Have two words the same row, and behind a letter the same again? A network hardly ever has, an automaton soon. */
  get repeats(): boolean {
    const { tree } = this;
    const text = (node: number) => String(this.row(node).map((p) => Math.round(p / EQUAL)));
    const steps = this.nodes.filter((node) => node > 0 && this.knows(tree.parent(node)));
    const texts = steps.map((node) => `${text(tree.parent(node))} ${tree.letter(node)} ${text(node)}`);
    return new Set(texts).size < texts.length;
  }

  /** Asks those of these words whose rows are not known. */
  *ask(nodes: Iterable<number>, why: "futures" | "drawn" = "futures"): SoftAsking {
    for (const node of nodes) this.want(node);
    yield* askQueue(this, { kind: why }, ({ length }, answer) => {
      const { weights } = answerOf("weights", answer);
      if (weights.length === length) return weights;
      throw new HankelError("teacher", `asked for ${length} distributions, got ${weights.length}`);
    });
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
