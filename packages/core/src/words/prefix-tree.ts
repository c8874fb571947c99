import type { Letter, Word } from "./word.ts";

/**
 * A set of words as the nodes of one tree, an integer each: node 0 is ε. A million words as arrays with joined
 * keys took 455 MiB; here a word costs 12 bytes and its place in the table of children.
 *
 * Children are found through one open-addressing hash table over (parent, letter): alphabets may have tens of
 * thousands of letters, and a JavaScript Map ends at 16.7 million entries.
 */
export class PrefixTree {
  #size = 1;
  /** The node without its last letter; -1 for ε. */
  #parent = new Int32Array(16).fill(-1);
  /** The last letter. */
  #letter = new Int32Array(16).fill(-1);
  /** The number of letters. */
  #depth = new Int32Array(16);
  /** Open addressing, linear probing: a node, or 0 for an empty slot (node 0 is nobody's child). */
  #slots = new Int32Array(32);

  get size(): number {
    return this.#size;
  }

  parent(node: number): number {
    return this.#parent[node];
  }

  /** The last letter of the node's word; -1 for ε. */
  letter(node: number): Letter {
    return this.#letter[node];
  }

  depth(node: number): number {
    return this.#depth[node];
  }

  /** The node of the word extended by a letter, or -1 when it is not there. */
  child(node: number, letter: Letter): number {
    const found = this.#slots[this.#slot(node, letter)];
    return found === 0 ? -1 : found;
  }

  /** The node of the word extended by a letter, added when it is not there. */
  extend(node: number, letter: Letter): number {
    const slot = this.#slot(node, letter);
    const found = this.#slots[slot];
    if (found !== 0) return found;
    const added = this.#size++;
    if (added === this.#parent.length) this.#grow();
    this.#parent[added] = node;
    this.#letter[added] = letter;
    this.#depth[added] = this.#depth[node] + 1;
    if (2 * this.#size > this.#slots.length) this.#rehash();
    else this.#slots[slot] = added;
    return added;
  }

  /** The node of a whole word behind a node, added when it is not there. */
  insert(word: Word, from = 0): number {
    let node = from;
    for (let i = 0; i < word.length; i++) node = this.extend(node, word[i]);
    return node;
  }

  /** The node of a whole word behind a node, or -1 when it is not there. */
  find(word: Word, from = 0): number {
    let node = from;
    for (let i = 0; i < word.length && node >= 0; i++) node = this.child(node, word[i]);
    return node;
  }

  /** The word of a node. */
  word(node: number): Letter[] {
    const word = new Array<Letter>(this.#depth[node]);
    for (let at = node, i = word.length - 1; i >= 0; i--) {
      word[i] = this.#letter[at];
      at = this.#parent[at];
    }
    return word;
  }

  /** Where (node, letter) is, or where it would be. */
  #slot(node: number, letter: Letter): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let h = Math.imul(node, 0x9e3779b1) ^ Math.imul(letter + 1, 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    let slot = (h ^ (h >>> 13)) & mask;
    for (;;) {
      const found = slots[slot];
      if (found === 0 || (this.#parent[found] === node && this.#letter[found] === letter)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const length = this.#parent.length * 2;
    this.#parent = copyInto(new Int32Array(length), this.#parent);
    this.#letter = copyInto(new Int32Array(length), this.#letter);
    this.#depth = copyInto(new Int32Array(length), this.#depth);
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let node = 1; node < this.#size; node++) {
      this.#slots[this.#slot(this.#parent[node], this.#letter[node])] = node;
    }
  }
}

function copyInto(to: Int32Array<ArrayBuffer>, from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  to.set(from);
  return to;
}
