import type { Letter, Word } from "../../words/word.ts";
import { type WorkLimit, workBudget } from "../distances/shortest-distance.ts";
import { join, sideBySide } from "../rational/join.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { requireExactField } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { Echelon, type Sparse } from "./echelon.ts";
import { finalWeight, initialVector, successors } from "./reduce.ts";

/**
 * A shortest word on which two automata over an exact field differ, deterministic or not, or `undefined`.
 *
 * Both automata side by side, one with its initial weights negated, recognise the difference of the languages. With n
 * states in all, the vectors λ μ(x) span a space of at most n dimensions. Words are extended breadth-first as long as
 * their vectors are new to the space (Schützenberger 1961; Tzeng 1992, "A polynomial-time algorithm for the equivalence
 * of probabilistic automata"). The first word with a non-zero weight is a shortest one, because up to every length the
 * extended words span what all words span. O(letters · n³) products.
 *
 * Needs an exact field; ⊗ need not be commutative. The automata must have the same alphabet.
 */
export function fieldDifference<W>(a: Wfsa<W>, b: Wfsa<W>, limits: WorkLimit = {}): Word | undefined {
  const field = requireExactField(a.algebra, "compare");
  const budget = workBudget("compare", limits);
  const [left, right] = [a, b].map((one) => trim(removeEpsilon(one, limits)));
  const negated = Array.from(right.initialWeight, (weight) => field.negate(weight));
  const both = join([left, right], 0, [], {
    initialWeight: sideBySide(field, [left.initialWeight, negated], 0),
    finalWeight: sideBySide(field, [left.finalWeight, right.finalWeight], 0),
  });
  const basis = new Echelon(field, { budget });
  /** The words of the basis, as (previous word, letter). */
  const from: number[] = [];
  const by: Letter[] = [];
  const isNew = (vector: Sparse<W>, word: number, letter: Letter): boolean => {
    basis.insert(vector);
    if (basis.vectors.length === from.length) return false;
    from.push(word);
    by.push(letter);
    return true;
  };
  const differs = (vector: Sparse<W>) => !field.isZero(finalWeight(both, field, vector));
  const spelled = (last: number): Word => {
    const word: Letter[] = [];
    for (let at = last; from[at] >= 0; at = from[at]) word.push(by[at]);
    return word.reverse();
  };
  const start = initialVector(both);
  if (isNew(start, -1, -1) && differs(start)) return [];
  for (let word = 0; word < from.length; word++) {
    for (const [letter, next] of successors(both, field, basis.vectors[word], budget)) {
      if (isNew(next, word, letter) && differs(next)) return spelled(from.length - 1);
    }
  }
  return undefined;
}
