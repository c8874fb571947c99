/** Probabilities and their logarithms as weights, in the semifields that have them. */

import { negateRational, type Rational } from "../algebra/fraction.ts";
import { formatRational, rationalToNumber } from "../algebra/fraction-text.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import { HankelError } from "../errors.ts";

/** The weight of a probability. */
export function probabilityIn(algebra: AnyAlgebra): (probability: Rational) => unknown {
  const [kind] = algebra.name.split(":");
  if (kind === "log") {
    return (p) => (p === 0 ? algebra.zero : algebra.parse(String(0 - Math.log(rationalToNumber(p)))));
  }
  if (["rational", "real", "viterbi", "viterbi-float64"].includes(kind)) {
    return (p) => algebra.parse(formatRational(p));
  }
  return refuse("probabilities", "rational, real, log, viterbi or viterbi-float64", algebra);
}

/**
 * The weight of a probability that is given by its decimal logarithm. Over the tropical and arctic semifields the
 * logarithm is the weight itself, so nothing is rounded; the log semifield has natural logarithms.
 */
export function decimalLogarithmIn(algebra: AnyAlgebra): (logarithm: Rational) => unknown {
  const [kind] = algebra.name.split(":");
  if (kind.startsWith("tropical")) return (x) => algebra.parse(formatRational(negateRational(x)));
  if (kind.startsWith("arctic")) return (x) => algebra.parse(formatRational(x));
  if (kind === "log") return (x) => algebra.parse(String(0 - rationalToNumber(x) * Math.LN10));
  if (kind === "real" || kind === "viterbi-float64") {
    return (x) => algebra.parse(String(10 ** rationalToNumber(x)));
  }
  return refuse(
    "decimal logarithms of probabilities",
    "tropical, arctic, log, real or viterbi-float64",
    algebra,
  );
}

function refuse(what: string, known: string, algebra: AnyAlgebra): never {
  throw new HankelError("usage", `${what} are weights of ${known}, not of ${algebra.name}`);
}
