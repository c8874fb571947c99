import type { Letter, Word } from "./word.ts";

/** With more letters than these a row is mostly empty. */
const WIDEST = 16;

/**
 * A set of words as the nodes of one tree, an integer each: node 0 is ε. A million words as arrays with joined
 * keys took 455 MiB; here a word costs 12 bytes and its place in the table of children.
 *
 * Children are found through one open-addressing hash table over (parent, letter): alphabets may have tens of
 * thousands of letters, and a JavaScript Map ends at 16.7 million entries. Those of the first few letters stand in a row
 * instead, a row for each node that has such children: two reads, where the hash table takes four and a calculation.
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
  #hashed = 0;
  /** How many letters have their children in rows. */
  readonly #width: number;
  /** Where a node's row begins; 0 where it has none. */
  #row = new Int32Array(16);
  /** The rows, one after the other: a node, or 0; the first is left out. */
  #rows: Int32Array<ArrayBuffer>;
  #rowsEnd: number;

  /** `letters`: how many there are, where there are few; more may come. */
  constructor(letters = 0) {
    this.#width = letters <= WIDEST ? letters : 0;
    this.#rows = new Int32Array(16 * this.#width);
    this.#rowsEnd = this.#width;
  }

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
    if (letter < this.#width) {
      const row = this.#row[node];
      const inRow = row === 0 ? 0 : this.#rows[row + letter];
      return inRow === 0 ? -1 : inRow;
    }
    const found = this.#slots[this.#slot(node, letter)];
    return found === 0 ? -1 : found;
  }

  /** The node of the word extended by a letter, added when it is not there. */
  extend(node: number, letter: Letter): number {
    if (letter < this.#width) {
      let row = this.#row[node];
      if (row === 0) row = this.#addRow(node);
      const inRow = this.#rows[row + letter];
      if (inRow !== 0) return inRow;
      const added = this.#add(node, letter);
      this.#rows[row + letter] = added;
      return added;
    }
    const slot = this.#slot(node, letter);
    const found = this.#slots[slot];
    if (found !== 0) return found;
    const added = this.#add(node, letter);
    this.#slots[slot] = added;
    if (2 * ++this.#hashed > this.#slots.length) this.#rehash();
    return added;
  }

  #add(node: number, letter: Letter): number {
    const added = this.#size++;
    if (added === this.#parent.length) this.#grow();
    this.#parent[added] = node;
    this.#letter[added] = letter;
    this.#depth[added] = this.#depth[node] + 1;
    return added;
  }

  #addRow(node: number): number {
    const row = this.#rowsEnd;
    this.#rowsEnd += this.#width;
    if (this.#rowsEnd > this.#rows.length) {
      this.#rows = copyInto(new Int32Array(2 * this.#rows.length), this.#rows);
    }
    this.#row[node] = row;
    return row;
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
    if (this.#width > 0) this.#row = copyInto(new Int32Array(length), this.#row);
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let node = 1; node < this.#size; node++) {
      if (this.#letter[node] < this.#width) continue;
      this.#slots[this.#slot(this.#parent[node], this.#letter[node])] = node;
    }
  }
}

function copyInto(to: Int32Array<ArrayBuffer>, from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  to.set(from);
  return to;
}
