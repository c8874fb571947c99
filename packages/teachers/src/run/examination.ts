import {
  type Answer,
  type Automaton,
  answerOf,
  conjectureHash,
  doesNotFit,
  type EquivalenceTest,
  type Examination,
  type ExaminationQuestion,
  examinedBy,
  Random,
  searchCounterexample,
  testWords,
  tryWords,
  type Word,
} from "@hankel/core";
import type { LiveRun } from "./live-run.ts";

/** Asks about a counterexample again; throws if it was none. */
export type Confirmation<W, A> = Generator<ExaminationQuestion<W>, void, Answer<A>>;

/**
 * Runs the chosen tests of a conjecture in turn until one finds a counterexample. A resumed run repeats the tests on
 * remembered answers, so that all counts are those of the first time. Only what cannot be repeated comes from the journal:
 * the answer of a black box to a whole conjecture, and the words of a search that looks at states, which no journal keeps.
 */
export function* examine<W, A>(
  run: LiveRun<W, A>,
  hypothesis: Automaton<W>,
  conjecture: number,
  confirm: (counterexample: Word) => Confirmation<W, A>,
): Examination<W, A> {
  const { store, journal, tests, tell, trial } = run;
  const hash = conjectureHash(hypothesis);
  const verdict = store.verdicts[conjecture];
  if (verdict !== undefined && verdict.hash !== hash) throw doesNotFit(conjecture);
  let counterexample: Word | null = null;
  for (const [place, test] of tests.entries()) {
    const words = test.count?.(hypothesis, conjecture);
    tell({ event: "testing", number: conjecture, test: test.text, words });
    trial.start(test, hypothesis, conjecture);
    if (test.examine !== undefined)
      counterexample = yield* search(run, hypothesis, conjecture, place, test.examine);
    else if (!test.asksBox) counterexample = yield* testOnWords(run, hypothesis, conjecture, place, test);
    else
      counterexample =
        verdict === undefined ? yield* searchCounterexample(hypothesis) : verdict.counterexample;
    if (counterexample !== null) break;
  }
  trial.end();
  if (counterexample !== null) yield* confirm(counterexample);
  const word = counterexample === null ? null : store.alphabet.spell(counterexample);
  if (verdict === undefined) {
    const states = hypothesis.size;
    journal?.append([{ kind: "conjecture", conjecture, states, hash, counterexample: word }]);
    store.recordVerdict({ states, hash, counterexample });
  }
  tell(
    word === null
      ? { event: "accepted", number: conjecture }
      : { event: "counterexample", number: conjecture, word },
  );
  return counterexample;
}

/**
 * Runs a test that chooses its words by the answers. A finished search is in the journal with its words, and a resumed run
 * tries the same words again. A search that was interrupted begins anew.
 */
function* search<W, A>(
  run: LiveRun<W, A>,
  hypothesis: Automaton<W>,
  conjecture: number,
  place: number,
  begin: NonNullable<EquivalenceTest["examine"]>,
): Examination<W, A> {
  const { box, store, trial } = run;
  const asked = (examination: Examination<W>) => examinedBy(box.kind, examination);
  const words = store.samples(conjecture, place);
  if (words !== undefined) return yield* asked(tryWords(hypothesis, words, { first: words.length }));
  const found = yield* asked(begin(hypothesis, conjecture, box.longest ?? Number.POSITIVE_INFINITY));
  keepSamples(run, conjecture, place, trial.searched);
  return found;
}

/** Runs a test on its words. If the black box draws them, it draws once, and the journal keeps them. */
function* testOnWords<W, A>(
  run: LiveRun<W, A>,
  hypothesis: Automaton<W>,
  conjecture: number,
  place: number,
  test: EquivalenceTest,
): Examination<W, A> {
  const { box, store, seed, trial } = run;
  const count = test.samples?.(conjecture) ?? 0;
  let samples = store.samples(conjecture, place) ?? [];
  if (samples.length < count) {
    // In every language a JSON number can hold 31 bits.
    const drawing = new Random(seed, conjecture, place).bits() >>> 1;
    samples = answerOf("samples", yield { kind: "sample", count, seed: drawing }).words;
    keepSamples(run, conjecture, place, samples);
  }
  const noteCut = () => {
    trial.cut++;
  };
  const words = noLonger(box.longest, testWords(test, hypothesis, conjecture, samples, noteCut));
  const longestFirst = store.kind.tellsPrefixes;
  return yield* examinedBy(box.kind, tryWords(hypothesis, words, { longestFirst }));
}

/** Writes down the words of a test that cannot be chosen again. */
function keepSamples<W, A>(
  { store, journal }: LiveRun<W, A>,
  conjecture: number,
  test: number,
  words: readonly Word[],
): void {
  const spelled = words.map((word) => store.alphabet.spell(word));
  journal?.append([{ kind: "samples", conjecture, test, words: spelled }]);
  store.recordSamples(conjecture, test, words);
}

/** Those of the words that the black box can be asked about. */
function* noLonger(longest: number | undefined, words: Iterable<Word>): Generator<Word> {
  for (const word of words) if (longest === undefined || word.length <= longest) yield word;
}
