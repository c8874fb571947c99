import type { LabelledSample, WordSample } from "./sample.ts";

/**
 * The words with label 1, as words that occurred: how probable they are can be learned where no rejected word says where the language ends. Undefined if
 * there is none.
 *
 * @example
 * const words = { alphabet: new Alphabet("ab"), letters: Int32Array.from([0, 1, 0]), starts: Int32Array.from([0, 2, 3]) };
 * console.log(acceptedWords({ kind: "labelled", ...words, labels: Int8Array.from([1, 0]) })?.letters.length); // 2
 */
export function acceptedWords(sample: LabelledSample): WordSample | undefined {
  const { labels, letters, starts, counts, place, alphabet } = sample;
  const kept = Array.from(labels, (label, word) => (label === 1 ? word : -1)).filter((word) => word >= 0);
  if (kept.length === 0) return undefined;
  const begins = new Int32Array(kept.length + 1);
  kept.forEach((word, i) => {
    begins[i + 1] = begins[i] + starts[word + 1] - starts[word];
  });
  const chosen = new Int32Array(begins[kept.length]);
  kept.forEach((word, i) => chosen.set(letters.subarray(starts[word], starts[word + 1]), begins[i]));
  return {
    kind: "words",
    alphabet,
    letters: chosen,
    starts: begins,
    ...(counts && { counts: Float64Array.from(kept, (word) => counts[word]) }),
    ...(place && { place: (word: number) => place(kept[word]) }),
  };
}
