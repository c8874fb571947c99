import { Random } from "../random.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { InferSample } from "./sample.ts";
import { insertWord, type Part, wholeOf, wordsIn } from "./sample-tree.ts";

/** A sample in parts: some to learn from and some to choose by, in one or more rounds; and one to measure with, which no round uses. */
export interface Parts {
  readonly rounds: readonly { readonly learn: Part; readonly choose: Part }[];
  readonly measure: Part;
}

/** With fewer words than this, none is held out. */
const FEWEST = 20;

/** Rounds are added until so many words have been held out to choose by, but no more than this. */
const ENOUGH = 400;
const MOST_ROUNDS = 6;

/** Of a word that occurs more often than this, the share is held out rather than drawn. */
const DRAWN = 1000;

/**
 * Holds out a share of the sample, one half of it to choose and the other to measure. Of words without labels, occurrences are drawn, because how often
 * a word occurs is what is learned. Of others, different words are, so that no word is in two parts. Undefined if there are too few.
 */
export function partsOf(sample: InferSample, share: number, seed: number): Parts | undefined {
  const whole = wholeOf(sample);
  const group = sample.kind === "words" ? undefined : sameWords(sample);
  const total = group === undefined ? sizeOf(whole) : group.reduce((most, g) => Math.max(most, g), -1) + 1;
  if (share <= 0 || total < FEWEST) return undefined;
  const most = Math.min(MOST_ROUNDS, Math.floor(2 / share) - 1);
  const rounds = Math.max(1, Math.min(most, Math.ceil(ENOUGH / ((total * share) / 2))));
  const pieces = Array.from({ length: rounds + 1 }, () => new Float64Array(whole.length));
  const draw = drawing(share / 2, new Random(seed, 0x70617274));
  if (group === undefined)
    whole.forEach((count, word) => drawOccurrences(pieces, word, count, share / 2, draw));
  else {
    const drawn = Int32Array.from({ length: total }, draw);
    whole.forEach((count, word) => {
      const piece = drawn[group[word]];
      if (piece < pieces.length) pieces[piece][word] = count;
    });
  }
  const [measure, ...chosen] = pieces;
  const parts = chosen.map((choose) => ({
    learn: whole.map((count, i) => count - measure[i] - choose[i]),
    choose,
  }));
  const usable = parts.filter(({ learn, choose }) => sizeOf(learn) > 0 && sizeOf(choose) > 0);
  return usable.length > 0 && sizeOf(measure) > 0 ? { rounds: usable, measure } : undefined;
}

/** Draws the number of a piece, all of which have the same share. */
function drawing(share: number, random: Random): () => number {
  return () => Math.floor(random.real() / share);
}

/** Few occurrences are drawn one by one; of many, each piece gets its share. */
function drawOccurrences(
  pieces: readonly Float64Array[],
  word: number,
  count: number,
  share: number,
  draw: () => number,
): void {
  if (count > DRAWN) {
    for (const piece of pieces) piece[word] = Math.floor(count * share);
    return;
  }
  for (let left = count; left > 0; left--) {
    const piece = draw();
    if (piece < pieces.length) pieces[piece][word] += Math.min(1, left);
  }
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
