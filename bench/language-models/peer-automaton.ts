import { type Alphabet, real, Wdfsa } from "@hankel/core";

/** A complete probabilistic automaton as the adapters write it; state 0 is initial, the end is last in each row. */
export interface Rows {
  readonly states: number;
  readonly letters: number;
  readonly target: readonly number[];
  readonly rows: readonly number[];
}

/** The automaton over the reals. Each row is divided by its sum, since some peers leave rounding errors. */
export function automatonOfRows({ states, letters, target, rows }: Rows, alphabet: Alphabet): Wdfsa<number> {
  const arcWeight = new Float64Array(states * letters);
  const finalWeight = new Float64Array(states);
  const to = new Int32Array(states * letters).fill(-1);
  for (let state = 0; state < states; state++) {
    const row = rows.slice(state * (letters + 1), (state + 1) * (letters + 1));
    const sum = row.reduce((total, p) => total + p, 0);
    for (let letter = 0; letter < letters; letter++) {
      if (!(row[letter] > 0)) continue;
      arcWeight[state * letters + letter] = row[letter] / sum;
      to[state * letters + letter] = target[state * letters + letter];
    }
    finalWeight[state] = row[letters] / sum;
  }
  return new Wdfsa({ algebra: real, alphabet, target: to, arcWeight, initialWeight: 1, finalWeight });
}
