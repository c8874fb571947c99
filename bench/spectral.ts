/**
 * Spectral learning from samples, beside scikit-splearn.
 *
 *     npm run bench -- spectral [--only drawn,lapack] [--dir FOLDER] [--quick]
 *
 * The folder holds problems of PAutomaC: N.pautomac.train, N.pautomac.test and N.pautomac_solution.txt. Without it, only the machines that
 * the benchmark draws are learned. The results are written down only for those.
 */

import { type Statistic, statisticNames } from "@hankel/core";
import { best, type Contest, contest, type Side, splearnMissing } from "./spectral/contest.ts";
import { drawnProblem, type Shape } from "./spectral/drawn-problems.ts";
import { lapack } from "./spectral/lapack.ts";
import { type Problem, problemsIn, readSampleSet } from "./spectral/problem.ts";
import type { Goal } from "./support/result.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";

const SHAPES: readonly Shape[] = [
  { kind: "hmm", states: 10, letters: 4 },
  { kind: "hmm", states: 30, letters: 10 },
  { kind: "pfa", states: 10, letters: 4 },
  { kind: "pfa", states: 30, letters: 10 },
  { kind: "pdfa", states: 10, letters: 4 },
  { kind: "pdfa", states: 30, letters: 10 },
];

const RANKS = [2, 3, 5, 7, 10, 15, 20, 30, 40];

/** As many letters as give some hundred rows. */
function lengthFor(letters: number): number {
  return letters <= 5 ? 4 : letters <= 10 ? 3 : 2;
}

const ABOUT =
  "Everybody has the same rows and columns (all words that occur in the sample and have at most 4 letters, or 3 with more than 5 symbols, 2 with more than 10), and the same ranks (2 to 40). The perplexity is that of PAutomaC on the test words; weights below 10⁻²⁰ are raised to it, for everybody. *Best rank* has the least perplexity. Seconds of the processor are for all ranks, without reading files; scikit-splearn makes its matrix once, and one BLAS thread is allowed. Memory is the peak of the process, its runtime included.";

async function learnAll(
  problems: readonly (readonly [string, readonly Problem[]])[],
  settings: Settings,
): Promise<Findings> {
  // Other threads would spend the processor's time without being faster on matrices of this size.
  process.env["OPENBLAS_NUM_THREADS"] = "1";
  const rows: (string | number | null)[][] = [];
  const all: Contest[] = [];
  for (const [name, list] of problems) {
    for (const statistics of statisticNames) {
      progress(`${name}, ${statistics} statistics`);
      const contests: Contest[] = [];
      for (const problem of list) contests.push(await oneContest(problem, statistics, settings));
      rows.push(row(name, statistics, contests));
      all.push(...contests);
    }
  }
  return { columns: COLUMNS, rows, goals: goals(all), notes: notes(all) };
}

function oneContest(problem: Problem, statistics: Statistic, settings: Settings): Promise<Contest> {
  const { alphabet } = readSampleSet(problem.train);
  const ranks = settings.quick ? [5, 10] : RANKS;
  return contest(problem, { statistics, length: lengthFor(alphabet.size), ranks }, 10 * settings.peerSeconds);
}

const COLUMNS = [
  { name: "machine" },
  { name: "statistics" },
  { name: "rows" },
  { name: "columns" },
  { name: "least perplexity", digits: 2 },
  { name: "ours, best rank" },
  { name: "perplexity", digits: 2 },
  { name: "splearn, best rank" },
  { name: "perplexity", digits: 2 },
  { name: "ours, s", digits: 2 },
  { name: "splearn, s", digits: 2 },
  { name: "ours, MiB" },
  { name: "splearn, MiB" },
];

