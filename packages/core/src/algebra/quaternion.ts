import { mostQuaternionDigits } from "./digits.ts";
import {
  addRationals as add,
  checkDigits,
  compareRationals,
  equalRationals,
  isRational,
  magnitudeOfRational,
  multiplyRationals as multiply,
  negateRational as negate,
  type Rational,
  reciprocal,
  subtractRationals as subtract,
} from "./fraction.ts";
import { formatRational, keyOfRational, readRational } from "./fraction-text.ts";
import { type ExactField, filled, notAWeight, zeroHasNoInverse } from "./semifield.ts";

/** re + i·𝐢 + j·𝐣 + k·𝐤 */
export interface Quaternion {
  readonly re: Rational;
  readonly i: Rational;
  readonly j: Rational;
  readonly k: Rational;
}

/** The quaternion with these coordinates. */
export function quaternionOf(re: Rational, i: Rational = 0, j: Rational = 0, k: Rational = 0): Quaternion {
  return { re, i, j, k };
}

/** Refuses a coordinate with which the next product would take very long. */
const short = checkDigits(mostQuaternionDigits);

function bounded(re: Rational, i: Rational, j: Rational, k: Rational): Quaternion {
  return quaternionOf(short(re), short(i), short(j), short(k));
}

const ZERO = quaternionOf(0);

/** The quaternion whose coordinates are those of another under a map. */
function mapped({ re, i, j, k }: Quaternion, map: (part: Rational) => Rational): Quaternion {
  return quaternionOf(map(re), map(i), map(j), map(k));
}

/** Hamilton's quaternions with rational coordinates: exact, and ⊗ is not commutative. */
export const quaternion: ExactField<Quaternion> = {
  name: "quaternion",
  exact: true,
  commutative: false,
  zero: ZERO,
  one: quaternionOf(1),
  plus: (p, q) => quaternionOf(add(p.re, q.re), add(p.i, q.i), add(p.j, q.j), add(p.k, q.k)),
  times: (p, q) =>
    bounded(
      subtract(
        subtract(multiply(p.re, q.re), multiply(p.i, q.i)),
        add(multiply(p.j, q.j), multiply(p.k, q.k)),
      ),
      add(add(multiply(p.re, q.i), multiply(p.i, q.re)), subtract(multiply(p.j, q.k), multiply(p.k, q.j))),
      add(subtract(multiply(p.re, q.j), multiply(p.i, q.k)), add(multiply(p.j, q.re), multiply(p.k, q.i))),
      add(add(multiply(p.re, q.k), multiply(p.i, q.j)), subtract(multiply(p.k, q.re), multiply(p.j, q.i))),
    ),
  /** The conjugate divided by the squared norm. */
  inverse(q) {
    if (isZero(q)) throw zeroHasNoInverse("quaternion");
    const scale = reciprocal(norm(q));
    return mapped({ ...minus(q), re: q.re }, (part) => short(multiply(part, scale)));
  },
  equals: (p, q) =>
    p === q ||
    (equalRationals(p.re, q.re) &&
      equalRationals(p.i, q.i) &&
      equalRationals(p.j, q.j) &&
      equalRationals(p.k, q.k)),
  isZero,
  isWeight(value): value is Quaternion {
    if (typeof value !== "object" || value === null) return false;
    const { re, i, j, k } = value as Partial<Quaternion>;
    return isRational(re) && isRational(i) && isRational(j) && isRational(k);
  },
  key: (q) => `${keyOfRational(q.re)},${keyOfRational(q.i)},${keyOfRational(q.j)},${keyOfRational(q.k)}`,
  parse,
  format,
  array: (length) => filled(length, ZERO),
  star: (q) =>
    compareRationals(norm(q), 1) < 0
      ? quaternion.inverse(quaternion.plus(quaternion.one, minus(q)))
      : undefined,
  negate: minus,
  /** The sum of the coordinates' absolute values. The Euclidean length is not rational, and never larger. */
  magnitude: (q) => quaternionOf([q.re, q.i, q.j, q.k].map(magnitudeOfRational).reduce(add)),
};

function minus(q: Quaternion): Quaternion {
  return mapped(q, negate);
}

/** The square of the Euclidean length. */
function norm(q: Quaternion): Rational {
  return add(add(multiply(q.re, q.re), multiply(q.i, q.i)), add(multiply(q.j, q.j), multiply(q.k, q.k)));
}

function isZero(q: Quaternion): boolean {
  return q.re === 0 && q.i === 0 && q.j === 0 && q.k === 0;
}

/** `1+2i-1/2j+3k`: leaves out coordinates that are 0 and coefficients that are 1. */
function format(q: Quaternion): string {
  const terms = [term(q.re, ""), term(q.i, "i"), term(q.j, "j"), term(q.k, "k")].filter(
    (text) => text !== "",
  );
  if (terms.length === 0) return "0";
  return terms.map((text, at) => (at > 0 && !text.startsWith("-") ? `+${text}` : text)).join("");
}

function term(coefficient: Rational, unit: string): string {
  if (coefficient === 0) return "";
  if (unit !== "" && coefficient === 1) return unit;
  if (unit !== "" && coefficient === -1) return `-${unit}`;
  return formatRational(coefficient) + unit;
}

const TERM = /([+-]?)(\d+\/\d+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)?([ijk]?)/y;
const NOTATION = 'a quaternion such as "1+2i-1/2j+3k", each unit at most once';

/** Reads a sum of terms in any order, each a rational number, a unit, or a number before a unit. */
function parse(text: string): Quaternion {
  // Four fractions, and what stands between them.
  const longest = 8 * mostQuaternionDigits() + 100;
  if (text.length > longest) {
    const most = `a quaternion of at most ${longest} characters, not of ${text.length}`;
    throw notAWeight("quaternion", text, most);
  }
  const parts = new Map<string, Rational>();
  let at = 0;
  while (at < text.length) {
    TERM.lastIndex = at;
    const [found = "", sign = "", digits = "", unit = ""] = TERM.exec(text) ?? [];
    const sane = digits + unit !== "" && (sign !== "" || at === 0) && !parts.has(unit);
    if (!sane) throw notAWeight("quaternion", text, NOTATION);
    parts.set(unit, readRational(`${sign}${digits || "1"}`, "quaternion", NOTATION, text));
    at += found.length;
  }
  if (parts.size === 0) throw notAWeight("quaternion", text, NOTATION);
  return quaternionOf(parts.get("") ?? 0, parts.get("i"), parts.get("j"), parts.get("k"));
}
