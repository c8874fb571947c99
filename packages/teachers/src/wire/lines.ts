/** A line longer than this is no answer but a mistake, which must not fill the memory. */
const MAX_LINE = 2 ** 28;

/** Cuts a stream of text into lines. A last line without its end is torn, and never given out. */
export class LineCutter {
  readonly #line: (text: string) => void;
  #rest: string[] = [];
  #length = 0;

  constructor(line: (text: string) => void) {
    this.#line = line;
  }

  /** Is there the beginning of a line? */
  get torn(): boolean {
    return this.#length > 0;
  }

  /** Returns false when a line is longer than any answer. */
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
    return this.#length <= MAX_LINE;
  }
}
