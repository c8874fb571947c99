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
    if (!test.asksBox) counterexample = yield* tested(run, { hypothesis, conjecture, place, test });
    else if (verdict === undefined) counterexample = yield* searchCounterexample(hypothesis);
    else counterexample = verdict.counterexample ?? (yield* acceptedStill(run, hypothesis));
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

/** The black box accepted this conjecture in a run before; where answers are asked again, it is asked for that again, too. */
function* acceptedStill<W, A>(
  { recheckFirst, conflicts, recall, store }: LiveRun<W, A>,
  hypothesis: Automaton<W>,
): Examination<W, A> {
  if (recheckFirst === 0) return null;
  const counterexample = yield* searchCounterexample(hypothesis);
  if (counterexample === null) return null;
  const { terms } = store.kind;
  const shown = store.alphabet.show(counterexample, terms);
  throw conflicts.outdated(
    `it accepted this ${terms.automaton}, and now has a counterexample, ${shown}`,
    recall,
  );
}

/** A test of a conjecture, and its place among the tests. */
interface Placed<W> {
  readonly hypothesis: Automaton<W>;
  readonly conjecture: number;
  readonly place: number;
  readonly test: EquivalenceTest;
}

/**
 * Runs a test on its words. If it chooses them by the answers, or the black box draws them, the journal keeps them, and a resumed run
 * tries the same words again. A search that was interrupted begins anew.
 */
function* tested<W, A>(run: LiveRun<W, A>, placed: Placed<W>): Examination<W, A> {
  const { hypothesis, conjecture, place, test } = placed;
  const { box, store, seed, trial } = run;
  const asked = (examination: Examination<W>) => examinedBy(box.kind, examination);
  const known = store.samples(conjecture, place);
  if (test.examine !== undefined) {
    if (known !== undefined) return yield* asked(tryWords(hypothesis, known, { first: known.length }));
    const longest = box.longest ?? Number.POSITIVE_INFINITY;
    const found = yield* asked(test.examine(hypothesis, conjecture, longest));
    keepSamples(run, placed, trial.searched);
    return found;
  }
  const count = test.samples?.(conjecture) ?? 0;
  let samples = known ?? [];
  if (samples.length < count) {
    // In every language a JSON number can hold 31 bits.
    const drawing = new Random(seed, conjecture, place).bits() >>> 1;
    samples = answerOf("samples", yield { kind: "sample", count, seed: drawing }).words;
    keepSamples(run, placed, samples);
  }
  const noteCut = () => {
    trial.cut++;
  };
  const words = noLonger(box.longest, testWords(test, hypothesis, conjecture, samples, noteCut));
  const longestFirst = store.kind.tellsPrefixes;
  return yield* asked(tryWords(hypothesis, words, { longestFirst }));
}

/** Writes down the words of a test that cannot be chosen again. */
function keepSamples<W, A>(
  { store, journal }: LiveRun<W, A>,
  { conjecture, place: test }: Placed<W>,
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
