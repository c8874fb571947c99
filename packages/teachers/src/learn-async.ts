import {
  type Alphabet,
  AnswerStore,
  type Automaton,
  createLearner,
  type DriveOptions,
  type EquivalenceTest,
  type EquivalenceTests,
  type FieldLearnOptions,
  type Fingerprint,
  guessFrom,
  HankelError,
  LEARNER_OPTION_NAMES,
  type LearnOptions,
  likeModel,
  type OnConflict,
  requireKnown,
  testList,
  textDigest,
  unlessFailed,
  type Wdfsa,
  type Wfsa,
  type Word,
  writeHankel,
} from "@hankel/core";
import type { BlackBox } from "./box.ts";
import { alphabetOf, checkConcurrency, requireKind } from "./function-box.ts";
import { errorInLibraryWords, inLibraryWords } from "./library-words.ts";
import type { LiveCounts, LiveEvent, LiveResult } from "./run/live-options.ts";
import { headerOf, namedTests, planRun, type RunPlan, usualTests } from "./run/plan.ts";
import { fingerprintOf } from "./run/recall.ts";
import type { OpenJournalFile, RunJournal } from "./run/run-journal.ts";
import { runLive } from "./run/run-live.ts";
import type { Signal } from "./signal.ts";

/** What `learnAsync` learns from: a black box, or a teacher, which may answer at once or take its time. */
export interface AsyncTarget<W, A = W>
  extends Omit<BlackBox<W, A>, "alphabet" | "weigh" | "findCounterexample" | "draw"> {
  /** The symbols; a string stands for its characters. */
  readonly alphabet: Alphabet | Iterable<string>;
  weigh(...asked: Parameters<BlackBox<W, A>["weigh"]>): ArrayLike<A> | Promise<ArrayLike<A>>;
  findCounterexample?(hypothesis: Automaton<W>, signal?: Signal): Word | null | Promise<Word | null>;
  draw?(count: number, seed: number): readonly Word[] | Promise<readonly Word[]>;
}

/** Options of `learnAsync`: the learner and its own options, the budget, and those of a live run. */
export interface AsyncLearnOptions<W, A = W, H extends Automaton<W> = Wdfsa<W>>
  extends Omit<LearnOptions<W, A, H>, Exclude<keyof DriveOptions<W, A, H>, Kept>> {
  /**
   * How conjectures are tested: a test, a list of tests, or a text such as `"walk:200+wp:1"`. Unless given, the tests that suit the target.
   */
  readonly equivalence?: EquivalenceTests | string | undefined;
  /** Ends the run; its result is the best automaton so far. */
  readonly signal?: Signal | undefined;
  /** Is told what the run has cost so far, and what happened: answers have arrived, a conjecture was made, a counterexample was found. */
  readonly onProgress?: ((counts: Readonly<LiveCounts>, event: LiveEvent) => void) | undefined;
  /** How many words are asked at a time, of a target that asks them one by one. */
  readonly concurrency?: number | undefined;
  /**
   * Where every answer is kept before it is used: a file, which a later run with the same options goes on with; or, where there are no
   * files, a journal of your own.
   */
  readonly journal?: string | RunJournal | undefined;
  /**
   * How many answered words to ask again at each conjecture, and of each kind before the answers of a journal are trusted; 8 unless given.
   */
  readonly recheck?: number | undefined;
  /** How often to ask each word; once unless given. Under `stable`, how often an output has to be seen in a row; 3 unless given. */
  readonly repeat?: number | undefined;
  /**
   * What to do when the answers to a word differ: `stop` unless given, or `majority` if each word is asked several times. `stable` asks a word
   * until each output was the same several times in a row, for targets whose outputs depend on time or load.
   */
  readonly onConflict?: OnConflict | undefined;
  /** What tells this version of the target from another one, such as a number; the journal keeps it, and says when it has changed. */
  readonly fingerprint?: string | Fingerprint | undefined;
  /**
   * Models that the target may be like, such as that of an older version. What they have right costs little; what they have wrong does no harm,
   * since the target decides.
   */
  readonly from?: readonly Wdfsa<W>[] | undefined;
  /** Test the words that a certificate uses, and make it. */
  readonly certificate?: boolean | undefined;
}

/** The options of the driver that make sense here. */
type Kept =
  | "prices"
  | "maxStates"
  | "maxQuestions"
  | "maxSeconds"
  | "maxMemory"
  | "memory"
  | "announce"
  | "observe"
  | "best";

/** Every option. A name that is missing here, or here alone, is an error of types. */
const OPTION_NAMES: Readonly<Record<keyof AsyncLearnOptions<unknown>, true>> = {
  ...LEARNER_OPTION_NAMES,
  equivalence: true,
  signal: true,
  onProgress: true,
  concurrency: true,
  journal: true,
  recheck: true,
  repeat: true,
  onConflict: true,
  fingerprint: true,
  from: true,
  certificate: true,
  maxStates: true,
  maxQuestions: true,
  maxSeconds: true,
  maxMemory: true,
  memory: true,
  announce: true,
  observe: true,
  best: true,
};

