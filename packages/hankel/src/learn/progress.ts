import { countOf, shortenedApart } from "../internal/core.ts";
import type { Costs, Terms } from "../learning.ts";
import type { SoftLearner } from "../models.ts";
import type { BlackBox, LiveCounts, LiveEvent } from "../node.ts";
import { StatusLine } from "../show/status-line.ts";
import type { Terminal } from "../support/terminal.ts";

/** After so many milliseconds without an answer, the line says so. */
const SILENCE = 3000;

/** Shows the progress of a run: what was asked, how fast, and the current test. */
export class LiveProgress {
  readonly #status: StatusLine;
  readonly #silent: boolean;
  readonly #now: () => number;
  readonly #started: number;
  readonly #stop: () => void;
  /** What the run has cost; undefined before it begins. */
  #counts: Readonly<LiveCounts> | undefined;
  /** When something last happened. */
  #heard: number;
  #counterexample = "";
  /** The learner, if it is one of distributions: then questions and conjectures say less than how near it is. */
  #soft: SoftLearner | undefined;
  /** How many answers are awaited, if that is known. */
  #awaited: number | undefined;
  /** What the run does when it does not learn. */
  #measuring = "";
  /** What a run on an automaton in memory says instead of all this. */
  #plain: (() => string) | undefined;
  #test: { text: string; words: number | undefined; from: number; since: number } | undefined;

  /** What words are called. */
  terms: Pick<Terms, "word" | "emptyWord"> = { word: "word", emptyWord: "ε" };

  constructor(output: Terminal, silent: boolean, now = () => performance.now()) {
    this.#now = now;
    this.#started = now();
    this.#silent = silent;
    this.#heard = this.#started;
    this.#status = new StatusLine(output, this.#started);
    this.#stop = StatusLine.heartbeat(() => this.show());
  }

  /** Updates the line after an event. */
  event(event: LiveEvent, counts: Readonly<LiveCounts>): void {
    if (event.event === "counterexample") {
      this.#counterexample = event.word.join(" ") || this.terms.emptyWord;
      this.#test = undefined;
    } else if (event.event === "testing") {
      this.#test = { text: event.test, words: event.words, from: counts.tests, since: this.#now() };
    } else if (event.event === "accepted") this.#test = undefined;
    this.#counts = counts;
    this.#heard = this.#now();
    this.show();
  }

  /** Shows a run on an automaton in memory, which answers at once. */
  plain(states?: () => number, costs?: Readonly<Costs>): void {
    this.#plain =
      states === undefined || costs === undefined
        ? () => "no question asked yet"
        : () => describeCosts(states(), costs).join(", ");
    this.show();
  }

  /** Watches whom the run asks: while no answer is awaited, the run computes. Returns it. */
  asks<B extends Pick<BlackBox<unknown>, "weigh">>(box: B): B {
    const weigh = box.weigh.bind(box);
    this.#awaited = 0;
    box.weigh = async (...asked) => {
      this.#awaited = (this.#awaited ?? 0) + 1;
      try {
        return await weigh(...asked);
      } finally {
        this.#awaited--;
        this.#heard = this.#now();
      }
    };
    return box;
  }

  /** Shows how near a learner of distributions is; returns it. */
  follow(learner: SoftLearner): SoftLearner {
    this.#soft = learner;
    return learner;
  }

  /** Shows that words are drawn to measure the result. */
  measuring(drawn: number, wanted: number): void {
    this.#measuring = `measuring the result, ${drawn} of ${countOf(wanted, "word")} drawn`;
    this.#heard = this.#now();
    this.show();
  }

  /** Updates the line; a timer does it when nothing happens. */
  show(): void {
    const now = this.#now();
    if (!this.#silent) this.#status.update(() => this.#describe(now), now);
  }

  /** Writes another line. */
  line(text: string): void {
    this.#status.line(text);
  }

  /** Removes the line. */
  end(): void {
    this.#stop();
    this.#status.end();
  }

  #describe(now: number): string {
    if (this.#plain !== undefined) return this.#plain();
    const counts = this.#counts;
    const silence = now - this.#heard;
    if (counts === undefined) return `the black box starts; no sign of it for ${duration(silence / 1000)}`;
    const rate = counts.asked / ((now - this.#started) / 1000);
    const [states, questions, conjectures] = describeCosts(counts.states, counts);
    const asked = `${counts.asked} asked (${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s), ${counts.remembered} remembered`;
    const parts =
      this.#soft === undefined
        ? [states, questions, asked, conjectures, ...this.#testing(counts, now)]
        : [states, ...nearness(this.#soft), ...(this.#measuring === "" ? [asked] : [this.#measuring])];
    if (this.#counterexample !== "")
      parts.push(`last counterexample ${shortenedApart([this.#counterexample], 40)[0]}`);
    const does = this.#awaited === 0 ? "computing" : "no answer";
    if (silence >= SILENCE) parts.push(`${does} for ${duration(silence / 1000)}`);
    return parts.join(", ");
  }

  #testing(counts: Readonly<LiveCounts>, now: number): string[] {
    if (this.#test === undefined) return [];
    const { text, words, from, since } = this.#test;
    const done = counts.tests - from;
    if (words === undefined) return [`${countOf(done, this.terms.word)} of ${text} tried`];
    const left = done === 0 ? undefined : (((now - since) / 1000) * (words - done)) / done;
    return [
      `${done} of ${countOf(words, this.terms.word)} of ${text} tried${left === undefined ? "" : `, ${duration(left)} left`}`,
    ];
  }
}

/** The parts of the line that all runs share. */
function describeCosts(states: number, costs: Readonly<Costs>): [string, string, string] {
  return [
    countOf(states, "state"),
    `${countOf(costs.questions, "question")} in ${countOf(costs.rounds, "round")}`,
    countOf(costs.equivalences, "conjecture"),
  ];
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** How far the automaton is from the model, as far as it is known. */
function nearness({ chosen }: SoftLearner): string[] {
  return chosen === undefined ? [] : [`KL ${Number(chosen.divergence.toPrecision(2))} nats per symbol`];
}
