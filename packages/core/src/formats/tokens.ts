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
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot];
      if (known < 0) return this.#add(bytes, start, end, hash, slot);
      if (this.#hashes[known] === hash && this.#is(known, bytes, start, end)) return known;
    }
  }

  /** The text of a token; what is not UTF-8 in it becomes U+FFFD. */
  text(token: number): string {
    return decodeUtf8(this.#arena, this.#starts[token], this.#starts[token + 1]);
  }

  texts(): string[] {
    return Array.from({ length: this.size }, (_, token) => this.text(token));
  }

  #is(token: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[token];
    const length = end - start;
    if (this.#starts[token + 1] - from !== length) return false;
    const arena = this.#arena;
    for (let i = 0; i < length; i++) if (arena[from + i] !== bytes[start + i]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const length = end - start;
    if (this.#used + length > this.#arena.length) {
      this.#arena = lengthened(this.#arena, 2 * (this.#used + length));
    }
    this.#arena.set(bytes.subarray(start, end), this.#used);
    this.#used += length;
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

/** FNV-1a with a final mix, so that neighbouring numbers do not become neighbouring slots. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return hash ^ (hash >>> 15);
}

const PLACES = 4096;
/** Longer texts are not cached: the cache must stay small for every file. */
const LONGEST = 32;

/**
 * Reads weights from the bytes of a file. Files repeat few weights many times, so the last weight of each hash is
 * cached with its bytes: most weights then cost a comparison, not a string and its parsing.
 */
export class WeightCache<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #weights: (W | undefined)[] = Array.from({ length: PLACES }, () => undefined);
  readonly #lengths = new Int8Array(PLACES).fill(-1);
  readonly #texts = new Uint8Array(PLACES * LONGEST);

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
  }

  /** The weight from `start` to `end` in a line. */
  read(line: Line, start: number, end: number): W {
    const { bytes } = line;
    const length = end - start;
    if (length > LONGEST) return this.#parse(line, start, end);
    const place = hashOf(bytes, start, end) & (PLACES - 1);
    const from = place * LONGEST;
    const texts = this.#texts;
    if (this.#lengths[place] === length) {
      let i = 0;
      while (i < length && texts[from + i] === bytes[start + i]) i++;
      if (i === length) return this.#weights[place] as W;
    }
    const weight = this.#parse(line, start, end);
    this.#weights[place] = weight;
    this.#lengths[place] = length;
    for (let i = 0; i < length; i++) texts[from + i] = bytes[start + i];
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
