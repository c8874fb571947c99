import {
  type Answer,
  type AsyncTeacher,
  createLearner,
  type Learned,
  type Learner,
  type Question,
  runLearnerAsync,
  type Word,
} from "@hankel/core";
import { explainEnd, failureOf } from "../engine/explain-end.ts";
import { Explorer } from "../engine/explore.ts";
import { headerFor, JournalWriter } from "../engine/journal.ts";
import { idsThrough, machineView, walkView } from "../engine/machine.ts";
import { openTarget, type Target } from "../engine/open.ts";
import { MAX_SHOWN, Recorder } from "../engine/recorder.ts";
import type { RunOptions, TargetSpec } from "../engine/spec.ts";
import type { Costs, Walk } from "../engine/views.ts";
import type { FromWorker, PersonAnswers, Queries, QueryName } from "./messages.ts";
import { Person } from "./person.ts";

/** Pieces are sent this often, in milliseconds, and when this many entries wait: small ones keep the page fluid. */
const SEND_EVERY = 40;
const SEND_ENTRIES = 4000;

/** One run in a worker: learns, takes snapshots, and afterwards answers questions about the result. */
export class Session {
  readonly #post: (message: FromWorker) => void;
  readonly #target: Target;
  readonly #learner: Learner<unknown>;
  readonly #teacher: AsyncTeacher<unknown>;
  readonly #recorder: Recorder<unknown>;
  readonly #journal: JournalWriter;
  readonly #maxQuestions: number;
  readonly person: Person | undefined;
  #explorer: Explorer<unknown> | undefined;
  #lastCounterexample: Word | undefined;

  constructor(
    spec: TargetSpec,
    options: RunOptions,
    before: PersonAnswers,
    post: (message: FromWorker) => void,
  ) {
    this.#post = post;
    const target = openTarget(spec);
    this.#target = target;
    this.#maxQuestions = options.maxQuestions;
    const { algebra, alphabet, replay } = target;
    this.person = target.teacher === undefined ? this.#openPerson(before) : undefined;
    this.#teacher = target.teacher ?? (this.person as Person);
    this.#learner =
      replay?.learner ?? createLearner<unknown>({ algebra, alphabet }, { learner: options.learner });
    this.#recorder = new Recorder(this.#learner);
    const header = target.header ?? headerFor(this.#learner.name, algebra, alphabet);
    this.#journal = new JournalWriter(header, algebra, alphabet);
    post({ type: "opened", opened: target.opened, learner: this.#learner.name });
  }

  #openPerson(before: PersonAnswers): Person {
    const { algebra, alphabet } = this.#target;
    return new Person(algebra, alphabet, before, {
      ask: (question) => {
        this.#send();
        this.#post({ type: "asked", question });
      },
      refuse: (message) => this.#post({ type: "refused", message }),
      remember: (answers) => this.#post({ type: "answers", answers }),
    });
  }

  async run(): Promise<void> {
    try {
      const learned = await runLearnerAsync(this.#learner, this.#teacher, {
        maxQuestions: this.#maxQuestions,
        prices: this.#target.replay?.prices,
        announce: (question, costs) => this.#announce(question, costs),
        observe: (question, answer, costs) => this.#observe(question, answer, costs),
        clock: () => performance.now(),
        slice: SEND_EVERY,
        pause: () => this.#pause(),
      });
      this.#end(learned);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: "failed", failure: { message, advice: "" } });
    }
  }

  /** A person sees what is asked before answering; of other targets a step is shown with its answers. */
  #announce(question: Question<unknown>, costs: Costs): void {
    if (this.person !== undefined) this.#recorder.question(question, costs);
  }

  #observe(question: Question<unknown>, answer: Answer<unknown>, costs: Costs): void {
    this.#journal.add(question, answer);
    if (question.kind === "conjecture" && answer.kind === "verdict") {
      const { counterexample } = answer;
      this.#lastCounterexample = counterexample ?? undefined;
      const walk = counterexample === null ? null : this.#walk(counterexample, question);
      if (this.person === undefined || walk !== null) this.#recorder.question(question, costs, walk);
    } else if (this.person === undefined) this.#recorder.question(question, costs);
    if (this.#recorder.waiting >= SEND_ENTRIES) this.#send();
  }

  /** A counterexample on its way through target and hypothesis, where its weight is known. */
  #walk(word: Word, question: Extract<Question<unknown>, { kind: "conjecture" }>): Walk | null {
    const weight = this.#weightOf(word);
    if (weight === undefined) return null;
    const { automaton } = this.#target;
    const shown = automaton !== null && automaton.size <= MAX_SHOWN ? automaton : null;
    return walkView(word, weight, question.hypothesis, this.#recorder.idOf(), shown);
  }

  #weightOf(word: Word): unknown {
    const { teacher, replay } = this.#target;
    const store = replay?.store ?? this.person?.store;
    if (store !== undefined) return store.known(store.tree.insert(word))?.weight;
    return teacher?.weigh([word])[0];
  }

  /** Sends what there is, and lets messages in. */
  async #pause(): Promise<void> {
    this.#send();
    await new Promise((resolve) => setTimeout(resolve));
  }

  #send(): void {
    const piece = this.#recorder.take();
    if (piece !== undefined) this.#post({ type: "piece", piece, summary: this.#recorder.summary });
  }

  /** The last snapshot, and the best automaton so far, however the run ended. */
  #end(learned: Learned<unknown>): void {
    const { automaton, outcome, reason, statistics } = learned;
    const failure = failureOf(learned, this.#learner.alphabet, this.#lastCounterexample, (word) =>
      this.person?.weightOf(word),
    );
    const { kind, ...explanation } = explainEnd(learned, this.#target);
    const hypothesis = this.#hypothesis(learned);
    this.#recorder.end(kind, explanation, statistics, hypothesis);
    this.#send();
    const idOf = idsThrough(automaton, hypothesis, this.#recorder.idOf());
    const asked = this.#target.replay === undefined ? this.#target.teacher : undefined;
    this.#explorer = new Explorer(automaton, idOf, asked);
    const machine = automaton.size <= MAX_SHOWN ? machineView(automaton, idOf) : null;
    this.#post({ type: "ended", result: { outcome, reason, statistics, machine }, failure });
  }

  /** The hypothesis as the learner numbers its states; over floats it may be out of their range. */
  #hypothesis({ automaton }: Learned<unknown>): Learned<unknown>["automaton"] {
    try {
      return this.#learner.hypothesis();
    } catch {
      return automaton;
    }
  }

  /** Answers a question about the result. */
  query<N extends QueryName>(name: N, ask: Queries[N]["ask"]): unknown {
    if (name === "journal") return this.#journal.text();
    const explorer = this.#explorer;
    if (explorer === undefined) throw new Error("the run has no result yet");
    switch (name) {
      case "path":
        return explorer.path((ask as Queries["path"]["ask"]).text);
      case "sample": {
        const { count, seed } = ask as Queries["sample"]["ask"];
        return explorer.sample(count, seed);
      }
      case "heaviest":
        return explorer.heaviest((ask as Queries["heaviest"]["ask"]).count);
      case "residuals": {
        const { left, right } = ask as Queries["residuals"]["ask"];
        return explorer.residuals(left, right);
      }
      case "certificate":
        return explorer.certificate();
      default:
        return explorer.export((ask as Queries["export"]["ask"]).format);
    }
  }
}
