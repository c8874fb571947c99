/** The difference of two automata over a field by plain elimination in its own arithmetic: slow, and obviously exact. */

import type { ExactField, Wfsa, Word } from "@hankel/core";

function step<W>(wfsa: Wfsa<W>, field: ExactField<W>, vector: readonly W[], letter: number): W[] {
  const next = new Array<W>(wfsa.size).fill(field.zero);
  for (let arc = 0; arc < wfsa.arcs; arc++) {
    if (wfsa.letter[arc] !== letter) continue;
    const along = field.times(vector[wfsa.source[arc]], wfsa.arcWeight[arc]);
    next[wfsa.target[arc]] = field.plus(next[wfsa.target[arc]], along);
  }
  return next;
}

/** Vectors none of which depends on others; factors stand on the left. */
export class Independent<W> {
  readonly #field: ExactField<W>;
  readonly #rows: { readonly pivot: number; readonly row: readonly W[] }[] = [];

  constructor(field: ExactField<W>) {
    this.#field = field;
  }

  /** Takes a vector in, unless it depends on those before. */
  add(vector: readonly W[]): boolean {
    const { isZero, inverse, negate, plus, times } = this.#field;
    let rest = [...vector];
    for (const { pivot, row } of this.#rows) {
      const factor = negate(rest[pivot]);
      rest = rest.map((entry, i) => plus(entry, times(factor, row[i])));
    }
    const pivot = rest.findIndex((entry) => !isZero(entry));
    if (pivot < 0) return false;
    const scale = inverse(rest[pivot]);
    this.#rows.push({ pivot, row: rest.map((entry) => times(scale, entry)) });
    return true;
  }
}

/** The first word in shortlex order on which two automata without ε arcs differ, or `undefined`. */
export function slowDifference<W>(a: Wfsa<W>, b: Wfsa<W>, field: ExactField<W>): Word | undefined {
  const letters = a.alphabet.size;
  const seen = new Independent(field);
  const queue: { word: Word; left: W[]; right: W[] }[] = [
    { word: [], left: Array.from(a.initialWeight), right: Array.from(b.initialWeight) },
  ];
  for (const { word, left, right } of queue) {
    const weigh = (wfsa: Wfsa<W>, vector: readonly W[]) =>
      vector.reduce((sum, entry, i) => field.plus(sum, field.times(entry, wfsa.finalWeight[i])), field.zero);
    if (!field.equals(weigh(a, left), weigh(b, right))) return word;
    if (!seen.add([...left, ...right])) continue;
    for (let letter = 0; letter < letters; letter++) {
      queue.push({
        word: [...word, letter],
        left: step(a, field, left, letter),
        right: step(b, field, right, letter),
      });
    }
  }
  return undefined;
}
