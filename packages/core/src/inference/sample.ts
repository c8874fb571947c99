import type { FreeWord } from "../algebra/free-group.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import type { Machine, MachineKind } from "../automata/machine.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Estimate } from "../evaluation/estimate.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";

/** Words that were observed, in flat arrays: word i is letters[starts[i]] … letters[starts[i + 1] - 1]. */
export interface ObservedWords {
  readonly alphabet: Alphabet;
  readonly letters: Int32Array;
  /** One more than there are words; the first is 0, the last the number of letters. */
  readonly starts: Int32Array;
  /** How often each word occurred; once, if there are none. */
  readonly counts?: Float64Array | undefined;
  /** Where a word was read, for messages: "log.csv, line 12". */
  readonly place?: ((word: number) => string) | undefined;
}

/** Words that occurred: what is learned is how probable each word is. */
export interface WordSample extends ObservedWords {
  readonly kind: "words";
}

/** Words with labels: what is learned is a language. */
export interface LabelledSample extends ObservedWords {
  readonly kind: "labelled";
  /** For each word: 1 if it is in the language, 0 if not, -1 if that is unknown. */
  readonly labels: Int8Array;
}

/** Runs of a machine: inputs, and what it wrote. */
export interface TraceSample extends ObservedWords {
  readonly kind: MachineKind;
  readonly outputs: Alphabet;
  /**
   * What was seen, as letters of `outputs`, -1 where nothing is known. Mealy: an output for each letter, in the same order. Moore: one more for
   * each word, in front: that of word i begin at starts[i] + i.
   */
  readonly seen: Int32Array;
}

/** Words with weights: what is learned is a weighted language. */
export interface WeightedSample extends ObservedWords {
  readonly kind: "weighted";
  readonly algebra: AnyAlgebra;
  readonly weights: readonly unknown[];
}

/** What was observed of a black box that cannot be asked. */
export type InferSample = WordSample | LabelledSample | TraceSample | WeightedSample;

/** How states are compared before they are merged. */
export type MeasureName =
  | "rpni"
  | "edsm"
  | "k-tails"
  | "alergia"
  | "likelihood"
  | "aic"
  | "mdi"
  | "bayes"
  | "suffixes"
  | "homing"
  | "residuals";

/** How to learn from a sample. */
export interface InferOptions {
  /** The measure; without one, those that fit the sample are tried. */
  readonly measure?: MeasureName | undefined;
  /** The parameter of the measure: α of ALERGIA, k of k-tails, and so on; where none is given, the usual one, or several are tried. */
  readonly parameter?: number | undefined;
  /** The share of wrong labels or outputs that is tolerated, 0 by default. */
  readonly noise?: number | undefined;
  /** The share of the words that is held out to choose and to measure; a fifth by default. */
  readonly heldOut?: number | undefined;
  /** Which words are held out. */
  readonly seed?: number | undefined;
  /** Pairs of states, by the first words that lead to them, that are not merged where one of them is next: somebody knows better. */
  readonly refused?: readonly (readonly [Word, Word])[] | undefined;
  /**
   * Languages, where no measure is given: how often a part of what was merged is decided again, at most, to find an automaton that is shorter to describe. Without a number it
   * ends when that has long not helped, or a few seconds have been worked.
   */
  readonly attempts?: number | undefined;
  /** Called now and then. */
  readonly onProgress?: ((progress: InferProgress) => void) | undefined;
}

/** What is being done. */
export interface InferProgress {
  readonly measure: MeasureName;
  readonly parameter: number | undefined;
  /** How many models are tried in all, and the number of this one, from 1 on. */
  readonly model: number;
  readonly models: number;
  /** How many states are settled, and how many hang from them and are next. */
  readonly states: number;
  readonly blues: number;
}

/** How often the sample passes through each state and arc, and ends in each state. */
export interface Support {
  readonly states: Float64Array;
  /** In the order of the automaton's arcs; 0 for arcs that no word uses. */
  readonly arcs: Float64Array;
  readonly ends: Float64Array;
}

