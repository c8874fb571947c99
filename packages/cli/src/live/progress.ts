import { countOf } from "@hankel/core";
import type { LiveCounts, LiveEvent } from "@hankel/teachers";
import { harmless } from "../show/columns.ts";
import { describeCosts } from "../show/progress.ts";
import { StatusLine } from "../show/status-line.ts";

/** Shows the progress of a live run: what was asked, how fast, and the current test. */
export class LiveProgress {
  readonly #status: StatusLine;
  readonly #silent: boolean;
  readonly #now: () => number;
  readonly #started: number;
  #counterexample = "";
  #test: { text: string; words: number | undefined; from: number; since: number } | undefined;

  constructor(stream: NodeJS.WriteStream, silent: boolean, now = () => performance.now()) {
    this.#now = now;
    this.#started = now();
    this.#silent = silent;
    this.#status = new StatusLine(stream, this.#started);
  }

  /** Updates the line after an event. */
  event(event: LiveEvent, counts: Readonly<LiveCounts>): void {
    if (event.event === "counterexample") {
      this.#counterexample = event.word.join(" ") || "ε";
      this.#test = undefined;
    } else if (event.event === "testing") {
      this.#test = { text: event.test, words: event.words, from: counts.tests, since: this.#now() };
    } else if (event.event === "accepted") this.#test = undefined;
    const now = this.#now();
    if (!this.#silent) this.#status.update(() => this.#describe(counts, now), now);
  }

  /** Writes another line. */
  line(text: string): void {
    this.#status.line(text);
  }

  /** Removes the line. */
  end(): void {
    this.#status.end();
  }

  #describe(counts: Readonly<LiveCounts>, now: number): string {
    const rate = counts.asked / ((now - this.#started) / 1000);
    const [states, questions, conjectures] = describeCosts(counts.states, counts);
    const parts = [
      states,
      questions,
      `${counts.asked} asked (${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s), ${counts.remembered} remembered`,
      conjectures,
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
    if (words === undefined) return [`${countOf(done, "word")} of ${text} tried`];
    const left = done === 0 ? undefined : (((now - since) / 1000) * (words - done)) / done;
    return [
      `${done} of ${countOf(words, "word")} of ${text} tried${left === undefined ? "" : `, ${duration(left)} left`}`,
    ];
  }
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
