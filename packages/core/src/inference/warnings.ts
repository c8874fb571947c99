import { countOf } from "../errors.ts";
import type { Contradictions } from "./contradictions.ts";
import { descriptionLength, outputBits } from "./description.ts";
import type { Fitted } from "./fitted.ts";
import type { InferFigures, InferSample, InferWarning, TraceSample } from "./sample.ts";
import { countOfWord, wholeOf, wordsIn } from "./sample-tree.ts";

/** With fewer words, or fewer occurrences of the mean symbol, little can be said. */
const FEW_WORDS = 20;
const FEW_OCCURRENCES = 5;

/** Why a sample may not be enough, and what would help. */
export function warningsOf(
  sample: InferSample,
  fitted: Fitted | undefined,
  figures: InferFigures,
  contradictions: Contradictions,
): InferWarning[] {
  return [
    ...ofSize(sample),
    ...ofDescription(sample, fitted),
    ...ofLabels(sample),
    ...ofContradictions(sample, contradictions),
    ...ofFigures(figures),
  ];
}

function ofSize(sample: InferSample): InferWarning[] {
  const warnings: InferWarning[] = [];
  const words = wordsIn(sample);
  let total = 0;
  for (let word = 0; word < words; word++) total += countOfWord(sample, word);
  if (total === 1) {
    const text = isRuns(sample)
      ? "there is one run only: none is held out, so nothing is known of how good the machine is on others, and which state is the first one rests on the first steps alone"
      : "there is one word only: how words begin and end, and which of its parts belong together, cannot be learned from it. Split it into sessions";
    warnings.push({ code: "one-word", text });
  } else if (total < FEW_WORDS) {
    const text = `there are ${countOf(total, "word")}: none is held out, so nothing is known of how good the automaton is on others`;
    warnings.push({ code: "few-words", text });
  }
  const { size } = sample.alphabet;
  if (size === 0) return warnings;
  const uses = new Float64Array(size);
  for (const letter of sample.letters) uses[letter]++;
  const once = uses.reduce((count, use) => count + (use <= 1 ? 1 : 0), 0);
  if (sample.letters.length < FEW_OCCURRENCES * size || 2 * once > size) {
    const occur = size === 1 ? "the one symbol occurs" : `the ${countOf(size, "symbol")} occur`;
    const seldom = once === 0 || size === 1 ? "" : `, ${once} of them at most once`;
    const text = `${occur} ${countOf(sample.letters.length, "time")}${seldom}: states that differ in rare symbols cannot be told apart. Fewer symbols, or more words, would help`;
    warnings.push({ code: "rare-symbols", text });
  }
  return warnings;
}

/** A machine that is right is much shorter than the outputs that it explains. */
function ofDescription(sample: InferSample, fitted: Fitted | undefined): InferWarning[] {
  if (!isRuns(sample) || fitted === undefined) return [];
  const bits = descriptionLength(fitted, sample, wholeOf(sample));
  const plain = outputBits(sample);
  if (bits < plain) return [];
  const text = `the machine is a guess: its ${countOf(fitted.size, "state")} take ${countOf(Math.round(bits), "bit")} to describe, and the outputs of the log ${plain < 1 ? "none" : `only ${countOf(Math.round(plain), "bit")}`}, so it repeats the log rather than explains it. More steps, or fewer inputs, would help`;
  return [{ code: "not-shorter", text }];
}

function isRuns(sample: InferSample): sample is TraceSample {
  return sample.kind === "mealy" || sample.kind === "moore";
}

function ofLabels(sample: InferSample): InferWarning[] {
  if (sample.kind !== "labelled") return [];
  const [rejected, accepted] = [sample.labels.includes(0), sample.labels.includes(1)];
  if (accepted && !rejected) {
    const text =
      "no word is rejected: the language of all words fits, and nothing tells how much smaller the true one is. Give rejected words, or leave the labels out to learn how probable words are";
    return [{ code: "only-accepted", text }];
  }
  if (rejected && !accepted) {
    return [
      { code: "only-rejected", text: "no word is accepted: the empty language fits. Give accepted words" },
    ];
  }
  return [];
}

function ofContradictions(sample: InferSample, { list, words, noise }: Contradictions): InferWarning[] {
  if (list.length === 0) return [];
  const [{ words: pair, said, at }] = list;
  const where = pair.map((word) => sample.place?.(word) ?? `word ${word + 1}`);
  const contradict = `${countOf(words, "word")} ${words === 1 ? "contradicts" : "contradict"} an earlier one`;
  const text = `${contradict}: after ${sample.alphabet.show(at)}, ${where[0]} says ${said[0]}, and ${where[1]} says ${said[1]}. If such are mistakes, ${remedy(sample, noise)}`;
  return [{ code: "contradictions", text }];
}

function remedy({ kind }: InferSample, noise: number | undefined): string {
  if (kind === "weighted") return "correct them";
  return noise === undefined
    ? "say how many to tolerate (noise)"
    : `tolerate them: noise ${roundedUp(noise)}`;
}

/** A little more than a share, in one digit, below ½. */
function roundedUp(share: number): number {
  const unit = 10 ** Math.floor(Math.log10(share));
  return Math.min(0.4, Number((Math.ceil(share / unit) * unit).toPrecision(1)));
}

function ofFigures({ perplexity, unigram, accuracy, commonest }: InferFigures): InferWarning[] {
  if (perplexity !== undefined && unigram !== undefined && perplexity.mean >= unigram) {
    const text = `on held-out words it predicts no better (perplexity ${perplexity.mean.toFixed(2)}) than the frequencies of the symbols alone (${unigram.toFixed(2)})`;
    return [{ code: "not-better", text }];
  }
  if (accuracy !== undefined && commonest !== undefined && commonest < 1 && accuracy.mean <= commonest) {
    const text = `on held-out words it predicts no better (${percent(accuracy.mean)} right) than to say what is most frequent (${percent(commonest)})`;
    return [{ code: "not-better", text }];
  }
  return [];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
