import { lengthened } from "../../words/collections.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { Letter } from "../../words/word.ts";

/** No word. */
const NONE = -1;

/** No prediction, or none that has to be compared. It is no position: those of words are the complements of their nodes. */
const NOTHING = -(2 ** 30);

/** What is observed and predicted: see `Fold`. */
interface Predicted {
  readonly tree: PrefixTree;
  readonly letters: number;
  readonly output: Int32Array;
  readonly after: Int32Array;
  firstEvidence(arc: number): number;
  nextEvidence(node: number): number;
  firstChild(node: number): number;
  nextSibling(node: number): number;
  child(node: number, letter: Letter): number;
  outputOf(node: number): number;
}

/**
 * What was observed after the words of an arc, the newest first, as a list to compare many places with: most of them differ
 * soon. It is read as far as it is needed, and may be used until something is observed or believed anew.
 */
export class ObservedAfter {
  readonly #fold: Predicted;
  #count = 0;
  /** Observed words; those of the arc, whose last outputs are not compared, and those that extend them. */
  #nodes = new Int32Array(64);
  /** For each of them the index of the word without the last letter, `NONE` for those of the arc; the letter and the output. */
  #parents = new Int32Array(64);
  #letters = new Int32Array(64);
  #outputs = new Int32Array(64);
  /** Where the prediction stands after each of them. */
  #position = new Int32Array(64);

  constructor(fold: Predicted) {
    this.#fold = fold;
  }

  /** Begins with the words of an arc. */
  start(arc: number): void {
    this.#count = 0;
    this.#add(this.#fold.firstEvidence(arc), NONE);
  }

  #add(node: number, parent: number): void {
    const at = this.#count++;
    if (at === this.#nodes.length) this.#grow(2 * at);
    this.#nodes[at] = node;
    this.#parents[at] = parent;
    if (parent === NONE) return;
    this.#letters[at] = this.#fold.tree.letter(node);
    this.#outputs[at] = this.#fold.outputOf(node);
  }

  #grow(room: number): void {
    this.#nodes = lengthened(this.#nodes, room);
    this.#parents = lengthened(this.#parents, room);
    this.#letters = lengthened(this.#letters, room);
    this.#outputs = lengthened(this.#outputs, room);
    this.#position = lengthened(this.#position, room);
  }

  /** Reads another word, one that extends the last if there is any; false if there is nothing more. */
  #readOn(): boolean {
    const fold = this.#fold;
    let at = this.#count - 1;
    const child = fold.firstChild(this.#nodes[at]);
    if (child > 0) {
      this.#add(child, at);
      return true;
    }
    for (; this.#parents[at] !== NONE; at = this.#parents[at]) {
      const sibling = fold.nextSibling(this.#nodes[at]);
      if (sibling <= 0) continue;
      this.#add(sibling, this.#parents[at]);
      return true;
    }
    const next = fold.nextEvidence(this.#nodes[at]);
    if (next !== 0) this.#add(next, NONE);
    return next !== 0;
  }

  /** Is all of it what a place predicts, as far as both are known? */
  agreesWith(place: number): boolean {
    let at = 0;
    do {
      if (!this.#agree(at, place)) return false;
      at = this.#count;
    } while (this.#readOn());
    return true;
  }

  /** The same for what has been read, from an index on. */
  #agree(start: number, place: number): boolean {
    const { output, after, letters: width } = this.#fold;
    const [nodes, parents, letters, outputs, position] = [
      this.#nodes,
      this.#parents,
      this.#letters,
      this.#outputs,
      this.#position,
    ];
    for (let i = start, end = this.#count; i < end; i++) {
      const parent = parents[i];
      if (parent === NONE) {
        position[i] = place;
        continue;
      }
      const from = position[parent];
      let next = NOTHING;
      if (from >= 0) {
        const arc = from * width + letters[i];
        if (output[arc] !== 0) {
          if (output[arc] !== outputs[i]) return false;
          next = after[arc];
        }
      } else if (from !== NOTHING) {
        const child = this.#fold.child(~from, letters[i]);
        if (child >= 0) {
          if (this.#fold.outputOf(child) !== outputs[i]) return false;
          next = ~child;
        }
      }
      position[i] = next === ~nodes[i] ? NOTHING : next;
    }
    return true;
  }
}
