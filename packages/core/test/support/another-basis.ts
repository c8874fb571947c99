/** Automata over a field in another basis, which hides what they are. */

import { type ExactSemifield, Random, type Wfsa, WfsaBuilder } from "@hankel/core";

type Matrix<W> = readonly (readonly W[])[];

/** Row operations on a basis and their inverse: T = Eₙ … E₁, where Eᵢ adds a multiple of one row to another. */
function randomBasis<W>(algebra: ExactSemifield<W>, size: number, pool: readonly W[], random: Random) {
  const unit = () =>
    Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, j) => (i === j ? algebra.one : algebra.zero)),
    );
  const [basis, inverse] = [unit(), unit()];
  const minus = (weight: W) => algebra.negate?.(weight) as W;
  const steps = size > 1 ? 2 * size : 0;
  for (let step = 0; step < steps; step++) {
    const to = random.below(size);
    const from = (to + 1 + random.below(size - 1)) % size;
    const factor = pool[random.below(pool.length)];
    for (let j = 0; j < size; j++) {
      basis[to][j] = algebra.plus(basis[to][j], algebra.times(factor, basis[from][j]));
      inverse[j][from] = algebra.plus(inverse[j][from], algebra.times(inverse[j][to], minus(factor)));
    }
  }
  return { basis, inverse };
}

function times<W>({ plus, times: product, zero }: ExactSemifield<W>, a: Matrix<W>, b: Matrix<W>): W[][] {
  return a.map((row) =>
    Array.from({ length: b[0]?.length ?? 0 }, (_, j) =>
      row.reduce((sum, entry, k) => plus(sum, product(entry, b[k][j])), zero),
    ),
  );
}

/** The same language on another basis: λ T⁻¹, T μ(a) T⁻¹, T ρ. */
export function onAnotherBasis<W>(
  wfsa: Wfsa<W>,
  algebra: ExactSemifield<W>,
  pool: readonly W[],
  seed: number,
): Wfsa<W> {
  const { size, alphabet } = wfsa;
  if (size === 0) return wfsa;
  const { basis, inverse } = randomBasis(algebra, size, pool, new Random(seed));
  const initial = times(algebra, [Array.from(wfsa.initialWeight)], inverse)[0];
  const final = times(
    algebra,
    basis,
    Array.from(wfsa.finalWeight, (weight) => [weight]),
  );
  const builder = new WfsaBuilder(algebra, alphabet);
  for (let state = 0; state < size; state++) builder.initial(builder.state(final[state][0]), initial[state]);
  for (let letter = 0; letter < alphabet.size; letter++) {
    const matrix = Array.from({ length: size }, () => new Array<W>(size).fill(algebra.zero));
    for (let arc = 0; arc < wfsa.arcs; arc++) {
      if (wfsa.letter[arc] !== letter) continue;
      const row = matrix[wfsa.source[arc]];
      row[wfsa.target[arc]] = algebra.plus(row[wfsa.target[arc]], wfsa.arcWeight[arc]);
    }
    times(algebra, times(algebra, basis, matrix), inverse).forEach((row, from) =>
      row.forEach((weight, to) => builder.arcOn(from, letter, weight, to)),
    );
  }
  return builder.build();
}
