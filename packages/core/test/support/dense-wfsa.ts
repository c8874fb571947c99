import { Alphabet, type ExactField, type Random, type Wfsa, WfsaBuilder } from "@hankel/core";

/** A random automaton over two letters in which one of so many weights is zero, and the others are of a pool. */
export function denseWfsa<W>(
  field: ExactField<W>,
  states: number,
  pool: readonly W[],
  random: Random,
  oneZeroOf = 3,
): Wfsa<W> {
  const weight = () => (random.below(oneZeroOf) === 0 ? field.zero : pool[random.below(pool.length)]);
  const builder = new WfsaBuilder(field, Alphabet.letters(2));
  for (let state = 0; state < states; state++) builder.initial(builder.state(weight()), weight());
  for (let from = 0; from < states; from++) {
    for (let to = 0; to < states; to++) {
      for (let letter = 0; letter < 2; letter++) builder.arcOn(from, letter, weight(), to);
    }
  }
  return builder.build();
}
