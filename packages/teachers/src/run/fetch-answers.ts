import {
  type AnswerStore,
  countOf,
  HankelError,
  type JournalLine,
  type StoredAnswer,
  type Word,
} from "@hankel/core";
import { type BlackBox, eachState, type WeighOptions } from "../box.ts";
import { VOTES, votesOf } from "./conflicts.ts";
import type { LiveRun } from "./live-run.ts";

/** What came of a batch. */
export interface Fetched {
  /** How many words the black box was asked. */
  readonly asked: number;
  /** Was an answer of before corrected? Then the run has to start again. */
  readonly corrected: boolean;
}

/** Whose answers are wanted: a test asks the target itself. */
export type Source = "anybody" | "target";

/**
 * Brings the answers to words into the store. An answer is written to the journal before it is used. The journal keeps the
 * order of the questions, so an answer that arrives too early waits in a second file.
 */
export async function fetchAnswers<W, A>(
  run: LiveRun<W, A>,
  nodes: readonly number[],
  source: Source,
): Promise<Fetched> {
  const { store, journal, box, repeat, signal, tell } = run;
  const heard = (node: number) => (source === "anybody" ? store.heard(node) : undefined);
  const answers = nodes.map((node) => store.takeReserved(node) ?? heard(node));
  const unknown = nodes.flatMap((_, i) => (answers[i] === undefined ? [i] : []));
  const words = unknown.map((i) => store.tree.word(nodes[i]));
  const { record, disputed } = recorder(run, nodes, answers);
  const collect = collector(run, words, (place, answer) => {
    answers[unknown[place]] = answer;
  });
  let corrected = false;
  try {
    record();
    const arrived = (from: number, weights: readonly A[]) => {
      const { complete, failure } = collect(from, weights);
      tell({ event: "answers", answers: weights.length });
      const turn = record();
      for (const place of complete) {
        const i = unknown[place];
        if (i >= turn || disputed.has(i))
          journal?.keepEarly(store.line("answer", nodes[i], answers[i] as StoredAnswer<A>));
      }
      if (failure !== undefined) throw failure;
    };
    const asked = Array.from({ length: repeat }, () => words).flat();
    const { states: memory } = run;
    const states = memory && eachState(asked, (word, state) => memory.keep(store.tree.insert(word), state));
    if (asked.length > 0) await weighAll(box, asked, { signal, arrived, states });
    record();
    corrected = await settleDisputes(run, nodes, answers, disputed);
  } finally {
    // Even after a failure, no answered word is asked again in this run.
    answers.forEach((answer, i) => {
      if (answer !== undefined) store.reserve(nodes[i], answer, true);
    });
  }
  await journal?.sync();
  if (store.early === 0) journal?.dropEarly();
  return { asked: unknown.length, corrected };
}

/** Asks a box that may tell answers as they arrive, all at its end, or some now and the others then: each is told once. */
async function weighAll<W, A>(
  box: BlackBox<W, A>,
  words: readonly Word[],
  {
    arrived,
    ...options
  }: WeighOptions<A> & { readonly arrived: (from: number, answers: readonly A[]) => void },
): Promise<void> {
  const told = new Uint8Array(words.length);
  const answers = await box.weigh(words, {
    ...options,
    arrived(from, some) {
      told.fill(1, from, from + some.length);
      arrived(from, some);
    },
  });
  if (answers?.length !== words.length) {
    const { noun } = box.kind;
    throw new HankelError(
      "teacher",
      `asked for ${countOf(words.length, noun)}, got ${answers?.length ?? "none"}`,
    );
  }
  for (let from = told.indexOf(0); from >= 0; from = told.indexOf(0, from)) {
    const next = told.indexOf(1, from);
    const to = next < 0 ? words.length : next;
    told.fill(1, from, to);
    arrived(from, answers.slice(from, to));
  }
}

/**
 * Settles the disputed answers of a batch, after all others are recorded. Such an answer and an answer to another word tell
 * different outputs for a prefix of both, so its word is asked again: the majority decides on each output, and what was known
 * counts as one vote. Returns true if what was known was wrong; then the run has to start again. The correction is the last
 * line of the batch: a run that is resumed there starts again, too, and knows nothing of the batch. So disputes that are still
 * open then wait until their words are asked again.
 */
