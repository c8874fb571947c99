import { lengthened } from "../words/collections.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";

/** Two answers that disagree about a prefix of both words: its last output, or its distribution. */
export interface Clash<P = number> {
  /** The shortest prefix on which they do. */
  readonly prefix: P;
  /** What was told about it first, and what the other answer tells. */
  readonly told: string;
  readonly other: string;
}

/**
 * What is known about the words of a prefix tree, each answer once: everybody who knows the tree reads it here. The first
 * answer to tell something wins. A kind of targets has a subclass with its payload: what it keeps for each node.
 *
 * @example
 * const answers: Answers<boolean> = weightsIn(boolean).answers(new Alphabet("ab"));
 * answers.tell(answers.tree.insert([0]), true);
 * console.log(answers.knows(answers.tree.insert([0])), answers.knows(0)); // true false
 */
export abstract class Answers<A> {
  readonly tree: PrefixTree;
  /** Does an answer tell the answers to all prefixes of its word? */
  readonly tellsPrefixes: boolean;
  /** Where the payload of each node is, from 1 on; 0 if nothing is known. */
  protected place: Int32Array = new Int32Array(64);

  constructor(tree: PrefixTree, tellsPrefixes: boolean) {
    this.tree = tree;
    this.tellsPrefixes = tellsPrefixes;
  }

  /** About how many bytes it takes, without the tree. */
  get bytes(): number {
    return this.place.byteLength;
  }

  /** Is the answer to the node's word known? */
  knows(node: number): boolean {
    return node < this.place.length && this.place[node] > 0;
  }

  /** The answer to the node's word, which must be known. */
  abstract answer(node: number): A;
  /** Takes in an answer: what is not known yet, or, if it corrects what is known, all of it. */
  abstract tell(node: number, answer: A, corrects?: boolean): void;
  /** Where an answer to the node's word differs from what is known about prefixes; undefined if it does not. */
  abstract clash(node: number, answer: A): Clash | undefined;
  /** The answer with what is known about prefixes in place of its own. */
  abstract kept(node: number, answer: A): A;

  /** What an answer tells that is not known yet, for a journal, which tells it behind what is known; all of it if nothing is. */
  news(_node: number, answer: A): A {
    return answer;
  }

  /**
   * The words among these whose answers are not known, each once, in the order in which they are asked: as given, or, if an
   * answer tells prefixes, the longest first, without those that begin others.
   */
  missing(nodes: Iterable<number>): number[] {
    const unknown = new Set<number>();
    for (const node of nodes) if (!this.knows(node)) unknown.add(node);
    return this.tellsPrefixes ? this.tree.longest(unknown) : [...unknown];
  }

  /** Forgets everything but what the answers to these words tell. */
  keepOnly(nodes: Iterable<number>): void {
    const kept = new Uint8Array(this.place.length);
    for (const node of nodes) {
      for (let at = node; at >= 0 && kept[at] === 0; at = this.tellsPrefixes ? this.tree.parent(at) : -1) {
        kept[at] = 1;
      }
    }
    for (let node = 0; node < kept.length; node++) if (kept[node] === 0) this.place[node] = 0;
  }

  /** Makes room for all nodes of the tree if this one has none. */
  protected reserve(node: number): void {
    if (node < this.place.length) return;
    this.place = lengthened(this.place, Math.max(this.tree.size, 2 * this.place.length));
  }
}
