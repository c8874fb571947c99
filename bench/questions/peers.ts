/** Other people's learners on the same targets, in the same run. */

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findPeers, type Kind, type Peer, type PeerResult, runPeer } from "../peers/peers.ts";
import { sample } from "../peers/sample.ts";
import { automatonOf, behindCache, teacherOf } from "../support/machines.ts";
import type { Plot } from "../support/plot.ts";
import type { Goal } from "../support/result.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import { contenders, study } from "../support/study.ts";

/** A target of `sample`. */
export interface Case {
  readonly kind: Kind;
  readonly states: number;
  readonly letters: number;
  readonly outputs: number;
}

interface Entry {
  readonly who: string;
  readonly ours: boolean;
  /** Questions as they are asked; and as they are compared: see `fair`. */
  readonly asked: number;
  readonly questions: number;
  readonly symbols: number;
  readonly rounds: number | null;
  readonly equivalences: number;
  readonly seconds: number;
}

/** One target with all who learned it, and those who did not. */
interface Contest {
  readonly of: Case;
  readonly entries: readonly Entry[];
  readonly failures: readonly string[];
}

/** The seed of the targets that bench/peers/README.md gives figures for. */
const SEED = 1;
/** The table at most so large. */
const TABLE_LIMIT = 1000;
/** The targets that the document shows; bench/results has all. */
const SHOWN = /\b(20|100|1000) ×/u;
/** Peers at once; the time of a run is not what is compared here. */
const AT_ONCE = 2;
/** Those that need more than a minute for more arcs than these, by their own bookkeeping: they are not tried again. */
const MOST_ARCS: Readonly<Record<string, number>> = {
  "aalpy lsharp": 1000,
  "aalpy lsharp-ads": 1000,
  "learnlib-older lambda-lstar": 3000,
};

export function caseName({ kind, states, letters, outputs }: Case): string {
  const drawn = kind === "dfa" ? "" : `, ${outputs} ${kind === "mealy" ? "outputs" : "distributions"}`;
  return `${kind === "mealy" ? "Mealy" : kind.toUpperCase()}, ${states} × ${letters}${drawn}`;
}

