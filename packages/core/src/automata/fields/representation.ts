import type { Rational } from "../../algebra/fraction.ts";
import { rational } from "../../algebra/rational.ts";
import type { Wfsa } from "../wfsa.ts";
import { Modulus } from "./modular-rows.ts";
import type { ModularAutomaton } from "./modular-space.ts";

/** With more states than this, vectors are maps of their entries: arrays would fill the memory. */
const MOST_DENSE = 4096;

/** How vectors over a field are computed with, and how what comes out becomes a weight. */
export type Representation<W> =
  /** A prime field: typed arrays. */
  | { readonly kind: "modular"; readonly automaton: ModularAutomaton; readonly weight: (n: number) => W }
  /** The rational numbers: modulo primes. */
  | { readonly kind: "rational"; readonly automaton: Wfsa<Rational>; readonly weight: (n: Rational) => W }
  /** Any other exact field, or very many states. */
  | { readonly kind: "sparse" };

/** The representation that suits an automaton; no ε arcs. */
export function representationOf<W>(wfsa: Wfsa<W>): Representation<W> {
  if (wfsa.size > MOST_DENSE) return { kind: "sparse" };
  const { algebra, size, alphabet, source, letter, target } = wfsa;
  if ((algebra as unknown) === rational) {
    return {
      kind: "rational",
      automaton: wfsa as unknown as Wfsa<Rational>,
      weight: (n) => n as unknown as W,
    };
  }
  const prime = /^prime-field:(\d+)$/u.exec(algebra.name)?.[1];
  if (prime === undefined) return { kind: "sparse" };
  const { initialWeight, finalWeight, arcWeight } = wfsa as unknown as Wfsa<number>;
  const weights = { initialWeight, finalWeight, arcWeight };
  const modulus = new Modulus(Number(prime));
  return {
    kind: "modular",
    automaton: { modulus, size, letters: alphabet.size, source, letter, target, ...weights },
    weight: (n) => n as unknown as W,
  };
}
