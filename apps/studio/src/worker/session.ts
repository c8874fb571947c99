import {
  type Answer,
  type AnyAlgebra,
  type CounterexampleUse,
  createLearner,
  drive,
  HankelError,
  type Learned,
  type Learner,
  type LearnerName,
  type Question,
  type Word,
} from "@hankel/core";
import { Explorer } from "../engine/explore.ts";
import { JournalKeeper } from "../engine/journal.ts";
import { idsThrough, machineView, walkView } from "../engine/machine.ts";
import { openTarget, type Target } from "../engine/open.ts";
import { MAX_SHOWN, Recorder } from "../engine/recorder.ts";
import type { RunOptions, TargetSpec } from "../engine/spec.ts";
import { counted, messageOf } from "../engine/text.ts";
import type { Costs, Walk } from "../engine/views.ts";
import { type Answerer, fromJournal, fromTeacher, JournalEnd, Person } from "./answers.ts";
import type { FromWorker, Queries, QueryName, Said } from "./messages.ts";

/** Pieces are sent this often, in milliseconds, and when this many entries wait: small ones keep the page fluid. */
const SEND_EVERY = 40;
const SEND_ENTRIES = 4000;

/** One run in a worker: learns, takes snapshots, and afterwards answers questions about the result. */
export class Session {
  readonly #post: (message: FromWorker) => void;
  readonly #target: Target;
  readonly #name: LearnerName;
  readonly #learner: Learner<unknown>;
  readonly #recorder: Recorder<unknown>;
  readonly #journal = new JournalKeeper();
  readonly #costs: { -readonly [K in keyof Costs]: Costs[K] } = {
    questions: 0,
    rounds: 0,
    symbols: 0,
    equivalences: 0,
  };
  readonly #maxQuestions: number;
  readonly person: Person | undefined;
  readonly #answer: Answerer;
  #explorer: Explorer<unknown> | undefined;
  #sentAt = 0;
  #lastCounterexample: Word | undefined;

  constructor(spec: TargetSpec, options: RunOptions, said: Said, post: (message: FromWorker) => void) {
    this.#post = post;
    const target = openTarget(spec);
    this.#target = target;
    this.#name = target.learner ?? options.learner;
    this.#maxQuestions = options.maxQuestions;
    const { algebra, alphabet, book } = target;
    const use = target.options?.["counterexamples"] as CounterexampleUse | undefined;
    this.#learner = createLearner<unknown>(
      { algebra: algebra as AnyAlgebra, alphabet },
      { learner: this.#name, ...(use && { counterexamples: use }) },
    );
    this.#recorder = new Recorder(this.#learner);
    if (spec.kind === "teacher") {
      this.person = new Person(target, said, {
        ask: (asked) => {
          this.#send();
          post({ type: "asked", asked });
        },
        refuse: (message) => post({ type: "refused", message }),
        tell: (now) => post({ type: "said", said: now }),
      });
    }
    this.#answer =
      this.person?.answer ?? fromTeacher(target) ?? fromJournal(book as NonNullable<typeof book>);
    post({ type: "opened", opened: target.opened, learner: this.#name });
  }

  async run(): Promise<void> {
    try {
      this.#end(await this.#learn());
    } catch (error) {
      if (error instanceof JournalEnd) this.#breakOff(error.message);
      else this.#fail(error);
    }
  }

  async #learn(): Promise<Learned<unknown>> {
    const run = drive(this.#learner, { maxQuestions: this.#maxQuestions });
    let step = run.next();
    while (step.done !== true) {
      const question = step.value;
      this.#count(question);
      if (this.person !== undefined) this.#recorder.question(question, this.#costs);
      const answer = await this.#answer(question);
      this.#record(question, answer);
      await this.#breathe();
      step = run.next(answer);
    }
    return step.value;
  }

  #count(question: Question<unknown>): void {
    if (question.kind === "conjecture") this.#costs.equivalences++;
    else {
      this.#costs.rounds++;
      this.#costs.questions += question.words.length;
      for (const word of question.words) this.#costs.symbols += word.length;
    }
  }

  #record(question: Question<unknown>, answer: Answer<unknown>): void {
    const { alphabet, algebra } = this.#learner;
    if (question.kind === "weigh" && answer.kind === "weights") {
      question.words.forEach((word, i) => {
        this.#journal.answer(alphabet.spell(word), algebra.format(answer.weights[i]));
      });
      if (this.person === undefined) this.#recorder.question(question, this.#costs);
    }
    if (question.kind === "conjecture" && answer.kind === "verdict") {
      const { counterexample } = answer;
      this.#journal.verdict(question.hypothesis, counterexample);
      this.#lastCounterexample = counterexample ?? undefined;
      const walk = counterexample === null ? null : this.#walk(counterexample, question);
      if (this.person === undefined || walk !== null) this.#recorder.question(question, this.#costs, walk);
    }
  }

  #walk(word: Word, question: Extract<Question<unknown>, { kind: "conjecture" }>): Walk | null {
    const weight = this.#weightOf(word);
    if (weight === undefined) return null;
    const { automaton } = this.#target;
    const shown = automaton !== null && automaton.size <= MAX_SHOWN ? automaton : null;
    return walkView(word, weight, question.hypothesis, this.#recorder.idOf(), shown);
  }

  #weightOf(word: Word): unknown {
    const { teacher, book } = this.#target;
    if (teacher !== undefined) return teacher.weigh([word])[0];
    return book?.known(book.tree.insert(word))?.weight;
  }

  /** Sends what has come, now and then, and lets messages in. */
  async #breathe(): Promise<void> {
    const now = performance.now();
    if (now - this.#sentAt < SEND_EVERY && this.#recorder.waiting < SEND_ENTRIES) return;
    this.#send();
    await new Promise((resolve) => setTimeout(resolve));
  }

  #send(): void {
    const piece = this.#recorder.take();
    this.#sentAt = performance.now();
    if (piece !== undefined) this.#post({ type: "piece", piece, summary: this.#recorder.summary });
  }

  #end(learned: Learned<unknown>): void {
    const accepted = learned.outcome === "accepted";
    const sentence = accepted
      ? `No counterexample: the conjecture is accepted. The minimal automaton has ${counted(learned.automaton.size, "state")}.`
      : `The run ends here: ${learned.reason}. This is the best hypothesis so far.`;
    this.#recorder.end(
      accepted ? "accepted" : "stopped",
      { title: accepted ? "Accepted" : "Stopped", sentence },
      this.#costs,
    );
    this.#send();
    this.#present(learned.automaton, learned.outcome, learned.reason);
  }

  #breakOff(reason: string): void {
    const sentence = `The journal ends here: ${reason}. This is the best hypothesis so far.`;
    this.#recorder.end("stopped", { title: "Journal ends", sentence }, this.#costs);
    this.#send();
    this.#present(this.#learner.hypothesis(), "cancelled", reason);
  }

  #present(
    automaton: Learned<unknown>["automaton"],
    outcome: Learned<unknown>["outcome"],
    reason: string,
  ): void {
    const idOf = idsThrough(automaton, this.#learner.hypothesis(), this.#recorder.idOf());
    this.#explorer = new Explorer(automaton, idOf, this.#target.teacher);
    const { size: states, arcs, dof } = automaton;
    this.#post({
      type: "ended",
      result: {
        outcome,
        reason,
        statistics: { states, arcs, dof, ...this.#costs },
        machine: states <= MAX_SHOWN ? machineView(automaton, idOf) : null,
      },
    });
  }

  #fail(error: unknown): void {
    const message = messageOf(error);
    const contradiction = error instanceof HankelError && error.code === "teacher";
    const word = this.#lastCounterexample;
    const said = word === undefined ? undefined : this.person?.answered(word);
    const show = word === undefined ? "" : `“${this.#learner.alphabet.show(word)}”`;
    const advice = !contradiction
      ? ""
      : said === undefined || this.person === undefined
        ? "The answers contradict each other: no language gives all of them. Change one of them, and the run starts again with the others."
        : `You gave ${show} as a counterexample, but you had said that it weighs ${said}, and that is what the hypothesis says too. Either that answer or the counterexample is wrong: change the answer below, or take the counterexample back.`;
    this.#recorder.end(
      "failed",
      { title: contradiction ? "Contradiction" : "Failed", sentence: `${message}.` },
      this.#costs,
    );
    this.#send();
    this.#post({ type: "failed", message, advice, word: word === undefined ? null : show });
  }

  /** Answers a question about the result. */
  async query<N extends QueryName>(name: N, ask: Queries[N]["ask"]): Promise<unknown> {
    if (name === "journal") {
      const { algebra, alphabet } = this.#learner;
      return this.#journal.write({
        learner: this.#name,
        semifield: algebra.name,
        alphabet: alphabet.symbols,
      });
    }
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
