import type { Arrangement } from "hankel/formats";
import type { LogColumns } from "hankel/learning";
import type { LogChoices, LogSpec } from "../engine/log-spec.ts";
import type {
  LogRead,
  MergeBegin,
  MergedView,
  MergeEnd,
  MergeView,
  Refusal,
  TreeState,
} from "../engine/merging-views.ts";
import { textOf } from "../engine/say.ts";
import type { Position } from "../layout/graph.ts";
import { Layouter } from "../layout/layouter.ts";
import type { FromMerger, ToMerger } from "../worker/merge-messages.ts";
import { SPEEDS, type Speed, type Timeline } from "./timeline.ts";

/** What came of other decisions about the same log. */
export interface Variant {
  readonly refusals: readonly Refusal[];
  readonly end: MergeEnd;
}

/**
 * A merging as the page sees it. What is done follows from the log, the measure and what is refused, so to undo a refusal is to merge again
 * without it. Steps are only appended; `count` tells the page that there are more.
 */
export class Merge implements Timeline {
  readonly name: string;
  #spec: LogSpec;
  #worker: Worker | undefined;
  readonly #layouter = new Layouter();
  readonly #exports = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>();
  #asked = 0;

  status = $state<"working" | "done" | "failed">("working");
  doing = $state("Reading the log…");
  problem = $state("");
  read = $state.raw<LogRead | undefined>();
  /** The columns of the log, even if it could not be read. */
  columns = $state.raw<LogColumns | undefined>();
  choices = $state.raw<LogChoices>();
  begin = $state.raw<MergeBegin | undefined>();
  end = $state.raw<MergeEnd | undefined>();
  steps: MergeView[] = [];
  count = $state(0);
  position = $state(0);
  playing = $state(false);
  speed = $state<Speed>("normal");
  stopping = $state(false);
  /** The lists of refusals so far, and which of them holds. */
  #history = $state.raw<readonly (readonly Refusal[])[]>([[]]);
  #at = $state(0);
  variants = $state.raw<readonly Variant[]>([]);
  /** The step to show as soon as it is there. */
  #wanted = $state<number | undefined>();
  /** Where red states stand: a state keeps its place. As soon as the end is known, its drawing says where. */
  readonly #places = new Map<number, Position>();
  #atEnd = $state.raw<ReadonlyMap<number, Position>>(new Map());
  readonly #endLayouter = new Layouter();
  /** The drawing that is shown, and where its states stand. */
  arranged = $state.raw<{ readonly machine: MergedView; readonly arrangement: Arrangement } | undefined>();

  constructor(spec: LogSpec, wanted?: number) {
    this.name = spec.name;
    this.#spec = spec;
    this.choices = spec.choices;
    this.#wanted = wanted;
    this.#open();
  }

  get wanted(): number | undefined {
    return this.#wanted;
  }

  get spec(): LogSpec {
    return this.#spec;
  }

