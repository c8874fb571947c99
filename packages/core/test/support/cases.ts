/** Every exact algebra with a few of its weights and its reference arithmetic. Tests run over all of them. */

import {
  arctic,
  boolean,
  defineGroupWithZero,
  type ExactGroup,
  freeGroup,
  primeField,
  quaternion,
  rational,
  tropical,
  viterbi,
} from "@hankel/core";
import {
  type Arithmetic,
  exponents,
  freeWords,
  permutations,
  quaternions,
  ratios,
  residues,
  truths,
} from "./arithmetic.ts";

/** W and R differ from case to case, so both are unknown here; the parts of one case fit together. */
export interface Case {
  readonly name: string;
  readonly algebra: ExactGroup<unknown>;
  /** Few weights, so that random automata have states to merge. */
  readonly pool: readonly unknown[];
  readonly arithmetic: Arithmetic<unknown>;
  /** The largest automata for which all words are enumerated. */
  readonly smallStates: number;
}

function exactCase<W, R>(
  algebra: ExactGroup<W>,
  pool: readonly string[],
  arithmetic: Arithmetic<R>,
  smallStates = 4,
): Case {
  return {
    name: algebra.name,
    algebra: algebra,
    pool: pool.map((text) => algebra.parse(text)),
    arithmetic: arithmetic,
    smallStates,
  };
}

/**
 * The permutations of 0, 1 and 2, with a zero: finite and not commutative. A weight lists the images of 0, 1 and 2. It is
 * also a test of user-defined algebras.
 */
export const symmetricGroup = defineGroupWithZero<string>({
  name: "symmetric-group",
  zero: "0",
  one: "012",
  times: (a, b) => (a === "0" || b === "0" ? "0" : Array.from(a, (i) => b[Number(i)]).join("")),
  inverse: (a) => Array.from("012", (i) => a.indexOf(i)).join(""),
  isWeight: (value) => ["0", "012", "021", "102", "120", "201", "210"].includes(value as string),
  format: (a) => a,
  parse: (text) => text,
});

export const exactCases: readonly Case[] = [
  exactCase(boolean, ["true"], truths),
  exactCase(rational, ["1", "-1", "2", "1/2", "-3/7"], ratios),
  exactCase(tropical, ["0", "1", "3", "-2", "1/3"], exponents),
  exactCase(arctic, ["0", "2", "-5/2"], exponents),
  exactCase(viterbi, ["1", "1/2", "3/4", "2"], ratios),
  exactCase(primeField(2), ["1"], residues(2n)),
  exactCase(primeField(7), ["1", "2", "3", "6"], residues(7n)),
  exactCase(primeField(2147483647), ["1", "2147483646", "65537"], residues(2147483647n)),
  exactCase(quaternion, ["1", "i", "j", "1+2i", "1/2-k", "-1"], quaternions),
  exactCase(freeGroup, ["1", "x", "y", "x y", "x^-1"], freeWords),
  exactCase(symmetricGroup, ["012", "102", "120", "021"], permutations, 2),
];

/** The cases that are not commutative. */
export const nonCommutativeCases = exactCases.filter(({ algebra }) => !algebra.commutative);
