import { type FreeWord, freeGroup, generatorsIn } from "../algebra/free-group.ts";
import type { MachineKind } from "../automata/machine.ts";
import { Contradiction, countOf, HankelError, quote } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { lengthened } from "../words/lengthened.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { Observations } from "./observations.ts";

/**
 * The answers of a machine. An answer is a run, so it tells the weights of all prefixes of the word: these are never
 * asked, and a batch holds no word that begins another one. A node keeps the number of its last output only, so memory is
 * linear in the words; a weight is put together when somebody needs it.
 */
export class RunObservations extends Observations<FreeWord> {
  readonly #alphabet: Alphabet;
  /** How many outputs a run has before that of the first letter. */
  readonly #before: 0 | 1;
  /** Every output that occurred, as it is written in a weight, and its number. */
  readonly outputs: FreeWord[] = [];
  readonly #numbers = new Map<FreeWord, number>();
  /** 1 + the number of the last output of the node's word; 0 if it is not known, -1 while the word is queued. */
  #output = new Int32Array(64);
  /** Which asked word showed it first, by its place in `#asked`. */
  #shownBy = new Int32Array(64);
  /** The asked words, in the order of their answers. */
  readonly #asked: number[] = [];
  /** The words to be asked, and those of the batch that `wanted` gave out. */
  #queue: number[] = [];
  #batch: number[] = [];
  /** The number of the last batch that holds the node's word or a longer one. */
  #covered = new Int32Array(64);
  #batches = 0;

  constructor(kind: MachineKind, alphabet: Alphabet, tree?: PrefixTree) {
    super(freeGroup, alphabet.size, tree);
    this.#alphabet = alphabet;
    this.#before = kind === "moore" ? 1 : 0;
  }

  /** How many words have been asked. */
  override get count(): number {
    return this.#asked.length;
  }

  override get bytes(): number {
    const nodes = this.#output.byteLength + this.#shownBy.byteLength + this.#covered.byteLength;
    return super.bytes + nodes + 8 * this.#asked.length;
  }

  override get weightsDiffer(): boolean {
    return this.outputs.length > this.#before;
  }

