import { type Automaton, type Kind, type Word, weightsIn } from "hankel";
import {
  type Answer,
  type AsyncTeacher,
  createLearner,
  runLearnerAsync,
  TolerantLearner,
} from "hankel/learning";
import { SoftLearner } from "hankel/models";
import { challenger } from "../engine/challenge.ts";
import { asProbabilities, comparisonOf } from "../engine/compare.ts";
import type { AnyLearned, AnyLearner, AnyQuestion } from "../engine/explain.ts";
import { adviceOf, explainEnd, failureOf } from "../engine/explain-end.ts";
import { explorer } from "../engine/explore.ts";
import { headerFor, type JournalWriter, journalWriter } from "../engine/journal.ts";
import { idsThrough, machineView, walkView } from "../engine/machine.ts";
import type { Target } from "../engine/open.ts";
import { MAX_SHOWN, type Numbering, Recorder, type Recording } from "../engine/recorder.ts";
import { SoftRecorder } from "../engine/soft-recorder.ts";
import { speakers } from "../engine/speaking.ts";
import { counted } from "../engine/text.ts";
import { TolerantRecorder } from "../engine/tolerant-recorder.ts";
import type { Costs, MachineView, Opened, Result, Walk } from "../engine/views.ts";
import type {
  Answering,
  Asks,
  Control,
  FromWorker,
  Query,
  QueryName,
  Replies,
  ToWorker,
} from "./messages.ts";
import { Person } from "./person.ts";

/** Pieces are sent this often, in milliseconds, and when this many entries wait: small ones keep the page fluid. */
const SEND_EVERY = 40;
const SEND_ENTRIES = 4000;
/** A counterexample is followed through the hypothesis if that takes no more than this many weights. */
const MAX_WALK = 20_000;

/** So many refuted conjectures are kept. */
const MAX_REFUTED = 8;

const MAX_QUESTIONS = 3_000_000;
/** What a run may keep in memory, in bytes: a page has little, and shares it with others. */
const MAX_BYTES = 512 * 2 ** 20;

/** One run in a worker: learns, takes snapshots, and afterwards answers questions about the result. */
export class Session {
  readonly #post: (message: FromWorker) => void;
  readonly #target: Target;
  readonly #learner: AnyLearner;
  readonly #teacher: AsyncTeacher<unknown>;
  readonly #recorder: Recording<unknown>;
  readonly #journal: JournalWriter;
  readonly person: Person | undefined;
  readonly #gate: Gate;
  #answering: Answering | undefined;
  #lastCounterexample: Word | undefined;
  /** The first conjectures that were refuted, for whoever wants to refute them again. */
  readonly #refuted: Automaton<unknown>[] = [];