  /** The steps, and the end behind them. */
  readonly length = $derived(this.count + (this.end === undefined ? 0 : 1));
  readonly atEnd = $derived(this.position >= this.length - 1);
  readonly step = $derived(this.position < this.count ? this.steps[this.position] : undefined);
  /** Is the end shown? */
  readonly ended = $derived(this.position < this.count ? undefined : this.end);
  readonly tree = $derived<TreeState | undefined>(this.step?.tree ?? this.ended?.tree);
  readonly machine = $derived(this.step?.machine ?? this.ended?.machine ?? undefined);
  readonly refusals = $derived(this.#history[this.#at] ?? []);
  readonly canUndo = $derived(this.#at > 0);
  readonly canRedo = $derived(this.#at < this.#history.length - 1);

  /** Reads the log again, as the user says. */
  choose(choices: LogChoices): void {
    this.#spec = { ...this.#spec, choices };
    this.choices = choices;
    this.#history = [[]];
    this.#at = 0;
    this.variants = [];
    this.#open();
  }

  /** Refuses the merge that is shown, and goes on from there. */
  refuse(): void {
    const refusal = this.step?.refusal;
    if (refusal === undefined || refusal === null) return;
    this.#history = [...this.#history.slice(0, this.#at + 1), [...this.refusals, refusal]];
    this.#turn(1);
  }

  undo(): void {
    if (this.canUndo) this.#turn(-1);
  }

  redo(): void {
    if (this.canRedo) this.#turn(1);
  }

  /** Merges again with other refusals, and shows the step at which the one that changes was made. */
  #turn(by: 1 | -1): void {
    this.#at += by;
    const changed = this.#history[Math.max(this.#at, this.#at - by)].at(-1);
    const here = this.#placeOf(changed);
    this.#wanted = here < 0 ? this.position : here;
    this.#start();
    this.#post({ type: "merge", refusals: this.refusals });
  }

  /** The step that a refusal is about; -1 if it is not there. */
  #placeOf(refusal: Refusal | undefined): number {
    const isHere = (step: MergeView | undefined) => step !== undefined && step.blue === refusal?.node;
    return isHere(this.step) ? this.position : this.steps.findIndex(isHere);
  }

  stop(): void {
    this.stopping = true;
    this.#post({ type: "stop" });
  }

  close(): void {
    this.#worker?.terminate();
    this.#layouter.cancel();
    this.#endLayouter.cancel();
  }

  export(format: string): Promise<string> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#exports.set(id, { resolve, reject });
      this.#post({ type: "export", id, format });
    });
  }

  pauseAt(speed: Speed): number {
    const { least, character } = SPEEDS[speed];
    return least + character * textOf(this.step?.said ?? []).length;
  }

  follow(): void {}

  /** Shows the step that was asked for as soon as it is there. */
  settle(): void {
    const wanted = this.#wanted;
    if (wanted === undefined || (wanted >= this.length && this.status === "working")) return;
    this.#wanted = undefined;
    this.go(wanted);
  }

  go(to: number): void {
    this.position = Math.max(0, Math.min(to, this.length - 1));
    if (this.atEnd) this.playing = false;
  }

  move(by: number): void {
    this.playing = false;
    this.go(this.position + by);
  }

  toggle(): void {
    if (this.playing) {
      this.playing = false;
      return;
    }
    if (this.atEnd) this.position = 0;
    this.playing = this.length > 1;
  }

  /** Finds places for the states that are shown. Those that are settled keep theirs. */
  async arrange(machine: MergedView | undefined): Promise<void> {
    if (machine === undefined) {
      this.#layouter.cancel();
      this.arranged = undefined;
      return;
    }
    const isThere = new Set(machine.graph.states.map(({ id }) => id));
    const known = this.#atEnd.size > 0 ? this.#atEnd : this.#places;
    const fixed = new Map([...known].filter(([id]) => isThere.has(id)));
    const arrangement = await this.#layouter.layout(machine.graph, fixed);
    if (arrangement === undefined) return;
    const blues = new Set(machine.blues);
    for (const [id, place] of arrangement.places) if (!blues.has(id)) this.#places.set(id, place);
    this.arranged = { machine, arrangement };
  }

  async #arrangeEnd(machine: MergedView | null): Promise<void> {
    const found = machine && (await this.#endLayouter.layout(machine.graph, new Map()));
    if (found && this.end?.machine === machine) this.#atEnd = found.places;
  }

  #open(): void {
    // What a worker is doing cannot be interrupted in the middle of a step.
    this.#worker?.terminate();
    this.#worker = new Worker(new URL("../worker/merge.worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<FromMerger>) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#receive({
        type: "failed",
        message: event.message || "the worker could not be started",
        columns: null,
      });
    };
    this.read = undefined;
    this.begin = undefined;
    this.#start();
    // The state of the page is a proxy, which cannot be sent.
    this.#post({ type: "open", spec: this.#spec });
  }

  #start(): void {
    this.status = "working";
    this.stopping = false;
    this.problem = "";
    this.playing = false;
    this.steps = [];
    this.count = 0;
    this.end = undefined;
    this.position = 0;
    this.#places.clear();
    this.#atEnd = new Map();
  }

  #post(message: ToMerger): void {
    this.#worker?.postMessage(message);
  }

  #receive(message: FromMerger): void {
    switch (message.type) {
      case "doing":
        if (this.status === "working") this.doing = message.what;
        break;
      case "read":
        this.read = message.read;
        this.columns = message.read.columns ?? undefined;
        break;
      case "begin":
        this.begin = message.begin;
        break;
      case "steps":
        for (const step of message.steps) this.steps.push(step);
        this.count = this.steps.length;
        break;
      case "end":
        this.end = message.end;
        this.status = "done";
        void this.#arrangeEnd(message.end.machine);
        this.#remember(message.end);
        break;
      case "failed":
        this.problem = message.message;
        this.columns = message.columns ?? this.columns;
        this.status = "failed";
        break;
      case "exported":
        this.#exports.get(message.id)?.resolve(message.text);
        this.#exports.delete(message.id);
        break;
      default:
        this.#exports.get(message.id)?.reject(new Error(message.message));
        this.#exports.delete(message.id);
    }
  }

  /** Keeps what came of these refusals, to compare it with others. */
  #remember(end: MergeEnd): void {
    const key = (refusals: readonly Refusal[]) => JSON.stringify(refusals.map(({ shown }) => shown));
    const others = this.variants.filter(({ refusals }) => key(refusals) !== key(this.refusals));
    this.variants = [...others, { refusals: this.refusals, end }].sort(
      (one, other) => one.refusals.length - other.refusals.length,
    );
  }
}
