import type { Arrangement } from "hankel/formats";
import type { CounterexampleUse } from "hankel/learning";
import { SvelteMap } from "svelte/reactivity";
import type { StudioLearner, TargetSpec } from "../engine/spec.ts";
import { messageOf } from "../engine/text.ts";
import type {
  Advice,
  Failure,
  Frame,
  MachineView,
  Opened,
  Piece,
  Result,
  TreeNodeView,
} from "../engine/views.ts";
import { NOWHERE } from "../layout/graph.ts";
import { Layouter } from "../layout/layouter.ts";
import type {
  Asks,
  FromWorker,
  PersonAnswers,
  PersonQuestion,
  QueryName,
  Replies,
  ToWorker,
} from "../worker/messages.ts";
import { startThread, type Thread } from "../worker/thread.ts";

export type Status = "learning" | "held" | "asking" | "done" | "failed" | "cancelled";

export const NO_ANSWERS: PersonAnswers = { answers: [], counterexamples: [] };

/**
 * One run as the page sees it. Frames, entries and hypotheses are only appended, so plain arrays hold them; the reactive
 * `count` tells the page that there are more.
 */
export class Run {
  readonly spec: TargetSpec;
  readonly learnerName: StudioLearner;
  readonly #thread: Thread;
  readonly #layouter = new Layouter();
  readonly #targetLayouter = new Layouter();
  readonly #pointLayouter = new Layouter();
  readonly #replies = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  #queries = 0;

  status = $state<Status>("learning");
  /** Was it asked to end? */
  stopping = $state(false);
  count = $state(0);
  opened = $state.raw<Opened | undefined>();
  learner = $state("");
  result = $state.raw<Result | undefined>();
  advice = $state.raw<Advice | undefined>();
  failure = $state.raw<Failure | undefined>();
  question = $state.raw<PersonQuestion | undefined>();
  answers = $state.raw<PersonAnswers>(NO_ANSWERS);
  refused = $state("");
  /** The place on the curve of the automaton that the user took instead of the chosen one. */
  point = $state<number | undefined>();
  /** Automata of the curve that were asked for, and where their states are drawn: they have none in common. */
  readonly points = new SvelteMap<
    number,
    { readonly machine: MachineView; readonly arrangement: Arrangement }
  >();
  /** Where the states of machines are drawn that have places of their own, by the number of the machine. */
  readonly apart = new SvelteMap<number, Arrangement>();
  readonly #apart = new Set<number>();
  /** Where the states of the hypotheses are drawn, and those of the target. */
  arrangement = $state.raw(NOWHERE);
  targetArrangement = $state.raw(NOWHERE);
  /** Is a layout being computed? */
  arranging = $state(false);

  readonly frames: Frame[] = [];
  readonly rows: string[] = [];
  readonly suffixes: string[] = [];
  readonly prefixes: number[] = [];
  readonly raw: string[][] = [];
  readonly normalised: string[][] = [];
  readonly machines: MachineView[] = [];
  readonly trees: (readonly TreeNodeView[])[] = [];
  /** The lengths of the longest entry and of the longest row label. */
  widest = $state(1);
  widestRow = $state(1);

  constructor(
    spec: TargetSpec,
    learnerName: StudioLearner,
    answers: PersonAnswers = NO_ANSWERS,
    counterexamples?: CounterexampleUse,
  ) {
    this.spec = spec;
    this.learnerName = learnerName;
    this.answers = answers;
    this.#thread = startThread(spec, (message) => this.#receive(message));
    this.#send({ type: "learn", spec, learner: learnerName, answers, counterexamples });
  }

  frame(index: number): Frame | undefined {
    return index < this.count ? this.frames[index] : undefined;
  }

  /** The entries of the matrix. Of a machine, what it writes after a prefix: only so do rows look alike that are. */
  entries(normalised: boolean): string[][] {
    return normalised || this.opened?.answers === "runs" ? this.normalised : this.raw;
  }

  get last(): Frame | undefined {
    return this.frame(this.count - 1);
  }

  answerWeights(weights: readonly string[]): void {
    this.refused = "";
    this.#send({ type: "weights", weights });
  }

  answerVerdict(counterexample: string | null): void {
    this.refused = "";
    // The form goes at once: a second click would answer the next question.
    this.status = "learning";
    this.#send({ type: "verdict", counterexample });
  }

  /** Asks a question about the result. */
  query<N extends QueryName>(name: N, ...ask: Asks[N]): Promise<Replies[N]> {
    const id = this.#queries++;
    return new Promise((resolve, reject) => {
      this.#replies.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#send({ type: "query", id, name, ask });
    });
  }

  /** Does it learn automata over a field, which may be nondeterministic? */
  get isOverField(): boolean {
    return this.learner === "multiplicity";
  }

  /** Does it learn from distributions, so that there is a curve of automata? */
  get isSoft(): boolean {
    return this.learner === "soft";
  }

  /** Holds a run on a network, or lets it go on. */
  hold(isHeld: boolean): void {
    if (this.status !== "learning" && this.status !== "held") return;
    this.status = isHeld ? "held" : "learning";
    this.#send({ type: "control", to: isHeld ? "hold" : "go" });
  }

