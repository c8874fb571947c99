/** Samples from files and machines, in the flat arrays that `infer` takes. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Alphabet,
  type LabelledSample,
  type ObservedWords,
  Random,
  readWhole,
  type SampleSet,
  SampleSetReader,
  type Word,
} from "@hankel/core";

/** Words in flat arrays. */
export function observed(alphabet: Alphabet, words: readonly Word[]): ObservedWords {
  const starts = new Int32Array(words.length + 1);
  words.forEach((word, i) => (starts[i + 1] = starts[i] + word.length));
  const letters = new Int32Array(starts[words.length]);
  words.forEach((word, i) => letters.set(word, starts[i]));
  return { alphabet, letters, starts };
}

/** A problem of StaMinA: words to learn from, and others to judge by. */
export interface StaminaProblem {
  readonly number: number;
  readonly letters: number;
  /** 0 for the densest sample, 3 for the sparsest. */
  readonly sparsity: number;
  readonly train: LabelledSample;
  readonly test: readonly { readonly word: Word; readonly label: number }[];
}

/** The training words of a problem; the files of problems 1 and 16 are whole only without `.dat`. */
function readStamina(folder: string, number: number): SampleSet {
  const plain = join(folder, `${number}_training.txt`);
  const text = readFileSync(existsSync(plain) ? plain : `${plain}.dat`, "utf8");
  // One file says "2:0" for two symbols.
  return readWhole(new SampleSetReader("labelled"), text.replace(/^(\d+) (\d+):\d+/u, "$1 $2"));
}

/** Holds out a fifth of the different words. */
export function staminaProblem(folder: string, number: number): StaminaProblem {
  const { alphabet, words, labels = [] } = readStamina(folder, number);
  const groups = new Map<string, number[]>();
  words.forEach((word, i) => {
    const group = groups.get(word.join());
    if (group === undefined) groups.set(word.join(), [i]);
    else group.push(i);
  });
  const shuffled = [...groups.values()];
  const random = new Random(1, number);
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  const cut = Math.floor(shuffled.length / 5);
  const train = shuffled
    .slice(cut)
    .flat()
    .toSorted((a, b) => a - b);
  const kept = observed(
    alphabet,
    train.map((i) => words[i]),
  );
  return {
    number,
    letters: alphabet.size,
    sparsity: Math.floor(((number - 1) % 20) / 5),
    train: { kind: "labelled", ...kept, labels: Int8Array.from(train, (i) => labels[i]) },
    test: shuffled.slice(0, cut).map(([i]) => ({ word: words[i], label: labels[i] })),
  };
}

/** As Abbadingo writes it. */
export function abbadingo({ alphabet, letters, starts, labels }: LabelledSample): string {
  const lines = Array.from(labels, (label, i) => {
    const word = letters.subarray(starts[i], starts[i + 1]);
    return [label, word.length, ...word].join(" ");
  });
  return `${labels.length} ${alphabet.size}\n${lines.join("\n")}\n`;
}
