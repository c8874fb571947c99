/** What is learned from a log: what follows from its data, or what somebody wants. */

import { countOf, HankelError } from "../errors.ts";
import { acceptedWords } from "../inference/accepted.ts";
import type { InferSample, MeasureName, TraceSample, WordSample } from "../inference/sample.ts";

/** What can be learned. */
export type LearnedKind = "distribution" | "dfa" | "mealy" | "moore" | "weighted";

/** What each kind of sample is learned as. */
const LEARNED_AS: Readonly<Record<InferSample["kind"], LearnedKind>> = {
  words: "distribution",
  labelled: "dfa",
  mealy: "mealy",
  moore: "moore",
  weighted: "weighted",
};

/** What each kind needs, for a message. */
const NEEDS: Readonly<Record<LearnedKind, string>> = {
  distribution:
    "a distribution is learned from words alone, and these have weights; --count names the column that says how often a word occurred, --weight none leaves weights out",
  dfa: "a language is learned from words with labels, of accepted and of rejected words (--label); words alone say nothing about what is rejected",
  mealy: "a machine is learned from inputs with their outputs (--input, --output)",
  moore: "a machine is learned from inputs with their outputs (--input, --output)",
  weighted: "a weighted automaton is learned from words with weights (--word, --weight)",
};

/** These compare labels or outputs: whoever names one wants these. */
const OF_OUTPUTS: ReadonlySet<MeasureName> = new Set(["rpni", "edsm", "k-tails"]);

/** A sample, and what there is to say about what became of the log. */
export interface KindOfSample {
  readonly sample: InferSample;
  readonly remark?: string;
}

/**
 * The sample as the kind that is wanted: of labelled words the accepted ones are a distribution, and of runs their inputs. Where no word is rejected, the accepted
 * words are taken so, too, unless `wanted` or the measure says otherwise.
 *
 * @example
 * const logs = new LogReader();
 * logs.read("log.txt", "+ a b\n+ a\n");
 * console.log(asKind(logs.end().sample).sample.kind); // words
 */
export function asKind(sample: InferSample, wanted?: LearnedKind, measure?: MeasureName): KindOfSample {
  if (sample.kind === "labelled") {
    const isAccepting = sample.labels.every((label) => label === 1);
    const isMeant = wanted !== undefined || (measure !== undefined && OF_OUTPUTS.has(measure));
    if (isAccepting && !isMeant)
      return {
        sample: acceptedWords(sample) ?? sample,
        remark:
          "every label is 1, and without words that are rejected no language can be told from any larger one: " +
          "the words are learned as a distribution",
      };
    if (wanted === "distribution") {
      const accepted = acceptedWords(sample);
      if (accepted === undefined)
        throw new HankelError("usage", "--kind distribution: no word is labelled 1");
      const words = countOf(accepted.starts.length - 1, "word");
      return { sample: accepted, remark: `learned from the ${words} with label 1` };
    }
  }
  if (wanted === "distribution" && (sample.kind === "mealy" || sample.kind === "moore"))
    return { sample: inputsOf(sample), remark: "learned from the inputs alone: the outputs are left out" };
  if (wanted === undefined || wanted === LEARNED_AS[sample.kind]) return { sample };
  throw new HankelError("usage", `--kind ${wanted}: ${NEEDS[wanted]}`);
}

function inputsOf({ alphabet, letters, starts, counts, place }: TraceSample): WordSample {
  return {
    kind: "words",
    alphabet,
    letters,
    starts,
    ...(counts && { counts }),
    ...(place && { place }),
  };
}
