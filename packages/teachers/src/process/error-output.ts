import type { Readable } from "node:stream";
import { countOf, shortened } from "@hankel/core";
import { LineCutter } from "../wire/lines.ts";

/** The most characters of a line; the rest of it is left out. */
const LONGEST = 4096;
/** How many characters are passed on at once, and how many in every second if there is always more. */
const BURST = 2 ** 18;
const PER_SECOND = 2 ** 15;
/** A line counts for so many characters more, since many short ones fill a terminal too. */
const PER_LINE = 2 ** 8;
const SECOND = 1000;
/** How many lines the report of its end quotes, and how many characters of each. */
const QUOTED_LINES = 5;
const QUOTED = 200;

export interface ErrorOutputOptions {
  /** The time in milliseconds. */
  readonly now?: () => number;
  /** What it is called where a part of it is left out. */
  readonly name?: string;
}

/**
 * What a black box writes besides its answers, line by line: the standard error of a program, or what a module prints. It
 * may write without end, with or without newlines: it is always read, so that it never waits, but what is too much
 * is left out, and that is said.
 */
export class ErrorOutput {
  readonly #show: (line: string) => void;
  readonly #now: () => number;
  readonly #name: string;
  readonly #cutter = new LineCutter((line) => this.#take(line), { longest: LONGEST, shorten: true });
  /** How many characters may be passed on. */
  #allowance = BURST;
  #since: number;
  #leftOut = 0;
  readonly #lastLines: string[] = [];
  /** The end of what was dropped since the last line. */
  #dropped = "";

  constructor(
    show: (line: string) => void,
    { now = () => performance.now(), name = "standard error" }: ErrorOutputOptions = {},
  ) {
    this.#show = show;
    this.#now = now;
    this.#name = name;
    this.#since = now();
  }

  /** Takes everything that a stream brings. */
  follow(stream: Readable): void {
    stream.setEncoding("utf8").on("data", (chunk: string) => this.push(chunk));
    stream.on("end", () => this.end());
  }

  push(chunk: string): void {
    const seconds = Math.floor((this.#now() - this.#since) / SECOND);
    this.#since += seconds * SECOND;
    this.#allowance = Math.min(BURST, this.#allowance + seconds * PER_SECOND);
    if (this.#allowance > 0) {
      this.#cutter.push(chunk);
      return;
    }
    // Too much is not even cut into lines, so that it takes the learner no time.
    this.#cutter.skipLine();
    if (chunk.endsWith("\n")) this.#cutter.push("\n");
    this.#leftOut += chunk.length;
    this.#dropped = chunk.slice(-QUOTED_LINES * QUOTED);
  }

  /** There is no more: passes on the last line, which need not end with a newline. */
  end(): void {
    if (this.#cutter.torn) this.#cutter.push("\n");
    this.#tellLeftOut();
  }

  /** The last lines, for a report. */
  get lastLines(): readonly string[] {
    const lines = this.#dropped === "" ? this.#lastLines : this.#dropped.split("\n");
    return lines
      .filter((line) => line.trim() !== "")
      .slice(-QUOTED_LINES)
      .map((line) => shortened(line, QUOTED));
  }

  #take(line: string): void {
    this.#dropped = "";
    if (this.#lastLines.push(line) > QUOTED_LINES) this.#lastLines.shift();
    if (this.#allowance <= 0) {
      this.#leftOut += line.length + 1;
      return;
    }
    this.#allowance -= line.length + PER_LINE;
    this.#tellLeftOut();
    this.#show(line);
  }

  #tellLeftOut(): void {
    if (this.#leftOut === 0) return;
    this.#show(`[${countOf(this.#leftOut, "character")} of ${this.#name} left out here]`);
    this.#leftOut = 0;
  }
}