/** A target in a file, for programs that are not ours; the same place each time, in a folder that git ignores. */
export function targetFile(of: Case): string {
  const folder = fileURLToPath(new URL("../../.tmp/bench/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const path = `${folder}${of.kind}-${of.states}-${of.letters}-${of.outputs}.json`;
  writeFileSync(path, JSON.stringify(sample(of.kind, of.states, of.letters, SEED, of.outputs)));
  return path;
}

function ourEntries(of: Case): Entry[] {
  const machine = sample(of.kind, of.states, of.letters, SEED, of.outputs);
  const automaton = automatonOf(machine);
  const names = Object.keys(contenders).filter((name) => name !== "table" || of.states <= TABLE_LIMIT);
  return names.map((name) => {
    progress(`${caseName(of)}: Hankel ${name}`);
    const teacher = behindCache(teacherOf(machine, automaton));
    const found = study(automaton, contenders[name], teacher);
    const { questions: asked, symbols, rounds, equivalences, wall: seconds } = found;
    const questions = of.kind === "mealy" ? teacher.maximal : asked;
    return { who: `Hankel ${name}`, ours: true, asked, questions, symbols, rounds, equivalences, seconds };
  });
}

/**
 * What is compared. A Mealy machine shows its whole run, so a word that begins another is free: `maximal`. Asked for a
 * word of a DFA, AALpy's system answers for its prefixes too, and L# reads them: where one question is one bit it would
 * have to ask for each, so all answers count.
 */
function fair(result: PeerResult): number {
  if (result.kind === "mealy") return result.maximal;
  const readsRuns = result.algorithm.startsWith("lsharp") || result.algorithm === "lstar-rs-runs";
  return result.kind === "dfa" && readsRuns ? result.answers : result.distinct;
}

/** Peers that ran out of time: `peer algorithm` by family; larger targets of it are not tried. */
type Slow = Map<string, number>;

async function contest(of: Case, slow: Slow, seconds: number): Promise<Contest> {
  const entries = ourEntries(of);
  const failures: string[] = [];
  const file = targetFile(of);
  const jobs = findPeers().flatMap((peer) =>
    peer.missing === null ? peer.algorithms[of.kind].map((algorithm) => ({ peer, algorithm })) : [],
  );
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { peer, algorithm } = job;
      const who = `${peer.name} ${algorithm}`;
      const family = `${who}, ${of.kind}, ${of.letters}, ${of.outputs}`;
      if (of.states * of.letters > (MOST_ARCS[who] ?? Number.POSITIVE_INFINITY)) {
        failures.push(`${who} (not tried: known to take more than a minute)`);
        continue;
      }
      const before = slow.get(family);
      if (before !== undefined) {
        failures.push(`${who} (not tried: too slow for ${before} states)`);
        continue;
      }
      progress(`${caseName(of)}: ${who}`);
      const result = await runPeer(peer, algorithm, file, { seconds, repeat: 1 });
      if ("error" in result) {
        slow.set(family, of.states);
        const late = /stopped|time|within|seconds/iu.test(result.error);
        failures.push(`${who} (${late ? `over ${seconds} s` : `failed: ${result.error.slice(0, 80)}`})`);
      } else if (!result.correct) failures.push(`${who} (a wrong result)`);
      else entries.push(peerEntry(peer, result));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { of, entries, failures };
}

function peerEntry(peer: Peer, result: PeerResult): Entry {
  const { distinct: asked, symbols, equivalences, seconds } = result;
  const who = `${peer.name} ${result.algorithm}`;
  return { who, ours: false, asked, questions: fair(result), symbols, rounds: null, equivalences, seconds };
}

/** Nobody else needs at most as many of both, and fewer of one. */
function isOnFront(entry: Entry, entries: readonly Entry[]): boolean {
  return !entries.some(
    (other) =>
      other.questions <= entry.questions &&
      other.equivalences <= entry.equivalences &&
      (other.questions < entry.questions || other.equivalences < entry.equivalences),
  );
}

function findings(contests: readonly Contest[], plots: readonly Plot[]): Findings {
  const rows = contests.flatMap(({ of, entries }) =>
    entries
      .toSorted((a, b) => a.questions - b.questions)
      .map((entry) => [
        caseName(of),
        entry.who,
        entry.questions,
        entry.equivalences,
        isOnFront(entry, entries) ? "front" : "",
        entry.asked,
        entry.symbols,
        entry.symbols / Math.max(1, entry.asked),
        entry.rounds,
        entry.seconds,
      ]),
  );
  const failures = contests.flatMap(({ of, failures: names }) =>
    names.length === 0 ? [] : [`${caseName(of)}, no result: ${names.toSorted().join("; ")}`],
  );
  const missing = findPeers().filter((peer) => peer.missing !== null);
  return {
    columns: [
      { name: "target" },
      { name: "learner" },
      { name: "questions" },
      { name: "equivalences" },
      { name: "Pareto" },
      { name: "words asked" },
      { name: "symbols" },
      { name: "symbols a word", digits: 1 },
      { name: "rounds" },
      { name: "seconds", digits: 2 },
    ],
    rows,
    shown: rows.flatMap(([name], i) => (SHOWN.test(`${name}`) ? [i] : [])),
    goals: contests.flatMap(goalsOf),
    notes: [...failures, ...missing.map(({ name }) => `not installed, so not compared: ${name}`)],
    plots,
  };
}

function goalsOf({ of, entries }: Contest): Goal[] {
  const peers = entries.filter(({ ours }) => !ours);
  if (peers.length === 0) return [];
  const fronts = entries.filter((entry) => isOnFront(entry, entries));
  const ours = fronts.filter((entry) => entry.ours);
  const front = fronts
    .map(({ who, questions, equivalences }) => `${who} ${questions} / ${equivalences}`)
    .join(", ");
  const goals: Goal[] = [
    { goal: `${caseName(of)}: on the Pareto front`, found: `front: ${front}`, met: ours.length > 0 },
  ];
  if (of.kind !== "mealy") return goals;
  // Ahead: some learner of ours asks fewer of both than every peer.
  const least = (key: "questions" | "equivalences") => Math.min(...peers.map((entry) => entry[key]));
  const tree = entries.find(({ who }) => who === "Hankel tree") as Entry;
  const fewer = tree.questions < least("questions");
  const found = `${tree.questions} questions against ${least("questions")} of the best peer, ${tree.equivalences} equivalences against ${least("equivalences")}`;
  goals.push({ goal: `${caseName(of)}: fewer questions than every peer`, found, met: fewer });
  return goals;
}

function plotOf(file: string, contestOf: Contest): Plot {
  const { of, entries } = contestOf;
  const sorted = entries.toSorted((a, b) => a.questions - b.questions || a.equivalences - b.equivalences);
  // Colours for who it is, ours first; numbers for the learner.
  const groups = ["Hankel", "learnlib", "learnlib-older", "aalpy", "pymodelextractor"];
  const rank = ({ who }: Entry) => groups.indexOf(who.split(" ")[0]);
  const front = sorted.filter((entry) => isOnFront(entry, entries));
  // Below and left of these steps there is nobody.
  const steps = front.flatMap(({ questions, equivalences }, i) =>
    i === 0
      ? [[questions, equivalences] as const]
      : [[questions, front[i - 1].equivalences] as const, [questions, equivalences] as const],
  );
  return {
    file,
    title: `Questions and equivalence questions: ${caseName(of)}`,
    x: { label: "questions", log: true },
    y: { label: "equivalence questions", log: true },
    series: [
      { name: "Pareto front", joined: true, guide: true, points: steps },
      ...sorted
        .toSorted((a, b) => rank(a) - rank(b))
        .map(({ who, questions, equivalences }) => ({
          name: who,
          group: who.split(" ")[0],
          points: [[questions, equivalences]] as const,
        })),
    ],
  };
}

function cases(
  kind: Kind,
  sizes: readonly number[],
  letters: readonly number[],
  outputs: readonly number[],
): Case[] {
  return letters.flatMap((width) =>
    outputs.flatMap((count) => sizes.map((states) => ({ kind, states, letters: width, outputs: count }))),
  );
}

async function compete(all: readonly Case[], { quick, peerSeconds }: Settings): Promise<Findings> {
  const slow: Slow = new Map();
  const contests: Contest[] = [];
  for (const of of quick ? all.filter(({ states }) => states <= 100) : all) {
    contests.push(await contest(of, slow, peerSeconds));
  }
  const largest = contests.filter(({ of }) => of.states === Math.max(...all.map(({ states }) => states)));
  const plots = largest.map((found) => {
    const { kind, letters, outputs } = found.of;
    return plotOf(`bench-${kind}-${letters}${kind === "mealy" ? `-${outputs}` : ""}.svg`, found);
  });
  return findings(contests, plots);
}

const TIMES =
  "Seconds are of one run, compilers not warm, peers two at a time: for orientation, and not to be compared.";

export const againstPeers: readonly Section[] = [
  {
    name: "dfa",
    title: "Against the peers: DFAs",
    about: `Random minimal DFAs, about half of the states final, one seed. For learners that read the answers of all prefixes every answer counts as a question. ${TIMES}`,
    measure: (settings) => compete(cases("dfa", [100, 300, 1000], [2, 10], [2]), settings),
  },
  {
    name: "mealy",
    title: "Against the peers: Mealy machines",
    about: `Random minimal Mealy machines, one seed. Questions are the words that reach the machine behind a prefix-tree cache, for everyone; Hankel learns through the free group. ${TIMES}`,
    measure: (settings) => compete(cases("mealy", [100, 300, 1000], [10], [2, 10]), settings),
  },
  {
    name: "pdfa",
    title: "Against the peers: PDFAs",
    about: `Random probabilistic automata, 2 letters; Hankel over \`real\`. A question of pyModelExtractor is the probability of a next letter behind a word, a question of Hankel the probability of a word. ${TIMES}`,
    measure: (settings) => compete(cases("pdfa", [20, 50, 100], [2], [20]), settings),
  },
];