/**
 * Learns the minimal automaton of a target that may take its time, as `learn` does of one that answers at once: with a journal, budgets and
 * rechecks, and a statement of what was established. Rejects with `RunFailed` if the target fails; for every other end there is an
 * `outcome`, which says whether the automaton was accepted.
 *
 * @example
 * const box = functionBox({
 *   alphabet: "01",
 *   kind: weightsIn(boolean),
 *   answer: async (word) => word.filter((bit) => bit === "1").length % 3 === 0,
 * });
 * const { automaton, outcome } = await learnAsync(box, { maxSeconds: 60 });
 * console.log(outcome, automaton.size); // accepted 3
 */
export function learnAsync<W>(
  target: AsyncTarget<W>,
  options: AsyncLearnOptions<W, W, Wfsa<W>> & Pick<FieldLearnOptions<W>, "learner">,
): Promise<LiveResult<W, W, Wfsa<W>>>;
export function learnAsync<W, A = W>(
  target: AsyncTarget<W, A>,
  options?: AsyncLearnOptions<W, A>,
): Promise<LiveResult<W, A>>;
export async function learnAsync<W, A, H extends Automaton<W>>(
  target: AsyncTarget<W, A>,
  options: AsyncLearnOptions<W, A, H> = {},
): Promise<LiveResult<W, A, H>> {
  requireKnown("learnAsync", options, OPTION_NAMES);
  const box = boxOf(target, options.concurrency);
  const plan = planOf(box, options);
  const { journal: kept, signal, maxMemory, onProgress, announce, observe, best } = options;
  const opened =
    typeof kept === "string" ? await openedFile(kept, headerOf(box, plan), { signal, maxMemory }) : undefined;
  try {
    const result = await runLive(box, {
      ...options,
      ...plan,
      fingerprint: fingerprintOf(options.fingerprint),
      store: storeLike(box, options.from),
      createLearner: (setting) => createLearner(setting, plan.learnerOptions as LearnOptions<W, A, H>),
      journal: typeof kept === "string" ? opened : kept,
      onEvent: onProgress && ((event, counts) => onProgress(counts, eventInLibraryWords(event))),
      watch: () => ({ announce, observe, best }),
    });
    const [reason, statement] = [result.reason, result.statement].map(inLibraryWords);
    return unlessFailed({ ...result, reason, statement, error: errorInLibraryWords(result.error) });
  } catch (error) {
    throw errorInLibraryWords(error);
  } finally {
    opened?.close();
  }
}

function eventInLibraryWords(event: LiveEvent): LiveEvent {
  if (event.event === "advice") return { ...event, text: inLibraryWords(event.text) };
  if (event.event !== "end") return event;
  return { ...event, reason: inLibraryWords(event.reason), statement: inLibraryWords(event.statement) };
}

/** A memory in which these models are believed as long as the target agrees. */
function storeLike<W, A>({ kind, alphabet }: BlackBox<W, A>, models: readonly Wdfsa<W>[] = []) {
  const store = new AnswerStore(kind, alphabet);
  for (const model of models) guessFrom(store, model);
  return store;
}

/** Files are of Node; where there are none, the package has a module that says so. */
export const openedFile: OpenJournalFile = async (...file) => {
  const { openJournalFile } = await import("#journal-file");
  return openJournalFile(...file);
};

/** The target as a black box, which is told how many words to ask at a time. */
export function boxOf<W, A>(target: AsyncTarget<W, A>, concurrency: number | undefined): BlackBox<W, A> {
  const asked = concurrency === undefined ? {} : { concurrency: checkConcurrency(concurrency) };
  const { findCounterexample, draw, ...others } = target;
  return {
    ...others,
    kind: requireKind(target.kind),
    alphabet: alphabetOf(target.alphabet),
    weigh: async (words, options) => Array.from(await target.weigh(words, { ...options, ...asked })),
    ...(findCounterexample && {
      findCounterexample: async (...search: Parameters<typeof findCounterexample>) =>
        findCounterexample.apply(target, search),
    }),
    ...(draw && { draw: async (...drawing: Parameters<typeof draw>) => draw.apply(target, drawing) }),
  };
}

/** What the options mean for this target. */
function planOf<W, A, H extends Automaton<W>>(
  box: BlackBox<W, A>,
  options: AsyncLearnOptions<W, A, H>,
): RunPlan {
  const { seed = 1, recheck, repeat, onConflict, certificate } = options;
  const learnerOptions = Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(LEARNER_OPTION_NAMES, name)),
  );
  const usual = testsOf(box, options);
  const { from = [] } = options;
  // A target that finds every counterexample by itself finds shorter ones.
  const asksBox = usual.some((test) => test.asksBox === true);
  const like = asksBox ? [] : from.map((model, i) => likeModel(model, `model ${i + 1}`));
  const words = from.length === 0 ? undefined : textDigest(from.map((model) => writeHankel(model)).join());
  const tests = [...like, ...usual];
  return planRun(box, { learnerOptions, tests, words, seed, recheck, repeat, onConflict, certificate });
}

function testsOf(
  box: BlackBox<unknown>,
  { equivalence, seed = 1, prices }: Pick<AsyncLearnOptions<unknown>, "equivalence" | "seed" | "prices">,
): readonly EquivalenceTest[] {
  const named = equivalence ?? usualTests(box);
  if (named === undefined) return [];
  if (typeof named === "string") return namedTests(box, named, { seed, prices, words: noFile });
  return testList(named);
}

function noFile(file: string): never {
  throw new HankelError(
    "usage",
    `the words of ${file} are read by the command line only: give givenWords(words)`,
  );
}
