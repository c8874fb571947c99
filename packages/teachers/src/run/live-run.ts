import {
  AnswerStore,
  type Automaton,
  type Costs,
  certificateWords,
  checkPrices,
  costOf,
  countOf,
  type EquivalenceTest,
  type Fingerprint,
  type JournalLine,
  type Learner,
  type SuiteCheck,
  type Word,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import { patiently } from "../pool/time.ts";
import type { Signal } from "../signal.ts";
import { type Answering, Conflicts, IN_A_ROW } from "./conflicts.ts";
import type { LiveCounts, LiveOptions } from "./live-options.ts";
import { Recall } from "./recall.ts";
import { StateMemory } from "./state-memory.ts";
import { Trial } from "./trial.ts";

/** What the parts of a live run share. */
export interface LiveRun<W, A = W> extends Answering<W, A> {
  /** The tests of conjectures, which run in turn. */
  readonly tests: readonly EquivalenceTest[];
  readonly seed: number;
  /** How many answered words are asked again at each conjecture. */
  readonly recheck: number;
  /** How many answers of each kind are asked again before a run trusts those of before, and how many answers it may ask for in all. */
  readonly recheckFirst: number;
  readonly maxQuestions: number;
  /** The answers that the run did not ask for itself. */
  readonly recall: Recall;
  /** What the journal does not know yet of the version of the target. */
  readonly fingerprint: Fingerprint | undefined;
  readonly signal: Signal;
  readonly counts: LiveCounts;
  readonly conflicts: Conflicts<W, A>;
  /** How far the tests of the last conjecture came. */
  readonly trial: Trial<W>;
  /** The tests of a suite, which examine in place of those of conjectures. */
  readonly suite?: SuiteCheck<W, A> | undefined;
  /** The states of the black box that are known; undefined if no test looks at them. */
  readonly states: StateMemory | undefined;
  /** Counts words that the black box has answered. */
  readonly charge: (words: readonly Word[]) => void;
  /** Takes the counts of the driver. */
  readonly count: (learner: Pick<Learner<W, A>, "states">, costs: Readonly<Costs>) => void;
}

/** Prepares a run, with the answers of the journal. */
export async function openRun<W, A, H extends Automaton<W>>(
  box: BlackBox<W, A>,
  options: Omit<LiveOptions<W, A, H>, "createLearner"> & Pick<LiveRun<W, A>, "suite">,
  signal: Signal,
): Promise<LiveRun<W, A>> {
  const { journal, clock, repeat = options.onConflict === "stable" ? IN_A_ROW : 1 } = options;
  const store = options.store ?? new AnswerStore(box.kind, box.alphabet);
  const work = "the answers of the journal were read";
  let before: Fingerprint | undefined;
  const take = (line: JournalLine) => {
    if (line.kind === "fingerprint") before = line.fingerprint;
    else store.apply(line);
  };
  await patiently(journal?.recorded ?? [], take, { signal, work, clock });
  if (options.log !== undefined && store.log === undefined) {
    const words = options.log.map((word) => store.alphabet.spell(word));
    journal?.append([{ kind: "samples", conjecture: -1, test: 0, words }]);
    store.recordLog(options.log);
  }
  for (const line of journal?.recordedEarly ?? []) store.applyReserved(line, true);
  const { fingerprint } = options;
  const isWarm = [...store.nodes()].some((node) => !store.isAnswered(node));
  const recall = new Recall(isWarm ? undefined : journal?.name, before, fingerprint);
  recall.answers = [...store.nodes()].length;
  if (store.early === 0) journal?.dropEarly();
  const none = { questions: 0, rounds: 0, symbols: 0, cost: 0, equivalences: 0, tests: 0 };
  const counts: LiveCounts = { ...none, states: 0, asked: 0, remembered: 0 };
  const prices = checkPrices(options.prices);
  let letters = 0;
  // The driver changes its counts also while a conjecture is tested, so they are copied at every event.
  let driven: Readonly<Costs> = counts;
  const run: Omit<LiveRun<W, A>, "conflicts"> = {
    box,
    store,
    journal,
    tests: options.certificate ? [certificateWords(), ...options.tests] : options.tests,
    seed: options.seed ?? 1,
    repeat,
    onConflict: options.onConflict ?? (repeat > 1 ? "majority" : "stop"),
    recheck: options.recheck ?? 0,
    recheckFirst: options.recheckFirst ?? 0,
    maxQuestions: options.maxQuestions ?? Number.POSITIVE_INFINITY,
    recall,
    fingerprint: JSON.stringify(before) === JSON.stringify(fingerprint) ? undefined : fingerprint,
    signal,
    counts,
    trial: new Trial(),
    suite: options.suite,
    states: options.tests.some((test) => test.states) ? new StateMemory(options.maxMemory) : undefined,
    charge(words) {
      counts.asked += words.length;
      for (const word of words) letters += word.length;
      counts.cost = costOf(counts.asked, letters, prices);
    },
    // The driver's cost is that of the learner's words, known or not.
    tell: (event) => options.onEvent?.(event, Object.assign(counts, driven, { cost: counts.cost })),
    count(learner, costs) {
      driven = costs;
      counts.states = learner.states;
    },
  };
  if (recall.since !== "") run.tell({ event: "advice", text: `${recall.since}: ${doubt(recall, run)}` });
  return { ...run, conflicts: new Conflicts(run) };
}

/** What becomes of answers that may be those of another version. */
function doubt({ answers }: Recall, { recheckFirst }: Pick<LiveRun<unknown>, "recheckFirst">): string {
  const its = `of the ${countOf(answers, "answer")} from before`;
  return recheckFirst === 0 ? `none ${its} is asked again` : `some ${its} are asked again first`;
}
