import { decodeUtf8, Ints } from "./bytes.ts";
import { type Line, textOf } from "./lines.ts";
import { TokenTable } from "./token-table.ts";

const ZERO = 0x30;
/** Numbers of up to nine digits fit an array index; longer ones are names. */
const MOST_DIGITS = 9;

/**
 * The states of a file: small numbers, or any other text. While reading, a number stands for itself and a name is a
 * negative number; at the end all become 0 … n−1, and numbers without gaps keep their values.
 */
export class StateNumbers {
  readonly #names = new TokenTable();

  /** The provisional number of the state from `start` to `end` in a line. */
  read(line: Line, start: number, end: number): number {
    const { bytes } = line;
    const length = end - start;
    if (length <= MOST_DIGITS && (bytes[start] !== ZERO || length === 1)) {
      let value = 0;
      let at = start;
      for (; at < end; at++) {
        const digit = bytes[at] - ZERO;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === end) return value;
    }
    const known = this.#names.size;
    const name = this.#names.number(bytes, start, end);
    if (name === known) textOf(line, start, end);
    return -1 - name;
  }

  /**
   * Replaces the provisional numbers in the lists. Numbers come first, in order, then names in the order of the file.
   * Names are kept unless the states are exactly 0 … n−1.
   */
  settle(lists: readonly Int32Array[]): { states: number; names: string[] | undefined } {
    const numbers = distinct(lists);
    const named = this.#names.size;
    const states = numbers.length + named;
    const gapless = numbers.length === 0 || numbers[numbers.length - 1] === numbers.length - 1;
    if (gapless && named === 0) return { states, names: undefined };
    for (const list of lists) {
      for (let i = 0; i < list.length; i++) {
        const state = list[i];
        if (state < 0) list[i] = numbers.length - 1 - state;
        else if (!gapless) list[i] = indexIn(numbers, state);
      }
    }
    const names = Array.from(numbers, String);
    for (let token = 0; token < named; token++) {
      const bytes = this.#names.bytes(token);
      names.push(decodeUtf8(bytes, 0, bytes.length));
    }
    return { states, names };
  }
}

/** The distinct numbers in the lists that are not negative, in order. */
function distinct(lists: readonly Int32Array[]): Int32Array {
  let most = -1;
  let count = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) if (list[i] > most) most = list[i];
    count += list.length;
  }
  // Sort if there are very large numbers; otherwise mark them in an array.
  if (most > 8 * count + 1024) {
    const all = new Ints();
    for (const list of lists) for (let i = 0; i < list.length; i++) if (list[i] >= 0) all.push(list[i]);
    return all.array.sort().filter((number, i, sorted) => i === 0 || number !== sorted[i - 1]);
  }
  const seen = new Uint8Array(most + 1);
  for (const list of lists) for (let i = 0; i < list.length; i++) if (list[i] >= 0) seen[list[i]] = 1;
  const numbers = new Ints();
  for (let number = 0; number <= most; number++) if (seen[number] === 1) numbers.push(number);
  return numbers.array;
}

/** The place of a number in a sorted list that contains it. */
function indexIn(sorted: Int32Array, number: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
