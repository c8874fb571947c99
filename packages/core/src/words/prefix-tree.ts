import { lengthened } from "./collections.ts";
import type { Letter, Word } from "./word.ts";

/** With more letters than this, rows would be mostly empty. */
const WIDEST = 16;

/** So many nodes are sorted faster without a function that compares them. */
const FEW = 32;

/**
 * A set of words as the nodes of one tree; a node is an integer, and node 0 is ε. A million words as arrays with joined
 * keys took 455 MiB; here a word costs 12 bytes and its entry in the table of children.
 *
 * Children are found in one open-addressing hash table over (parent, letter): alphabets may have tens of thousands of
 * letters, and a JavaScript `Map` is limited to 16.7 million entries. If there are few letters, each node with children
 * has a row with one entry per letter instead: that takes two reads, and the hash table four and a hash.
 *
 * @example
 * const tree = new PrefixTree(2);
 * const node = tree.insert([0, 1, 1]);
 * console.log(tree.size, tree.depth(node), tree.word(node).join(" ")); // 4 3 0 1 1
 */
export class PrefixTree {
  #size = 1;
  /** The node without its last letter; -1 for ε. */
  #parent = new Int32Array(16).fill(-1);
  /** The last letter. */
  #letter = new Int32Array(16).fill(-1);
  /** The number of letters. */
  #depth = new Int32Array(16);
  /** Open addressing with linear probing: a node, or 0 for an empty slot (node 0 is no child). */
  #slots = new Int32Array(32);
  #hashed = 0;
  /** How many letters have an entry in the rows. */
  readonly #width: number;
  /** The start of a node's row; 0 if it has none. */
  #row = new Int32Array(16);
  /** The rows, one after the other: a node, or 0. The first row is not used. */
  #rows: Int32Array<ArrayBuffer>;
  #rowsEnd: number;
  /** The number of the last call of `longest` in which a node was met; no entries before the first. */
  #met = new Int32Array(0);
  #calls = 0;

  /** `letters` is the size of the alphabet, if it is small; larger letters may still occur. */
  constructor(letters = 0) {
    this.#width = letters <= WIDEST ? letters : 0;
    this.#rows = new Int32Array(16 * this.#width);
    this.#rowsEnd = this.#width;
  }

  get size(): number {
    return this.#size;
  }

  /** How many bytes it takes. */
  get bytes(): number {
    const nodes = this.#parent.byteLength + this.#letter.byteLength + this.#depth.byteLength;
    const children = this.#row.byteLength + this.#rows.byteLength + this.#slots.byteLength;
    return nodes + children + this.#met.byteLength;
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

  /** The node of the word extended by a letter, or -1 if it is not in the tree. */
  child(node: number, letter: Letter): number {
    if (letter < this.#width) {
      const row = this.#row[node];
      const inRow = row === 0 ? 0 : this.#rows[row + letter];
      return inRow === 0 ? -1 : inRow;
    }
    const found = this.#slots[this.#slot(node, letter)];
    return found === 0 ? -1 : found;
  }

  /** The node of the word extended by a letter; adds it if it is not in the tree. */
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
      this.#rows = lengthened(this.#rows, 2 * this.#rows.length);
    }
    this.#row[node] = row;
    return row;
  }

  /** The node of a word, from its `start`-th letter on, appended to that of a node; adds it if it is not in the tree. */
  insert(word: Word, from = 0, start = 0): number {
    let node = from;
    for (let i = start; i < word.length; i++) node = this.extend(node, word[i]);
    return node;
  }

  /** The nodes of a word's prefixes, ε first; adds those that are not in the tree. */
  path(word: Word): number[] {
    const nodes = [0];
    for (const letter of word) nodes.push(this.extend(nodes[nodes.length - 1], letter));
    return nodes;
  }

  /** The node of a word appended to that of a node, or -1 if it is not in the tree. */
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

  /** Does one node's word begin another one's, or are they the same? */
  begins(prefix: number, node: number): boolean {
    let at = node;
    while (this.#depth[at] > this.#depth[prefix]) at = this.#parent[at];
    return at === prefix;
  }

  /** These nodes, each once and the longest words first, without those that begin another of them. */
  longest(nodes: Iterable<number>): number[] {
    if (this.#met.length < this.#size) this.#met = lengthened(this.#met, this.#parent.length);
    const [met, parent, depth, call] = [this.#met, this.#parent, this.#depth, ++this.#calls];
    const sorted = this.#longestFirst([...nodes]);
    // No word begins one that is not longer: prefixes that are shorter than all words need not be met.
    const least = sorted.length === 0 ? 0 : depth[sorted[sorted.length - 1]];
    const longest: number[] = [];
    for (const node of sorted) {
      if (met[node] === call) continue;
      for (let at = node; at >= 0 && depth[at] >= least && met[at] !== call; at = parent[at]) met[at] = call;
      longest.push(node);
    }
    return longest;
  }

  /** Sorts nodes, those of words of the same length as they were. A few, which is what a learner mostly asks for, are moved where they belong. */
  #longestFirst(nodes: number[]): number[] {
    const depth = this.#depth;
    if (nodes.length > FEW) return nodes.sort((a, b) => depth[b] - depth[a]);
    for (let i = 1; i < nodes.length; i++) {
      const node = nodes[i];
      let to = i;
      for (; to > 0 && depth[nodes[to - 1]] < depth[node]; to--) nodes[to] = nodes[to - 1];
      nodes[to] = node;
    }
    return nodes;
  }

  /** The slot of (node, letter), or the slot where it belongs. */
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
    this.#parent = lengthened(this.#parent, length);
    this.#letter = lengthened(this.#letter, length);
    this.#depth = lengthened(this.#depth, length);
    if (this.#width > 0) this.#row = lengthened(this.#row, length);
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let node = 1; node < this.#size; node++) {
      if (this.#letter[node] < this.#width) continue;
      this.#slots[this.#slot(this.#parent[node], this.#letter[node])] = node;
    }
  }
}

/** Each of these words once, in the order in which they come first. */
export function* distinct(words: Iterable<Word>, letters?: number): Generator<Word> {
  const tree = new PrefixTree(letters);
  const seen = new Set<number>();
  for (const word of words) {
    const node = tree.insert(word);
    if (seen.has(node)) continue;
    seen.add(node);
    yield word;
  }
}