async function settleDisputes<W, A>(
  { store, journal, box, conflicts, signal, charge }: LiveRun<W, A>,
  nodes: readonly number[],
  answers: (StoredAnswer<A> | undefined)[],
  disputed: ReadonlySet<number>,
): Promise<boolean> {
  for (const i of disputed) {
    const [node, given] = [nodes[i], answers[i] as StoredAnswer<A>];
    if (store.refutes(node, given.weight)) {
      answers[i] = undefined;
      conflicts.correct(node, given);
      return true;
    }
    const word = store.tree.word(node);
    const repeated = Array.from({ length: VOTES }, () => word);
    const again = await box.weigh(repeated, { signal, again: true });
    charge(repeated);
    const votes = [...votesOf(given), ...again];
    const known = store.memory.kept(node, given.weight);
    const { weight } = conflicts.reconcile(word, [known, ...votes]);
    const answer = { weight, answers: votes };
    const wasWrong = store.memory.clash(node, weight) !== undefined;
    answers[i] = wasWrong ? undefined : answer;
    if (wasWrong) {
      conflicts.correct(node, answer);
      return true;
    }
    journal?.append([store.line("answer", node, answer)]);
    store.record(node, answer);
  }
  return false;
}

/**
 * Records and journals the answers up to the first one that is missing, and returns its index. It leaves out those that are
 * disputed.
 */
function recorder<W, A>(
  { store, journal, conflicts }: LiveRun<W, A>,
  nodes: readonly number[],
  answers: (StoredAnswer<A> | undefined)[],
): { readonly record: () => number; readonly disputed: ReadonlySet<number> } {
  let turn = 0;
  const disputed = new Set<number>();
  const record = () => {
    const lines: JournalLine[] = [];
    try {
      for (; turn < nodes.length; turn++) {
        const given = stillHeard(store, nodes[turn], answers[turn]);
        if (given === undefined) break;
        if (conflicts.isDisputed(nodes[turn], given)) {
          disputed.add(turn);
          continue;
        }
        const answer = conflicts.settle(nodes[turn], given);
        if (journal !== undefined) lines.push(store.line("answer", nodes[turn], answer, true));
        store.record(nodes[turn], answer);
      }
    } catch (error) {
      // The answer that contradicts the others is not kept, so that it is asked again when the run is resumed.
      answers[turn] = undefined;
      throw error;
    } finally {
      journal?.append(lines);
    }
    return turn;
  };
  return { record, disputed };
}

/** What a log says gives way to what the target has said meanwhile. */
function stillHeard<A>(
  store: AnswerStore<A>,
  node: number,
  answer: StoredAnswer<A> | undefined,
): StoredAnswer<A> | undefined {
  if (answer?.heard !== true) return answer;
  return { weight: store.memory.kept(node, answer.weight), heard: true };
}

/** Collects the repeated answers to each word; returns, for each arrival, the indices of the words that are complete. */
function collector<W, A>(
  { repeat, charge, conflicts }: LiveRun<W, A>,
  words: readonly Word[],
  done: (place: number, answer: StoredAnswer<A>) => void,
) {
  const answers = words.map(() => new Array<A | undefined>(repeat));
  const missing = words.map(() => repeat);
  return (from: number, weights: readonly A[]) => {
    const complete: number[] = [];
    let failure: unknown;
    charge(weights.map((_, i) => words[(from + i) % words.length]));
    weights.forEach((weight, i) => {
      const place = (from + i) % words.length;
      answers[place][Math.floor((from + i) / words.length)] = weight;
      if (--missing[place] > 0) return;
      try {
        done(place, conflicts.reconcile(words[place], answers[place] as A[]));
        complete.push(place);
      } catch (error) {
        // A contradiction ends the run, but the other answers of this arrival are recorded first.
        failure ??= error;
      }
    });
    return { complete, failure };
  };
}
