/**
 * How well automata describe models that are no machines: English words by letters, clauses of a text, lines of code.
 *
 *     npm run bench -- natural [--dir FOLDER] [--quick]
 *
 * The models are the networks of examples/models that no automaton taught; --dir adds those of a folder, NAME.onnx with NAME.json.
 */

import { fileURLToPath } from "node:url";
import {
  type Distribution,
  type DrawnWords,
  drawWords,
  evaluateOn,
  forwardTeacher,
  frequentBasis,
  type Model,
  type NextTeacher,
  ngramModel,
  runLearnerAsync,
  SoftLearner,
  SpectralFit,
  type SyncNextTeacher,
  sampleBlock,
  softTeacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { findNetworks, openNetworkFile, retold } from "./language-models/networks.ts";
import { alergia } from "./natural/alergia.ts";
import { suffixAutomaton } from "./natural/suffix-automaton.ts";
import type { Cell, Goal } from "./support/result.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";

/** Sizes that everybody is asked for. */
const SIZES = [10, 30, 100, 300];

/** So many words are drawn for those that merge states, and for spectral learning. */
const SAMPLE = 20_000;

const JUDGED = { words: 1000, seed: 2026, maxLength: 50 };

const ALPHAS = [0.5, 0.05, 0.005, 1e-4, 1e-6, 1e-9, 1e-13, 1e-18, 1e-25, 1e-40];

const GRAMS = [1, 2, 3, 4];

/** The networks that constants of the learner were chosen on; the others were not looked at before. */
const CHOSEN_ON = ["english", "words-transformer", "german-transformer", "json", "kjv-300"];

/** Rows of a spectral result are mixed with so much of the mean row: alone they exclude what the network says. The best share counts. */
const MIXED = [0.03, 0.1, 0.3, 0.6];

/** Words with many symbols need too large a block. */
const MOST_SYMBOLS = 1000;

/** What somebody reaches with at most so many states, or at this rank. */
type BySize = ReadonlyMap<number, number>;

interface Made {
  readonly who: string;
  readonly by: BySize;
  readonly questions?: number;
  readonly seconds?: number;
}

type Judge = (model: Model) => Promise<number>;

/** The least divergence of those with at most so many states. */
function bestBySize(found: readonly { states: number; divergence: number }[]): BySize {
  return new Map(
    SIZES.flatMap((size) => {
      const fitting = found.filter(({ states }) => states <= size).map(({ divergence }) => divergence);
      return fitting.length === 0 ? [] : [[size, Math.min(...fitting)] as const];
    }),
  );
}

/** The curve of a run with at most so many states: its automata up to the sizes that are asked for. */
async function hankel(teacher: NextTeacher, most: number, judge: Judge) {
  let [questions, inside] = [0, 0];
  const cpu = () => process.cpuUsage().user / 1e6;
  const counted: NextTeacher = {
    ...teacher,
    async next(words) {
      questions += words.length;
      const start = cpu();
      const answers = await teacher.next(words);
      inside += cpu() - start;
      return answers;
    },
  };
  const { alphabet, prefixes = false, longest } = teacher;
  const learner = new SoftLearner(alphabet, { maxStates: most }, { prefixes, longest });
  const start = cpu();
  const { outcome, error } = await runLearnerAsync(learner, softTeacher(counted), {});
  if (outcome !== "accepted") throw new Error(`the run ended with ${outcome}`, { cause: error });
  const seconds = cpu() - start - inside;
  // Of each size the one that the learner would give: it has the least divergence on words held out.
  const curve = learner.curve();
  const found = [];
  for (const size of SIZES.filter((each) => each <= most)) {
    const fitting = curve.filter(({ states }) => states <= size);
    const least = Math.min(...fitting.map(({ divergence }) => divergence));
    const index = curve.findIndex(({ states, divergence }) => states <= size && divergence === least);
    found.push({ states: size, divergence: await judge(learner.automatonAt(index)) });
  }
  return {
    by: new Map(found.map(({ states, divergence }) => [states, divergence])),
    questions,
    seconds,
    draft: learner.hypothesis(),
  };
}

async function spectral(teacher: NextTeacher, words: readonly Word[], judge: Judge): Promise<BySize> {
  const { alphabet } = teacher;
  if (alphabet.size > MOST_SYMBOLS) return new Map();
  const basis = frequentBasis(words, alphabet.size, "prefix", { rows: 500, columns: 500, length: 4 });
  const fit = new SpectralFit(sampleBlock({ alphabet, words }, basis, "prefix"), {
    maxRank: Math.max(...SIZES),
  });
  const mean = meanRow(words, alphabet.size);
  const found: { states: number; divergence: number }[] = [];
  for (const rank of SIZES) {
    if (rank > fit.supported) continue;
    try {
      const own = remembering(forwardTeacher(fit.automaton(rank)));
      for (const share of MIXED)
        found.push({ states: rank, divergence: await judge(mixed(own, mean, share)) });
    } catch {
      // The weights of long words do not vanish: it says nothing about what comes next.
    }
  }
  return bestBySize(found);
}

/** How often each symbol, and the end, comes next in these words. */
function meanRow(words: readonly Word[], letters: number): Distribution {
  const counts = new Float64Array(letters + 1);
  for (const word of words) {
    for (const letter of word) counts[letter]++;
    counts[letters]++;
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / total);
}

/** A model that computes each row once. */
function remembering(model: SyncNextTeacher): SyncNextTeacher {
  const rows = new Map<string, Distribution>();
  const next = (words: readonly Word[]) => {
    const missing = words.filter((word) => !rows.has(String(word)));
    const found = model.next(missing);
    for (const [i, word] of missing.entries()) rows.set(String(word), found[i]);
    return words.map((word) => rows.get(String(word)) ?? new Float64Array());
  };
  return { ...model, next };
}

/** A model whose rows have a share of another one; where it says nothing they are that. */
function mixed(model: SyncNextTeacher, mean: Distribution, share: number): SyncNextTeacher {
  const mix = (row: Distribution) => {
    const says = row.some((p) => p > 0) ? 1 - share : 0;
    return row.map((p, j) => says * p + (1 - says) * mean[j]);
  };
  return { ...model, next: (words) => model.next(words).map(mix) };
}

async function contest(path: string, quick: boolean): Promise<Made[]> {
  const open = await openNetworkFile(path);
  const teacher = open.teacher(true);
  const { alphabet } = teacher;
  const drawn = await drawWords(open.teacher(true), { ...JUDGED, words: quick ? 200 : JUDGED.words });
  const judgedWords = wordsOf(drawn);
  const known = retold(drawn, teacher);
  const judge: Judge = async (model) => {
    const { divergence, smoothedDivergence } = await evaluateOn(judgedWords, known, model);
    return Number.isFinite(divergence.mean) ? divergence.mean : smoothedDivergence.mean;
  };
  const made: Made[] = [];
  progress("Hankel, 100 states");
  const small = await hankel(open.teacher(true), 100, judge);
  made.push({ who: "Hankel, at most 100", ...small });
  if (!quick) {
    progress("Hankel, 300 states");
    made.push({ who: "Hankel, at most 300", ...(await hankel(open.teacher(true), 300, judge)) });
  }
  progress("drawing words for the peers");
  const count = quick ? 2000 : SAMPLE;
  const { draft } = small;
  const sample = wordsOf(
    await drawWords(open.teacher(true), { words: count, seed: 7, maxLength: JUDGED.maxLength, draft }),
  );
  await open.close();
  const few = sample.slice(0, small.questions);
  progress("n-grams");
  const grams = [];
  for (const n of GRAMS) {
    const model = ngramModel(alphabet, few, n);
    grams.push({ states: model.size, divergence: await judge(model) });
    if (model.size > Math.max(...SIZES)) break;
  }
  made.push({ who: "n-grams", by: bestBySize(grams), questions: few.length });
  progress("suffix automata");
  const suffixes = [];
  for (const size of SIZES) {
    const model = suffixAutomaton(alphabet, few, size);
    suffixes.push({ states: size, divergence: await judge(model) });
  }
  made.push({ who: "suffix automaton", by: bestBySize(suffixes), questions: few.length });
  progress("ALERGIA");
  const merged: { states: number; divergence: number }[] = [];
  for (const alpha of ALPHAS) {
    const model: Wdfsa<number> | undefined = alergia(alphabet, sample, alpha, Math.max(...SIZES));
    if (model !== undefined) merged.push({ states: model.size, divergence: await judge(model) });
  }
  made.push({ who: "ALERGIA", by: bestBySize(merged), questions: sample.length });
  progress("spectral");
  made.push({ who: "spectral", by: await spectral(teacher, sample, judge), questions: sample.length });
  return made;
}

function wordsOf({ tree, nodes }: DrawnWords): Word[] {
  return nodes.map((node) => tree.word(node));
}

function leastAt(size: number, made: readonly Made[]): number {
  return Math.min(...made.map(({ by }) => by.get(size) ?? Number.POSITIVE_INFINITY));
}

const examples = fileURLToPath(new URL("../examples/models", import.meta.url));

async function measure({ dir, quick }: Settings): Promise<Findings> {
  const folders = dir === undefined ? [examples] : [examples, dir];
  const networks = folders
    .flatMap((folder) => findNetworks(folder))
    .filter(({ taughtBy }) => taughtBy === undefined)
    .filter(({ name }, i, all) => all.findIndex((other) => other.name === name) === i);
  const rows: Cell[][] = [];
  const goals: Goal[] = [];
  for (const { name, path } of networks) {
    progress(name);
    const made = await contest(path, quick);
    for (const { who, by, questions = null, seconds = null } of made)
      rows.push([name, who, ...SIZES.map((size) => by.get(size) ?? null), questions, seconds]);
    for (const size of SIZES) {
      const least = leastAt(
        size,
        made.filter(({ who }) => !who.startsWith("Hankel")),
      );
      const own = leastAt(
        size,
        made.filter(({ who }) => who.startsWith("Hankel")),
      );
      if (own === Number.POSITIVE_INFINITY) continue;
      const seen = CHOSEN_ON.includes(name) ? "chosen on" : "not seen before";
      goals.push({
        goal: `${name} (${seen}), ${size} states: KL no larger than that of any peer, ${least.toFixed(3)}`,
        found: own.toFixed(3),
        met: own <= least,
      });
    }
  }
  return {
    columns: [
      { name: "network" },
      { name: "" },
      ...SIZES.map((size) => ({ name: `${size} states`, digits: 3 })),
      { name: "words" },
      { name: "CPU s", digits: 0 },
    ],
    rows,
    goals,
  };
}

const sections: readonly Section[] = [
  {
    name: "sizes",
    title: "KL by the number of states",
    about:
      "KL from the network in nats per symbol on 1,000 words of their own, for the best automaton of at most so many states, or for the spectral result of that rank. *Words* are those that were asked, or drawn for the peers. *n-grams* are interpolated after Witten and Bell, the *suffix automaton* is that of Ron, Singer and Tishby with contexts added by gain; both have as many drawn words as Hankel asked. *ALERGIA* and *spectral* have 20,000; ALERGIA is run with ten values of α, and the best result of each size counts. Rows of the *spectral* result are mixed with a share of the mean row, the best of four shares: alone they are worse than one state. Where another peer excludes a symbol, its rows are mixed with a little of the uniform distribution. A dash: no result of that size. CPU is the learner's own, without the network's.",
    measure,
  },
];

export function run(args: readonly string[]): Promise<void> {
  return runSections("natural", sections, args);
}
