/** Text as UTF-8 bytes: `TextDecoder` is not part of the language, and readers of large files work on bytes. */

import { lengthened } from "../words/collections.ts";

const REPLACEMENT = "\ufffd";

/** The offset of the first bytes that are not UTF-8, or -1. */
export function badUtf8(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; ) {
    const length = bytes[at] < 0x80 ? 1 : sequenceLength(bytes, at, end);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/**
 * The length of the character at `at`, or 0 if the bytes are not UTF-8; overlong forms, surrogates and values beyond
 * U+10FFFF are not.
 */
function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at];
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 4;
  if (first < 0xc2 || first > 0xf4 || at + length > end) return 0;
  for (let i = 1; i < length; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1];
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  return first === 0xf4 && second > 0x8f ? 0 : length;
}

/** Weights, names and symbols are no longer than this, as a rule. */
const SHORT = 32;

/** A short text of ASCII; undefined if it is none. */
export function shortAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > SHORT) return undefined;
  let text = "";
  for (let at = start; at < end; at++) {
    if (bytes[at] >= 0x80) return undefined;
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}

/** Decodes bytes. What is not UTF-8 becomes U+FFFD; use `badUtf8` to detect it. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  const ascii = shortAscii(bytes, start, end);
  if (ascii !== undefined) return ascii;
  const pieces: string[] = [];
  let units: number[] = [];
  for (let at = start; at < end; ) {
    const length = sequenceLength(bytes, at, end);
    if (length === 1) units.push(bytes[at]);
    else if (length === 0) units.push(REPLACEMENT.charCodeAt(0));
    else pushCodePoint(units, codePoint(bytes, at, length));
    at += Math.max(1, length);
    // The arguments of `fromCharCode` are passed on the stack, which is limited.
    if (units.length >= 4096) {
      pieces.push(String.fromCharCode(...units));
      units = [];
    }
  }
  const last = String.fromCharCode(...units);
  return pieces.length === 0 ? last : pieces.join("") + last;
}

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  let code = bytes[at] & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) code = (code << 6) | (bytes[at + i] & 0x3f);
  return code;
}

function pushCodePoint(units: number[], code: number): void {
  if (code < 0x10000) units.push(code);
  else units.push(0xd7c0 + (code >> 10), 0xdc00 | (code & 0x3ff));
}

/** Encodes a text. A lone surrogate becomes bytes that are not UTF-8, so that a reader notices. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(3 * text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) as number;
    if (code < 0x80) bytes[length++] = code;
    else {
      const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      bytes[length++] = ((0xff00 >> (more + 1)) & 0xff) | (code >> (6 * more));
      for (let shift = 6 * (more - 1); shift >= 0; shift -= 6)
        bytes[length++] = 0x80 | ((code >> shift) & 0x3f);
      if (more === 3) i++;
    }
  }
  return bytes.slice(0, length);
}

/** Is this byte a blank within a line? */
export function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** A growing list of 32-bit integers. */
export class Ints {
  #items = new Int32Array(64);
  length = 0;

  push(item: number): void {
    if (this.length === this.#items.length) this.#items = lengthened(this.#items, 2 * this.length);
    this.#items[this.length++] = item;
  }

  at(index: number): number {
    return this.#items[index];
  }

  /** The array that the integers are in, with room for so many more, for a loop that sets `length` itself when it is done. */
  reserve(more: number): Int32Array {
    const wanted = this.length + more;
    if (wanted > this.#items.length) this.#items = lengthened(this.#items, Math.max(wanted, 2 * this.length));
    return this.#items;
  }

  /** The integers so far, not copied. */
  get array(): Int32Array {
    return this.#items.subarray(0, this.length);
  }
}

/** A growing list of numbers. */
export class Floats {
  #items = new Float64Array(64);
  length = 0;

  push(item: number): void {
    if (this.length === this.#items.length) this.#items = lengthened(this.#items, 2 * this.length);
    this.#items[this.length++] = item;
  }

  /** The numbers so far, not copied. */
  get array(): Float64Array {
    return this.#items.subarray(0, this.length);
  }
}

const CAPACITY = 2 ** 18;
/** A buffer is passed on when it has this many bytes. */
const FULL = CAPACITY - 2 ** 12;
const MINUS = 0x2d;
const ZERO = 0x30;

/** Writes a number to a place that has room for it; returns where it ends. */
export function putInt(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  if (rest < 0) {
    bytes[at++] = MINUS;
    rest = -rest;
  }
  let end = at + 1;
  for (let bound = 10; rest >= bound; bound *= 10) end++;
  for (let place = end - 1; place >= at; place--) {
    const tenth = (rest / 10) | 0;
    bytes[place] = ZERO + rest - 10 * tenth;
    rest = tenth;
  }
  return end;
}

/** Collects the bytes of a text file in pieces, without making a string of each number. */
export class ByteWriter {
  #bytes = new Uint8Array(CAPACITY);
  /** How many bytes were written since the last call of `take`. */
  length = 0;

  get full(): boolean {
    return this.length >= FULL;
  }

  /** The bytes written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  byte(byte: number): void {
    this.#room(1);
    this.#bytes[this.length++] = byte;
  }

  /** A whole number below 2³¹ in magnitude, in decimal. */
  int(value: number): void {
    this.#room(11);
    this.length = putInt(this.#bytes, this.length, value);
  }

  /** The array that the bytes are in, with room for so many more, for a loop that writes behind `length` and sets it when it is done. */
  bytesWithRoom(more: number): Uint8Array {
    this.#room(more);
    return this.#bytes;
  }

  text(text: string): void {
    const { length } = text;
    this.#room(length);
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) {
        this.bytes(encodeUtf8(text.slice(i)));
        return;
      }
      this.#bytes[this.length++] = code;
    }
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  #room(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    this.#bytes = lengthened(this.#bytes, 2 * (this.length + more));
  }
}
