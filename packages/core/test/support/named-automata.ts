/** Random automata over any algebra, with arbitrary strings as symbols and state names. */

import { Alphabet, Wdfsa } from "@hankel/core";
import * as fc from "fast-check";
import { names, type WeightCase } from "./weights.ts";

/** Symbols and names: tricky ones, and every kind of Unicode, lone surrogates included. */
export const anyText: fc.Arbitrary<string> = fc.oneof(names, fc.string({ unit: "binary", maxLength: 8 }));

export function namedAutomata<W>({ algebra, weight, nonZero }: WeightCase<W>): fc.Arbitrary<Wdfsa<W>> {
  return fc
    .record({ states: fc.integer({ min: 0, max: 4 }), symbols: fc.uniqueArray(anyText, { maxLength: 3 }) })
    .chain(({ states, symbols }) => {
      const length = states * symbols.length;
      return fc.record({
        symbols: fc.constant(symbols),
        targets: fc.array(fc.integer({ min: 0, max: Math.max(0, states - 1) }), {
          minLength: length,
          maxLength: length,
        }),
        weights: fc.array(weight, { minLength: length, maxLength: length }),
        finals: fc.array(weight, { minLength: states, maxLength: states }),
        initial: nonZero,
        names: fc.option(fc.array(anyText, { minLength: states, maxLength: states }), { nil: undefined }),
      });
    })
    .map((parts) => {
      const arcWeight = algebra.array(parts.weights.length);
      const finalWeight = algebra.array(parts.finals.length);
      parts.weights.forEach((w, i) => {
        arcWeight[i] = w;
      });
      parts.finals.forEach((w, i) => {
        finalWeight[i] = w;
      });
      return new Wdfsa({
        algebra,
        alphabet: new Alphabet(parts.symbols),
        target: Int32Array.from(parts.weights, (w, i) => (algebra.isZero(w) ? -1 : parts.targets[i])),
        arcWeight,
        initialWeight: parts.finals.length === 0 ? algebra.zero : parts.initial,
        finalWeight,
        names: parts.finals.length === 0 ? undefined : parts.names,
      });
    });
}
