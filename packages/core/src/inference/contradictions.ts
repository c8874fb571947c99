import { PrefixTree } from "../words/prefix-tree.ts";
import type { ContradictoryWords, InferSample } from "./sample.ts";
import { seenAt, wordsIn } from "./sample-tree.ts";

/** How many are shown. */
const SHOWN = 100;

/** So many comparisons say how often labels or outputs are wrong. */
const ENOUGH = 20;

/** What words of a sample say against each other. */
export interface Contradictions {
  /** Some of the words that say something else than an earlier word, and which one that is. */
  readonly list: readonly ContradictoryWords[];
  /** How many there are. */
  readonly words: number;
  /**
   * The share of labels or outputs that must be wrong for so many to differ from earlier ones: each of two may be, so it is half the share that differs.
   * Undefined if there is too little to compare.
   */
  readonly noise: number | undefined;
}

/** The words that say something else than an earlier word, and which one that is. Linear in the letters. */
export function findContradictions(sample: InferSample): Contradictions {
  const { letters, starts } = sample;
  const tree = new PrefixTree(sample.alphabet.size);
  /** The first word that says something at a node. */
  const first: number[] = [];
  const list: ContradictoryWords[] = [];
  let [words, compared, different] = [0, 0, 0];
  for (let word = 0; word < wordsIn(sample); word++) {
    const length = starts[word + 1] - starts[word];
    let contradicts = false;
    for (let at = 0, node = 0; at <= length; at++) {
      if (at > 0) node = tree.extend(node, letters[starts[word] + at - 1]);
      while (first.length < tree.size) first.push(-1);
      if (!says(sample, word, at, length)) continue;
      if (first[node] < 0) {
        first[node] = word;
        continue;
      }
      compared++;
      if (agree(sample, first[node], word, at)) continue;
      different++;
      if (contradicts) continue;
      contradicts = true;
      words++;
      if (list.length === SHOWN) continue;
      const said = [saidAt(sample, first[node], at), saidAt(sample, word, at)] as const;
      list.push({ words: [first[node], word], at: tree.word(node), said });
    }
  }
  return { list, words, noise: compared < ENOUGH ? undefined : different / compared / 2 };
}

function says(sample: InferSample, word: number, at: number, length: number): boolean {
  return sample.kind === "weighted" ? at === length : seenAt(sample, word, at) >= 0;
}

function agree(sample: InferSample, first: number, word: number, at: number): boolean {
  if (sample.kind !== "weighted") return seenAt(sample, first, at) === seenAt(sample, word, at);
  return sample.algebra.equals(sample.weights[first], sample.weights[word]);
}

function saidAt(sample: InferSample, word: number, at: number): string {
  switch (sample.kind) {
    case "weighted":
      return sample.algebra.format(sample.weights[word]);
    case "mealy":
    case "moore":
      return sample.outputs.symbols[seenAt(sample, word, at)];
    default:
      return String(seenAt(sample, word, at));
  }
}
