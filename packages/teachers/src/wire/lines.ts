/** Lines that a black box writes, and how long they may be: a faulty or hostile one must not fill the memory or stall the learner. */

import { CUT } from "@hankel/core";

export interface LineCutterOptions {
  /** The most characters of a line. */
  readonly longest: number;
  /** Deliver the beginning of a longer line, rather than refuse it. */
  readonly shorten?: boolean;
  /** Is told of each piece that is kept, and when none is kept any more. */
  readonly memory?: { readonly take: (characters: number) => void; readonly release: () => void } | undefined;
}

/** Splits a stream of text into lines. A last line without a newline is torn and never delivered. */
export class LineCutter {
  readonly #line: (text: string) => void;
  readonly #longest: number;
  readonly #shorten: boolean;
  readonly #memory: LineCutterOptions["memory"];
  #rest: string[] = [];
  #length = 0;
  /** Is the rest of the line dropped? */
  #skipping = false;

  constructor(line: (text: string) => void, { longest, shorten = false, memory }: LineCutterOptions) {
    this.#line = line;
    this.#longest = longest;
    this.#shorten = shorten;
    this.#memory = memory;
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
    this.#forget();
    this.#skipping = true;
  }

  #add(piece: string): boolean {
    if (this.#skipping) return true;
    this.#rest.push(piece);
    this.#length += piece.length;
    this.#memory?.take(piece.length);
    if (this.#length <= this.#longest) return true;
    if (this.#shorten) this.#line(`${this.#rest.join("").slice(0, this.#longest)}${CUT}`);
    this.skipLine();
    return this.#shorten;
  }

  #deliver(): void {
    const [first = ""] = this.#rest;
    const line = this.#rest.length <= 1 ? first : this.#rest.join("");
    this.#forget();
    this.#line(line);
  }

  #forget(): void {
    this.#rest = [];
    this.#length = 0;
    this.#memory?.release();
  }
}
