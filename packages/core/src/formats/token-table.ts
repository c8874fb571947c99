import { Ints } from "./bytes.ts";

/**
 * A number for each distinct piece of text, counted from 0 in the order they come. Works on the bytes of a file, so
 * that a million arcs over three letters make three strings, not a million.
 */
export class TokenTable {
  /** Open addressing: the number of a token, or -1 for a free slot. */
  #slots = new Int32Array(256).fill(-1);
  /** The hash of each token, so that growing and most misses never look at the bytes. */
  readonly #hashes = new Ints();
  /** Where each token ends in the arena; the next begins there. */
  readonly #ends = new Ints();
  #arena = new Uint8Array(1024);
  #used = 0;
  size = 0;

  /** The number of `bytes[start … end − 1]`, a new one when it has not come before. */
  number(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot];
      if (known < 0) return this.#add(bytes, start, end, hash, slot);
      if (this.#hashes.array[known] === hash && this.#is(known, bytes, start, end)) return known;
    }
  }

  /** The bytes of a token. */
  bytes(token: number): Uint8Array {
    return this.#arena.subarray(token === 0 ? 0 : this.#ends.array[token - 1], this.#ends.array[token]);
  }

  #is(token: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = token === 0 ? 0 : this.#ends.array[token - 1];
    const length = end - start;
    if (this.#ends.array[token] - from !== length) return false;
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
    this.#ends.push(this.#used);
    this.#hashes.push(hash);
    this.#slots[slot] = this.size;
    if (2 * ++this.size > this.#slots.length) this.#grow();
    return this.size - 1;
  }

  #grow(): void {
    const slots = new Int32Array(4 * this.#slots.length).fill(-1);
    const mask = slots.length - 1;
    const hashes = this.#hashes.array;
    for (let token = 0; token < this.size; token++) {
      let slot = hashes[token] & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = token;
    }
    this.#slots = slots;
  }
}

/** FNV-1a, with a last stir: neighbouring numbers must not become neighbouring slots. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return hash ^ (hash >>> 15);
}
