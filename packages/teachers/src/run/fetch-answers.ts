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
  const { store, journal, box, signal, tell } = run;
  const heard = (node: number) => (source === "anybody" ? store.heard(node) : undefined);
  const answers = nodes.map((node) => store.takeReserved(node) ?? heard(node));
  const unknown = nodes.flatMap((_, i) => (answers[i] === undefined ? [i] : []));
  const words = unknown.map((i) => store.tree.word(nodes[i]));
  const { record, disputed } = recorder(run, nodes, answers);
  const collector = new Collector(run, words, (place, answer) => {
    answers[unknown[place]] = answer;
  });
  let corrected = false;
  try {
    record();
    const arrived = (from: number, weights: readonly A[]) => {
      const { complete, failure } = collector.take(from, weights);
      tell({ event: "answers", answers: weights.length });
      const turn = record();
      for (const place of complete) {
        const i = unknown[place];
        if (i >= turn || disputed.has(i))
          journal?.keepEarly(store.line("answer", nodes[i], answers[i] as StoredAnswer<A>));
      }
      if (failure !== undefined) throw failure;
    };
    const { states: memory } = run;
    for (let asked = collector.round(); asked.length > 0; asked = collector.round()) {
      const states = memory && eachState(asked, (word, state) => memory.keep(store.tree.insert(word), state));
      await weighAll(box, asked, { signal, arrived, states });
    }
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
 * counts as one vote; or, under `stable`, its answer has to be seen twice as often in a row. Returns true if what was known was wrong; then the run has to start again. The correction is the last
 * line of the batch: a run that is resumed there starts again, too, and knows nothing of the batch. So disputes that are still
 * open then wait until their words are asked again.
 */
async function settleDisputes<W, A>(
  { store, journal, box, conflicts, signal, charge, onConflict, repeat }: LiveRun<W, A>,
  nodes: readonly number[],
  answers: (StoredAnswer<A> | undefined)[],
  disputed: ReadonlySet<number>,
): Promise<boolean> {
  const isStable = onConflict === "stable";
  for (const i of disputed) {
    const [node, given] = [nodes[i], answers[i] as StoredAnswer<A>];
    if (store.refutes(node, given.weight)) {
      answers[i] = undefined;
      conflicts.correct(node, given);
      return true;
    }
    const word = store.tree.word(node);
    const votes = [...votesOf(given)];
    const wanted = () => conflicts.wanting(word, votes, 2 * repeat);
    for (let more = isStable ? wanted() : VOTES; more > 0; more = wanted()) {
      const repeated = Array.from({ length: more }, () => word);
      votes.push(...(await box.weigh(repeated, { signal, again: true })));
      charge(repeated);
    }
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

/** Collects the answers to words that are asked several times, round by round until each word has as many as it needs. */
class Collector<W, A> {
  readonly #run: LiveRun<W, A>;
  readonly #words: readonly Word[];
  readonly #done: (place: number, answer: StoredAnswer<A>) => void;
  /** The answers to each word, in the order in which they were asked for. */
  readonly #answers: A[][];
  /** The words of this round, by their places; one that is asked again stands there again. */
  #places: number[] = [];
  /** Where the answers of this round belong. */
  #slots: number[] = [];
  /** How many answers of this round each word waits for. */
  readonly #missing: Int32Array;
  /** How many answers each word needs in the next round. */
  #wanted: Map<number, number>;

  constructor(
    run: LiveRun<W, A>,
    words: readonly Word[],
    done: (place: number, answer: StoredAnswer<A>) => void,
  ) {
    this.#run = run;
    this.#words = words;
    this.#done = done;
    this.#answers = words.map(() => []);
    this.#missing = new Int32Array(words.length);
    this.#wanted = new Map(words.map((_, place) => [place, run.repeat]));
  }

  /** The words to ask next; none at the end. */
  round(): Word[] {
    this.#places = [];
    this.#slots = [];
    const wanted = this.#wanted;
    this.#wanted = new Map();
    for (let copy = 0; wanted.size > 0; copy++) {
      for (const [place, count] of wanted) {
        if (copy === count) wanted.delete(place);
        else {
          this.#slots.push(this.#answers[place].length + copy);
          this.#places.push(place);
          this.#missing[place]++;
        }
      }
    }
    return this.#places.map((place) => this.#words[place]);
  }

  /** Takes answers of this round; returns the places of the words that are complete. */
  take(from: number, weights: readonly A[]): { readonly complete: number[]; readonly failure: unknown } {
    const { charge, conflicts } = this.#run;
    const complete: number[] = [];
    let failure: unknown;
    charge(weights.map((_, i) => this.#words[this.#places[from + i]]));
    weights.forEach((weight, i) => {
      const place = this.#places[from + i];
      const [word, answers] = [this.#words[place], this.#answers[place]];
      answers[this.#slots[from + i]] = weight;
      if (--this.#missing[place] > 0) return;
      try {
        const more = conflicts.wanting(word, answers);
        if (more > 0) {
          this.#wanted.set(place, more);
          return;
        }
        this.#done(place, conflicts.reconcile(word, answers));
        complete.push(place);
      } catch (error) {
        // A contradiction ends the run, but the other answers of this arrival are recorded first.
        failure ??= error;
      }
    });
    return { complete, failure };
  }
}
