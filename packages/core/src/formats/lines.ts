import { HankelError, type Place } from "../errors.ts";
import { badUtf8, decodeUtf8, encodeUtf8, isBlank } from "./bytes.ts";

/** A file that is read as it comes: `push` its bytes in pieces of any size, then ask for the `end`. */
export interface ChunkReader<T> {
  push(bytes: Uint8Array): void;
  end(): T;
}

/** One line of a file, without its end. Valid until the reader asks for the next. */
export interface Line {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly number: number;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const NOTHING = new Uint8Array(0);

/**
 * Cuts chunks of bytes into lines and hands each to a reader. No more of a file than one line is kept. Lines end with
 * LF or CR LF; a byte order mark in front is no part of the first.
 */
export class LineSplitter implements Line {
  bytes: Uint8Array = NOTHING;
  start = 0;
  end = 0;
  number = 0;
  readonly #line: (line: Line) => void;
  /** The beginning of a line whose end has not come yet, in pieces. */
  #pieces: Uint8Array[] = [];

  constructor(line: (line: Line) => void) {
    this.#line = line;
  }

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
      const end = chunk.indexOf(LINE_FEED, start);
      if (end < 0) break;
      this.#hand(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#pieces.push(chunk.slice(start));
  }

  /** The last line, which need not end. */
  finish(): void {
    if (this.#pieces.length > 0) this.#flush();
    this.number++;
    this.bytes = NOTHING;
    this.start = 0;
    this.end = 0;
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
    this.bytes = bytes;
    this.number++;
    this.start = this.number === 1 && hasMark(bytes, start, end) ? start + 3 : start;
    this.end = end > this.start && bytes[end - 1] === RETURN ? end - 1 : end;
    this.#line(this);
  }
}

function hasMark(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}

export function failAtPlace(place: Place, message: string): never {
  throw new HankelError("parse", message, { place });
}

/** Throws a `parse` error for the character at an offset of a line; columns count characters. */
export function failAt(line: Line, at: number, message: string): never {
  return failAtPlace(placeAt(line, at), message);
}

export function placeAt({ bytes, start, number }: Line, at: number): Place {
  let column = 1;
  // A character is as many bytes as it likes, but only the first of them does not continue another.
  for (let i = start; i < at; i++) if ((bytes[i] & 0xc0) !== 0x80) column++;
  return { line: number, column };
}

/** The text of a part of a line; what is no UTF-8 is an error. */
export function textOf(line: Line, start = line.start, end = line.end): string {
  const bad = badUtf8(line.bytes, start, end);
  return bad < 0 ? decodeUtf8(line.bytes, start, end) : failAt(line, bad, "not UTF-8 text");
}

/** The columns of a line, which blanks separate: `starts[i]` to `ends[i]`. Reused from line to line. */
export class Columns {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How many there are, also beyond those that were kept. */
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

/** Reads a whole text with a reader made for chunks. */
export function readWhole<T>(reader: ChunkReader<T>, text: string): T {
  reader.push(encodeUtf8(text));
  return reader.end();
}
