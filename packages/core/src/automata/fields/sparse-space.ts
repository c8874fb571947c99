import type { Field } from "../../algebra/semifield.ts";
import type { Letter } from "../../words/word.ts";
import type { OperationBudget } from "../operation-budget.ts";
import type { Wfsa } from "../wfsa.ts";
import { addTo, Echelon, type Sparse } from "./echelon.ts";
import type { WordSpace } from "./word-basis.ts";

/**
 * The vectors of an automaton by their entries that are not zero, over any exact field; ⊗ need not be commutative. To
 * know coordinates in the vectors that were added, and not in those of the echelon form, each vector gets a further entry of
 * its own: what is left of a dependent vector is then, up to the sign, its coordinates.
 */
export class SparseSpace<W> implements WordSpace<Sparse<W>, Sparse<W>> {
  readonly #wfsa: Wfsa<W>;
  readonly #field: Field<W>;
  readonly #budget: OperationBudget;
  readonly #echelon: Echelon<W>;

  constructor(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget) {
    this.#wfsa = wfsa;
    this.#field = field;
    this.#budget = budget;
    this.#echelon = new Echelon(field, { budget, pivot: (vector) => entryBelow(vector, wfsa.size) });
  }

  get initial(): Sparse<W> | undefined {
    const { initials, initialWeight } = this.#wfsa;
    if (initials.length === 0) return undefined;
    const vector: Sparse<W> = new Map();
    for (let i = 0; i < initials.length; i++) vector.set(initials[i], initialWeight[initials[i]]);
    return vector;
  }

  successors(vector: Sparse<W>): [Letter, Sparse<W>][] {
    const { start, letter: letters, target, arcWeight } = this.#wfsa;
    const next = new Map<Letter, Sparse<W>>();
    for (const [state, weight] of vector) {
      this.#budget.spend(start[state + 1] - start[state]);
      for (let arc = start[state]; arc < start[state + 1]; arc++) {
        const letter = letters[arc];
        let reached = next.get(letter);
        if (reached === undefined) next.set(letter, (reached = new Map()));
        addTo(this.#field, reached, target[arc], this.#field.times(weight, arcWeight[arc]));
      }
    }
    return [...next].filter(([, reached]) => reached.size > 0).sort(([a], [b]) => a - b);
  }

  add(vector: Sparse<W>): Sparse<W> | undefined {
    const { size } = this.#wfsa;
    const own = size + this.#echelon.vectors.length;
    const rest = this.#echelon.add(new Map(vector).set(own, this.#field.one));
    if (rest === undefined) return undefined;
    rest.delete(own);
    return new Map(Array.from(rest, ([at, weight]) => [at - size, this.#field.negate(weight)]));
  }

  /** v ρ. */
  weight(vector: Sparse<W>): W {
    const { plus, times, zero } = this.#field;
    let sum = zero;
    for (const [state, weight] of vector) sum = plus(sum, times(weight, this.#wfsa.finalWeight[state]));
    return sum;
  }
}

/** The first entry at a place below a bound. */
function entryBelow<W>(vector: Sparse<W>, bound: number): number | undefined {
  for (const at of vector.keys()) if (at < bound) return at;
  return undefined;
}