  /** Asks for an automaton of the curve, so that it can be shown. */
  async showPoint(point: number): Promise<void> {
    if (this.points.has(point) || this.result === undefined) return;
    const machine = await this.query("automaton", point);
    const arrangement = machine && (await this.#pointLayouter.layout(machine.graph, new Map()));
    if (machine && arrangement) this.points.set(point, { machine, arrangement });
  }

  /** Where the states of a machine are drawn; where those of the result are, without a number. */
  arrangementOf(machine = this.last?.machine ?? -1): Arrangement {
    return this.#apart.has(machine) ? (this.apart.get(machine) ?? NOWHERE) : this.arrangement;
  }

  /** Takes another automaton of the curve as the result. */
  async choose(point: number): Promise<void> {
    this.result = await this.query("choose", point);
    this.point = point;
  }

  /** Asks a run to end with the best automaton so far. A second call ends it at once, without one; its frames stay. */
  cancel(): void {
    if (this.status !== "learning" && this.status !== "held") return;
    if (this.opened !== undefined && !this.stopping) {
      this.stopping = true;
      this.#send({ type: "control", to: "stop" });
      return;
    }
    this.close();
    this.status = "cancelled";
    void this.#arrange();
  }

  close(): void {
    this.#thread.end();
    this.#layouter.cancel();
    this.#targetLayouter.cancel();
    this.#pointLayouter.cancel();
  }

  #send(message: ToWorker): void {
    this.#thread.post(message);
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case "opened":
        this.opened = message.opened;
        this.learner = message.learner;
        void this.#arrangeTarget(message.opened.target);
        break;
      case "piece":
        this.#append(message.piece);
        if (this.isSoft && !this.arranging) void this.#arrange();
        break;
      case "asked":
        this.question = message.question;
        this.status = "asking";
        void this.#arrange();
        break;
      case "advice":
        this.advice = message.advice;
        break;
      case "refused":
        this.refused = message.message;
        this.status = "asking";
        break;
      case "answers":
        this.answers = message.answers;
        break;
      case "ended":
        this.result = message.result;
        this.advice = message.result.advice ?? undefined;
        this.failure = message.failure ?? undefined;
        this.question = undefined;
        this.status = message.failure === null ? "done" : "failed";
        void (this.isSoft ? this.#arrangeAnew() : this.#arrange());
        break;
      case "failed":
        this.failure = message.failure;
        this.question = undefined;
        this.status = "failed";
        void this.#arrange();
        break;
      case "reply":
        this.#replies.get(message.id)?.resolve(message.value);
        this.#replies.delete(message.id);
        break;
      default:
        this.#replies.get(message.id)?.reject(new Error(message.message));
        this.#replies.delete(message.id);
    }
  }

  #append(piece: Piece): void {
    for (const row of piece.rows) {
      this.rows.push(row);
      this.raw.push([]);
      this.normalised.push([]);
    }
    append(this.prefixes, piece.prefixes);
    append(this.suffixes, piece.suffixes);
    let widest = longest(piece.suffixes);
    for (const { row, raw, normalised } of piece.cells) {
      widest = Math.max(widest, longest(raw), longest(normalised));
      append(this.raw[row], raw);
      append(this.normalised[row], normalised);
    }
    this.widest = Math.max(this.widest, widest);
    this.widestRow = Math.max(this.widestRow, longest(piece.rows));
    append(this.machines, piece.machines);
    append(this.trees, piece.trees);
    for (const { isApart, machine } of piece.frames) if (isApart) this.#apart.add(machine);
    append(this.frames, piece.frames);
    this.count = this.frames.length;
  }

  /** The best places for the chosen automaton; the states of larger ones find theirs around it. */
  async #arrangeAnew(): Promise<void> {
    const chosen = this.machines.at(-1);
    if (chosen === undefined) return;
    this.arranging = true;
    const found = await this.#layouter.layout(chosen.graph, new Map());
    if (found === undefined) return;
    this.arrangement = found;
    this.arranging = false;
    await this.#arrange();
  }

  /** Gives a place to every state that has none: first to those of the last hypothesis, then to those that only earlier ones had. */
  async #arrange(): Promise<void> {
    for (let i = this.machines.length - 1; i >= 0; i--) {
      const machine = this.machines[i];
      if (this.#apart.has(i)) {
        if (this.apart.has(i)) continue;
        this.arranging = true;
        const alone = await this.#layouter.layout(machine.graph, new Map());
        if (alone === undefined) return;
        this.apart.set(i, alone);
        this.arranging = false;
        continue;
      }
      const { places, isOverview } = this.arrangement;
      if (machine.states.every(({ id }) => places.has(id))) continue;
      this.arranging = true;
      const found = await this.#layouter.layout(machine.graph, places);
      if (found === undefined) return;
      // States keep their places, except where the first overview replaces a drawing.
      const isNew = places.size === 0 || found.isOverview !== isOverview;
      this.arrangement = isNew
        ? found
        : { ...this.arrangement, places: new Map([...found.places, ...places]) };
      this.arranging = false;
    }
  }

  async #arrangeTarget(target: MachineView | null): Promise<void> {
    if (target === null || target.states.length === 0) return;
    const found = await this.#targetLayouter.layout(target.graph, new Map());
    if (found !== undefined) this.targetArrangement = found;
  }
}

function append<T>(to: T[], from: readonly T[]): void {
  for (const item of from) to.push(item);
}

function longest(texts: readonly string[]): number {
  let most = 0;
  for (const text of texts) if (text.length > most) most = text.length;
  return most;
}

/** Something that is tried, and what came of it: a result or a problem. */
export class Attempt<T> {
  result = $state.raw<T | undefined>();
  problem = $state("");

  async make(task: () => T | Promise<T>): Promise<void> {
    this.problem = "";
    try {
      this.result = await task();
    } catch (error) {
      this.result = undefined;
      this.problem = messageOf(error);
    }
  }
}
