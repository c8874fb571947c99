import { Random } from "../random.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { InferSample } from "./sample.ts";
import { insertWord, type Part, wholeOf, wordsIn } from "./sample-tree.ts";

/** A sample in three parts: to learn from, to choose by, and to measure with. */
export interface Parts {
  readonly learn: Part;
  readonly choose: Part;
  readonly measure: Part;
}

/** With fewer words than this, none is held out. */
const FEWEST = 20;

/** Of a word that occurs more often than this, the share is held out rather than drawn. */
const DRAWN = 1000;

/**
 * Holds out a share of the sample, one half of it to choose and the other to measure. Of words without labels, occurrences are drawn, because how often
 * a word occurs is what is learned. Of others, different words are, so that no word is in two parts. Undefined if there are too few.
 */
export function partsOf(sample: InferSample, share: number, seed: number): Parts | undefined {
  const occurrences = sample.kind === "words";
  const whole = wholeOf(sample);
  const group = occurrences ? Int32Array.from(whole.keys()) : sameWords(sample);
  const groups = group.reduce((most, g) => Math.max(most, g), -1) + 1;
  const total = occurrences ? whole.reduce((sum, count) => sum + count, 0) : groups;
  if (share <= 0 || total < FEWEST) return undefined;
  const random = new Random(seed, 0x70617274);
  const [learn, choose, measure] = [
    whole.slice(),
    new Float64Array(whole.length),
    new Float64Array(whole.length),
  ];
  if (occurrences) {
    for (let word = 0; word < whole.length; word++) {
      // Few occurrences are drawn one by one; of many, the share is taken.
      const shared = whole[word] > DRAWN ? Math.floor((whole[word] * share) / 2) : 0;
      choose[word] = measure[word] = shared;
      for (let left = whole[word]; left > 0 && shared === 0; left--) {
        const drawn = random.real();
        if (drawn < share) (drawn < share / 2 ? choose : measure)[word] += Math.min(1, left);
      }
      learn[word] -= choose[word] + measure[word];
    }
  } else {
    const drawn = Float64Array.from({ length: groups }, () => random.real());
    for (let word = 0; word < whole.length; word++) {
      if (drawn[group[word]] >= share) continue;
      learn[word] = 0;
      (drawn[group[word]] < share / 2 ? choose : measure)[word] = whole[word];
    }
  }
  const some = (part: Part) => part.some((count) => count > 0);
  return some(learn) && some(choose) && some(measure) ? { learn, choose, measure } : undefined;
}

/** The number of each different word. */
function sameWords(sample: InferSample): Int32Array {
  const tree = new PrefixTree(sample.alphabet.size);
  const numbers = new Map<number, number>();
  return Int32Array.from({ length: wordsIn(sample) }, (_, word) => {
    const node = insertWord(tree, sample, word);
    const known = numbers.get(node);
    if (known !== undefined) return known;
    numbers.set(node, numbers.size);
    return numbers.size - 1;
  });
}

/** How many words a part has. */
export function sizeOf(part: Part): number {
  return part.reduce((sum, count) => sum + count, 0);
}

/** The frequencies of the letters of a part, and of the end behind them; half an occurrence more for each, so that none is 0. */
export function frequenciesIn(sample: InferSample, part: Part): Float64Array {
  const width = sample.alphabet.size + 1;
  const counts = new Float64Array(width).fill(0.5);
  let total = width / 2;
  for (let word = 0; word < part.length; word++) {
    if (part[word] === 0 || (sample.kind === "labelled" && sample.labels[word] !== 1)) continue;
    for (let at = sample.starts[word]; at < sample.starts[word + 1]; at++)
      counts[sample.letters[at]] += part[word];
    counts[width - 1] += part[word];
    total += part[word] * (sample.starts[word + 1] - sample.starts[word] + 1);
  }
  return counts.map((count) => count / total);
}
