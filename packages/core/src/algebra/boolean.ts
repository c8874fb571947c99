import { type ExactSemifield, filled, notAWeight, zeroHasNoInverse } from "./semifield.ts";

/**
 * Truth: ⊕ is or, ⊗ is and. Learning over it is Angluin's L*.
 *
 * @example
 * console.log(boolean.plus(true, false), boolean.times(true, false)); // true false
 */
export const boolean: ExactSemifield<boolean> = {
  name: "boolean",
  exact: true,
  commutative: true,
  uniqueRoots: true,
  trivial: true,
  zero: false,
  one: true,
  plus: (a, b) => a || b,
  star: () => true,
  times: (a, b) => a && b,
  inverse(a) {
    if (!a) throw zeroHasNoInverse("boolean");
    return a;
  },
  equals: (a, b) => a === b,
  isZero: (a) => !a,
  isWeight: (value) => typeof value === "boolean",
  key: (a) => (a ? 1 : 0),
  parse(text) {
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    throw notAWeight("boolean", text, '"true", "false", "1" or "0"');
  },
  format: (a) => (a ? "true" : "false"),
  array: (length) => filled<boolean>(length, false),
};
