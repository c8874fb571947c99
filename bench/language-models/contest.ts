/** Everybody on one network. */

import {
  createLearner,
  type Distribution,
  drawWords,
  evaluateOn,
  type Figures,
  type NextTeacher,
  ngramModel,
  runLearnerAsync,
  type SoftOptions,
  softTeacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { progress } from "../support/section.ts";
import { type LanguagePeer, type PeerReport, runLanguagePeer } from "./network-peers.ts";
import { type NetworkFile, type OpenNetwork, openNetworkFile, retold } from "./networks.ts";
import { automatonOfRows, type Rows } from "./peer-automaton.ts";
import { plateau, TOLERANCES } from "./plateau.ts";
import { Asker, prototype } from "./prototype.ts";
import { type Agreement, agreement } from "./same-machine.ts";

/** What somebody made of a network. */
export interface Entry {
  readonly who: string;
  readonly states: number;
  /** What it asked, and how long it took; null where nothing is asked. */
  readonly words: number | null;
  readonly distributions: number | null;
  readonly seconds: number | null;
  /** Mean total variation, and the half-width of its confidence interval; null if that is not known any more. */
  readonly variation: number;
  readonly margin: number | null;
  /** KL divergence in nats per symbol, smoothed where it would be infinite. */
  readonly divergence: number;
  readonly wordErrorRate: number;
  readonly ndcg: number;
  /** Why it ended early. */
  readonly stopped?: string | null;
}

export interface Contest {
  readonly network: NetworkFile;
  readonly entries: readonly Entry[];
  /** Hankel's own choice beside the automaton that taught the network. */
  readonly agreement: Agreement | undefined;
  readonly failures: readonly string[];
}

export const OWN = "Hankel";
export const WITHOUT_PREFIXES = "Hankel, a distribution a question";
export const TAUGHT_BY = "the automaton that taught it";
export const PROTOTYPE = "prototype, t = 0.1";
export const PLATEAU = "prototype, its plateau";

const CURVE = [5, 10, 20, 50];
const GRAMS = [2, 3, 4];
/** What n-grams get beside as many words as Hankel asked. */
const SAMPLE = 10_000;
/** The words that everybody is judged by. Learners draw with other seeds. */
const JUDGED = { words: 1000, seed: 2026, maxLength: 50 };
/** The prototype gives up at so many states. */
const MOST_STATES = { once: 300, sweep: 60 };

/** Runs the peers on a network, at the same time. */
export function askPeers(
  { path }: NetworkFile,
  peers: readonly LanguagePeer[],
  seconds: number,
): Promise<readonly (PeerReport | string)[]> {
  return Promise.all(peers.map((peer) => runLanguagePeer(peer, path, seconds)));
}

/** Everybody but the peers, whose reports are given, on a network. */
export async function contest(
  network: NetworkFile,
  peers: readonly LanguagePeer[],
  reports: readonly (PeerReport | Entry | string)[],
): Promise<Contest> {
  const open = await openNetworkFile(network.path);
  try {
    return await withNetwork(network, open, peers, reports);
  } finally {
    await open.close();
  }
}

async function withNetwork(
  network: NetworkFile,
  open: OpenNetwork,
  peers: readonly LanguagePeer[],
  reports: readonly (PeerReport | Entry | string)[],
): Promise<Contest> {
  const { name, taughtBy } = network;
  const judge = await judgeOf(open.teacher(false));
  const entries: Entry[] = [];
  const failures: string[] = [];
  const note = async (who: string, made: Made) => {
    const { automaton, states = automaton.size, ...asked } = made;
    entries.push({ who, states, ...asked, ...(await judge(automaton)) });
  };
  progress(`${name}: Hankel`);
  const own = await hankel(open, {}, true);
  await note(OWN, own);
  for (const maxStates of CURVE)
    await note(`Hankel, at most ${maxStates}`, await hankel(open, { maxStates }, true));
  await note(WITHOUT_PREFIXES, await hankel(open, {}, false));
  if (taughtBy !== undefined) await note(TAUGHT_BY, { automaton: taughtBy, ...NOTHING });
  progress(`${name}: prototype`);
  await withPrototype(open.teacher(false), note, failures);
  for (const [i, peer] of peers.entries()) {
    const report = reports[i];
    if (typeof report === "string") failures.push(`${peer.name}: ${report}`);
    else if ("who" in report) entries.push(report);
    else
      await note(peer.name, { ...report, automaton: automatonOfRows(report, open.teacher(false).alphabet) });
  }
  progress(`${name}: n-grams`);
  await withGrams(open.teacher(false), own.words ?? SAMPLE, note);
  const same = taughtBy === undefined ? undefined : agreement(taughtBy, own.automaton);
  return { network, entries, agreement: same, failures };
}

interface Made extends Pick<Entry, "words" | "distributions" | "seconds" | "stopped"> {
  readonly automaton: Wdfsa<number>;
  readonly states?: number;
}

type Judged = Pick<Entry, "variation" | "margin" | "divergence" | "wordErrorRate" | "ndcg">;

type Note = (who: string, made: Made) => Promise<void>;

const NOTHING = { words: null, distributions: null, seconds: null };

/** Judges automata by the same words, drawn once from the network. */
async function judgeOf(teacher: NextTeacher): Promise<(automaton: Wdfsa<number>) => Promise<Judged>> {
  const maxLength = Math.min(JUDGED.maxLength, teacher.longest ?? JUDGED.maxLength);
  const drawn = await drawWords(teacher, { ...JUDGED, maxLength });
  const words = drawn.nodes.map((node) => drawn.tree.word(node));
  const known = retold(drawn, teacher);
  return async (automaton) => judgedBy(await evaluateOn(words, known, automaton));
}

function judgedBy({ totalVariation, divergence, smoothedDivergence, wordErrorRate, ndcg }: Figures): Judged {
  return {
    variation: totalVariation.mean,
    margin: totalVariation.margin,
    divergence: Number.isFinite(divergence.mean) ? divergence.mean : smoothedDivergence.mean,
    wordErrorRate: wordErrorRate.mean,
    ndcg: ndcg.mean,
  };
}

async function hankel(open: OpenNetwork, options: SoftOptions, prefixes: boolean): Promise<Made> {
  const counting = open.teacher(prefixes);
  const teacher = softTeacher(counting);
  const learner = createLearner<number, Distribution>(teacher, options);
  const start = performance.now();
  const { automaton } = await runLearnerAsync(learner, teacher, options);
  const seconds = (performance.now() - start) / 1000;
  let distributions = 0;
  for (const _ of learner.answers()) distributions++;
  return { automaton, words: counting.words, distributions, seconds };
}

async function withPrototype(next: NextTeacher, note: Note, failures: string[]): Promise<void> {
  const { alphabet } = next;
  const made = (rows: Rows, asker: Asker, start: number): Made => ({
    automaton: automatonOfRows(rows, alphabet),
    words: asker.words,
    distributions: asker.distributions,
    seconds: (performance.now() - start) / 1000,
  });
  const once = new Asker(next);
  const first = performance.now();
  const rows = await prototype(once, 0.1, MOST_STATES.once);
  if (rows === undefined) failures.push(`${PROTOTYPE}: more than ${MOST_STATES.once} states`);
  else await note(PROTOTYPE, made(rows, once, first));
  const sweep = new Asker(next);
  const start = performance.now();
  const found: (Rows | undefined)[] = [];
  for (const tolerance of TOLERANCES) {
    const finer = await prototype(sweep, tolerance, MOST_STATES.sweep);
    found.push(finer);
    if (finer === undefined) break;
  }
  const best = plateau(found.map((each) => each?.states));
  if (best === undefined) failures.push(`${PLATEAU}: there is none`);
  else await note(PLATEAU, made(found[best] as Rows, sweep, start));
}

/** n-grams of as many drawn words as Hankel asked, and of many more. */
async function withGrams(teacher: NextTeacher, few: number, note: Note): Promise<void> {
  const maxLength = Math.min(JUDGED.maxLength, teacher.longest ?? JUDGED.maxLength);
  const { tree, nodes } = await drawWords(teacher, { words: SAMPLE, seed: 1, maxLength });
  const words: Word[] = nodes.map((node) => tree.word(node));
  for (const count of [Math.min(few, SAMPLE), SAMPLE]) {
    for (const n of GRAMS) {
      const automaton = ngramModel(teacher.alphabet, words.slice(0, count), n);
      await note(`${n}-grams of ${count.toLocaleString("en-US")} words`, { automaton, ...NOTHING });
    }
  }
}
