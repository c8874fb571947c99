/** The tree learner's time beside LearnLib's. */

import type { MachineJob, Repeated } from "../jobs/machine.ts";
import { findPeers, type Peer, runPeer } from "../peers/peers.ts";
import { type Case, caseName, targetFile } from "../questions/peers.ts";
import { inChild } from "../support/child.ts";
import type { Cell, Goal } from "../support/result.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import { LONGEST_SECONDS } from "./learn-one.ts";

interface Timed {
  readonly who: string;
  readonly seconds: number;
  readonly inEquivalence: number;
  readonly questions: number;
  readonly equivalences: number;
}

const whole = ({ seconds }: Timed) => seconds;
const apart = ({ seconds, inEquivalence }: Timed) => seconds - inEquivalence;

const SHAPES: readonly Omit<Case, "states">[] = [
  { kind: "dfa", letters: 2, outputs: 2 },
  { kind: "dfa", letters: 10, outputs: 2 },
  { kind: "mealy", letters: 10, outputs: 2 },
  { kind: "mealy", letters: 10, outputs: 10 },
];
/** LearnLib's tables are slower than these, and do not end on 3,000 × 10. */
const TREES = ["ttt", "kv", "op", "lambda-ttt", "adt"];
/** Beyond 1,000 states the others take minutes. */
const FASTEST = ["ttt", "kv", "op"];
const ALL_UP_TO = 1000;

/** So often the runs that are compared, and those of code that is all compiled. */
const COMPARED = 3;
const WARM = 10;

/** The fastest of several runs of ours in a process of their own. */
async function ourRuns(file: string, repeat: number): Promise<Repeated> {
  const job: MachineJob = { file, learner: "tree", repeat };
  return (await inChild<Repeated>("machine", job, LONGEST_SECONDS)).value;
}

/** A run of ours as a row, with a note on the first run and on later ones; or a note that there was none. */
async function ourRow(of: Case, file: string, notes: string[]): Promise<Timed | null> {
  progress(`${caseName(of)}: Hankel tree`);
  try {
    const runs = await ourRuns(file, COMPARED);
    const { wall: seconds, equivalenceWall: inEquivalence, questions, equivalences, firstWall } = runs;
    const warm = await ourRuns(file, WARM);
    notes.push(
      `${caseName(of)}: Hankel's first run in its process took ${firstWall.toFixed(3)} s, the fastest of ${WARM} runs ` +
        `${warm.wall.toFixed(3)} s, of which ${(warm.wall - warm.equivalenceWall).toFixed(3)} s without equivalence`,
    );
    return { who: "Hankel tree", seconds, inEquivalence, questions, equivalences };
  } catch (failure) {
    notes.push(`${caseName(of)}: no result of Hankel (${String(failure)})`);
    return null;
  }
}

async function peerRow(
  of: Case,
  { peer, algorithm }: { peer: Peer; algorithm: string },
  file: string,
  seconds: number,
  notes: string[],
): Promise<Timed | null> {
  const who = `${peer.name} ${algorithm}`;
  progress(`${caseName(of)}: ${who}`);
  const result = await runPeer(peer, algorithm, file, { seconds, repeat: COMPARED });
  if ("error" in result) {
    notes.push(`${caseName(of)}: ${who} had no result within ${seconds} s`);
    return null;
  }
  const { seconds: all, equivalenceSeconds: inEquivalence, distinct: questions, equivalences } = result;
  return { who, seconds: all, inEquivalence, questions, equivalences };
}

async function peerRows(
  of: Case,
  peers: readonly Peer[],
  file: string,
  seconds: number,
  notes: string[],
): Promise<Timed[]> {
  const chosen = of.states > ALL_UP_TO ? FASTEST : TREES;
  const jobs = peers
    .filter(({ missing }) => missing === null)
    .flatMap((peer) => peer.algorithms[of.kind].map((algorithm) => ({ peer, algorithm })))
    .filter(({ algorithm }) => chosen.includes(algorithm));
  const found: Timed[] = [];
  for (const job of jobs) {
    const row = await peerRow(of, job, file, seconds, notes);
    if (row !== null) found.push(row);
  }
  return found;
}

function goalsOf(of: Case, ours: Timed, theirs: readonly Timed[]): Goal[] {
  if (theirs.length === 0) return [];
  const compared = [
    [whole, "the whole run: faster than LearnLib's fastest", 1],
    [apart, "without equivalence: at most twice as long as LearnLib's fastest", 2],
  ] as const;
  return compared.map(([time, what, most]) => {
    const best = theirs.reduce((least, other) => (time(other) < time(least) ? other : least));
    return {
      goal: `${caseName(of)}, ${what}`,
      found: `${time(ours).toFixed(3)} s against ${time(best).toFixed(3)} s of ${best.who}`,
      met: time(ours) < most * time(best),
    };
  });
}

export const learnlib: Section = {
  name: "learnlib",
  title: "Against LearnLib",
  about:
    "The same machines for both, and both answer from flat arrays. Wall seconds of the fastest of three runs in one process, and how many of them were inside " +
    "each one's own equivalence oracle; compared are the whole run, and what is left without the oracle. LearnLib's tree learners and ADT; on 3,000 states only its three " +
    "fastest.",
  async measure({ quick, peerSeconds }: Settings): Promise<Findings> {
    const rows: Cell[][] = [];
    const goals: Goal[] = [];
    const notes: string[] = [];
    const peers = findPeers().filter(({ name }) => name.startsWith("learnlib"));
    const sizes = quick ? [300] : [1000, 3000];
    for (const of of sizes.flatMap((states) => SHAPES.map((shape) => ({ ...shape, states })))) {
      const file = targetFile(of);
      const ours = await ourRow(of, file, notes);
      const theirs = await peerRows(of, peers, file, peerSeconds, notes);
      for (const found of ours === null ? theirs : [ours, ...theirs]) {
        const { who, seconds, inEquivalence, questions, equivalences } = found;
        rows.push([caseName(of), who, seconds, inEquivalence, apart(found), questions, equivalences]);
      }
      if (ours !== null) goals.push(...goalsOf(of, ours, theirs));
    }
    for (const { name, missing } of peers) {
      if (missing !== null) notes.push(`not installed, so not compared: ${name}`);
    }
    return {
      columns: [
        { name: "target" },
        { name: "learner" },
        { name: "seconds", digits: 3 },
        { name: "in equivalence", digits: 3 },
        { name: "without it", digits: 3 },
        { name: "words asked" },
        { name: "equivalences" },
      ],
      rows,
      goals,
      notes,
    };
  },
};
