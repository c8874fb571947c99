/**
 * The laws of the algebras. They are tested for every instance, and `brokenLaws` tries them on a user's own algebra. Each
 * law takes three weights and says whether it holds for them.
 */

import { HankelError, messageOf, shown } from "../errors.ts";
import { type GroupWithZero, isSemifield, type Semifield } from "./semifield.ts";

interface LawOf<A, W> {
  readonly name: string;
  holds(algebra: A, a: W, b: W, c: W): boolean;
}

const implies = (premise: boolean, conclusion: () => boolean) => !premise || conclusion();

/**
 * The laws of a group with zero.
 *
 * @example
 * console.log(groupLaws<Rational>().map(({ name }) => name)[0]); // ⊗ is associative
 */
export function groupLaws<W>(): readonly LawOf<GroupWithZero<W>, W>[] {
  return [
    {
      name: "⊗ is associative",
      holds: (k, a, b, c) => k.equals(k.times(k.times(a, b), c), k.times(a, k.times(b, c))),
    },
    {
      name: "1 is a unit on both sides",
      holds: (k, a) => k.equals(k.times(k.one, a), a) && k.equals(k.times(a, k.one), a),
    },
    {
      name: "0 annihilates on both sides",
      holds: (k, a) => k.isZero(k.times(k.zero, a)) && k.isZero(k.times(a, k.zero)),
    },
    { name: "0 is zero, 1 is not", holds: (k) => k.isZero(k.zero) && !k.isZero(k.one) },
    {
      name: "no zero divisors",
      holds: (k, a, b) => k.isZero(k.times(a, b)) === (k.isZero(a) || k.isZero(b)),
    },
    {
      name: "inverses on both sides",
      holds: (k, a) =>
        implies(
          !k.isZero(a),
          () => k.equals(k.times(a, k.inverse(a)), k.one) && k.equals(k.times(k.inverse(a), a), k.one),
        ),
    },
    { name: "zero has no inverse", holds: (k) => throwsAlgebraError(() => k.inverse(k.zero)) },
    {
      name: "⊗ is commutative if it says so",
      holds: (k, a, b) => implies(k.commutative, () => k.equals(k.times(a, b), k.times(b, a))),
    },
    {
      name: "roots are unique if it says so",
      holds: (k, a, b) =>
        implies(
          k.exact && k.uniqueRoots === true && !k.equals(a, b),
          () => !k.equals(k.times(a, a), k.times(b, b)),
        ),
    },
    {
      name: "1 is the only weight but zero if it says so",
      holds: (k, a) => implies(k.trivial === true, () => k.isZero(a) || k.equals(a, k.one)),
    },
    { name: "equality is reflexive", holds: (k, a) => k.equals(a, a) },
    { name: "equality is symmetric", holds: (k, a, b) => k.equals(a, b) === k.equals(b, a) },
    { name: "isZero agrees with equality", holds: (k, a) => k.isZero(a) === k.equals(a, k.zero) },
    {
      name: "keys or distances agree with equality",
      holds: (k, a, b) =>
        k.exact
          ? k.equals(a, b) === (k.key(a) === k.key(b))
          : k.equals(a, b) === k.distance(a, b) <= k.tolerance,
    },
    {
      name: "parse inverts format",
      holds: (k, a) => {
        const back = k.parse(k.format(a));
        return k.exact ? k.equals(back, a) && k.format(back) === k.format(a) : k.distance(back, a) === 0;
      },
    },
    {
      name: "isWeight accepts every weight",
      holds: (k, a, b) =>
        k.isWeight(a) && k.isWeight(k.times(a, b)) && k.isWeight(k.zero) && k.isWeight(k.one),
    },
    {
      name: "arrays start as zeros and keep weights",
      holds: (k, a) => {
        const array = k.array(2);
        array[1] = a;
        return array.length === 2 && k.isZero(array[0]) && k.equals(array[1], a);
      },
    },
  ];
}

/**
 * The laws of ⊕.
 *
 * @example
 * console.log(semifieldLaws<Rational>().map(({ name }) => name)[0]); // ⊕ is associative
 */