  constructor(
    target: Target,
    { learner: chosen, answers, counterexamples = "prefixes" }: Extract<ToWorker, { type: "learn" }>,
    gate: Gate,
    post: (message: FromWorker) => void,
  ) {
    this.#post = post;
    this.#gate = gate;
    this.#target = target;
    const { algebra, alphabet, replay, network } = target;
    const asked = target.teacher ?? network?.teacher;
    this.person =
      asked === undefined ? new Person(target, answers, (message) => this.#tell(message)) : undefined;
    this.#teacher = asked ?? (this.person as Person);
    const kind = asked?.kind ?? weightsIn(algebra);
    // The page offers learners of weights; others have the learner of their kind.
    const learner = kind.approximate ? undefined : chosen;
    this.#learner =
      replay?.learner ??
      createLearner<unknown, unknown, Automaton<unknown>>(
        { kind, alphabet },
        learner && { learner, counterexamples, longest: network?.longest },
      );
    this.#recorder = recorderOf(this.#learner);
    const header = target.header ?? headerFor(this.#learner.name, kind, alphabet, network?.longest);
    this.#journal = journalWriter(header, this.#learner.kind, alphabet);
    post({ type: "opened", opened: openedView(target, this.#teacher.kind), learner: this.#learner.name });
  }

  /** Tells a person something, after everything that was recorded before it. */
  #tell(message: FromWorker): void {
    this.#send();
    this.#post(message);
  }

  async run(): Promise<void> {
    await this.#gate.pass();
    const learned = await runLearnerAsync(this.#learner, this.#teacher, {
      maxQuestions: MAX_QUESTIONS,
      maxStates: this.#target.maxStates,
      limit: () => tooLarge((this.#learner.memory ?? 0) + this.#journal.bytes()),
      prices: this.#target.replay?.prices,
      cancelled: () => this.#gate.isStopped,
      announce: (question, costs) => this.#announce(question, costs),
      observe: (question, answer, costs) => this.#observe(question, answer, costs),
      clock: () => performance.now(),
      slice: SEND_EVERY,
      pause: () => this.#pause(),
    });
    this.#end(learned);
  }

  /** A person sees what is asked before answering; of other targets a step is shown with its answers. */
  #announce(question: AnyQuestion, costs: Costs): void {
    if (this.person !== undefined) this.#recorder.question(question, costs);
  }

  #observe(question: AnyQuestion, answer: Answer<unknown>, costs: Costs): void {
    this.#journal.add(question, answer);
    if (question.kind === "conjecture" && answer.kind === "verdict") {
      const { counterexample } = answer;
      if (counterexample !== null && this.#refuted.length < MAX_REFUTED)
        this.#refuted.push(question.hypothesis);
      this.#lastCounterexample = counterexample ?? undefined;
      const walk = counterexample === null ? null : this.#walk(counterexample, question.hypothesis);
      if (this.person === undefined || walk !== null) this.#recorder.question(question, costs, walk);
    } else if (this.person === undefined) this.#recorder.question(question, costs, this.#breaking(question));
    if (this.#recorder.waiting >= SEND_ENTRIES) this.#send();
  }

  /** A counterexample on its way through target and hypothesis, where its weight is known. */
  #walk(word: Word, hypothesis: Automaton<unknown>, breaksAt: number | null = null): Walk | null {
    if (word.length * hypothesis.size > MAX_WALK) return null;
    const weight = this.#weightOf(word, hypothesis);
    if (weight === undefined) return null;
    const { automaton } = this.#target;
    const shown = automaton !== undefined && automaton.size <= MAX_SHOWN ? automaton : null;
    const { kind } = this.#learner;
    const conjectured = this.#recorder.shown(hypothesis);
    return walkView(word, weight, conjectured, this.#recorder.idOf(), shown, kind, breaksAt);
  }

  /** The counterexample whose place the learner has found where it breaks the hypothesis. */
  #breaking(question: AnyQuestion): Walk | null {
    if (question.kind === "conjecture" || question.why.kind !== "counterexample") return null;
    const { word, suffix } = question.why;
    if (suffix === undefined || suffix.length === word.length || this.#recorder.summary) return null;
    return this.#walk(word, this.#recorder.hypothesis(), word.length - suffix.length - 1);
  }

  #weightOf(word: Word, conjecture: Automaton<unknown>): unknown {
    const { teacher, replay, network } = this.#target;
    if (network !== undefined) return network.weightOf(word, conjecture);
    const store = replay?.store ?? this.person?.store;
    if (store !== undefined) return store.known(store.tree.insert(word))?.weight;
    return teacher?.weigh([word])[0];
  }

  /** Sends what there is, lets messages in, and waits if the run is held. */
  async #pause(): Promise<void> {
    this.#send();
    const advice = this.#recorder.advice?.() ?? null;
    if (advice !== null) this.#post({ type: "advice", advice });
    await new Promise((resolve) => setTimeout(resolve));
    await this.#gate.pass();
  }

  #send(): void {
    const piece = this.#recorder.take();
    if (piece !== undefined) this.#post({ type: "piece", piece });
  }

  /** The last snapshot, and the best automaton so far, however the run ended. */
  #end(learned: AnyLearned): void {
    const { automaton, statistics } = learned;
    const failure = failureOf(learned, this.#learner, this.#lastCounterexample, (word) =>
      this.person?.weightOf(word),
    );
    this.#recorder.over();
    const hypothesis = this.#recorder.shown(this.#hypothesis(learned));
    this.#recorder.end(explainEnd(learned, this.#target, this.#learner), statistics, hypothesis);
    this.#send();
    const idOf = idsThrough(this.#recorder.drawn(automaton), hypothesis, this.#recorder.idOf());
    this.#post({ type: "ended", result: this.#result(learned, automaton, idOf), failure });
  }

  /** Makes an automaton the result, which questions are answered about. */
  #result(learned: AnyLearned, automaton: Automaton<unknown>, idOf: Numbering): Result {
    const { outcome, reason, statistics } = learned;
    const asked = this.#target.replay === undefined ? this.#target.teacher : undefined;
    this.#answering = {
      ...explorer(automaton, this.#recorder.drawn(automaton), idOf, asked, this.#learner.kind),
      ...challenger(this.#target, this.#refuted, this.#learner.kind),
      journal: () => this.#journal.text(),
      automaton: (point: number) => this.#view(this.#automatonAt(point)),
      choose: (point: number) => this.#result(learned, this.#automatonAt(point), (state) => state),
      speak: speakers(this.#target.network?.model, automaton),
    };
    const { states, arcs } = this.#recorder.sizeOf(automaton);
    const machine = this.#view(this.#recorder.drawn(automaton), idOf);
    const isSoft = this.#learner instanceof SoftLearner;
    const probabilities = isSoft || machine === null ? undefined : asProbabilities(automaton);
    return {
      outcome,
      reason,
      statistics: { ...statistics, states, arcs, dof: this.#recorder.dof(automaton) },
      machine,
      probabilities: probabilities === undefined ? null : this.#recorder.view(probabilities, idOf),
      comparison: isSoft
        ? null
        : comparisonOf(
            this.#target,
            { ...learned, automaton: this.#recorder.drawn(automaton) },
            idOf,
            probabilities,
          ),
      advice: adviceOf(learned.evidence),
    };
  }

  /** An automaton for the page, if it is small enough. */
  #view(automaton: Automaton<unknown>, idOf: Numbering = (state) => state): MachineView | null {
    return automaton.size <= MAX_SHOWN ? this.#recorder.view(automaton, idOf) : null;
  }

  #automatonAt(point: number): Automaton<unknown> {
    const automaton = this.#recorder.automatonAt?.(point);
    if (automaton === undefined) throw new Error("the run has no curve to choose from");
    return automaton;
  }

  /** The hypothesis as the learner numbers its states; over floats it may be out of their range. */
  #hypothesis({ automaton }: AnyLearned): Automaton<unknown> {
    try {
      return this.#recorder.hypothesis();
    } catch {
      return automaton;
    }
  }

  /** Answers a question about the result. */
  query<N extends QueryName>({ name, ask }: Query<N>): Replies[N] | Promise<Replies[N]> {
    if (this.#answering === undefined) throw new Error("the run has no result yet");
    const answering: { [M in QueryName]: (...about: Asks[M]) => Replies[M] | Promise<Replies[M]> } =
      this.#answering;
    return answering[name](...ask);
  }
}

/** What the page shows of a target. */
function openedView(
  { name, algebra, alphabet, automaton, equivalence, network, notices = [] }: Target,
  { name: answers, title, terms, header }: Kind<unknown>,
): Opened {
  const over =
    algebra.name === "boolean"
      ? "Answers ✓ or ✗, "
      : `Over ${algebra.name}${algebra.exact ? "" : " (inexact)"}, `;
  const about = { weights: over, runs: `${title}, `, rows: "" }[answers];
  const target = automaton !== undefined && automaton.size <= MAX_SHOWN ? machineView(automaton) : null;
  return {
    name,
    speaks: network?.model !== undefined,
    answers,
    machine: header.machine,
    semifield: algebra.name,
    about: `${about}${counted(alphabet.size, answers === "runs" ? terms.letter : "symbol")}.`,
    symbols: alphabet.symbols,
    target,
    equivalence,
    notices,
  };
}

/** What is worth seeing of a run depends on its learner. */
function recorderOf(learner: AnyLearner): Recording<unknown> {
  if (learner instanceof SoftLearner) return new SoftRecorder(learner);
  return learner instanceof TolerantLearner ? new TolerantRecorder(learner) : new Recorder(learner);
}

/** Says that a run has taken as much memory as it may, if it has. */
function tooLarge(bytes: number): string | undefined {
  if (bytes <= MAX_BYTES) return undefined;
  return "it takes more memory than the 512 MiB that a run of this page may have; the command line gives it more";
}

/** Lets a run go on, makes it wait, or ends it with the best automaton so far. */
export class Gate {
  isStopped = false;
  #open: (() => void) | undefined;
  #opened = Promise.resolve();

  turn(to: Control): void {
    if (to === "stop") this.isStopped = true;
    if (to !== "hold") {
      this.#open?.();
      this.#open = undefined;
    } else if (this.#open === undefined) {
      this.#opened = new Promise((resolve) => {
        this.#open = resolve;
      });
    }
  }

  /** Waits while the gate is closed. */
  pass(): Promise<void> {
    return this.#opened;
  }
}
