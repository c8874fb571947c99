import { Ints } from "../formats/bytes.ts";

/** Where the items of a log were read: the file and the line of each, and at most a few files. */
export class Places {
  readonly #lines = new Ints();
  /** The names of the files, and how many items there were when each began. */
  readonly #files: string[] = [];
  readonly #begins: number[] = [];

  begin(file: string): void {
    this.#files.push(file);
    this.#begins.push(this.#lines.length);
  }

  push(line: number): void {
    this.#lines.push(line);
  }

  /** The number of the file that an item was read from. */
  fileOf(item: number): number {
    let [low, high] = [0, this.#begins.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#begins[middle] <= item) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** As people write it: `log.csv:12`. */
  of(item: number): string {
    return `${this.#files[this.fileOf(item)]}:${this.#lines.array[item]}`;
  }
}
