import type { Wdfsa } from "../automata/wdfsa.ts";
import { lengthened } from "../words/collections.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";

/** The entry of a word that leads nowhere; those of states follow. */
const NOWHERE = 1;
const FIRST = 2;

/**
 * Where an automaton is after the words of a tree. It knows its state after each word that it was asked about and after each
 * prefix of one, so a word takes time for what is new of it: mostly one letter or two.
 */
export class StateWalk {
  readonly tree: PrefixTree;
  readonly #letters: number;
  readonly #target: Int32Array;
  /** The state after each node's word, plus 2; 1 if it leads nowhere, and 0 if that is not known yet. */
  #entry = new Int32Array(64);
  /** The nodes of a word that are new, its last one first. */
  #path = new Int32Array(64);

  constructor(
    { target, alphabet, size }: Pick<Wdfsa<unknown>, "target" | "alphabet" | "size">,
    tree: PrefixTree,
  ) {
    this.tree = tree;
    this.#letters = alphabet.size;
    this.#target = Int32Array.from(target);
    this.#entry[0] = size === 0 ? NOWHERE : FIRST;
  }

  /** Follows a node's word. Returns how many of its last letters are new. */
  follow(node: number): number {
    const { tree } = this;
    if (node >= this.#entry.length) this.#entry = lengthened(this.#entry, 2 * tree.size);
    if (this.#entry[node] !== 0) return 0;
    const before = this.#entry[tree.parent(node)];
    if (before === 0) return this.#followFar(node);
    this.#entry[node] = this.#step(before, tree.letter(node));
    return 1;
  }

  #followFar(node: number): number {
    const { tree } = this;
    const depth = tree.depth(node);
    if (depth > this.#path.length) this.#path = lengthened(this.#path, 2 * depth);
    const [entry, path] = [this.#entry, this.#path];
    let count = 0;
    let at = node;
    for (; entry[at] === 0; at = tree.parent(at)) path[count++] = at;
    for (let i = count - 1, current = entry[at]; i >= 0; i--) {
      current = this.#step(current, tree.letter(path[i]));
      entry[path[i]] = current;
    }
    return count;
  }

  #step(entry: number, letter: number): number {
    return entry === NOWHERE ? NOWHERE : this.#target[(entry - FIRST) * this.#letters + letter] + FIRST;
  }

  /** The state after a node's word, which was followed; -1 if it leads nowhere. */
  state(node: number): number {
    return this.#entry[node] - FIRST;
  }

  /** The last arc of a node's word, which was followed and leads somewhere. */
  arc(node: number): number {
    return this.state(this.tree.parent(node)) * this.#letters + this.tree.letter(node);
  }
}
