import { formatByName } from "hankel";
import {
  type Inferred,
  type InferSample,
  type InferStep,
  inferring,
  type MergeDecision,
  understood,
} from "hankel/learning";
import { inWords, readLog, Stopped } from "../engine/log-files.ts";
import type { LogSpec } from "../engine/log-spec.ts";
import { measuresFor, measureText } from "../engine/measures.ts";
import { type Chosen, choose, Merging, sampleOf } from "../engine/merging.ts";
import type { MergeView, Refusal } from "../engine/merging-views.ts";
import { counted, messageOf } from "../engine/text.ts";
import type { FromMerger, ToMerger } from "./merge-messages.ts";

/** Pieces are sent, and messages let in, this often, in milliseconds; and when this many steps wait. */
const SEND_EVERY = 40;
const SEND_STEPS = 200;

/** What was read, and the measure that was found for it. */
interface Opened {
  readonly sample: InferSample;
  readonly noise: number;
  readonly chosen: Chosen;
}

/** Reads a log and merges, as often as the page says otherwise. What was asked for last is what is done. */
export class Merger {
  readonly #post: (message: FromMerger) => void;
  #opened: Opened | undefined;
  #inferred: Inferred | undefined;
  /** The number of what is being done: what has another one has been overtaken. */
  #task = 0;
  #isStopped = false;
  #looked = 0;

  constructor(post: (message: FromMerger) => void) {
    this.#post = post;
  }

  async receive(message: ToMerger): Promise<void> {
    if (message.type === "stop") {
      this.#isStopped = true;
      return;
    }
    if (message.type === "export") {
      this.#export(message.id, message.format);
      return;
    }
    const task = ++this.#task;
    this.#isStopped = false;
    this.#looked = performance.now();
    try {
      if (message.type === "open") await this.#open(message.spec, task);
      else await this.#merge(message.refusals, task);
    } catch (error) {
      if (!(error instanceof Stopped))
        this.#post({ type: "failed", message: messageOf(error), columns: null });
    }
  }

  async #open(spec: LogSpec, task: number): Promise<void> {
    this.#post({ type: "doing", what: "Reading the log…" });
    const read = await readLog(spec, async (events) => {
      if (await this.#isDue(task))
        this.#post({ type: "doing", what: `Reading: ${counted(events, "event")} so far…` });
      if (this.#isStopped) throw new Error("the reading was stopped");
    });
    const columns = read.columns ?? null;
    if ("problem" in read) {
      this.#post({ type: "failed", message: read.problem, columns });
      return;
    }
    const { sample, remark } = sampleOf(read.log, spec.choices.kind);
    this.#post({
      type: "read",
      read: {
        understood: [...understood(read.log), ...(remark === undefined ? [] : [remark])].map(inWords),
        isOneWord: read.log.sample.starts.length === 2,
        columns,
        kind: read.log.sample.kind,
        measures: measuresFor(sample.kind),
      },
    });
    const { measure, noise } = spec.choices;
    if (measure !== "" && !measuresFor(sample.kind).includes(measure))
      throw new Error(`${measure} is no measure for this log; choose another one`);
    const chosen = await choose(sample, spec.choices, (steps) =>
      this.#goThrough(steps, task, "Trying measures"),
    );
    this.#opened = { sample, noise, chosen };
    await this.#merge([], task);
  }

  async #merge(refusals: readonly Refusal[], task: number): Promise<void> {
    const opened = this.#opened;
    if (opened === undefined) throw new Error("there is no log");
    const { sample, noise, chosen } = opened;
    const merging = new Merging(sample, chosen, noise, refusals);
    let waiting: MergeView[] = [];
    let hasBegun = false;
    const send = () => {
      if (!hasBegun) this.#post({ type: "begin", begin: merging.begin(chosen) });
      hasBegun = true;
      if (waiting.length > 0) this.#post({ type: "steps", steps: waiting });
      waiting = [];
    };
    for (;;) {
      const found = merging.next(this.#isStopped ? "stop" : undefined);
      if (found !== undefined && "automaton" in found) {
        send();
        this.#inferred = found;
        const learned =
          refusals.length === 0 || found.interrupted
            ? chosen.inferred
            : await this.#measured(opened, refusals, task);
        this.#post({ type: "end", end: merging.end(found, learned) });
        return;
      }
      if (found !== undefined) waiting.push(found);
      if (!hasBegun || waiting.length >= SEND_STEPS) send();
      if (await this.#isDue(task)) {
        send();
        this.#post({
          type: "doing",
          what: `Merging: ${counted(merging.taken, "step")}, ${counted(merging.states, "state")} so far…`,
        });
      }
    }
  }

  /** What the same refusals are worth on words that were held out. */
  #measured(
    { sample, noise, chosen }: Opened,
    refusals: readonly Refusal[],
    task: number,
  ): Promise<Inferred> {
    const { measure, parameter } = chosen;
    const refused = refusals.map(({ red, blue }) => [[...red], [...blue]] as const);
    const steps = inferring(sample, { measure, parameter, noise, refused });
    return this.#goThrough(steps, task, "Measuring");
  }

  async #goThrough(
    steps: Generator<InferStep, Inferred, MergeDecision>,
    task: number,
    what: string,
  ): Promise<Inferred> {
    for (;;) {
      const next = steps.next(this.#isStopped ? "stop" : undefined);
      if (next.done === true) return next.value;
      if (!(await this.#isDue(task))) continue;
      const { measure, parameter, model, models, states, blues } = next.value;
      const which = models > 1 ? `${model} of ${models}, ` : "";
      const name = measureText(measure, parameter);
      this.#post({
        type: "doing",
        what: `${what}: ${which}${name}, ${counted(states, "state")} red, ${blues} blue…`,
      });
    }
  }

  /** Is it time to say something? Then messages have been let in; one may ask for something else. */
  async #isDue(task: number): Promise<boolean> {
    if (performance.now() - this.#looked < SEND_EVERY) return false;
    await new Promise((resolve) => setTimeout(resolve));
    if (task !== this.#task) throw new Stopped();
    this.#looked = performance.now();
    return true;
  }

  #export(id: number, format: string): void {
    try {
      const { write } = formatByName(format);
      if (write === undefined || this.#inferred === undefined)
        throw new Error("there is no automaton to write yet");
      this.#post({ type: "exported", id, text: write(this.#inferred.automaton) });
    } catch (error) {
      this.#post({ type: "not-exported", id, message: messageOf(error) });
    }
  }
}
