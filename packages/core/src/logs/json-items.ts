/** The values of a file of JSON: those on its lines, those behind each other over any number of lines, or the items of one array. */

import type { Place } from "../errors.ts";
import { badUtf8, decodeUtf8, isBlank } from "../formats/bytes.ts";
import { type ChunkReader, failAtPlace, type Line, LineReader, textOf } from "../formats/lines.ts";

/** What to do with a value: how to get its text, which fails if it is none, and where it begins. */
export type TakeItem = (read: () => string, at: Place) => void;

/** Takes the value on each line. A line that is no value is at fault alone. */
export class JsonLines extends LineReader<void> {
  readonly #take: TakeItem;

  constructor(take: TakeItem) {
    super();
    this.#take = take;
  }

  protected line(line: Line): void {
    const { bytes, start, end, number } = line;
    if (bytes.subarray(start, end).every((byte) => isBlank(byte))) return;
    this.#take(() => textOf(line), { line: number, column: 1 });
  }

  protected result(): void {}
}

const LINE_FEED = 0x0a;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
/** The mark that some editors write in front of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];
/** A value is no longer than this: a bracket that is never closed must not swallow the file. */
const LONGEST = 2 ** 28;

const isOpening = (byte: number) => byte === OPEN_BRACE || byte === OPEN_BRACKET;

/** How many brackets are open, those in strings left out. */
class Nesting {
  depth = 0;
  isString = false;
  #isEscaped = false;

  go(byte: number): void {
    if (this.isString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.isString = false;
    } else if (byte === QUOTE) this.isString = true;
    else if (isOpening(byte)) this.depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.depth--;
  }
}

/**
 * Takes values that may go over several lines. If the first one is an array of objects or arrays, these are the values. Only where values begin and end is found
 * here; what they are, the caller finds.
 */
export class JsonValues implements ChunkReader<void> {
  readonly #take: TakeItem;
  readonly #nesting = new Nesting();
  /** The pieces of the value that is not complete yet, and how many bytes they have. */
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  /** Where it begins, and where the array begins whose items are taken. */
  #begin: Place = { line: 1, column: 1 };
  #opening: Place = this.#begin;
  #line = 1;
  #column = 1;
  /** Before everything, behind the bracket of an array that may be a value itself, in or behind an array of values, or between values of no array. */
  #where: "first" | "opened" | "array" | "behind" | "between" = "first";

  constructor(take: TakeItem) {
    this.#take = take;
  }

  push(bytes: Uint8Array): void {
    const nesting = this.#nesting;
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (nesting.depth > 0) {
        nesting.go(byte);
        if (nesting.depth === 0) this.#complete(bytes.subarray(from, at + 1));
      } else if (!isBlank(byte) && !(this.#where === "first" && MARK.includes(byte))) {
        from = at;
        this.#outside(byte);
      }
      if (byte === LINE_FEED) {
        this.#line++;
        this.#column = 1;
      } else if ((byte & 0xc0) !== 0x80) this.#column++;
    }
    if (nesting.depth > 0) this.#keep(bytes.slice(from));
  }

  end(): void {
    if (this.#nesting.depth > 0) failAtPlace(this.#begin, "a value that starts here does not end");
    if (this.#where === "opened" || this.#where === "array")
      failAtPlace(this.#opening, "an array that starts here does not end");
  }

  /** A byte between values. */
  #outside(byte: number): void {
    const here = { line: this.#line, column: this.#column };
    if (this.#where === "first" && byte === OPEN_BRACKET) {
      [this.#where, this.#opening] = ["opened", here];
      return;
    }
    if (this.#where === "first") this.#where = "between";
    if (this.#where === "opened") {
      // An array of texts is a word: it is a value itself. What stood between its bracket and this byte is blank.
      if (!isOpening(byte) && byte !== CLOSE_BRACKET) {
        [this.#where, this.#begin] = ["between", this.#opening];
        this.#keep(Uint8Array.of(OPEN_BRACKET));
        this.#nesting.go(OPEN_BRACKET);
        this.#nesting.go(byte);
        return;
      }
      this.#where = "array";
    }
    if (this.#where === "behind") failAtPlace(here, "expected the end of the file behind its array");
    if (isOpening(byte)) {
      this.#begin = here;
      this.#nesting.go(byte);
    } else if (this.#where === "array" && byte === CLOSE_BRACKET) this.#where = "behind";
    else if (this.#where !== "array" || byte !== COMMA) failAtPlace(here, "expected an object or an array");
  }

  #keep(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes > LONGEST) failAtPlace(this.#begin, "a value that starts here does not end");
  }

  #complete(last: Uint8Array): void {
    this.#keep(last);
    const whole = new Uint8Array(this.#bytes);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    [this.#pieces, this.#bytes] = [[], 0];
    const begin = this.#begin;
    this.#take(() => {
      if (badUtf8(whole, 0, whole.length) >= 0)
        failAtPlace(begin, "the value that starts here is not UTF-8 text");
      return decodeUtf8(whole, 0, whole.length);
    }, begin);
  }
}

/**
 * Does a file hold a value on each of its lines? It does not if the first value goes on behind its line, or is an array of objects or arrays that stands alone. Only
 * the beginning of the file need be there.
 */
export function isJsonLines(start: Uint8Array, isWhole: boolean): boolean {
  let at = 0;
  const isSkipped = (byte: number) => isBlank(byte) || MARK.includes(byte);
  while (at < start.length && isSkipped(start[at])) at++;
  const found = start.indexOf(LINE_FEED, at);
  // A line that is cut off here may be longer than what is looked at.
  if (found < 0 && !isWhole) return false;
  const line = start.subarray(at, found < 0 ? start.length : found);
  const nesting = new Nesting();
  for (const byte of line) nesting.go(byte);
  if (nesting.isString || nesting.depth > 0) return false;
  const [first, second] = line.filter((byte) => !isBlank(byte));
  const isAlone = isWhole && start.subarray(at + line.length).every((byte) => isBlank(byte));
  return !(isAlone && first === OPEN_BRACKET && isOpening(second));
}
