import { lengthened } from "../words/lengthened.ts";

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

  /** The bytes of a token. */
  bytes(token: number): Uint8Array {
    return this.#arena.subarray(this.#starts[token], this.#starts[token + 1]);
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
      const grown = new Uint8Array(2 * (this.#used + length));
      grown.set(this.#arena.subarray(0, this.#used));
      this.#arena = grown;
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
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return hash ^ (hash >>> 15);
}
