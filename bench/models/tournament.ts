/** Every learner of ours and every installed peer on the machines of a folder. */

import { writeFileSync } from "node:fs";
import type { Wdfsa } from "@hankel/core";
import { findPeers, type Peer, runPeer } from "../peers/peers.ts";
import { oneLine } from "../support/dot-models.ts";
import { peerTarget } from "../support/output-machine.ts";
import { scratchFile } from "../support/scratch.ts";
import { progress, type Settings, WrongInput } from "../support/section.ts";
import { champion, type Entry, learnOurselves, ourLearners } from "./ours.ts";
import { findSubjects, type Subject } from "./subjects.ts";

/** A machine with all who learned it, and those who did not. */
export interface Contest {
  readonly subject: Subject;
  readonly entries: readonly Entry[];
  /** Who got no result, and why in a few words. */
  readonly failures: ReadonlyMap<string, string>;
  /** What our learner for machines learned, if it did. */
  readonly learned: Wdfsa<unknown> | undefined;
}

export interface Tournament {
  readonly contests: readonly Contest[];
  /** `file (why)` for each file that nobody learned. */
  readonly leftOut: readonly string[];
  readonly missing: readonly Peer[];
}

/** So many peers run at once: times are for orientation only. */
const AT_ONCE = 2;
/** A quick pass takes machines with at most so many arcs. */
const QUICK_ARCS = 100;

const played = new Map<string, Promise<Tournament>>();

/** The sections of one run share it. */
export function tournament(settings: Settings): Promise<Tournament> {
  const key = JSON.stringify(settings);
  const running = played.get(key) ?? play(settings);
  played.set(key, running);
  return running;
}

async function play({ dir, quick, peerSeconds }: Settings): Promise<Tournament> {
  if (dir === undefined) throw new WrongInput("which machines? --dir FOLDER names a folder of DOT files");
  const { subjects, leftOut } = findSubjects(dir);
  const chosen = subjects.filter(({ machine }) => !quick || machine.target.length <= QUICK_ARCS);
  if (chosen.length === 0) {
    throw new WrongInput(`no machine of ${dir} has at most ${QUICK_ARCS} arcs: leave --quick out`);
  }
  const large = subjects.filter((subject) => !chosen.includes(subject));
  const peers = findPeers().filter(({ algorithms }) => algorithms.mealy.length > 0);
  const contests: Contest[] = [];
  for (const [i, subject] of chosen.entries()) {
    progress(`${i + 1} of ${chosen.length}: ${subject.name}`);
    contests.push(await contest(subject, i, peers, peerSeconds));
  }
  return {
    contests,
    leftOut: [...leftOut, ...large.map(({ name }) => `${name} (too large for --quick)`)],
    missing: peers.filter(({ missing }) => missing !== null),
  };
}

async function contest(
  subject: Subject,
  index: number,
  peers: readonly Peer[],
  seconds: number,
): Promise<Contest> {
  const entries: Entry[] = [];
  const failures = new Map<string, string>();
  const note = (who: string, found: Entry | string) => {
    if (typeof found === "string") failures.set(who, oneLine(found));
    else entries.push(found);
  };
  let learned: Wdfsa<unknown> | undefined;
  for (const learner of ourLearners) {
    const { found, automaton } = learnOurselves(subject.automaton, learner, seconds);
    note(learner, found);
    if (learner === champion) learned = automaton;
  }
  const file = scratchFile(`${index}.json`);
  writeFileSync(file, JSON.stringify(peerTarget(subject.machine)));
  const jobs = peers.flatMap((peer) =>
    peer.missing === null ? peer.algorithms.mealy.map((algorithm) => ({ peer, algorithm })) : [],
  );
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const who = `${job.peer.name} ${job.algorithm}`;
      note(who, await askPeer(who, job.peer, job.algorithm, file, seconds));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { subject, entries, failures, learned };
}

/** What a peer spent, or why it has no result. */
async function askPeer(
  who: string,
  peer: Peer,
  algorithm: string,
  file: string,
  seconds: number,
): Promise<Entry | string> {
  const result = await runPeer(peer, algorithm, file, { seconds, repeat: 1 });
  if ("error" in result) {
    const late = /stopped after|no result within/u.test(result.error);
    return late ? `over ${seconds} s` : `failed: ${result.error}`;
  }
  if (!result.correct) return `wrong: ${result.states} states`;
  const { cost, equivalences, seconds: took } = result;
  return { who, ours: false, cost, equivalences, seconds: took };
}
