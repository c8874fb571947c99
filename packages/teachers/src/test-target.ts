import {
  ALGORITHM_VERSION,
  type Automaton,
  type Expectation,
  expectationOf,
  expectationOver,
  type Fingerprint,
  HankelError,
  type JournalHeader,
  messageOf,
  type OnConflict,
  quote,
  requireKnown,
  type Suite,
  SuiteCheck,
  type SuiteOptions,
  suiteOver,
  testSuite,
  textDigest,
  wholeNumber,
  writeSuite,
} from "@hankel/core";
import { type BlackBox, nameOf } from "./box.ts";
import { checkConcurrency } from "./function-box.ts";
import { type AsyncTarget, boxOf, openedFile } from "./learn-async.ts";
import { systemClock } from "./pool/time.ts";
import type { LiveCounts, LiveEvent } from "./run/live-options.ts";
import { RECHECK } from "./run/plan.ts";
import { fingerprintOf } from "./run/recall.ts";
import type { RunJournal } from "./run/run-journal.ts";
import { runSuite, type SuiteResult, type SuiteRunOptions } from "./run/run-suite.ts";
import type { Signal } from "./signal.ts";

/** Options of `testTarget`: how tests are made of a model, how far they go, and the limits of a run. */
export interface TestTargetOptions<W = unknown, A = W>
  extends SuiteOptions,
    Pick<
      SuiteRunOptions<W, A>,
      "maxQuestions" | "maxSeconds" | "maxMemory" | "memory" | "store" | "clock" | "started" | "hear"
    > {
  /** Where tests were made before: what the model says of other words, which makes failures shorter. */
  readonly model?: Automaton<unknown> | undefined;
  /** Run all tests, also after a failure. */
  readonly all?: boolean | undefined;
  /** Ask at most so many words to make a failure shorter; 200 unless given. */
  readonly shorten?: number | undefined;
  /** Ends the run; the result says how far it came. */
  readonly signal?: Signal | undefined;
  /** Is told what the run has cost so far, and what happened. */
  readonly onProgress?: ((counts: Readonly<LiveCounts>, event: LiveEvent) => void) | undefined;
  /** How many words are asked at a time, of a target that asks them one by one. */
  readonly concurrency?: number | undefined;
  /** Where every answer is kept before it is used: a file, which a later run of the same tests goes on with, or a journal of your own. */
  readonly journal?: string | RunJournal | undefined;
  /** How often to ask each word; once unless given. */
  readonly repeat?: number | undefined;
  /** What to do when the answers to a word differ: `stop` unless given, or `majority` if each word is asked several times. */
  readonly onConflict?: OnConflict | undefined;
  /** How many answers of a journal to ask again, of each kind, before the others are trusted; 8 unless given. */
  readonly recheck?: number | undefined;
  /** What tells this version of the target from another one; the journal keeps it, and says when it has changed. */
  readonly fingerprint?: string | Fingerprint | undefined;
}

/** Every option. A name that is missing here, or here alone, is an error of types. */
const OPTION_NAMES: Readonly<Record<keyof TestTargetOptions, true>> = {
  method: true,
  extra: true,
  seed: true,
  maxTests: true,
  model: true,
  all: true,
  shorten: true,
  signal: true,
  onProgress: true,
  concurrency: true,
  journal: true,
  repeat: true,
  onConflict: true,
  recheck: true,
  fingerprint: true,
  maxQuestions: true,
  maxSeconds: true,
  maxMemory: true,
  memory: true,
  store: true,
  clock: true,
  started: true,
  hear: true,
};

/**
 * What `testTarget` rejects with when the target fails or contradicts itself: `result` is what came of the tests until then.
 *
 * @example
 * const answer = () => {
 *   throw new Error("out of order");
 * };
 * try {
 *   await testTarget(functionBox({ alphabet: "a", kind: weightsIn(boolean), answer }), fromExpression("a*", boolean));
 * } catch (error) {
 *   if (error instanceof TestsStopped) console.log(error.code, error.result.run); // teacher 0
 * }
 */
export class TestsStopped extends HankelError {
  readonly result: SuiteResult;

  constructor(result: SuiteResult, error: unknown) {
    super(error instanceof HankelError ? error.code : "teacher", messageOf(error), { cause: error });
    this.name = "TestsStopped";
    this.result = result;
  }
}

/**
 * Tests a target that may take its time against a model, a machine or an automaton, or by a suite that was made before. A failure is asked
 * once more before it counts, and is made as short as possible. Rejects with `TestsStopped` if the target fails, or answers a word in two ways;
 * for every other end there is an `outcome`.
 *
 * @example
 * const alphabet = new Alphabet(["press", "wait"]);
 * const lamp = machineToWdfsa({ kind: "mealy", alphabet, target: [1, 0, 0, 1], output: ["on", "dark", "off", "light"] });
 * const box = functionBox({ alphabet, kind: runsOf("mealy"), answer: (word) => word.map((input) => (input === "press" ? "on" : "dark")) });
 * const { outcome, shortest } = await testTarget(box, lamp);
 * console.log(outcome, alphabet.format(shortest?.word ?? []), shortest?.expected.join(" "), shortest?.seen.join(" ")); // failed press press on off on on
 */