export function semifieldLaws<W>(): readonly LawOf<Semifield<W>, W>[] {
  return [
    {
      name: "⊕ is associative",
      holds: (k, a, b, c) => k.equals(k.plus(k.plus(a, b), c), k.plus(a, k.plus(b, c))),
    },
    { name: "⊕ is commutative", holds: (k, a, b) => k.equals(k.plus(a, b), k.plus(b, a)) },
    {
      name: "0 is the unit of ⊕",
      holds: (k, a) => k.equals(k.plus(k.zero, a), a) && k.equals(k.plus(a, k.zero), a),
    },
    {
      name: "⊗ distributes from the left",
      holds: (k, a, b, c) => k.equals(k.times(a, k.plus(b, c)), k.plus(k.times(a, b), k.times(a, c))),
    },
    {
      name: "⊗ distributes from the right",
      holds: (k, a, b, c) => k.equals(k.times(k.plus(a, b), c), k.plus(k.times(a, c), k.times(b, c))),
    },
    { name: "sums are weights", holds: (k, a, b) => k.isWeight(k.plus(a, b)) },
    {
      name: "w* solves x = 1 ⊕ w ⊗ x and x = 1 ⊕ x ⊗ w, and 0* = 1",
      holds(k, a) {
        if (k.star === undefined) return true;
        const sum = k.star(a);
        const solves = (x: W) =>
          k.equals(x, k.plus(k.one, k.times(a, x))) && k.equals(x, k.plus(k.one, k.times(x, a)));
        const ofZero = k.star(k.zero);
        return (sum === undefined || solves(sum)) && ofZero !== undefined && k.equals(ofZero, k.one);
      },
    },
    {
      name: "a weight and its additive inverse cancel",
      holds: (k, a) => k.negate === undefined || k.isZero(k.plus(a, k.negate(a))),
    },
    {
      name: "|w| is zero only for zero, is its own magnitude, and w* exists where |w|* does",
      holds(k, a) {
        if (k.magnitude === undefined) return true;
        const size = k.magnitude(a);
        const trusted = k.star?.(size) === undefined || k.star(a) !== undefined;
        return k.isZero(size) === k.isZero(a) && k.equals(k.magnitude(size), size) && trusted;
      },
    },
    {
      name: "the order is total, 1 is heavier than 0, and factors heavier than 0 keep it",
      holds(k, a, b, c) {
        if (k.compare === undefined) return true;
        const order = Math.sign(k.compare(a, b));
        const kept =
          !k.exact ||
          k.compare(c, k.zero) <= 0 ||
          Math.sign(k.compare(k.times(c, a), k.times(c, b))) === order;
        const equal = order === 0 ? k.equals(a, b) : !k.exact || !k.equals(a, b);
        const turned = Math.sign(k.compare(b, a)) === 0 - order;
        return kept && equal && turned && k.compare(k.one, k.zero) > 0;
      },
    },
    {
      name: "the kernel has a number for each weight, 0 for 0 and 1 for 1",
      holds(k, a) {
        const { kernel } = k;
        if (kernel === undefined || kernel.kind === "generic") return true;
        const back = kernel.kind === "rational" ? kernel.weight(kernel.of(a)) : kernel.weight(kernel.of(a));
        return k.equals(back, a) && kernel.of(k.zero) === 0 && kernel.of(k.one) === 1;
      },
    },
    {
      name: "logarithms are those of the numbers, and turn products into sums",
      holds(k, a, b) {
        const { log } = k;
        if (log === undefined || k.compare === undefined) return log === undefined;
        if (k.compare(a, k.zero) <= 0 || k.compare(b, k.zero) <= 0) return true;
        const [left, right] = [log(a) + log(b), log(k.times(a, b))];
        const slack = 1e-9 * Math.max(1, Math.abs(log(a)), Math.abs(log(b)));
        const number = k.toNumber?.(a) ?? 0;
        const same = number < 1e-300 || number > 1e300 || Math.abs(Math.log(number) - log(a)) <= slack;
        return same && Math.abs(left - right) <= slack;
      },
    },
  ];
}

/**
 * The laws that fail for some of these weights, each with the first weights that break it; none for a lawful algebra. A
 * law is tried on all triples, so ten weights are about a thousand trials of each.
 *
 * @example
 * console.log(brokenLaws(tropical, [0, 1, -2, Infinity]).length); // 0
 * console.log(brokenLaws({ ...tropical, one: 1 }, [0, 2])[0]); // 1 is a unit on both sides: not for 0, 0, 0
 */
export function brokenLaws<W>(algebra: GroupWithZero<W>, weights: readonly W[]): string[] {
  const broken = firstFailures(groupLaws<W>(), algebra, weights);
  if (isSemifield(algebra)) broken.push(...firstFailures(semifieldLaws<W>(), algebra, weights));
  return broken;
}

function firstFailures<A, W>(laws: readonly LawOf<A, W>[], algebra: A, weights: readonly W[]): string[] {
  return laws.flatMap((law) => {
    for (const a of weights) {
      for (const b of weights) {
        for (const c of weights) {
          const failure = failureOf(law, algebra, [a, b, c]);
          if (failure !== undefined) return [`${law.name}: ${failure}`];
        }
      }
    }
    return [];
  });
}

function failureOf<A, W>(law: LawOf<A, W>, algebra: A, [a, b, c]: readonly [W, W, W]): string | undefined {
  const here = () => `not for ${[a, b, c].map(shown).join(", ")}`;
  try {
    return law.holds(algebra, a, b, c) ? undefined : here();
  } catch (error) {
    return `${here()} (${messageOf(error)})`;
  }
}

function throwsAlgebraError(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch (error) {
    return error instanceof HankelError && error.code === "algebra";
  }
}
