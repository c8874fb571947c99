/**
 * The multiplicity learner: random automata over fields, and deterministic ones beside the tree learner.
 *
 *     npm run bench -- multiplicity [--quick] [--only random,fractions,kernels,trials,deterministic]
 */

import {
  Alphabet,
  type ExactField,
  exactTeacher,
  fieldTeacher,
  learn,
  primeField,
  Random,
  randomAutomaton,
  rational,
  reduce,
  type Statistics,
  type Teacher,
  toWfsa,
  type Wfsa,
  WfsaBuilder,
  writeHankel,
} from "@hankel/core";
import { onFractions } from "./multiplicity/fractions.ts";
import { onKernels } from "./multiplicity/kernels.ts";
import { now, since } from "./support/measure.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";

const PRIME = primeField(1_000_003);

interface Kind {
  readonly weights: "prime field" | "rational";
  readonly letters: number;
  /** Arcs per state and letter; undefined: to every state. */
  readonly arcs: number | undefined;
  readonly ranks: readonly number[];
}

const KINDS: readonly Kind[] = [
  { weights: "prime field", letters: 4, arcs: 2, ranks: [10, 20, 50, 100, 200] },
  { weights: "prime field", letters: 4, arcs: undefined, ranks: [10, 50, 100] },
  { weights: "rational", letters: 2, arcs: 2, ranks: [10, 20, 50, 100, 200] },
  { weights: "rational", letters: 2, arcs: undefined, ranks: [10, 50] },
];

/** A random automaton with this many states: half of them are final, a tenth initial. */
function randomWfsa(kind: Kind, states: number, seed: number): Wfsa<unknown> {
  const random = new Random(seed, states, kind.letters);
  const algebra = (kind.weights === "rational" ? rational : PRIME) as unknown as ExactField<unknown>;
  const weight = () =>
    kind.weights === "rational"
      ? (random.below(2) === 0 ? 1 : -1) * (1 + random.below(4))
      : 1 + random.below(1_000_002);
  const builder = new WfsaBuilder(algebra, Alphabet.letters(kind.letters));
  for (let state = 0; state < states; state++) builder.state(random.below(2) === 0 ? weight() : 0);
  for (let i = 0; i < Math.max(1, states / 10); i++) builder.initial(random.below(states), weight());
  for (let from = 0; from < states; from++) {
    for (let letter = 0; letter < kind.letters; letter++) {
      const count = kind.arcs ?? states;
      for (let i = 0; i < count; i++) {
        builder.arcOn(from, letter, weight(), kind.arcs === undefined ? i : random.below(states));
      }
    }
  }
  return builder.build();
}

interface Measured {
  readonly statistics: Statistics;
  readonly cpu: number;
  /** The share of the time that the teacher took for its verdicts. */
  readonly verdicts: number;
  readonly longest: number;
  readonly right: boolean;
}

function measure(target: Wfsa<unknown>): Measured {
  const plain = fieldTeacher(target);
  let [spent, longest] = [0, 1];
  const teacher: Teacher<unknown> = {
    ...plain,
    findCounterexample(hypothesis) {
      const start = performance.now();
      const found = plain.findCounterexample(hypothesis);
      spent += (performance.now() - start) / 1000;
      longest = Math.max(longest, found?.length ?? 0);
      return found;
    },
  };
  const start = now();
  const { automaton, statistics, outcome } = learn(teacher, { learner: "multiplicity" });
  const { cpu, wall } = since(start);
  // The canonical form of the largest automata takes longer than learning them; the teacher has proved that they are equal.
  const right =
    outcome === "accepted" && (automaton.size > 60 || writeHankel(automaton) === writeHankel(reduce(target)));
  return { statistics, cpu, verdicts: spent / wall, longest, right };
}

/** The bound of docs/theory/fields.md, 14.5. */
function bound(r: number, letters: number, longest: number): number {
  const halvings = Math.ceil(Math.log2(Math.max(2, longest)));
  const search = halvings + Math.ceil(Math.log2(1 + halvings));
  return r * r * letters + 3 * r + r * r * search + 2 * r * r * letters;
}