export async function testTarget<W, A = W>(
  target: AsyncTarget<W, A>,
  tests: Automaton<unknown> | Suite,
  options: TestTargetOptions<W, A> = {},
): Promise<SuiteResult<A>> {
  requireKnown("testTarget", options, OPTION_NAMES);
  const {
    method,
    extra,
    seed = 1,
    maxTests,
    model,
    all,
    shorten,
    concurrency,
    journal: kept,
    recheck = RECHECK,
    fingerprint,
    ...run
  } = options;
  if (concurrency !== undefined) checkConcurrency(concurrency);
  if (shorten !== undefined) wholeNumber(shorten, 0, "the number of words to make a failure shorter");
  const box = boxOf(target, concurrency);
  const isSuite = "tests" in tests;
  const made = isSuite ? tests : testSuite(tests, { method, extra, seed, maxTests });
  const known = isSuite ? model : tests;
  refuseStrangers(box, [made, ...(known === undefined ? [] : [known])]);
  const suite = suiteOver(made, box.alphabet);
  const expectation = known && expectationOver(expectationOf(known), box.alphabet);
  if (isSuite && expectation !== undefined) refuseOtherModel(suite, expectation);
  const { clock = systemClock } = options;
  const now = () => clock.now();
  const check = new SuiteCheck(box.kind, suite, { expectation, all, shorten, lanes: concurrency, now });
  const { signal, maxMemory, onProgress } = options;
  const header = () => testHeaderOf(box, suite, { ...options, seed });
  const opened =
    typeof kept === "string" ? await openedFile(kept, header(), { signal, maxMemory }) : undefined;
  try {
    const result = await runSuite(box, check, {
      ...run,
      seed,
      recheckFirst: recheck,
      fingerprint: fingerprintOf(fingerprint),
      journal: typeof kept === "string" ? opened : kept,
      onEvent: onProgress && ((event, counts) => onProgress(counts, event)),
    });
    if (result.error !== undefined) throw new TestsStopped(result, result.error);
    return result;
  } finally {
    opened?.close();
  }
}

/** The header of the journal of a test run: all that decides what is asked. */
export function testHeaderOf(
  { kind, alphabet }: Pick<BlackBox<unknown>, "kind" | "alphabet">,
  suite: Suite,
  {
    seed = 1,
    all,
    shorten,
    repeat,
    onConflict,
  }: Pick<TestTargetOptions, "seed" | "all" | "shorten" | "repeat" | "onConflict">,
): JournalHeader {
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: "",
    ...kind.header,
    alphabet: alphabet.symbols,
    options: {
      tests: textDigest(writeSuite(suite, "jsonl", { title: "" })),
      ...(all === true && { all: "yes" }),
      ...(shorten !== undefined && { shorten }),
      ...(repeat !== undefined && { repeat }),
      ...(onConflict !== undefined && { onConflict }),
    },
    seed,
  };
}

/** So many symbols are named. */
const MOST_NAMED = 10;

/** A target without some of the inputs cannot be tested: says which. Those that only the target knows are no reason to refuse it. */
function refuseStrangers(box: BlackBox<unknown>, models: readonly Pick<Suite, "alphabet">[]): void {
  const missing = new Set(
    models.flatMap(({ alphabet }) => alphabet.symbols.filter((symbol) => box.alphabet.letter(symbol) < 0)),
  );
  if (missing.size === 0) return;
  const { letter } = box.kind.terms;
  throw new HankelError(
    "usage",
    `${nameOf(box)} does not know ${named([...missing], letter)} of the model; it knows ${named(box.alphabet.symbols, letter)}`,
  );
}

function named(symbols: readonly string[], letter: string): string {
  const more = symbols.length - MOST_NAMED;
  const some = [...symbols.slice(0, MOST_NAMED).map(quote), ...(more > 0 ? [`${more} more`] : [])];
  return `the ${letter}${symbols.length === 1 ? "" : "s"} ${some.join(", ")}`;
}

/** Tests that were made of another model would blame the target for what has changed in the model. */
function refuseOtherModel({ alphabet, speaks, tests }: Suite, { after }: Expectation): void {
  const before = speaks === "mealy" ? 1 : 0;
  for (const { word, expected } of tests) {
    expected.forEach((answer, place) => {
      const prefix = word.slice(0, place + before);
      const own = after(prefix);
      if (answer === undefined || own === undefined || own === answer) return;
      throw new HankelError(
        "usage",
        `the tests were made of another model: after ${alphabet.show(prefix)} they expect ${quote(answer)}, and the model says ${quote(own)}; make them again with hankel tests`,
      );
    });
  }
}
