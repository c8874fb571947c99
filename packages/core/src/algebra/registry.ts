/** The algebras by the names that files and the command line use. */

import { HankelError, quote } from "../errors.ts";
import { boolean } from "./boolean.ts";
import {
  arcticFloat64,
  arcticFloat64Within,
  log,
  logWithin,
  real,
  realWithin,
  tropicalFloat64,
  tropicalFloat64Within,
  viterbiFloat64,
  viterbiFloat64Within,
} from "./float64.ts";
import { freeGroup } from "./free-group.ts";
import { primeField } from "./prime-field.ts";
import { quaternion } from "./quaternion.ts";
import { arctic, rational, tropical, viterbi } from "./rational.ts";
import type { GroupWithZero } from "./semifield.ts";

/** An algebra that is only known at run time. Generic functions take it with W = unknown. */
export type AnyAlgebra = GroupWithZero<unknown>;

/** A line of the registry: a name, what may follow it, and how the algebra is made. */
export interface SemifieldEntry {
  /** The notation, with parameters in capitals: `prime-field:P`; `[:TOLERANCE]` is optional. */
  readonly usage: string;
  readonly name: string;
  /** One line for a list. */
  readonly description: string;
}

interface Maker extends SemifieldEntry {
  make(parameter: string | undefined): AnyAlgebra;
}

function constant(algebra: AnyAlgebra, description: string): Maker {
  const { name } = algebra;
  return {
    name,
    usage: name,
    description,
    make(parameter) {
      if (parameter === undefined) return algebra;
      throw new HankelError(
        "algebra",
        `the semifield ${name} takes no parameter, but got ${quote(parameter)}`,
      );
    },
  };
}

function within(algebra: AnyAlgebra, make: (tolerance: number) => AnyAlgebra, description: string): Maker {
  const { name } = algebra;
  return {
    name,
    usage: `${name}[:TOLERANCE]`,
    description,
    make: (parameter) => (parameter === undefined ? algebra : make(numeric(name, parameter, "1e-6"))),
  };
}

const primeFields: Maker = {
  name: "prime-field",
  usage: "prime-field:P",
  description: "the integers modulo a prime P below 2^53, exact",
  make: (parameter) => primeField(numeric("prime-field", parameter, "7")),
};

function numeric(name: string, parameter: string | undefined, example: string): number {
  if (parameter !== undefined && /^\d+(\.\d+)?(e-?\d+)?$/i.test(parameter)) return Number(parameter);
  const got = parameter === undefined ? "none was given" : `got ${quote(parameter)}`;
  throw new HankelError("algebra", `the semifield ${name} takes a number, as in ${name}:${example}; ${got}`);
}

const makers: readonly Maker[] = [
  constant(boolean, "true and false under or and and: plain automata, Angluin's L*"),
  constant(rational, "rational numbers of any size, exact: 1/2, -3, 0.125"),
  within(real, realWithin, "float64 numbers, equal within a relative tolerance"),
  within(log, logWithin, "float64 -log probabilities, as in OpenFst; the zero is Infinity"),
  constant(tropical, "min and + over the rationals, exact; the zero is Infinity"),
  constant(arctic, "max and + over the rationals, exact; the zero is -Infinity"),
  constant(viterbi, "max and × over the non-negative rationals, exact"),
  within(tropicalFloat64, tropicalFloat64Within, "min and + over float64, within a tolerance"),
  within(arcticFloat64, arcticFloat64Within, "max and + over float64, within a tolerance"),
  within(viterbiFloat64, viterbiFloat64Within, "max and × over non-negative float64, within a tolerance"),
  primeFields,
  constant(quaternion, "rational quaternions, exact, not commutative: 1+2i-1/2j+3k"),
  constant(freeGroup, "words over generators and their inverses, without ⊕: outputs of transducers, x y^-1"),
];

const byName = new Map(makers.map((maker) => [maker.name, maker]));

/**
 * Every semifield that `semifieldByName` knows.
 *
 * @example
 * console.log(semifields.map(({ usage }) => usage).join(" ")); // boolean rational real[:TOLERANCE] log[:TOLERANCE] tropical arctic viterbi tropical-float64[:TOLERANCE] arctic-float64[:TOLERANCE] viterbi-float64[:TOLERANCE] prime-field:P quaternion free-group
 */
export const semifields: readonly SemifieldEntry[] = makers.map(({ name, usage, description }) => ({
  name,
  usage,
  description,
}));

/**
 * The algebra of this name, parameters included: `rational`, `prime-field:7`, `real:1e-6`.
 *
 * @example
 * console.log(semifieldByName("prime-field:7").name); // prime-field:7
 */
export function semifieldByName(name: string): AnyAlgebra {
  const colon = name.indexOf(":");
  const maker = byName.get(colon < 0 ? name : name.slice(0, colon));
  if (maker !== undefined) return maker.make(colon < 0 ? undefined : name.slice(colon + 1));
  const known = semifields.map(({ usage }) => usage).join(", ");
  throw new HankelError("algebra", `there is no semifield ${quote(name)}; known are ${known}`);
}
