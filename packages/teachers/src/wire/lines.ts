import { LONGEST_LINE } from "./limits.ts";

/** Splits a stream of text into lines. A last line without a newline is torn and never delivered. */
export class LineCutter {
  readonly #line: (text: string) => void;
  #rest: string[] = [];
  #length = 0;

  constructor(line: (text: string) => void) {
    this.#line = line;
  }

  /** Has an incomplete line arrived? */
  get torn(): boolean {
    return this.#length > 0;
  }

  /** Returns false when the current line is longer than `LONGEST_LINE`. */
  push(chunk: string): boolean {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      const piece = chunk.slice(start, end);
      start = end + 1;
      if (this.#length === 0) this.#line(piece);
      else {
        this.#rest.push(piece);
        const whole = this.#rest.join("");
        this.#rest = [];
        this.#length = 0;
        this.#line(whole);
      }
    }
    if (start < chunk.length) {
      this.#rest.push(chunk.slice(start));
      this.#length += chunk.length - start;
    }
    return this.#length <= LONGEST_LINE;
  }
}
