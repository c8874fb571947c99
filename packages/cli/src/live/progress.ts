import type { LiveCounts, LiveEvent } from "@hankel/teachers";
import { counted, harmless } from "../show/columns.ts";

/** How often the line on a terminal changes, and how often a line goes into a pipe, in milliseconds. */
const TERMINAL_INTERVAL = 100;
const PIPE_INTERVAL = 5000;

/**
 * Where a run is: one line on standard error that renews itself on a terminal, a new one now and then elsewhere. Other
 * lines for standard error go through it, so that they do not run into the one that renews itself.
 */
export class LiveProgress {
  readonly #stream: NodeJS.WriteStream;
  readonly #terminal: boolean;
  readonly #silent: boolean;
  readonly #now: () => number;
  readonly #started: number;
  #next: number;
  #shown = false;
  #counterexample = "";
  #test: { text: string; words: number | undefined; from: number; since: number } | undefined;

  constructor(stream: NodeJS.WriteStream, silent: boolean, now = () => performance.now()) {
    this.#now = now;
    this.#started = now();
    this.#stream = stream;
    this.#silent = silent;
    this.#terminal = stream.isTTY === true && process.env["TERM"] !== "dumb";
    // A run that is over at once shows nothing.
    this.#next = this.#started + this.#interval;
  }

  /** Takes note of an event. */
  event(event: LiveEvent, counts: Readonly<LiveCounts>): void {
    if (event.event === "counterexample") {
      this.#counterexample = event.word.join(" ") || "ε";
      this.#test = undefined;
    } else if (event.event === "testing") {
      this.#test = { text: event.test, words: event.words, from: counts.tests, since: this.#now() };
    } else if (event.event === "accepted") this.#test = undefined;
    this.#update(counts);
  }

  /** Writes a whole line of something else. */
  line(text: string): void {
    this.#clear();
    this.#stream.write(`${text}\n`);
  }

  /** Takes the line away again. */
  end(): void {
    this.#clear();
  }

  get #interval(): number {
    return this.#terminal ? TERMINAL_INTERVAL : PIPE_INTERVAL;
  }

  #clear(): void {
    if (this.#shown) this.#stream.write("\r\u001b[K");
    this.#shown = false;
  }

  #update(counts: Readonly<LiveCounts>): void {
    const now = this.#now();
    if (this.#silent || now < this.#next) return;
    this.#next = now + this.#interval;
    const text = this.#describe(counts, now);
    if (!this.#terminal) this.#stream.write(`${text}\n`);
    else {
      this.#stream.write(`\r\u001b[K${text.slice(0, (this.#stream.columns || 80) - 1)}`);
      this.#shown = true;
    }
  }

  #describe(counts: Readonly<LiveCounts>, now: number): string {
    const rate = counts.asked / ((now - this.#started) / 1000);
    const parts = [
      counted(counts.states, "state"),
      `${counted(counts.questions, "question")} in ${counted(counts.rounds, "round")}`,
      `${counts.asked} asked (${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s), ${counts.remembered} remembered`,
      counted(counts.equivalences, "conjecture"),
      ...this.#testing(counts, now),
    ];
    if (this.#counterexample !== "")
      parts.push(`last counterexample ${harmless(this.#counterexample).slice(0, 40)}`);
    return parts.join(", ");
  }

  #testing(counts: Readonly<LiveCounts>, now: number): string[] {
    if (this.#test === undefined) return [];
    const { text, words, from, since } = this.#test;
    const done = counts.tests - from;
    if (words === undefined) return [`${done} words of ${text} tried`];
    const left = done === 0 ? undefined : (((now - since) / 1000) * (words - done)) / done;
    return [
      `${done} of ${words} words of ${text} tried${left === undefined ? "" : `, ${duration(left)} left`}`,
    ];
  }
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
