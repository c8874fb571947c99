import { type AnyAlgebra, semifieldByName } from "../algebra/registry.ts";
import { HankelError, type Place, quote } from "../errors.ts";
import { badUtf8, decodeUtf8, encodeUtf8, isBlank, shortAscii } from "./bytes.ts";

/** Reads a file in pieces: `push` its bytes in chunks of any size, then call `end`. */
export interface ChunkReader<T> {
  push(bytes: Uint8Array): void;
  end(): T;
}

/** A line of a file, without its line end. Valid until the next line. */
export interface Line {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly number: number;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Reads a file line by line. At most one line is kept in memory. Lines end with LF or CR LF; a byte order mark is skipped.
 */
export abstract class LineReader<T> implements ChunkReader<T> {
  readonly #current: { -readonly [part in keyof Line]: Line[part] } = {
    bytes: new Uint8Array(0),
    start: 0,
    end: 0,
    number: 0,
  };
  /** The pieces of a line that is not complete yet. */
  #pieces: Uint8Array[] = [];

  protected abstract line(line: Line): void;

  /**
   * Reads as many of the next lines as it can in one go, and tells where it stopped: at the start of a line, which `line` gets. A
   * format with large files has a loop here for its plain lines: a new process runs such a loop, compiled at once, several
   * times faster than the functions that `line` calls.
   */
  protected plainLines(_chunk: Uint8Array, start: number, _number: number): { end: number; lines: number } {
    return { end: start, lines: 0 };
  }

  /** What the lines say; `lines` is one more than there are. */
  protected abstract result(lines: number): T;

  push(chunk: Uint8Array): void {
    let start = 0;
    if (this.#pieces.length > 0) {
      const end = chunk.indexOf(LINE_FEED);
      this.#pieces.push(chunk.slice(0, end < 0 ? chunk.length : end));
      if (end < 0) return;
      this.#flush();
      start = end + 1;
    }
    for (;;) {
      const plain = this.plainLines(chunk, start, this.#current.number + 1);
      this.#current.number += plain.lines;
      start = plain.end;
      const end = chunk.indexOf(LINE_FEED, start);
      if (end < 0) break;
      this.#hand(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#pieces.push(chunk.slice(start));
  }

  /** The last line need not have a line end. */
  end(): T {
    if (this.#pieces.length > 0) this.#flush();
    return this.result(this.#current.number + 1);
  }

  #flush(): void {
    const pieces = this.#pieces;
    this.#pieces = [];
    if (pieces.length === 1) return this.#hand(pieces[0], 0, pieces[0].length);
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#hand(whole, 0, whole.length);
  }

  #hand(bytes: Uint8Array, start: number, end: number): void {
    const line = this.#current;
    line.bytes = bytes;
    line.number++;
    line.start = line.number === 1 && hasMark(bytes, start, end) ? start + 3 : start;
    line.end = end > line.start && bytes[end - 1] === RETURN ? end - 1 : end;
    this.line(line);
  }
}

function hasMark(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}

export function failAtPlace(place: Place, message: string): never {
  throw new HankelError("parse", message, { place });
}

/** What a reading gives; `fail` puts a place to the message of its error. */
export function orFail<T>(read: () => T, fail: (message: string) => never): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof HankelError) return fail(error.message);
    throw error;
  }
}

/** The semifield of a file that names it; it must be the given one, if there is one. */
export function semifieldOf(
  name: string,
  given: AnyAlgebra | undefined,
  fail: (message: string) => never,
): AnyAlgebra {
  if (given?.name === name) return given;
  if (given !== undefined) fail(`expected the semifield ${quote(given.name)}, found ${quote(name)}`);
  return orFail(() => semifieldByName(name), fail);
}

/** Throws a `parse` error for the character at an offset of a line; columns count characters. */
export function failAt(line: Line, at: number, message: string): never {
  return failAtPlace(placeAt(line, at), message);
}

export function placeAt({ bytes, start, number }: Line, at: number): Place {
  let column = 1;
  // A character may have several bytes, but only its first one is not a continuation byte.
  for (let i = start; i < at; i++) if ((bytes[i] & 0xc0) !== 0x80) column++;
  return { line: number, column };
}

/** The text of a part of a line; an error if it is not UTF-8. */
export function textOf(line: Line, start = line.start, end = line.end): string {
  const ascii = shortAscii(line.bytes, start, end);
  if (ascii !== undefined) return ascii;
  const bad = badUtf8(line.bytes, start, end);
  return bad < 0 ? decodeUtf8(line.bytes, start, end) : failAt(line, bad, "not UTF-8 text");
}

/** The columns of a line, separated by blanks: `starts[i]` to `ends[i]`. Reused for every line. */
export class Columns {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The number of columns, including those that were not kept. */
  count = 0;

  constructor(most: number) {
    this.starts = new Int32Array(most);
    this.ends = new Int32Array(most);
  }

  split(line: Line): void {
    const { bytes, end } = line;
    const { starts, ends } = this;
    let count = 0;
    for (let at = line.start; ; ) {
      while (at < end && isBlank(bytes[at])) at++;
      if (at >= end) break;
      const start = at;
      while (at < end && !isBlank(bytes[at])) at++;
      if (count < starts.length) {
        starts[count] = start;
        ends[count] = at;
      }
      count++;
    }
    this.count = count;
  }

  text(line: Line, column: number): string {
    return textOf(line, this.starts[column], this.ends[column]);
  }
}

/**
 * Reads a whole text with a reader made for chunks.
 *
 * @example
 * console.log(readWhole(new SymbolReader(), "<eps> 0\na 1\n").name(1)); // a
 */
export function readWhole<T>(reader: ChunkReader<T>, text: string): T {
  reader.push(encodeUtf8(text));
  return reader.end();
}