/** A model that was tried. */
export interface Tried {
  readonly measure: MeasureName;
  readonly parameter: number | undefined;
  readonly states: number;
  /**
   * Less is better. Distributions: nats per step of words that it had not seen. Languages and machines: how many bits describe it, of languages the
   * accepted words with it.
   */
  readonly loss: number;
}

/** How good the automaton is. */
export interface InferFigures {
  /** How many words were held out; 0 if there were too few. What was measured on them is that of an automaton learned from the others. */
  readonly heldOut: number;
  /** Distributions: nats per step of the held-out words, the end of a word counts as a step. */
  readonly entropy?: Estimate | undefined;
  /** Distributions: e to the power of that. */
  readonly perplexity?: Estimate | undefined;
  /** Distributions: the logarithm of the probability of a held-out word, in the mean. */
  readonly logLikelihood?: Estimate | undefined;
  /** Distributions: the perplexity of a model that ignores what came before. */
  readonly unigram?: number | undefined;
  /** Labels: the mean of the rates on words in the language and words outside. */
  readonly balanced?: Estimate | undefined;
  /**
   * Labels: the share of the held-out words that it labels rightly. Machines: the share of the outputs that it predicts; where it has no arc, it is wrong.
   * Weights: the share of the words of which it knows the weight.
   */
  readonly accuracy?: Estimate | undefined;
  /** Labels and machines: the share of the held-out labels or outputs that are the one that is most frequent. */
  readonly commonest?: number | undefined;
  /** The share of labels or outputs of the whole sample that the automaton contradicts: 0 without noise. */
  readonly contradicted: number;
}

/** Two words that no automaton can have both. */
export interface ContradictoryWords {
  /** The numbers of the two words. */
  readonly words: readonly [number, number];
  /** The beginning on which they differ: a whole word for labels and weights, up to the differing output for runs. */
  readonly at: Word;
  /** What each of them says of it. */
  readonly said: readonly [string, string];
}

/** Why the sample may not be enough. */
export interface InferWarning {
  readonly code:
    | "few-words"
    | "one-word"
    | "only-accepted"
    | "only-rejected"
    | "contradictions"
    | "rare-symbols"
    | "not-better"
    | "not-shorter"
    | "no-repetition";
  readonly text: string;
}

interface InferredBase {
  /** The measure and parameter that were chosen, and how: `tried` is empty if there was nothing to choose. */
  readonly measure: MeasureName;
  readonly parameter: number | undefined;
  readonly tried: readonly Tried[];
  /** How often merging was tried otherwise to make a language shorter to describe. The shortest is the last of `tried`, if it is shorter than all others. */
  readonly attempts: number;
  readonly support: Support;
  readonly figures: InferFigures;
  /** At most a hundred; `contradictoryWords` says how many words there are that contradict an earlier one. */
  readonly contradictions: readonly ContradictoryWords[];
  readonly contradictoryWords: number;
  readonly warnings: readonly InferWarning[];
  /** Was it interrupted? Then this is the best automaton so far. */
  readonly interrupted: boolean;
}

/** The probability of each word. */
export interface InferredDistribution extends InferredBase {
  readonly kind: "words";
  readonly automaton: Wdfsa<number>;
}

/** A language. */
export interface InferredLanguage extends InferredBase {
  readonly kind: "labelled";
  readonly automaton: Wdfsa<boolean>;
}

/** A machine. */
export interface InferredMachine extends InferredBase {
  readonly kind: MachineKind;
  /** Over the free group, as `machineToWdfsa` makes it; arcs that no run shows are missing. */
  readonly automaton: Wdfsa<FreeWord>;
  /** The same machine if it is complete. */
  readonly machine: Machine | undefined;
}

/** A weighted language. */
export interface InferredWeights extends InferredBase {
  readonly kind: "weighted";
  readonly automaton: Wdfsa<unknown>;
}

/** What was learned from a sample. */
export type Inferred = InferredDistribution | InferredLanguage | InferredMachine | InferredWeights;

/** A word whose label, run or weight would decide much. */
export interface Suggestion {
  readonly word: Word;
  /** What it decides, in words. */
  readonly decides: string;
  /** How many words or steps of the sample rest on it. */
  readonly rests: number;
}
