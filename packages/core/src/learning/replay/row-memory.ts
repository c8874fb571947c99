import type { AnswerType } from "../../algebra/answer-type.ts";
import { countOf, HankelError } from "../../errors.ts";
import { type Distribution, showRow } from "../../next/distribution.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { PrefixClash, PrefixMemory } from "./prefix-memory.ts";

/**
 * The distributions of words and their prefixes, as answers tell them: rows of probabilities, one for each prefix, ε first.
 * Networks do not give the same bits in every batch, so two rows clash only if they are not equal within the tolerance.
 */
export class RowMemory implements PrefixMemory<Distribution> {
  readonly #tree: PrefixTree;
  readonly #width: number;
  readonly #type: Pick<AnswerType<Distribution>, "equals">;
  /** The distribution of each node's word. */
  #rows: (Distribution | undefined)[] = [];

  constructor(tree: PrefixTree, width: number, type: Pick<AnswerType<Distribution>, "equals">) {
    this.#tree = tree;
    this.#width = width;
    this.#type = type;
  }

  knows(node: number): boolean {
    return this.#rows[node] !== undefined;
  }

  answer(node: number): Distribution {
    return this.#collect(node, (at) => this.#rows[at] as Distribution);
  }

  clash(node: number, answer: Distribution): PrefixClash | undefined {
    let found: PrefixClash | undefined;
    this.#walk(node, answer, (at, row) => {
      const told = this.#rows[at];
      if (told !== undefined && !this.#type.equals(told, row))
        found = { prefix: at, told: showRow(told), other: showRow(row) };
    });
    return found;
  }

  corrected(node: number, answer: Distribution): Distribution {
    return this.#collect(node, (at) => this.#rows[at] ?? this.#row(answer, at));
  }

  tell(node: number, answer: Distribution): void {
    // An array that grows without holes stays fast.
    while (this.#rows.length < this.#tree.size) this.#rows.push(undefined);
    this.#walk(node, answer, (at, row) => {
      this.#rows[at] ??= row;
    });
  }

  forget(): void {
    this.#rows = [];
  }

  #row(answer: Distribution, at: number): Distribution {
    const from = this.#tree.depth(at) * this.#width;
    return answer.subarray(from, from + this.#width);
  }

  /** An answer made of a row for each prefix of the node's word. */
  #collect(node: number, rowOf: (at: number) => Distribution): Distribution {
    const answer = new Float64Array((this.#tree.depth(node) + 1) * this.#width);
    for (let at = node; at >= 0; at = this.#tree.parent(at)) {
      answer.set(rowOf(at), this.#tree.depth(at) * this.#width);
    }
    return answer;
  }

  /** Visits the prefixes of the node's word with their rows in the answer, longest first. */
  #walk(node: number, answer: Distribution, visit: (at: number, row: Distribution) => void): void {
    const rows = this.#tree.depth(node) + 1;
    if (answer.length !== rows * this.#width) {
      const expected = `${countOf(rows, "row")} of ${countOf(this.#width, "probability", "probabilities")}`;
      throw new HankelError(
        "parse",
        `expected ${expected} for ${countOf(rows - 1, "letter")}, got ${answer.length} in all`,
      );
    }
    for (let at = node; at >= 0; at = this.#tree.parent(at)) visit(at, this.#row(answer, at));
  }
}
