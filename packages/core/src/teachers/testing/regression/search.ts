import type { Automaton } from "../../../automata/convert.ts";
import { Heap } from "../../../automata/distances/heap.ts";
import { countOf, HankelError } from "../../../errors.ts";
import {
  type Answer,
  answerOf,
  type Examination,
  type ExaminationQuestion,
  type StateVector,
} from "../../../learning/protocol.ts";
import { wholeNumber } from "../../../numbers.ts";
import { Batch } from "../../../words/batch.ts";
import type { Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest } from "../equivalence-test.ts";
import { isRepresentable } from "../test-words.ts";
import { firstMismatch } from "../try-words.ts";
import { Abstraction, configurationOf, type Placed } from "./abstraction.ts";

/** So many words are asked at a time. */
const BATCH = 16;
/** A word is not extended if more than so many others led to the same place. */
const OFTEN = 5;

/** A word to read. */
interface Candidate {
  readonly word: Word;
  readonly priority: number;
  /** Among equals, the first one comes first. */
  readonly order: number;
}

/**
 * Looks for a word on which a target and a hypothesis differ, in the target's state space (Okudono, Waga, Sekiyama and Hasuo
 * 2020). A map, fitted by regression to the words read so far, takes the target's states to the hypothesis's
 * configurations. The search extends first, by every letter, those words where the two disagree most, and where the target's state is unlike any other;
 * it does not extend words that led to a place seen often enough. It ends when no word is left, or at the limit. It draws no random
 * number. It reads at most so many words, none of more than `longest` letters.
 *
 * Two things differ from the paper. There, novelty and places are those of the images alone: then a hypothesis of one
 * state, to which all words look the same, ends the search at once. And words are asked in small batches, not one by one.
 */
export function* regressionSearch<W>(
  hypothesis: Automaton<W>,
  words: number,
  longest: number,
): Examination<W> {
  const configuration = configurationOf(hypothesis);
  const abstraction = new Abstraction();
  const frontier = new Frontier(hypothesis, words, longest);
  for (let batch = frontier.take(); batch.length > 0; batch = frontier.take()) {
    let found: Word | null = null;
    for (let left: readonly Word[] = batch; left.length > 0; ) {
      const { tried, weights, states } = yield* read<W>(left);
      found ??= firstMismatch(hypothesis.algebra, hypothesis, tried, weights);
      for (const [i, word] of tried.entries()) {
        frontier.extend(word, abstraction.add(states[i], configuration(word)));
      }
      left = left.slice(tried.length);
    }
    // The verdict does not depend on how many words a budget allowed at a time.
    if (found !== null) return found;
    abstraction.correct();
  }
  return null;
}

/** Words that were answered, as many as the budget allowed. */
interface Tried<W> {
  readonly tried: readonly Word[];
  readonly weights: ArrayLike<W>;
  readonly states: readonly StateVector[];
}

function* read<W>(words: readonly Word[]): Generator<ExaminationQuestion<W>, Tried<W>, Answer<W>> {
  const { weights, states } = answerOf(
    "weights",
    yield { kind: "test", batch: Batch.of(words), states: true },
  );
  const tried = words.slice(0, weights.length);
  if (states !== undefined && tried.length > 0 && states.length === tried.length)
    return { tried, weights, states };
  const got = `${countOf(weights.length, "weight")} and ${countOf(states?.length ?? 0, "state")}`;
  throw new HankelError(
    "teacher",
    `asked for the weights and states of ${countOf(words.length, "word")}, got ${got}`,
  );
}

/** The words that may be read, the most promising first. */
class Frontier<W> {
  readonly #hypothesis: Automaton<W>;
  readonly #longest: number;
  readonly #candidates = new Heap<Candidate>((a, b) =>
    a.priority === b.priority ? a.order < b.order : a.priority > b.priority,
  );
  #order = 0;
  #left: number;

  constructor(hypothesis: Automaton<W>, words: number, longest: number) {
    this.#hypothesis = hypothesis;
    this.#longest = longest;
    this.#left = words;
    this.#push([], 0);
  }

  /** The next words to read; none if the search is over. */
  take(): Word[] {
    const batch: Word[] = [];
    while (batch.length < BATCH && this.#left > 0) {
      const candidate = this.#candidates.pop();
      if (candidate === undefined) break;
      batch.push(candidate.word);
      this.#left--;
    }
    return batch;
  }

  /** Adds the words that are one letter longer, unless this one led to a place that is known well enough. */
  extend(word: Word, { surprise, novelty, neighbours }: Placed): void {
    if (neighbours > OFTEN || word.length >= this.#longest) return;
    for (let letter = 0; letter < this.#hypothesis.alphabet.size; letter++) {
      this.#push([...word, letter], surprise + novelty);
    }
  }

  #push(word: Word, priority: number): void {
    if (!isRepresentable(this.#hypothesis, word)) return;
    this.#candidates.push({ word, priority, order: this.#order++ });
  }
}

/**
 * Tests words of a target that gives its states, such as a recurrent network: at most `count` of them, where regression from
 * its states to those of the hypothesis says that the two seem to disagree. What it proves is agreement on these words.
 *
 * @example
 * console.log(stateRegression(200).text, stateRegression(200).states); // regression:200 true
 */
export function stateRegression(count: number): EquivalenceTest {
  wholeNumber(count, 1, "regression");
  return {
    text: `regression:${count}`,
    states: true,
    atMost: () => count,
    words: () => [],
    examine: (hypothesis, _equivalence, longest) => regressionSearch(hypothesis, count, longest),
    claim: () =>
      agreedOn(`a search by regression on the target's states, at most ${countOf(count, "word")} at a time`),
  };
}