const onRandom: Section = {
  name: "random",
  title: "Random automata over a field",
  about:
    "Nondeterministic automata with 2 arcs for each state and letter, or one to every state (dense), integer weights from −4 to 4 over " +
    "the rationals, and any modulo 1,000,003. The teacher knows the automaton and gives shortest counterexamples. dof are r²|Σ| + 2r − r²; " +
    "the bound is that of theory, 14.5. CPU seconds include the teacher; *verdicts* is the share of " +
    "the time that it took for equivalence questions.",
  measure({ quick, seeds }: Settings): Findings {
    const rows: (string | number)[][] = [];
    let allRight = true;
    for (const kind of KINDS) {
      for (const states of kind.ranks.filter((rank) => !quick || rank <= 20)) {
        const runs = Array.from({ length: states > 50 || quick ? 1 : seeds }, (_, seed) => {
          progress(`${kind.weights}, ${kind.arcs ?? "all"} arcs, ${states} states, seed ${seed + 1}`);
          return measure(randomWfsa(kind, states, seed + 1));
        });
        allRight &&= runs.every(({ right }) => right);
        const mean = (of: (run: Measured) => number) =>
          runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
        const dof = mean(({ statistics }) => statistics.dof ?? 0);
        rows.push([
          kind.weights,
          kind.arcs === undefined ? "dense" : "sparse",
          kind.letters,
          mean(({ statistics }) => statistics.states),
          mean(({ statistics }) => statistics.questions),
          mean(({ statistics }) => statistics.questions) / dof,
          mean(({ statistics, longest }) => bound(statistics.states, kind.letters, longest)) / dof,
          mean(({ statistics }) => statistics.equivalences),
          mean(({ statistics }) => statistics.rounds),
          mean(({ cpu }) => cpu),
          100 * mean(({ verdicts }) => verdicts),
        ]);
      }
    }
    const seconds = (weights: string, atLeast: number) =>
      rows.find((row) => row[0] === weights && row[1] === "sparse" && Number(row[3]) >= atLeast)?.[9];
    return {
      columns: [
        { name: "weights" },
        { name: "shape" },
        { name: "letters" },
        { name: "rank", digits: 0 },
        { name: "questions", digits: 0 },
        { name: "per dof", digits: 2 },
        { name: "bound per dof", digits: 1 },
        { name: "equivalences", digits: 1 },
        { name: "rounds", digits: 0 },
        { name: "CPU s", digits: 2 },
        { name: "verdicts, %", digits: 0 },
      ],
      rows,
      goals: quick
        ? []
        : [
            { goal: "all automata learned exactly", found: allRight ? "all" : "not all", met: allRight },
            goalOf("rank 100 × 4 letters over a prime field in seconds", seconds("prime field", 98)),
            goalOf("rank 50 over the rationals in seconds", seconds("rational", 48)),
          ],
    };
  },
};

function goalOf(goal: string, seconds: string | number | undefined) {
  const found = Number(seconds ?? Number.NaN);
  return { goal, found: `${found.toFixed(1)} s`, met: found <= 10 };
}

const onDeterministic: Section = {
  name: "deterministic",
  title: "Deterministic targets: tree and multiplicity",
  about:
    "Random deterministic automata, dense, over 2 letters. The tree learner finds the deterministic automaton, the multiplicity learner one with as " +
    "many states as the rank, which is the same number here. Both teachers know the target and give shortest counterexamples.",
  measure({ quick }: Settings): Findings {
    const rows: (string | number)[][] = [];
    for (const algebra of [PRIME, rational] as unknown as ExactField<unknown>[]) {
      for (const states of quick ? [10] : [10, 50, 100, 200]) {
        const target = randomAutomaton({ algebra, states, letters: 2, seed: 1 });
        for (const learner of ["tree", "multiplicity"] as const) {
          progress(`${algebra.name}, ${states} states, ${learner}`);
          const start = now();
          const { statistics } =
            learner === "tree"
              ? learn(exactTeacher(target), { learner })
              : learn(fieldTeacher(toWfsa(target)), { learner });
          const { cpu } = since(start);
          const { questions, cost, equivalences, rounds } = statistics;
          const weights = algebra === (rational as unknown) ? "rational" : "prime field";
          rows.push([
            weights,
            states,
            learner,
            statistics.states,
            questions,
            cost,
            equivalences,
            rounds,
            cpu,
          ]);
        }
      }
    }
    return {
      columns: [
        { name: "weights" },
        { name: "target's states" },
        { name: "learner" },
        { name: "states" },
        { name: "questions", digits: 0 },
        { name: "cost", digits: 0 },
        { name: "equivalences", digits: 0 },
        { name: "rounds", digits: 0 },
        { name: "CPU s", digits: 2 },
      ],
      rows,
    };
  },
};

const onTrials: Section = {
  name: "trials",
  title: "What trials save",
  about:
    "The multiplicity learner tries suffixes before a conjecture (theory, 14.5); the textbook waits for " +
    "counterexamples. Sparse random automata over a prime field and 4 letters.",
  measure({ quick }: Settings): Findings {
    const rows: (string | number)[][] = [];
    for (const states of quick ? [10] : [10, 20, 50, 100]) {
      for (const trials of [true, false]) {
        progress(`${states} states, trials ${trials}`);
        const start = now();
        const { statistics } = learn(fieldTeacher(randomWfsa(KINDS[0], states, 1)), {
          learner: "multiplicity",
          trials,
        });
        const { cpu } = since(start);
        const { questions, dof = 0, cost, equivalences, rounds } = statistics;
        const form = trials ? "with trials" : "textbook";
        rows.push([statistics.states, form, questions, questions / dof, cost, equivalences, rounds, cpu]);
      }
    }
    return {
      columns: [
        { name: "rank" },
        { name: "learner" },
        { name: "questions", digits: 0 },
        { name: "per dof", digits: 2 },
        { name: "cost", digits: 0 },
        { name: "equivalences", digits: 0 },
        { name: "rounds", digits: 0 },
        { name: "CPU s", digits: 2 },
      ],
      rows,
    };
  },
};

export function run(args: readonly string[]): Promise<void> {
  return runSections("multiplicity", [onRandom, onFractions, onKernels, onTrials, onDeterministic], args);
}
