/** Texts of a file that repeat: symbols, names and weights, looked up by their bytes. */

import type { GroupWithZero } from "../algebra/semifield.ts";
import { lengthened } from "../words/collections.ts";
import { decodeUtf8 } from "./bytes.ts";
import { failAt, type Line, orFail, textOf } from "./lines.ts";

/**
 * Numbers distinct pieces of text from 0 on, in the order of their first occurrence. Works on the bytes of a file, so
 * that a million arcs over three letters make three strings, not a million.
 */
export class TokenTable {
  /** Open addressing: the number of a token, or -1 for a free slot. */
  #slots = new Int32Array(256).fill(-1);
  /** The hash of each token, so that growing and most misses need not read the bytes. */
  #hashes = new Int32Array(256);
  /** The start of each token in the arena; it ends where the next one starts. */
  #starts = new Int32Array(257);
  #arena = new Uint8Array(1024);
  #used = 0;
  size = 0;

  /** The number of `bytes[start … end − 1]`, which is added if it is new. */
  number(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const known = this.find(bytes, start, end, hash);
    return known >= 0 ? known : this.add(bytes, start, end, hash);
  }

  /** The number of a piece with this hash, or -1 if it is new. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const starts = this.#starts;
    const arena = this.#arena;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = slots[slot];
      if (known < 0) return -1;
      const from = starts[known];
      if (this.#hashes[known] !== hash || starts[known + 1] - from !== end - start) continue;
      let at = start;
      while (at < end && arena[from + at - start] === bytes[at]) at++;
      if (at === end) return known;
    }
  }

  /** The text of a token; what is not UTF-8 in it becomes U+FFFD. */
  text(token: number): string {
    return decodeUtf8(this.#arena, this.#starts[token], this.#starts[token + 1]);
  }

  texts(): string[] {
    return Array.from({ length: this.size }, (_, token) => this.text(token));
  }

  /** Adds a piece with this hash that is not in the table yet. */
  add(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const length = end - start;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] >= 0) slot = (slot + 1) & mask;
    if (this.#used + length > this.#arena.length) {
      this.#arena = lengthened(this.#arena, 2 * (this.#used + length));
    }
    // Pieces are short: a loop is done before `set` has begun.
    for (let at = start; at < end; at++) this.#arena[this.#used++] = bytes[at];
    const token = this.size++;
    this.#slots[slot] = token;
    this.#hashes[token] = hash;
    this.#starts[token + 1] = this.#used;
    if (2 * this.size >= this.#slots.length) this.#grow();
    return token;
  }

  #grow(): void {
    const slots = new Int32Array(4 * this.#slots.length).fill(-1);
    const mask = slots.length - 1;
    const hashes = lengthened(this.#hashes, slots.length);
    for (let token = 0; token < this.size; token++) {
      let slot = hashes[token] & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = token;
    }
    this.#slots = slots;
    this.#hashes = hashes;
    this.#starts = lengthened(this.#starts, slots.length + 1);
  }
}

/**
 * A hash of few and small steps, since a loop that reads the bytes anyway takes them in passing, also before it is compiled. Up to six
 * digits, or six letters of one case, have no common hash. The end mixes it, so that neighbouring numbers do not get neighbouring slots.
 */
export const HASH_START = 1;

export function hashStep(hash: number, byte: number): number {
  return (hash << 5) ^ (hash >>> 27) ^ byte;
}

export function hashEnd(hash: number): number {
  const mixed = Math.imul(hash, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_START;
  for (let at = start; at < end; at++) hash = hashStep(hash, bytes[at]);
  return hashEnd(hash);
}

/** So many weights are kept; then the collection begins anew, since a file may have a million different ones. */
const MOST_WEIGHTS = 2 ** 14;
const NOTHING = new Uint8Array(0);
/** Longer texts are not kept: the cache must stay small for every file. */
const LONGEST = 32;

/**
 * Reads weights from the bytes of a file. Files repeat few weights many times, so those that were read are kept with their
 * bytes: most weights then cost a comparison, not a string and its parsing.
 */
export class WeightCache<W> {
  readonly #algebra: GroupWithZero<W>;
  #tokens = new TokenTable();
  #weights: W[] = [];

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
    this.#empty();
  }

  /** Keeps nothing but that no text is the weight one. */
  #empty(): void {
    this.#tokens = new TokenTable();
    this.#tokens.number(NOTHING, 0, 0);
    this.#weights = [this.#algebra.one];
  }

  /** The weight from `start` to `end`, whose bytes have this hash; undefined if it is not kept. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): W | undefined {
    const known = this.#tokens.find(bytes, start, end, hash);
    return known < 0 ? undefined : this.#weights[known];
  }

  /** The weight from `start` to `end` in a line, whose bytes have this hash. */
  read(line: Line, start: number, end: number, hash = hashOf(line.bytes, start, end)): W {
    if (end - start > LONGEST) return this.#parse(line, start, end);
    if (this.#weights.length === MOST_WEIGHTS) this.#empty();
    const known = this.#tokens.find(line.bytes, start, end, hash);
    if (known >= 0) return this.#weights[known];
    // The weight first: one that is none must not have a number.
    const weight = this.#parse(line, start, end);
    this.#tokens.add(line.bytes, start, end, hash);
    this.#weights.push(weight);
    return weight;
  }

  #parse(line: Line, start: number, end: number): W {
    const text = textOf(line, start, end);
    return orFail(
      () => this.#algebra.parse(text),
      (message) => failAt(line, start, message),
    );
  }
}
