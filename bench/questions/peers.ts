/** Other people's learners on the same targets, in the same run. */

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { exactTeacher } from "@hankel/core";
import { findPeers, type Kind, type Peer, type PeerResult, runPeer } from "../peers/peers.ts";
import { sample } from "../peers/sample.ts";
import { automatonOf, behindCache } from "../support/machines.ts";
import { isOnFront } from "../support/pareto.ts";
import type { Goal } from "../support/result.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import { contenders, contendersFor, study } from "../support/study.ts";

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
  /** As they are compared: see `comparable`. */
  readonly questions: number;
  readonly cost: number;
  readonly rounds: number | null;
  readonly equivalences: number;
  readonly seconds: number;
}

/** One target with all who learned it, those who did not, and remarks. */
interface Contest {
  readonly of: Case;
  readonly entries: readonly Entry[];
  readonly failures: readonly string[];
  readonly remarks: readonly string[];
}

/** The seed of the targets that bench/peers/README.md gives figures for. */
const SEED = 1;
/** The largest targets are shown in the document; bench/results has all. */
const SHOWN = /^(?:DFA|Mealy), 1000 ×|^PDFA, 100 ×/u;
/** So many peers run at once: times are not compared here. */
const AT_ONCE = 2;
/** The tree may cost so much more than the cheapest peer: ties are broken by the order of letters. */
const TIE = 1.01;
/** With more arcs than these, a run takes more than a minute. */
const MOST_ARCS: Readonly<Record<string, number>> = {
  "aalpy lsharp": 1000,
  "aalpy lsharp-ads": 1000,
  "learnlib-older lambda-lstar": 3000,
};

export function caseName({ kind, states, letters, outputs }: Case): string {
  const drawn = kind === "dfa" ? "" : `, ${outputs} ${kind === "mealy" ? "outputs" : "distributions"}`;
  return `${kind === "mealy" ? "Mealy" : kind.toUpperCase()}, ${states} × ${letters}${drawn}`;
}

/** Writes a target to a file for programs that are not ours, in a folder that git ignores. */
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
  return contendersFor(of.kind === "mealy").map((name) => {
    progress(`${caseName(of)}: Hankel ${name}`);
    const teacher = behindCache(exactTeacher(automaton));
    const found = study(automaton, contenders[name], teacher);
    const { rounds, equivalences, wall: seconds } = found;
    const cached = of.kind === "mealy";
    const questions = cached ? teacher.reached : found.questions;
    const cost = cached ? teacher.reachedCost : found.cost;
    return { who: `Hankel ${name}`, ours: true, questions, cost, rounds, equivalences, seconds };
  });
}

/**
 * The questions that are compared; `cost` is theirs. A Mealy machine shows its whole run, so a word that begins another is
 * free: `maximal`. Asked for a word of a DFA, AALpy's system answers for its prefixes too, and L# reads them: where a
 * question is answered by one bit it would have to ask for each, so all answers count.
 */
function comparable(result: PeerResult): number {
  if (result.kind === "mealy") return result.maximal;
  const readsRuns = result.algorithm.startsWith("lsharp") || result.algorithm === "lstar-rs-runs";
  return result.kind === "dfa" && readsRuns ? result.answers : result.distinct;
}

/** Peers that ran out of time: `peer algorithm` by family; larger targets of it are not tried. */
type Slow = Map<string, number>;

