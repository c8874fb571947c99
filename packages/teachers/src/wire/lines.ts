/** Lines that a black box writes, and how long they may be: a faulty or hostile one must not fill the memory or stall the learner. */

import { CUT, MAX_MEMORY } from "@hankel/core";

/** A line takes about four times its length while it arrives and is read: a quarter of the memory of the run at most. */
const LINE_SHARE = 1 / 16;
/** However little memory a run may take, a line may have so many characters; and however much, no more than a string. */
const [LEAST_BOUND, LARGEST_BOUND] = [2 ** 20, 2 ** 28];

/** The most characters of a line on standard output, and of the body of an HTTP reply, in a run with so much memory. */
export function longestLine(maxMemory = MAX_MEMORY): number {
  return Math.min(LARGEST_BOUND, Math.max(LEAST_BOUND, Math.floor(LINE_SHARE * maxMemory)));
}

/** Says that a line or a body is too long. */
export function tooLong(what: string, longest: number): string {
  return `${what} of more than ${longest} characters, which is the bound with this --max-memory`;
}

export interface LineCutterOptions {
  /** The most characters of a line. */
  readonly longest: number;
  /** Deliver the beginning of a longer line, rather than refuse it. */
  readonly shorten?: boolean;
}

/** Splits a stream of text into lines. A last line without a newline is torn and never delivered. */
export class LineCutter {
  readonly #line: (text: string) => void;
  readonly #longest: number;
  readonly #shorten: boolean;
  #rest: string[] = [];
  #length = 0;
  /** Is the rest of the line dropped? */
  #skipping = false;

  constructor(line: (text: string) => void, { longest, shorten = false }: LineCutterOptions) {
    this.#line = line;
    this.#longest = longest;
    this.#shorten = shorten;
  }

  /** Has an incomplete line arrived? */
  get torn(): boolean {
    return this.#length > 0;
  }

  /** Returns false when a line is too long. What has arrived of it is forgotten, and so is the rest. */
  push(chunk: string): boolean {
    let start = 0;
    let accepted = true;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      accepted = this.#add(chunk.slice(start, end)) && accepted;
      if (!this.#skipping) this.#deliver();
      this.#skipping = false;
      start = end + 1;
    }
    return start === chunk.length ? accepted : this.#add(chunk.slice(start)) && accepted;
  }

  /** Drops the current line, up to and including its newline. */
  skipLine(): void {
    this.#rest = [];
    this.#length = 0;
    this.#skipping = true;
  }

  #add(piece: string): boolean {
    if (this.#skipping) return true;
    this.#rest.push(piece);
    this.#length += piece.length;
    if (this.#length <= this.#longest) return true;
    if (this.#shorten) this.#line(`${this.#rest.join("").slice(0, this.#longest)}${CUT}`);
    this.skipLine();
    return this.#shorten;
  }

  #deliver(): void {
    const [first = ""] = this.#rest;
    const line = this.#rest.length <= 1 ? first : this.#rest.join("");
    this.#rest = [];
    this.#length = 0;
    this.#line(line);
  }
}
