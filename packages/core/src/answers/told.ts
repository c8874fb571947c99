import { HankelError } from "../errors.ts";
import { Batch } from "../words/batch.ts";
import { lengthened } from "../words/collections.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import type { Answers } from "./answers.ts";

/** What stands at a node: a word that waits for its answer, or one whose answer was told; 0 elsewhere. */
const QUEUED = 1;
const TOLD = 2;

/**
 * What a learner was told: a view of answers that others may share, and the queue of words that it wants. The answers may
 * hold more than this learner has asked for, as in a run that is resumed; it sees only what it was told, in its order. No
 * word is asked twice, however it is split into prefix and suffix.
 *
 * @example
 * const told: Told<boolean> = new Observations(boolean, 2);
 * told.want(told.tree.insert([0]));
 * console.log(told.wanted().length); // 1
 */
export class Told<A, Shared extends Answers<A> = Answers<A>> {
  readonly tree: PrefixTree;
  /** The answers, which may be those of others, too. */
  readonly shared: Shared;
  /** `QUEUED`, `TOLD` or 0 for each node. */
  #marks: Uint8Array<ArrayBuffer> = new Uint8Array(64);
  /** The asked words, in the order of their answers, and how many they are. */
  #asked = new Int32Array(64);
  #count = 0;
  #queue: number[] = [];
  /** The words that `wanted` gave out last. */
  #batch: readonly number[] = [];

  constructor(shared: Shared) {
    this.tree = shared.tree;
    this.shared = shared;
  }

  /** How many answers there are. */
  get count(): number {
    return this.#count;
  }

  /** About how many bytes the words and their answers take. */
  get bytes(): number {
    return this.tree.bytes + this.shared.bytes + this.#marks.byteLength + this.#asked.byteLength;
  }

  knows(node: number): boolean {
    return node < this.#marks.length && this.#marks[node] === TOLD;
  }

  /** What a node's word was answered with. It must be known. */
  protected answer(node: number): A {
    this.requireKnown(node);
    return this.shared.answer(node);
  }

  protected requireKnown(node: number): void {
    if (!this.knows(node)) throw new HankelError("usage", `no answer yet for the word of node ${node}`);
  }

  /** Queues a word to be asked, unless it is known or queued. */
  want(node: number): void {
    if (this.knows(node) || (node < this.#marks.length && this.#marks[node] === QUEUED)) return;
    this.mark(node, QUEUED);
    this.#queue.push(node);
  }

  /** Is any word queued? */
  get wants(): boolean {
    return this.#queue.length > 0;
  }

  /** The queued words in the order in which they are asked, until they have about `letters` letters in all. */
  wanted(letters = Number.POSITIVE_INFINITY): Batch {
    const { tree } = this;
    const queue = this.shared.tellsPrefixes ? tree.longest(this.#queue) : this.#queue;
    let [count, sum] = [0, 0];
    while (count < queue.length && sum < letters) sum += tree.depth(queue[count++]) + 1;
    this.#batch = count === queue.length ? queue : queue.slice(0, count);
    return Batch.at(tree, this.#batch, this.shared);
  }

  /** The nodes of the asked words, in the order of the answers. */
  answered(): Int32Array {
    return this.#asked.slice(0, this.#count);
  }

  /** The asked words with their answers, in the order of the answers. */
  *answers(): Generator<[Word, A]> {
    for (let i = 0; i < this.#count; i++) {
      const node = this.#asked[i];
      yield [this.tree.word(node), this.answer(node)];
    }
  }

  /** Records the answers to the words that `wanted` gave out, or to the first ones that are queued. */
  record(answers: ArrayLike<A>): void {
    const batch = this.shared.tellsPrefixes ? this.#batch : this.#queue;
    for (let i = 0; i < answers.length; i++) this.told(batch[i], answers[i]);
    this.#unqueue(answers.length);
  }

  /** The same where the memory has been told the answers. */
  recordTold(): void {
    for (const node of this.#batch) this.noted(node);
    this.#unqueue(this.#batch.length);
  }

  #unqueue(count: number): void {
    const queue = this.#queue;
    if (this.shared.tellsPrefixes) this.#queue = this.#unknown(queue);
    else this.#queue = count === queue.length ? [] : queue.slice(count);
  }

  #unknown(nodes: readonly number[]): number[] {
    const unknown: number[] = [];
    for (const node of nodes) if (!this.knows(node)) unknown.push(node);
    return unknown;
  }

  /** Takes in an answer. */
  protected told(node: number, answer: A): void {
    this.shared.tell(node, answer);
    this.noted(node);
  }

  /** Notes that a word was answered. */
  protected noted(node: number): void {
    this.mark(node);
    this.keepAsked(node);
  }

  protected keepAsked(node: number): void {
    if (this.#count === this.#asked.length) this.#asked = lengthened(this.#asked, 2 * this.#count);
    this.#asked[this.#count++] = node;
  }

  protected mark(node: number, mark = TOLD): void {
    if (node >= this.#marks.length) {
      this.#marks = lengthened(this.#marks, Math.max(this.tree.size, 2 * this.#marks.length));
    }
    this.#marks[node] = mark;
  }
}
