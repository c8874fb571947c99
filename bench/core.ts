/**
 * The foundation: `weigh`, `compare`, `minimize` and the table learner.
 *
 *     npm run bench -- core [--quick] [--only weigh,compare,minimize,table]
 */

import { compare, minimize, Random, Wdfsa } from "@hankel/core";
import type { WeighRow } from "./jobs/weigh.ts";
import { inChild } from "./support/child.ts";
import { type Family, target } from "./support/families.ts";
import { average, best, growth } from "./support/measure.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";
import { contenders, study } from "./support/study.ts";

const weighing: Section = {
  name: "weigh",
  title: "`weigh` against a loop by hand",
  about:
    "Nanoseconds of processor time a letter, on words of 100 letters and an automaton of 1,000 states and 4 letters. The loop by hand " +
    "reads the same arrays and knows its algebra. *Alone*: a process that has only seen this algebra; *among others*: after five " +
    "algebras have passed through the same code.",
  async measure() {
    const rows: WeighRow[] = [];
    for (const name of ["real", "tropical-float64", "tropical"]) {
      rows.push((await inChild<WeighRow>("weigh", { name })).value);
    }
    const worst = Math.max(...rows.map(({ inlined, among, alone }) => Math.max(among, alone) / inlined));
    return {
      columns: [
        { name: "algebra" },
        { name: "by hand, ns", digits: 2 },
        { name: "alone, ns", digits: 2 },
        { name: "times", digits: 2 },
        { name: "among others, ns", digits: 2 },
        { name: "times", digits: 2 },
      ],
      rows: rows.map(({ algebra, inlined, alone, among }) => [
        algebra,
        inlined,
        alone,
        alone / inlined,
        among,
        among / inlined,
      ]),
      goals: [
        {
          goal: "within 3 times of the loop by hand",
          found: `${worst.toFixed(2)} times at worst`,
          met: worst <= 3,
        },
      ],
    };
  },
};

const TROPICAL: Family = { weights: "tropical", letters: 10, finals: 0.5 };
const FAMILIES: readonly Family[] = [
  TROPICAL,
  { ...TROPICAL, weights: "boolean" },
  { ...TROPICAL, weights: "rational" },
];

/** Every state twice, and each arc to one of the two: the same language with twice the states. */
function doubled<W>(automaton: Wdfsa<W>, random: Random): Wdfsa<W> {
  const { algebra, alphabet, size, initialWeight } = automaton;
  const width = alphabet.size;
  const to = new Int32Array(2 * size * width);
  const arcWeight = algebra.array(to.length);
  const finalWeight = algebra.array(2 * size);
  for (let state = 0; state < 2 * size; state++) {
    const original = state % size;
    finalWeight[state] = automaton.finalWeight[original];
    for (let letter = 0; letter < width; letter++) {
      const arc = state * width + letter;
      arcWeight[arc] = automaton.arcWeight[original * width + letter];
      to[arc] = automaton.target[original * width + letter] + size * random.below(2);
    }
  }
  return new Wdfsa({ algebra, alphabet, target: to, arcWeight, initialWeight, finalWeight });
}

/** Reads a target and a weight for each arc, and writes the weight, in random order: what the memory alone costs. */
function walk(arcs: number): () => number {
  const random = new Random(arcs);
  const to = Int32Array.from({ length: arcs }, () => random.below(arcs));
  const weights = Array.from({ length: arcs }, (_, i) => i % 1000);
  return () => {
    let at = 0;
    for (let i = 0; i < arcs; i++) {
      // The next place depends on what was read: nothing can be fetched ahead.
      at = to[(at + weights[at]) % arcs];
      weights[at] = i % 1000;
    }
    return at;
  };
}

