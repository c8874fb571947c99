/**
 * A search for inputs on which an operation takes longer than its comment promises: families of awkward automata and texts, in
 * doubling sizes, on every operation of the toolkit.
 *
 *     npm run bench -- worst-cases [--quick]
 */

import { best, growth } from "./support/measure.ts";
import type { Cell, Goal } from "./support/result.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";
import { type Attack, type Operation, operations } from "./worst-cases/operations.ts";

/** Sizes double from here on until a run takes so long. */
const FIRST = 1024;
const LARGEST = 2 ** 13;
const SECONDS = 0.03;
/** A logarithm, caches and the garbage collector pass for this much of an exponent. */
const SLACK = 0.5;

interface Measured {
  readonly operation: Operation;
  readonly attack: Attack;
  readonly size: number;
  readonly seconds: number;
  readonly exponent: number;
}

/** Doubles the size until a run takes long; the exponent is that of the last three doublings. */
function measured(operation: Operation, attack: Attack, seconds: number): Measured {
  const points: [size: number, seconds: number][] = [];
  for (let size = FIRST; size <= LARGEST; size *= 2) {
    const { cpu } = best(attack.make(size), 0, 2);
    points.push([size, Math.max(cpu, 1e-5)]);
    if (cpu > seconds) break;
  }
  const [size, last] = points[points.length - 1];
  // What takes no time has no exponent to speak of.
  const exponent = last < seconds / 6 ? Number.NaN : growth(points.slice(-4));
  return { operation, attack, size, seconds: last, exponent };
}

const search: Section = {
  name: "operations",
  title: "Operations on the worst inputs found",
  about:
    "For each operation the family of inputs on which its time grows fastest, in processor time of the largest size tried. Sizes are arcs, or characters " +
    `of a text, and double from ${FIRST} until a run takes ${SECONDS * 1000} ms. *Exponent*: b in time ≈ c · sizeᵇ, over the last three doublings; *promised*: what the ` +
    "comment of the operation says, logarithms aside. Weights do not grow along paths. No exponent: no input of the sizes tried takes long enough.",
  measure({ quick }: Settings): Findings {
    const rows: Cell[][] = [];
    const goals: Goal[] = [];
    for (const operation of operations) {
      progress(operation.name);
      const seconds = quick ? SECONDS / 4 : SECONDS;
      const tried = operation.attacks.map((attack) => measured(operation, attack, seconds));
      const excess = ({ exponent }: Measured) => (Number.isNaN(exponent) ? -1 : exponent);
      const worst = tried.reduce((a, b) => (excess(b) > excess(a) ? b : a));
      const { attack, size, exponent } = worst;
      const shown = Number.isNaN(exponent) ? null : exponent;
      rows.push([operation.name, tried.length, attack.name, size, 1000 * worst.seconds, shown, operation.promised]);
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