/** The means over seeds; ranks of the first seed where they differ are joined. */
function row(name: string, statistics: Statistic, contests: readonly Contest[]): (string | number | null)[] {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const ours = contests.map((contest) => contest.ours);
  const theirs = contests.flatMap(({ splearn }) => (typeof splearn === "string" ? [] : [splearn]));
  const about = (sides: readonly Side[]) => {
    if (sides.length < contests.length)
      return { ranks: null, perplexity: null, seconds: null, mebibytes: null };
    return {
      ranks: sides.map((side) => best(side)[0]).join(", "),
      perplexity: mean(sides.map((side) => best(side)[1])),
      seconds: mean(sides.map(({ seconds }) => seconds)),
      mebibytes: mean(sides.map(({ mebibytes }) => mebibytes)),
    };
  };
  const [we, they] = [about(ours), about(theirs)];
  return [
    name,
    statistics,
    mean(ours.map(({ rows }) => rows)),
    mean(ours.map(({ columns }) => columns)),
    mean(contests.map(({ least }) => least)),
    we.ranks,
    we.perplexity,
    they.ranks,
    they.perplexity,
    we.seconds,
    they.seconds,
    we.mebibytes,
    they.mebibytes,
  ];
}

/** Perplexities may differ by so much because of rounding. */
const SLACK = 1.001;

function goals(contests: readonly Contest[]): Goal[] {
  const pairs = contests.flatMap(({ ours, splearn, problem, statistics }) =>
    typeof splearn === "string"
      ? []
      : [...ours.perplexity].flatMap(([rank, perplexity]) => {
          const theirs = splearn.perplexity.get(rank);
          return theirs === undefined ? [] : [{ ratio: perplexity / theirs, problem, statistics, rank }];
        }),
  );
  if (pairs.length === 0) return [];
  const worse = pairs.filter(({ ratio }) => ratio > SLACK);
  const worst = pairs.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  const speed = contests.flatMap(({ ours, splearn }) =>
    typeof splearn === "string" ? [] : [splearn.seconds / ours.seconds],
  );
  const at = `${worst.problem}, ${worst.statistics}, rank ${worst.rank}`;
  return [
    {
      goal: "no worse perplexity at the same rank and basis",
      found: `${pairs.length - worse.length} of ${pairs.length} pairs are no worse; the worst has ${worst.ratio.toPrecision(4)} times the perplexity (${at})`,
      met: worse.length === 0,
    },
    {
      goal: "faster",
      found: `${Math.min(...speed).toPrecision(2)} to ${Math.max(...speed).toPrecision(2)} times as fast`,
      met: Math.min(...speed) > 1,
    },
  ];
}

function notes(contests: readonly Contest[]): string[] {
  const missing = splearnMissing();
  if (missing !== undefined) return [`scikit-splearn: ${missing}`];
  const failures = contests.flatMap(({ splearn, problem, statistics }) =>
    typeof splearn === "string" ? [`scikit-splearn on ${problem}, ${statistics}: ${splearn}`] : [],
  );
  const differing = contests.filter(
    ({ ours, splearn }) =>
      typeof splearn !== "string" && (splearn.rows !== ours.rows || splearn.columns !== ours.columns),
  );
  return [
    ...failures,
    ...differing.map(({ problem, statistics }) => `the bases differ: ${problem}, ${statistics}`),
  ];
}

const drawn: Section = {
  name: "drawn",
  title: "Spectral learning from 20,000 words",
  about: `Random machines of the three kinds of PAutomaC, three of each shape; 1,000 different test words each. Figures are means. ${ABOUT}`,
  measure(settings) {
    const seeds = Array.from({ length: settings.seeds }, (_, i) => i + 1);
    const shapes = settings.quick ? SHAPES.slice(0, 1) : SHAPES;
    const problems = shapes.map((shape) => {
      const list = seeds.map((seed) => drawnProblem(shape, seed));
      return [list[0].name, list] as const;
    });
    return learnAll(problems, settings);
  },
};

const folder: Section = {
  name: "folder",
  title: "Spectral learning of the problems of a folder",
  about: ABOUT,
  async measure(settings) {
    const problems = problemsIn(settings.dir as string).map((problem) => [problem.name, [problem]] as const);
    return { ...(await learnAll(problems, settings)), incomplete: "the folder is not the repository's" };
  },
};

export function run(args: readonly string[]): Promise<void> {
  return runSections("spectral", args.includes("--dir") ? [folder] : [drawn, lapack], args);
}