function linear(
  name: string,
  about: string,
  work: (large: Wdfsa<unknown>, small: Wdfsa<unknown>) => unknown,
): Section {
  return {
    name,
    title: `\`${name}\` from 10³ to 10⁶ arcs`,
    about: `${about} Nanoseconds of processor time an arc of the larger automaton; the best of several runs. *Memory alone* is a chain of dependent reads in arrays of that size.`,
    measure({ quick }: Settings): Findings {
      const sizes = quick ? [1e3, 1e4, 1e5] : [1e3, 1e4, 1e5, 1e6];
      const times = FAMILIES.map((family) =>
        sizes.map((arcs) => {
          progress(`${name}, ${family.weights}, ${arcs} arcs`);
          const small = target(family, arcs / 2 / family.letters, 1);
          const large = doubled(small, new Random(arcs));
          return best(() => work(large, small), 0.3, arcs === 1e6 ? 2 : 5).cpu;
        }),
      );
      const walks = sizes.map((arcs) => best(walk(arcs)).cpu);
      const exponents = times.map((row) => growth(row.map((time, i) => [sizes[i], time])));
      const worst = Math.max(...exponents);
      return {
        columns: [
          { name: "weights" },
          ...sizes.map((arcs) => ({ name: `${arcs.toLocaleString("en-US")} arcs` })),
          { name: "exponent", digits: 2 },
        ],
        rows: [
          ...FAMILIES.map(({ weights }, i) => [
            weights,
            ...times[i].map((time, j) => (time / sizes[j]) * 1e9),
            exponents[i],
          ]),
          [
            "memory alone",
            ...walks.map((time, j) => (time / sizes[j]) * 1e9),
            growth(walks.map((time, j) => [sizes[j], time])),
          ],
        ],
        goals: [
          {
            goal: "near-linear growth (an exponent below 1.3, caches included)",
            found: worst.toFixed(2),
            met: worst < 1.3,
          },
        ],
      };
    },
  };
}

const comparing = linear(
  "compare",
  "An automaton with every state twice against the minimal one: they are equal, so all of both is looked at.",
  (large, small) => {
    if (compare(large, small) !== undefined) throw new Error("compare found a difference between equals");
  },
);

const minimizing = linear(
  "minimize",
  "The automaton with every state twice, made minimal.",
  (large, small) => {
    if (minimize(large).size !== small.size) throw new Error("minimize left too many states");
  },
);

const table: Section = {
  name: "table",
  title: "The table learner, 3 letters",
  about:
    "Dense tropical targets, half final. Counterexamples are used as in the paper (all prefixes) or as by Rivest and Schapire.",
  measure({ quick, seeds }: Settings): Findings {
    const sizes = quick ? [25, 50, 100] : [25, 50, 100, 200];
    const ways = ["prefixes", "rivest-schapire"] as const;
    // Warms the compiler up before the first row is measured.
    for (const counterexamples of ways)
      study(target(TROPICAL, 100, 9), { ...contenders["table"], counterexamples });
    const rows = ways.map((counterexamples) =>
      sizes.map((states) => {
        progress(`table, ${counterexamples}, ${states} states`);
        const runs = Array.from({ length: seeds }, (_, i) =>
          study(target({ ...TROPICAL, letters: 3 }, states, i + 1), {
            ...contenders["table"],
            counterexamples,
          }),
        );
        return { states, ...average(runs, ["questions", "equivalences", "cpu", "wall"]) };
      }),
    );
    const last = rows.map((way) => way[way.length - 1]);
    const slowest = Math.max(...last.map(({ wall }) => wall));
    return {
      columns: [
        { name: "counterexamples" },
        { name: "states" },
        { name: "questions" },
        { name: "equivalences", digits: 1 },
        { name: "CPU s", digits: 3 },
        { name: "wall s", digits: 3 },
      ],
      rows: rows.flatMap((way, i) =>
        way.map(({ states, questions, equivalences, cpu, wall }) => [
          ways[i],
          states,
          questions,
          equivalences,
          cpu,
          wall,
        ]),
      ),
      goals: [
        {
          goal: `${last[0].states} states × 3 letters in seconds`,
          found: `${slowest.toFixed(2)} s`,
          met: slowest < 10,
        },
      ],
      notes: rows.map((way, i) => {
        const exponent = (key: "questions" | "cpu") =>
          growth(way.map((row) => [row.states, row[key]])).toFixed(2);
        return `${ways[i]}: growth in N of questions N^${exponent("questions")}, of CPU time N^${exponent("cpu")}`;
      }),
    };
  },
};

export function run(args: readonly string[]): Promise<void> {
  return runSections("core", [weighing, comparing, minimizing, table], args);
}
