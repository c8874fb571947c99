/** How many of the last lines of a program are remembered. */
const REMEMBERED = 100;

/**
 * The standard error of the copies of one program. A program that crashes on a word crashes on it again when it is started again, and
 * its traceback would fill the screen: lines that repeat the last ones of a copy that has ended are held back, and dropped if that
 * copy ends with them, too.
 */
export class LastWords {
  readonly #show: (line: string, worker: number) => void;
  /** The last lines of the copies that have ended, each list once. */
  readonly #ended: (readonly string[])[] = [];

  constructor(show: (line: string, worker: number) => void) {
    this.#show = show;
  }

  /** What a new copy writes. */
  follow(worker: number): { line(text: string): void; answered(): void; ended(): void } {
    let all: string[] = [];
    let held: string[] = [];
    const release = () => {
      for (const line of held) this.#show(line, worker);
      held = [];
    };
    return {
      line: (text) => {
        all.push(text);
        if (all.length > REMEMBERED) all = all.slice(-REMEMBERED);
        if (!this.#repeats([...held, text])) release();
        if (this.#repeats([...held, text])) held.push(text);
        else this.#show(text, worker);
      },
      answered: release,
      ended: () => {
        const known = this.#ended.some((lines) => endsWith(lines, held));
        if (known) held = [];
        release();
        if (all.length > 0 && !this.#ended.some((lines) => endsWith(lines, all))) this.#remember(all);
      },
    };
  }

  /** Are these consecutive lines of a copy that has ended? */
  #repeats(lines: readonly string[]): boolean {
    return this.#ended.some((known) =>
      known.some((_, from) => lines.every((line, i) => known[from + i] === line)),
    );
  }

  #remember(lines: readonly string[]): void {
    this.#ended.push(lines);
    if (this.#ended.length > MOST_ENDS) this.#ended.shift();
  }
}

/** So many different ends are remembered. */
const MOST_ENDS = 8;

function endsWith(lines: readonly string[], last: readonly string[]): boolean {
  const from = lines.length - last.length;
  return from >= 0 && last.every((line, i) => lines[from + i] === line);
}