  /** A Mealy machine writes nothing for ε. */
  override knows(node: number): boolean {
    return (node < this.#output.length && this.#output[node] > 0) || (node === 0 && this.#before === 0);
  }

  override weight(node: number): FreeWord {
    if (!this.knows(node)) throw new HankelError("usage", `no answer yet for the word of node ${node}`);
    const first = this.#before === 0 ? freeGroup.one : this.output(0);
    if (node === 0) return first;
    return this.#before === 0 ? this.between(0, node) : `${first} ${this.between(0, node)}`;
  }

  /** The last output of a node's word, as it is written in a weight. */
  output(node: number): FreeWord {
    return this.outputs[this.#output[node] - 1];
  }

  /** The number of the last output of a node's word: outputs are numbered from 1 in the order in which they occurred. */
  outputNumber(node: number): number {
    return this.#output[node];
  }

  /** With L(x) for a scale, what follows are the outputs for e after x. */
  override scale(prefix: number): FreeWord {
    return this.weight(prefix);
  }

  override after(prefix: number, node: number): FreeWord {
    if (!this.knows(node)) throw new HankelError("usage", `no answer yet for the word of node ${node}`);
    return this.between(prefix, node);
  }

  override step(node: number, factor: FreeWord): FreeWord {
    const output = this.output(node);
    return factor === freeGroup.one ? output : freeGroup.times(output, factor);
  }

  /** L(x)⁻¹ ⊗ L(xe) for a node x and a known one xe below it: the outputs for e after x. */
  between(from: number, node: number): FreeWord {
    const { tree } = this;
    if (from === node) return freeGroup.one;
    let written = this.output(node);
    for (let at = tree.parent(node); at !== from; at = tree.parent(at))
      written = `${this.output(at)} ${written}`;
    return written;
  }

  override want(node: number): void {
    this.#reserve(node);
    if (this.#output[node] < 0 || this.knows(node)) return;
    this.#output[node] = -1;
    this.#queue.push(node);
  }

  override get wants(): boolean {
    return this.#queue.length > 0;
  }

  /** The queued words that begin no other one, longest first, until they have about `letters` letters in all. */
  override wanted(letters = Number.POSITIVE_INFINITY): Word[] {
    const { tree } = this;
    const batch = ++this.#batches;
    const longestFirst = this.#queue.toSorted((a, b) => tree.depth(b) - tree.depth(a));
    this.#batch = [];
    const words: Word[] = [];
    let sum = 0;
    for (const node of longestFirst) {
      if (sum >= letters) break;
      if (this.#covered[node] === batch) continue;
      for (let at = node; at >= 0 && this.#covered[at] !== batch; at = tree.parent(at)) {
        this.#reserve(at);
        this.#covered[at] = batch;
      }
      this.#batch.push(node);
      const word = this.word(node);
      sum += word.length + 1;
      words.push(word);
    }
    return words;
  }

  /** The nodes of the asked words, in the order of the answers. The weights of their prefixes are known too. */
  override answered(): Int32Array {
    return Int32Array.from(this.#asked);
  }

  /** The asked words with their weights, in the order of the answers. */
  override *answers(): Generator<[Word, FreeWord]> {
    for (const node of this.#asked) yield [this.word(node), this.weight(node)];
  }

  /** Records the answers to the words that `wanted` gave out. */
  override record(weights: ArrayLike<FreeWord>): void {
    for (let i = 0; i < weights.length; i++) this.#recordRun(this.#batch[i], weights[i]);
    this.#queue = this.#queue.filter((node) => !this.knows(node));
  }

  #recordRun(node: number, weight: FreeWord): void {
    const { tree } = this;
    const outputs = generatorsIn(weight);
    const expected = tree.depth(node) + this.#before;
    if (outputs?.length !== expected) throw this.#noRun(node, weight, outputs?.length, expected);
    const asked = this.#asked.push(node) - 1;
    this.#reserve(node);
    let at = node;
    for (let i = expected - 1; i >= 0; i--, at = tree.parent(at)) {
      const number = 1 + this.#number(outputs[i]);
      if (this.#output[at] <= 0) {
        this.#output[at] = number;
        this.#shownBy[at] = asked;
      } else if (this.#output[at] !== number) throw this.#contradiction(node, at, outputs[i]);
    }
  }

  #number(output: FreeWord): number {
    let number = this.#numbers.get(output);
    if (number === undefined) {
      number = this.outputs.push(output) - 1;
      this.#numbers.set(output, number);
    }
    return number;
  }

  #noRun(node: number, weight: FreeWord, got: number | undefined, expected: number): HankelError {
    const word = this.#alphabet.show(this.word(node));
    const wanted = `${countOf(expected, "output")} for ${word}`;
    const found = got === undefined ? `${quote(weight)}, which is no run` : `${got}: ${quote(weight)}`;
    return new HankelError("teacher", `a machine writes ${wanted}, but the answer has ${found}`);
  }

  #contradiction(node: number, at: number, output: FreeWord): HankelError {
    const show = (of: number) => this.#alphabet.show(this.word(of));
    const earlier = this.#asked[this.#shownBy[at]];
    return new Contradiction(
      `after ${show(at)} the machine wrote ${this.output(at)} when it was asked ${show(earlier)}, ` +
        `and ${output} when it was asked ${show(node)}: the answers contradict each other`,
    );
  }

  /** Makes room for all nodes of the tree if this one has none. */
  #reserve(node: number): void {
    if (node < this.#output.length) return;
    const room = Math.max(this.tree.size, 2 * this.#output.length);
    this.#output = lengthened(this.#output, room);
    this.#shownBy = lengthened(this.#shownBy, room);
    this.#covered = lengthened(this.#covered, room);
  }
}
