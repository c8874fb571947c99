import { PrefixTree } from "../words/prefix-tree.ts";
import type { InferSample, ObservedWords } from "./sample.ts";

/**
 * The prefix tree of a sample in flat arrays. Node 0 is ε, and parents come before their children. What was seen of a word is kept as votes: the
 * output for which most of the evidence speaks, how much speaks for it, and how much against it. Labels belong to nodes, and so do the outputs of
 * Moore machines; those of Mealy machines belong to the arc into the node.
 */
export interface SampleTree {
  readonly nodes: number;
  /** The node without its last letter; -1 for ε. */
  readonly parent: Int32Array;
  /** The number of letters of the alphabet. */
  readonly width: number;
  /** The last letter of each node. */
  readonly letter: Int32Array;
  /** The first child and the next sibling, or -1; children are in the order of their letters. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  /** How many words pass through a node, those that end there included, and how many end there. */
  readonly visits: Float64Array;
  readonly ends: Float64Array;
  /** The output that was seen most often, or -1 if none was; empty if the sample has no outputs. */
  readonly output: Int32Array;
  readonly agree: Float64Array;
  readonly against: Float64Array;
  /** The number of different outputs. */
  readonly outputs: number;
  /** Do outputs belong to arcs? */
  readonly mealy: boolean;
}

/** How often each word of a part of a sample counts; 0 for words that are not in it. */
export type Part = Float64Array<ArrayBuffer>;

/** The number of words of a sample. */
export function wordsIn(sample: ObservedWords): number {
  return sample.starts.length - 1;
}

/** The node of a word of a sample, which is added to the tree. */
export function insertWord(tree: PrefixTree, { letters, starts }: ObservedWords, word: number): number {
  let node = 0;
  for (let at = starts[word]; at < starts[word + 1]; at++) node = tree.extend(node, letters[at]);
  return node;
}

/** The whole of a sample. */
export function wholeOf(sample: ObservedWords): Part {
  return Float64Array.from({ length: wordsIn(sample) }, (_, word) => countOfWord(sample, word));
}

/** The word of a node. */
export function wordOf({ parent, letter }: SampleTree, node: number): number[] {
  const word: number[] = [];
  for (let at = node; at > 0; at = parent[at]) word.push(letter[at]);
  return word.reverse();
}

/** How often a word occurred. */
export function countOfWord(sample: ObservedWords, word: number): number {
  return sample.counts === undefined ? 1 : sample.counts[word];
}

/** What was seen after the first `length` letters of a word, as an output; -1 if nothing was. */
export function seenAt(sample: InferSample, word: number, length: number): number {
  const { starts } = sample;
  switch (sample.kind) {
    case "labelled":
      return length === starts[word + 1] - starts[word] ? sample.labels[word] : -1;
    case "mealy":
      return length === 0 ? -1 : sample.seen[starts[word] + length - 1];
    case "moore":
      return sample.seen[starts[word] + word + length];
    default:
      return -1;
  }
}

/** How many different outputs a sample may have: two labels, or those of a machine. */
export function outputsIn(sample: InferSample): number {
  if (sample.kind === "labelled") return 2;
  return sample.kind === "mealy" || sample.kind === "moore" ? sample.outputs.size : 0;
}

/**
 * The prefix tree of a part of a sample. Words with label 0 do not count as visits: what is probable is said by the words that the
 * language has. Linear in the letters.
 */
export function sampleTree(sample: InferSample, part: Part): SampleTree {
  const { letters, starts } = sample;
  const width = sample.alphabet.size;
  const tree = new PrefixTree(width);
  for (let word = 0; word < part.length; word++) {
    if (part[word] > 0) insertWord(tree, sample, word);
  }
  const nodes = tree.size;
  const voting = outputsIn(sample) > 0;
  const visits = new Float64Array(nodes);
  const ends = new Float64Array(nodes);
  const votes = new Votes(voting ? nodes : 0);
  for (let word = 0; word < part.length; word++) {
    const count = part[word];
    if (count === 0) continue;
    const counted = sample.kind === "labelled" && sample.labels[word] !== 1 ? 0 : count;
    const length = starts[word + 1] - starts[word];
    for (let at = 0, node = 0; ; at++) {
      visits[node] += counted;
      if (voting) votes.add(node, seenAt(sample, word, at), count);
      if (at === length) {
        ends[node] += counted;
        break;
      }
      node = tree.child(node, letters[starts[word] + at]);
    }
  }
  return {
    nodes,
    width,
    ...childLists(tree, width),
    visits,
    ends,
    ...votes.settled(),
    outputs: outputsIn(sample),
    mealy: sample.kind === "mealy",
  };
}

/** Children in the order of their letters: nodes are put in front of their siblings, those with the last letter first. */
function childLists(tree: PrefixTree, width: number) {
  const nodes = tree.size;
  const letter = new Int32Array(nodes).fill(-1);
  const parent = new Int32Array(nodes).fill(-1);
  const first = new Int32Array(nodes).fill(-1);
  const next = new Int32Array(nodes).fill(-1);
  const byLetter = new Int32Array(width).fill(-1);
  const sameLetter = new Int32Array(nodes).fill(-1);
  for (let node = nodes - 1; node > 0; node--) {
    letter[node] = tree.letter(node);
    parent[node] = tree.parent(node);
    sameLetter[node] = byLetter[letter[node]];
    byLetter[letter[node]] = node;
  }
  for (let a = width - 1; a >= 0; a--) {
    for (let node = byLetter[a]; node >= 0; node = sameLetter[node]) {
      next[node] = first[parent[node]];
      first[parent[node]] = node;
    }
  }
  return { letter, parent, first, next };
}

/** What was seen at each node, and how often. Nearly all nodes show one output; only the others have a map. */
class Votes {
  readonly #output: Int32Array;
  readonly #agree: Float64Array;
  readonly #others = new Map<number, Map<number, number>>();

  constructor(nodes: number) {
    this.#output = new Int32Array(nodes).fill(-1);
    this.#agree = new Float64Array(nodes);
  }

  add(node: number, output: number, count: number): void {
    if (output < 0) return;
    if (this.#output[node] < 0) this.#output[node] = output;
    if (this.#output[node] === output) {
      this.#agree[node] += count;
      return;
    }
    const others = this.#others.get(node) ?? new Map<number, number>();
    this.#others.set(node, others.set(output, (others.get(output) ?? 0) + count));
  }

  /** The output with the most votes; of two, the one that was seen first. */
  settled() {
    const against = new Float64Array(this.#output.length);
    for (const [node, others] of this.#others) {
      let total = this.#agree[node];
      for (const [output, count] of others) {
        total += count;
        if (count <= this.#agree[node]) continue;
        this.#agree[node] = count;
        this.#output[node] = output;
      }
      against[node] = total - this.#agree[node];
    }
    return { output: this.#output, agree: this.#agree, against };
  }
}
