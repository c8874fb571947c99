import { type Automaton, HankelError, type Learned, type Prices, type Wdfsa, type Word } from "../index.ts";
import { costOf, messageOf } from "../internal/core.ts";
import { type AnswerStore, evaluate, type Figures, type StoredAnswer } from "../learning.ts";
import type { Distribution, NextTeacher } from "../models.ts";
import { type BlackBox, isNextBox, type Journal, type LiveResult, nextOfBox } from "../node.ts";
import type { Options } from "../options/table.ts";
import { timeLimit } from "../support/until-stopped.ts";

/** The figures at the end of a run on a language model, and what they took. */
export interface LearnedFigures {
  /** How many words were wanted. */
  readonly wanted: number;
  /** Undefined if there was no budget left for a word, or the measurement was stopped. */
  readonly figures: Figures | undefined;
  /** Why there are fewer words than wanted, or none; empty if there are all. */
  readonly reason: string;
  /** Questions to the black box, their letters, and words that were answered from memory. */
  readonly asked: number;
  readonly letters: number;
  readonly remembered: number;
  /** What was thrown, if an error or a signal ended the measurement. */
  readonly error: unknown;
  /** Was it a signal? */
  readonly stopped: boolean;
}

/** A run that has ended, as far as its figures need it. */
export interface EndedRun {
  readonly box: BlackBox<unknown>;
  readonly result: Pick<Learned<unknown, Automaton<unknown>>, "automaton" | "outcome">;
  /** The answers of the run. */
  readonly store: AnswerStore<unknown>;
  readonly journal: Journal | undefined;
  readonly seed: number;
  /** When it began, by `performance.now`. */
  readonly started: number;
  readonly signal: AbortSignal;
  readonly progress: { measuring(drawn: number, wanted: number): void };
}

/** How many words are drawn unless the user says otherwise: fewer where every letter is a question. */
const DEFAULT_WORDS = 200;
const DEFAULT_DEAR_WORDS = 50;

/**
 * Measures how well the learned automaton speaks like the target, on words drawn from the target: fresh ones, since their
 * random numbers are not those of the learner. They count against the budget of the run. Undefined if the target is no language
 * model, no figures are wanted, or the run ended because of an error or a signal.
 */
export async function figuresOfRun(run: EndedRun, options: Options): Promise<LearnedFigures | undefined> {
  const { evaluate: wanted = run.box.kind.tellsPrefixes ? DEFAULT_WORDS : DEFAULT_DEAR_WORDS } = options;
  const { automaton, outcome } = run.result;
  const { box } = run;
  if (!isNextBox(box) || wanted === 0) return undefined;
  if (run.signal.aborted || (outcome !== "accepted" && outcome !== "budget")) return undefined;
  const counts = { asked: 0, letters: 0, remembered: 0 };
  const limited = options.maxQuestions !== undefined || options.maxSeconds !== undefined;
  const watched = {
    words: wanted,
    seed: run.seed,
    group: limited ? Math.max(10, Math.ceil(wanted / 10)) : wanted,
    cancelled: () => run.signal.aborted,
    progress: (drawn: number) => run.progress.measuring(drawn, wanted),
  };
  try {
    const figures = await evaluate(
      teacherOf(run, nextOfBox(box), options, counts),
      automaton as Wdfsa<number>,
      watched,
    );
    const reason = figures.words < wanted ? "the budget is spent" : "";
    return { wanted, figures, reason, ...counts, error: undefined, stopped: false };
  } catch (error) {
    const stopped = run.signal.aborted;
    if (!stopped && !(error instanceof HankelError)) throw error;
    const spent = error instanceof HankelError && error.code === "budget";
    const reason = stopped ? "the run was stopped" : messageOf(error);
    return { wanted, figures: undefined, reason, ...counts, error: spent ? undefined : error, stopped };
  } finally {
    await run.journal?.sync();
  }
}

/**
 * The black box as a teacher for the figures. It remembers the answers of the run. Its own answers go into the journal,
 * unless the run is to go on: then the learner would find rows there that it did not ask for, with other last bits.
 */
function teacherOf(
  { box, result, store, journal, started, signal }: EndedRun,
  model: Pick<NextTeacher, "alphabet" | "prefixes" | "longest">,
  { maxQuestions = Number.POSITIVE_INFINITY, maxSeconds = Number.POSITIVE_INFINITY }: Options,
  counts: { asked: number; letters: number; remembered: number },
): NextTeacher {
  const left = maxQuestions - store.answered;
  const deadline = started + maxSeconds * 1000;
  const until = timeLimit(signal, { deadline, reason: "the time is up" });
  const refuseIfLate = () => {
    if (performance.now() >= deadline) throw new HankelError("budget", "the time is up");
  };
  const ask = async (words: readonly Word[]) => {
    if (counts.asked + words.length > left) throw new HankelError("budget", "no questions are left");
    refuseIfLate();
    try {
      return await box.weigh(words, { signal: until });
    } catch (error) {
      if (!signal.aborted) refuseIfLate();
      throw error;
    }
  };
  const keep = (node: number, answer: StoredAnswer<unknown>) => {
    if (store.known(node) !== undefined) return;
    journal?.append([store.line("answer", node, answer, true)]);
    store.record(node, answer);
  };
  return {
    ...model,
    async next(words) {
      const nodes = words.map((word) => store.tree.insert(word));
      const known = nodes.map((node) => store.known(node) ?? store.reserved(node));
      const missing = words.filter((_, i) => known[i] === undefined);
      const given = missing.length === 0 ? [] : await ask(missing);
      counts.asked += missing.length;
      counts.remembered += words.length - missing.length;
      for (const word of missing) counts.letters += word.length;
      let fresh = 0;
      const answers = known.map((answer) => answer ?? { weight: given[fresh++] });
      if (result.outcome === "accepted") nodes.forEach((node, i) => keep(node, answers[i]));
      return answers.map(({ weight }) => weight as Distribution);
    },
  };
}

/** The statistics of a run with what its figures took. Their words are tests, not questions of the learner. */
export function withFigures(
  statistics: LiveResult<unknown>["statistics"],
  measured: LearnedFigures | undefined,
  prices: Prices,
): LiveResult<unknown>["statistics"] {
  if (measured === undefined) return statistics;
  const { asked, letters, remembered } = measured;
  return {
    ...statistics,
    cost: statistics.cost + costOf(asked, letters, prices),
    tests: statistics.tests + asked + remembered,
    asked: statistics.asked + asked,
    remembered: statistics.remembered + remembered,
  };
}
