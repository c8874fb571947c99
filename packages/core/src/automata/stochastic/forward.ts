import { PrefixTree } from "../../words/prefix-tree.ts";
import type { Letter, Word } from "../../words/word.ts";
import { arcsByLetter, type LetterArcs } from "../arcs.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { requireNumbers, unsupported } from "../requirements.ts";

/**
 * An automaton as vectors and matrices of doubles: L(x) = λ · M(x₁) ⋯ M(xₙ) · ρ. For weighing many words: `weigh` of a `Wfsa`
 * keeps to the rules of its algebra, which takes much longer. A weight that is too small for a double is 0 here.
 *
 * @example
 * const forward = new Forward(fromExpression("(<0.5>a)*<0.5>", real), "weighing");
 * console.log(forward.weighAll([[], [0]]).join(" ")); // 0.5 0.25
 */
export class Forward {
  readonly size: number;
  readonly letters: number;
  /** λ. */
  readonly initial: Float64Array;
  /** ρ. */
  readonly final: Float64Array;
  readonly #arcs: readonly LetterArcs[];

  /** Needs weights that stand for numbers, and no ε arcs. Linear. */
  constructor(automaton: Automaton<unknown>, operation: string) {
    const algebra = requireNumbers(automaton.algebra, operation);
    const wfsa = toWfsa(automaton);
    if (wfsa.epsilons > 0) unsupported(`${operation}: the automaton has ε arcs; use removeEpsilon first`);
    this.size = wfsa.size;
    this.letters = wfsa.alphabet.size;
    this.initial = Float64Array.from(wfsa.initialWeight, (weight) => algebra.toNumber(weight));
    this.final = Float64Array.from(wfsa.finalWeight, (weight) => algebra.toNumber(weight));
    this.#arcs = arcsByLetter(wfsa, this.letters, (weight) => algebra.toNumber(weight));
  }

  /** x · M(letter), added to another vector. */
  step(x: Float64Array, letter: Letter, into: Float64Array): void {
    const { source, target, weight } = this.#arcs[letter];
    for (let arc = 0; arc < weight.length; arc++) into[target[arc]] += x[source[arc]] * weight[arc];
  }

  /** M(letter) · y. */
  back(letter: Letter, y: Float64Array): Float64Array {
    const { source, target, weight } = this.#arcs[letter];
    const result = new Float64Array(this.size);
    for (let arc = 0; arc < weight.length; arc++) result[source[arc]] += weight[arc] * y[target[arc]];
    return result;
  }

  /** Σ M(a) over all letters, row by row. */
  sumOfLetters(): Float64Array {
    const { size } = this;
    const sum = new Float64Array(size * size);
    for (const { source, target, weight } of this.#arcs) {
      for (let arc = 0; arc < weight.length; arc++) sum[source[arc] * size + target[arc]] += weight[arc];
    }
    return sum;
  }

  /** The forward vectors λ · M(x) of all words of a tree, one behind the other. */
  along(tree: PrefixTree): Float64Array {
    const { size } = this;
    const vectors = new Float64Array(tree.size * size);
    vectors.set(this.initial);
    // The parent of a node comes before it.
    for (let node = 1; node < tree.size; node++) {
      const before = tree.parent(node) * size;
      const into = vectors.subarray(node * size, (node + 1) * size);
      this.step(vectors.subarray(before, before + size), tree.letter(node), into);
    }
    return vectors;
  }

  /** L(x) for each word. Prefixes that words share are read once; words are taken some thousand at a time. */
  weighAll(words: readonly Word[]): Float64Array {
    const { size, final } = this;
    const weights = new Float64Array(words.length);
    for (let from = 0; from < words.length; from += GROUP) {
      const group = words.slice(from, from + GROUP);
      const tree = new PrefixTree(this.letters);
      const nodes = group.map((word) => tree.insert(word));
      const vectors = this.along(tree);
      nodes.forEach((node, i) => {
        let sum = 0;
        for (let q = 0; q < size; q++) sum += vectors[node * size + q] * final[q];
        weights[from + i] = sum;
      });
    }
    return weights;
  }
}

const GROUP = 2000;
