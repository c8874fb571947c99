/** Elimination modulo primes beside plain loops in C. */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Random } from "@hankel/core";
import { ModularRows, Modulus } from "../../packages/core/src/linear/modular.ts";
import { LARGEST_OF_SYSTEMS, solveModulo } from "../../packages/core/src/linear/modular-systems.ts";
import { best } from "../support/measure.ts";
import { scratchFile } from "../support/scratch.ts";
import { type Findings, progress, type Section } from "../support/section.ts";

const SIZE = 200;
const TIMES = 7;

/** A prime of a user, those of the library for words and for numbers, and one of 31 bits. */
const PRIMES = [1_000_003, 33_554_393, 67_108_859, 2_147_483_647];

/** Milliseconds of the loops in C at two levels of optimisation, or why there are none. */
function inC(p: number): Record<"divided" | "delayed", readonly number[]> | string {
  const source = fileURLToPath(new URL("elimination.c", import.meta.url));
  try {
    const seconds = ["-O2", "-O3"].map((level) => {
      const program = scratchFile(`elimination${level}`);
      execFileSync("cc", [level, "-o", program, source, "-lm"]);
      const output = execFileSync(program, [p, SIZE, TIMES].map(String), { encoding: "utf8" });
      return JSON.parse(output) as [number, number];
    });
    return { divided: seconds.map(([s]) => 1000 * s), delayed: seconds.map(([, s]) => 1000 * s) };
  } catch (failure) {
    return `no C compiler that works: ${String(failure).split("\n")[0]}`;
  }
}

function milliseconds(work: () => void): number {
  return 1000 * best(work, 0.3, TIMES).cpu;
}

/** Milliseconds for a matrix and as many right-hand sides: by blocks, if the prime allows it; and row by row, with coordinates. */
function ours(p: number): { readonly blocks: number | null; readonly rows: number } {
  const random = new Random(1, p);
  const vectors = Array.from({ length: SIZE }, () =>
    Float64Array.from({ length: SIZE }, () => random.below(p)),
  );
  const rows = milliseconds(() => {
    const basis = new ModularRows(new Modulus(p), SIZE, undefined, true);
    for (const vector of vectors) basis.add(vector);
  });
  if (p >= LARGEST_OF_SYSTEMS) return { blocks: null, rows };
  const entries = Float64Array.from({ length: 2 * SIZE * SIZE }, () => random.below(p) - (p - 1) / 2);
  const data = new Float64Array(entries.length);
  const blocks = milliseconds(() => {
    data.set(entries);
    solveModulo({ data, rows: SIZE, unknowns: SIZE, width: 2 * SIZE }, p);
  });
  return { blocks, rows };
}

export const onKernels: Section = {
  name: "kernels",
  title: "Elimination modulo a prime, beside C",
  about:
    `A random ${SIZE} × ${SIZE} matrix with as many right-hand sides; milliseconds of the processor, the least of several runs. *By blocks* is how systems over the rationals are solved, ` +
    "and includes the substitution backwards (3/8 of its products), which the loops in C leave out. *Row by row* is how words are told apart: one vector after the other, with its coordinates. In C, plain loops " +
    "with -O2 and -O3: one divides after each product, the other adds up doubles as long as they are exact, which the compiler turns into vector instructions at -O3. The ratios are the times in C over those of our quickest.",
  measure(): Findings {
    const notes: string[] = [];
    const ratios: number[] = [];
    const rows = PRIMES.map((p) => {
      progress(`kernels, ${p}`);
      const [we, c] = [ours(p), inC(p)];
      const quickest = Math.min(we.rows, we.blocks ?? Number.POSITIVE_INFINITY);
      if (typeof c === "string") {
        notes.push(c);
        return [p, we.blocks, we.rows, null, null, null, null, null, null];
      }
      const delayed = p < 67_108_859 ? c.delayed : [null, null];
      ratios.push(Math.min(...c.divided) / quickest);
      const vectors = delayed[1] === null ? null : delayed[1] / quickest;
      return [p, we.blocks, we.rows, ...c.divided, ...delayed, Math.min(...c.divided) / quickest, vectors];
    });
    return {
      columns: [
        { name: "prime" },
        { name: "by blocks, ms", digits: 1 },
        { name: "row by row, ms", digits: 1 },
        { name: "C divides, -O2", digits: 1 },
        { name: "-O3", digits: 1 },
        { name: "C adds doubles, -O2", digits: 1 },
        { name: "-O3", digits: 1 },
        { name: "divides / ours", digits: 2 },
        { name: "doubles / ours", digits: 2 },
      ],
      rows,
      notes: [...new Set(notes)],
      goals:
        ratios.length === 0
          ? []
          : [
              {
                goal: "half of what a plain loop in C reaches",
                found: `${Math.min(...ratios).toFixed(2)} times at worst`,
                met: Math.min(...ratios) >= 0.5,
              },
            ],
    };
  },
};
