import { setImmediate } from "node:timers/promises";
import {
  type Answer,
  certificateOf,
  certificateWords,
  type EquivalenceTest,
  type Learner,
  MAX_QUESTIONS,
  type Margins,
  minimize,
  type Outcome,
  type Question,
  statement,
  type Wdfsa,
  type Word,
  watchMargins,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import { Restart, Stopped, UndoRequest } from "../stop.ts";
import { Asker } from "./asker.ts";
import { Book } from "./book.ts";
import type { LiveCounts, OnEvent } from "./events.ts";
import { Growth, gatherEvidence } from "./evidence.ts";
import { Examiner } from "./examiner.ts";
import type { LiveOptions, LiveResult } from "./live-options.ts";
import { recheck } from "./recheck.ts";

/** How long a run may keep the process to itself, in milliseconds: signals wait meanwhile. */
const SLICE = 50;

/**
 * Learns from a black box: asks what is not known, writes it down, tries conjectures by tests, keeps to a budget, and
 * ends with what was established. A learner is a pure generator, so starting again after a correction, like resuming
 * after a crash, is running it again with a book that knows the answers.
 */
export async function learnLive<W>(box: BlackBox<W>, options: LiveOptions<W>): Promise<LiveResult<W>> {
  const run = new LiveRun(box, options);
  try {
    return await run.run();
  } finally {
    run.dispose();
    // However it ended, what is in the journal is on the disk; if even that fails, the first error tells more.
    await options.journal?.sync().catch(() => {});
  }
}

class LiveRun<W> {
  readonly #box: BlackBox<W>;
  readonly #options: LiveOptions<W>;
  readonly #book: Book<W>;
  readonly #tests: readonly EquivalenceTest[];
  readonly #onEvent: OnEvent;
  readonly #growth = new Growth();
  readonly #stop = new AbortController();
  readonly #asker: Asker<W>;
  readonly #counts = freshCounts();
  /** The words that this run has used, in order. */
  readonly #used: number[] = [];
  readonly #usedSet = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #margins: Margins | undefined;
  #breath = performance.now();
  readonly #cancel = () => this.#stop.abort(new Stopped("cancelled", "cancelled"));

  constructor(box: BlackBox<W>, options: LiveOptions<W>) {
    this.#box = box;
    this.#options = options;
    this.#book = options.book ?? new Book(box.algebra, box.alphabet);
    this.#tests = options.certificate ? [certificateWords(), ...options.tests] : options.tests;
    this.#onEvent = options.onEvent ?? (() => {});
    const { repeat = 1, onConflict = repeat > 1 ? "majority" : "stop" } = options;
    for (const line of options.journal?.recorded ?? []) this.#book.apply(line);
    for (const line of options.journal?.recordedEarly ?? []) this.#book.applySpare(line, true);
    if (this.#book.early === 0) options.journal?.dropEarly();
    this.#asker = new Asker({
      box,
      book: this.#book,
      journal: options.journal,
      repeat,
      onConflict,
      counts: this.#counts,
      onEvent: this.#onEvent,
      signal: this.#stop.signal,
      permit: (answers) => this.#permit(answers),
    });
    options.signal?.addEventListener("abort", this.#cancel);
    if (options.signal?.aborted) this.#cancel();
    const { maxSeconds } = options;
    if (maxSeconds !== undefined) {
      const stop = new Stopped("budget", `more than ${maxSeconds} seconds have passed`);
      this.#timer = setTimeout(() => this.#stop.abort(stop), maxSeconds * 1000);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#cancel);
  }

  async run(): Promise<LiveResult<W>> {
    for (;;) {
      try {
        return await this.#once();
      } catch (error) {
        if (error instanceof UndoRequest) await this.#undo();
        else if (!(error instanceof Restart)) throw error;
        this.#onEvent({ event: "restart" }, this.#counts);
        const { asked, remembered } = this.#counts;
        Object.assign(this.#counts, freshCounts(), { asked, remembered });
      }
    }
  }

  async #once(): Promise<LiveResult<W>> {
    const { algebra, margins } = watchMargins(this.#box.algebra);
    const learner = this.#options.createLearner(algebra, this.#box.alphabet);
    const examiner = this.#examiner();
    this.#announce(learner);
    try {
      const run = learner.run();
      let step = run.next();
      while (step.done !== true) {
        const question = step.value;
        this.#counts.states = learner.states;
        this.#growth.note(this.#used.length, learner.states);
        this.#checkStates(learner.states);
        // Before the automaton is minimized, which compares weights that decide about no state.
        if (question.kind === "conjecture") this.#margins = margins();
        this.#options.watch?.(question, undefined, learner);
        const answer = await this.#answer(question, examiner);
        this.#options.watch?.(question, answer, learner);
        await this.#breathe();
        step = run.next(answer);
      }
      return this.#result(step.value, examiner, { outcome: "accepted", reason: "" });
    } catch (error) {
      const stopped = this.#stoppedBy(error);
      if (stopped === undefined) throw error;
      this.#margins = margins();
      const { outcome, message } = stopped;
      return this.#result(minimize(learner.hypothesis()), examiner, { outcome, reason: message });
    }
  }

  async #answer(question: Question<W>, examiner: Examiner<W>): Promise<Answer<W>> {
    const counts = this.#counts;
    if (question.kind === "conjecture") {
      counts.equivalences++;
      return { kind: "verdict", counterexample: await examiner.findCounterexample(question.hypothesis) };
    }
    counts.rounds++;
    counts.questions += question.words.length;
    for (const word of question.words) counts.symbols += word.length;
    const weights = await this.#asker.weigh(question.words, "learn");
    this.#uses(question.words);
    return { kind: "weights", weights };
  }

  /** Remembers the words of this run in their order: out of them some are asked again. */
  #uses(words: readonly Word[]): void {
    for (const word of words) {
      const node = this.#book.tree.insert(word);
      if (this.#usedSet.has(node)) continue;
      this.#usedSet.add(node);
      this.#used.push(node);
    }
  }

  #examiner(): Examiner<W> {
    const { journal, seed = 1, repeat = 1, onConflict = repeat > 1 ? "majority" : "stop" } = this.#options;
    this.#used.length = 0;
    this.#usedSet.clear();
    const shared = { book: this.#book, journal, asker: this.#asker, seed };
    const count = this.#options.recheck ?? 0;
    return new Examiner({
      ...shared,
      box: this.#box,
      tests: this.#tests,
      counts: this.#counts,
      onEvent: this.#onEvent,
      before: (conjecture) => recheck({ ...shared, count, onConflict }, conjecture, this.#used),
      uses: (words) => this.#uses(words),
    });
  }

  /** A person takes back the last answer; what was there before it still stands. */
  async #undo(): Promise<void> {
    if (!this.#book.undo()) return;
    this.#options.journal?.append([{ kind: "undo" }]);
    await this.#options.journal?.sync();
  }

  /** Is this the end that a limit or the user asked for? */
  #stoppedBy(error: unknown): Stopped | undefined {
    if (error instanceof Stopped) return error;
    const { signal } = this.#stop;
    const cancelled = (error as { code?: unknown } | undefined)?.code === "cancelled";
    return cancelled && signal.aborted && signal.reason instanceof Stopped ? signal.reason : undefined;
  }

  #permit(answers: number): void {
    const { signal } = this.#stop;
    if (signal.aborted) throw signal.reason;
    const { maxQuestions = MAX_QUESTIONS, repeat = 1 } = this.#options;
    const spent = this.#book.size * repeat;
    if (answers === 0 || spent + answers <= maxQuestions) return;
    const next = `the next ${answers} would go beyond ${maxQuestions} questions`;
    throw new Stopped("budget", `${next} (${spent} asked so far)`);
  }

  #checkStates(states: number): void {
    const { signal } = this.#stop;
    if (signal.aborted) throw signal.reason;
    const { maxStates } = this.#options;
    if (maxStates === undefined || states <= maxStates) return;
    throw new Stopped(
      "budget",
      `the language has more than ${maxStates} states (${states} told apart so far)`,
    );
  }

  async #breathe(): Promise<void> {
    if (performance.now() - this.#breath < SLICE) return;
    await setImmediate();
    this.#breath = performance.now();
  }

  #announce(learner: Learner<W>): void {
    const { algebra, alphabet, name } = this.#box;
    this.#onEvent(
      {
        event: "start",
        box: name,
        semifield: algebra.name,
        letters: alphabet.size,
        learner: learner.name,
        equivalence: this.#tests.map(({ text }) => text).join("+"),
        seed: this.#options.seed ?? 1,
        recorded: this.#book.size,
      },
      this.#counts,
    );
  }

  #result(
    automaton: Wdfsa<W>,
    examiner: Examiner<W>,
    { outcome, reason }: { outcome: Outcome; reason: string },
  ): LiveResult<W> {
    const { states: told, ...counts } = this.#counts;
    const { size: states, arcs, dof } = automaton;
    const accepted = outcome === "accepted";
    const claims = accepted ? this.#tests.map((test) => test.claim(automaton)) : [];
    const said = accepted
      ? statement(this.#box.algebra, states, claims, examiner.tried())
      : `Nothing is established: ${reason}.`;
    const evidence =
      outcome === "budget" ? gatherEvidence(this.#book, this.#growth, this.#used.length, told) : undefined;
    this.#onEvent({ event: "end", outcome, reason, statement: said }, this.#counts);
    return {
      automaton,
      outcome,
      reason,
      statistics: { states, arcs, dof, ...counts },
      statement: said,
      margins: this.#margins,
      conflicts: this.#asker.conflicts,
      spread: this.#asker.spread,
      evidence,
      certificate: accepted && this.#options.certificate ? certificateOf(automaton) : undefined,
    };
  }
}

function freshCounts(): LiveCounts {
  return {
    states: 0,
    questions: 0,
    rounds: 0,
    symbols: 0,
    equivalences: 0,
    tests: 0,
    asked: 0,
    remembered: 0,
  };
}
