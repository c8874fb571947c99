/**
 * A search for inputs on which an operation takes longer than its comment promises: families of awkward automata and texts, in
 * doubling sizes, on every operation of the toolkit. Quickly: on the first three.
 *
 *     npm run bench -- worst-cases [--quick]
 */

import { best, growth } from "./support/measure.ts";
import type { Cell, Goal } from "./support/result.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";
import { type Attack, type Operation, operations } from "./worst-cases/operations.ts";

/** How sizes double: up to a size, or until a run takes so long; an exponent is that of the last points. */
interface Doubling {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly runs: number;
  readonly points: number;
}

/** Every family is tried on small inputs first, and what looks suspicious again on large ones, which are measured better. */
const SMALL: Doubling = { from: 64, to: 2 ** 11, seconds: 0.01, runs: 1, points: 3 };
const LARGE: Doubling = { from: 1024, to: 2 ** 17, seconds: 0.25, runs: 3, points: 4 };
/** A logarithm, caches and the garbage collector pass for this much of an exponent. */
const SLACK = 0.5;

interface Measured {
  readonly attack: Attack;
  readonly size: number;
  readonly seconds: number;
  /** `undefined` if no input takes long enough to have one. */
  readonly exponent: number | undefined;
}

function measured(attack: Attack, { from, to, seconds, runs, points: count }: Doubling): Measured {
  const points: [size: number, seconds: number][] = [];
  for (let size = from; size <= to; size *= 2) {
    const { cpu } = best(attack.make(size), 0, runs);
    points.push([size, Math.max(cpu, 1e-5)]);
    if (cpu > seconds && points.length >= count) break;
  }
  const [size, last] = points[points.length - 1];
  const exponent = last < seconds / 10 ? undefined : growth(points.slice(-count));
  return { attack, size, seconds: last, exponent };
}

const exponentOf = ({ exponent }: Measured) => exponent ?? 0;

/** The input on which an operation grows fastest, as far as a second look confirms it. */
function worstOf({ attacks, promised }: Operation): Measured {
  const tried = attacks.map((attack) => measured(attack, SMALL));
  const looked = tried.map((one) =>
    exponentOf(one) > promised + SLACK / 2 ? measured(one.attack, LARGE) : one,
  );
  return looked.reduce((a, b) => (exponentOf(b) > exponentOf(a) ? b : a));
}

const search: Section = {
  name: "operations",
  title: "Operations on the worst inputs found",
  about:
    "For each operation the family of inputs on which its time grows fastest. Sizes are arcs, or characters of a text, and double; a family that looks suspicious on small " +
    "inputs is measured again on larger ones. *Exponent*: b in time ≈ c · sizeᵇ, over the last two doublings, or three of a second look; *promised*: what the comment of the operation says, logarithms aside. " +
    "Weights do not grow along paths. Processor time of the largest size tried; no exponent: no input takes long enough.",
  measure({ quick }: Settings): Findings {
    const rows: Cell[][] = [];
    const goals: Goal[] = [];
    for (const operation of quick ? operations.slice(0, 3) : operations) {
      progress(operation.name);
      const { attack, size, seconds, exponent } = worstOf(operation);
      const shown = exponent ?? null;
      rows.push([
        operation.name,
        operation.attacks.length,
        attack.name,
        size,
        1000 * seconds,
        shown,
        operation.promised,
      ]);
      goals.push({
        goal: `${operation.name} grows with an exponent of ${operation.promised} at most`,
        found: shown === null ? "no growth to speak of" : `${shown.toFixed(2)} on ${attack.name}`,
        met: shown === null || shown <= operation.promised + SLACK,
      });
    }
    return {
      columns: [
        { name: "operation" },
        { name: "families" },
        { name: "worst family" },
        { name: "size" },
        { name: "ms", digits: 1 },
        { name: "exponent", digits: 2 },
        { name: "promised" },
      ],
      rows,
      goals,
    };
  },
};

export function run(args: readonly string[]): Promise<void> {
  return runSections("worst-cases", [search], args);
}