async function contest(of: Case, slow: Slow, seconds: number): Promise<Contest> {
  const entries = ourEntries(of);
  const failures: string[] = [];
  const remarks: string[] = [];
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
      else {
        entries.push(peerEntry(peer, result));
        remarks.push(...remarkOn(of, who, result));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { of, entries, failures, remarks };
}

function peerEntry(peer: Peer, result: PeerResult): Entry {
  const { cost, equivalences, seconds } = result;
  const who = `${peer.name} ${result.algorithm}`;
  return { who, ours: false, questions: comparable(result), cost, rounds: null, equivalences, seconds };
}

/** Another count of the same run, where one would be as fair. */
function remarkOn(of: Case, who: string, { contexts, contextsCost }: PeerResult): string[] {
  if (contexts === undefined || contextsCost === undefined) return [];
  return [
    `${caseName(of)}, ${who}: if one answer were a whole next-letter distribution, ${contexts} questions of cost ${contextsCost}`,
  ];
}

function findings(contests: readonly Contest[]): Findings {
  const rows = contests.flatMap(({ of, entries }) =>
    entries
      .toSorted((a, b) => a.cost - b.cost)
      .map((entry) => [
        caseName(of),
        entry.who,
        entry.cost,
        entry.questions,
        entry.cost / entry.questions - 1,
        entry.equivalences,
        isOnFront(entry, entries) ? "front" : "",
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
      { name: "cost" },
      { name: "questions" },
      { name: "letters a question", digits: 1 },
      { name: "equivalences" },
      { name: "front" },
      { name: "rounds" },
      { name: "seconds", digits: 2 },
    ],
    rows,
    shown: rows.flatMap(([name, who], i) =>
      SHOWN.test(`${name}`) && who !== "Hankel tree, textbook" ? [i] : [],
    ),
    goals: contests.flatMap(goalsOf),
    notes: [
      ...contests.flatMap(({ remarks }) => remarks.toSorted()),
      ...failures,
      ...missing.map(({ name }) => `not installed, so not compared: ${name}`),
    ],
  };
}

function goalsOf({ of, entries }: Contest): Goal[] {
  const peers = entries.filter(({ ours }) => !ours);
  const tree = entries.find(({ who }) => who === "Hankel tree");
  if (peers.length === 0 || tree === undefined) return [];
  const count = (value: number) => value.toLocaleString("en-US");
  const best = peers.reduce((least, other) => (other.cost < least.cost ? other : least));
  const front = entries.filter((entry) => isOnFront(entry, entries)).toSorted((a, b) => a.cost - b.cost);
  return [
    {
      goal: `${caseName(of)}: tree costs at most 1 % more than the cheapest peer`,
      found: `${count(tree.cost)} against ${count(best.cost)} of ${best.who}, ${(tree.cost / best.cost).toFixed(3)} times`,
      met: tree.cost <= TIE * best.cost,
    },
    {
      goal: `${caseName(of)}: a learner of ours is on the front of cost and equivalences`,
      found: front.map((entry) => `${entry.who} ${count(entry.cost)} / ${entry.equivalences}`).join(", "),
      met: front.some(({ ours }) => ours),
    },
  ];
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
  return findings(contests);
}

const TIMES = "Seconds are of one run, compilers not warm, peers two at a time: for orientation only.";

export const againstPeers: readonly Section[] = [
  {
    name: "dfa",
    title: "Against the peers: DFAs",
    about: `Random minimal DFAs, about half of the states final, one seed. Where a learner reads the answers of all prefixes of a word, each counts as a question. ${TIMES}`,
    measure: (settings) => compete(cases("dfa", [100, 300, 1000], [2, 10], [2]), settings),
  },
  {
    name: "mealy",
    title: "Against the peers: Mealy machines",
    about: `Random minimal Mealy machines, one seed. Questions and cost are those of the words that reach the machine behind a prefix-tree cache, for everyone; Hankel learns through the free group. ${TIMES}`,
    measure: (settings) => compete(cases("mealy", [100, 300, 1000], [10], [2, 10]), settings),
  },
  {
    name: "pdfa",
    title: "Against the peers: PDFAs",
    about: `Random probabilistic automata, 2 letters; Hankel over \`real\`. A question of pyModelExtractor is the probability of a next letter after a word, and costs 1 + that word's letters; a question of Hankel is the probability of a word. ${TIMES}`,
    measure: (settings) => compete(cases("pdfa", [20, 50, 100], [2], [20]), settings),
  },
];
