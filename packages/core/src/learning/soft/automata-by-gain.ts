import { GainGrowth } from "./gain.ts";
import type { Sample } from "./sample.ts";

/** The arcs of an automaton with so many states, and its loss on the words that it is made of. */
export interface Arcs {
  readonly size: number;
  readonly target: Int32Array;
  readonly loss: number;
}

/** Arcs are assigned again, twice, each time there are so many times the states. */
const GROWN = 1.5;
const SWEEPS = 2;

/** So many times the states that are wanted are made, and joined then: that is better than to stop at those wanted. */
const MORE = 1.5;

/**
 * At one time, states are joined until so large a share of the states, or of the loss, has changed. Each time takes a pass over
 * all probabilities of the sample: where there are more than so many, more are joined at a time, up to a fifth.
 */
const JOINED = 0.07;
const DEARER = 0.05;
const LARGE = 2 ** 20;
const MOST_JOINED = 0.2;

/**
 * An arc is judged as if so many words more had come by it that are like all with its letter: many where states are made of the
 * words, fewer where most arcs of an automaton are right already.
 */
const LIKE_LETTER = 8;
const LIKE_LETTER_FROM = 2;

/** An automaton that is given is not joined further once its loss is so many times what it was. */
const LOST = 3;

/** Automata of up to `most` states, split by split. */
export function* automataBySplits(sample: Sample, most: number): Generator<Arcs, GainGrowth> {
  const growth = new GainGrowth(sample, LIKE_LETTER);
  yield arcsOf(growth);
  for (let next = 2; growth.size < most; ) {
    if (growth.split() === 0) break;
    if (growth.size < Math.min(next, most)) continue;
    for (let sweep = 0; sweep < SWEEPS; sweep++) growth.reassign();
    next = Math.ceil(GROWN * growth.size);
    yield arcsOf(growth);
  }
  return growth;
}

/** Automata of at most `most` states: first those of growing, with more states than that, then those of joining them again. */
export function* automataByGain(sample: Sample, most: number): Generator<Arcs> {
  const growth = yield* automataBySplits(sample, Math.ceil(MORE * most));
  yield* automataByJoining(growth, sample, { most });
}

/**
 * The automaton that is given, with its arcs assigned again, and those of joining its states, until too much is lost. Arcs that are
 * undecided follow their letter first.
 */
export function* automataFrom(
  sample: Sample,
  from: Pick<Arcs, "size" | "target">,
  undecided: Iterable<number>,
): Generator<Arcs> {
  const growth = new GainGrowth(sample, LIKE_LETTER_FROM, from);
  growth.leadByLetter(undecided);
  for (let sweep = 0; sweep < SWEEPS; sweep++) growth.reassign();
  yield arcsOf(growth);
  yield* automataByJoining(growth, sample, { most: growth.size, until: LOST * growth.loss });
}

function* automataByJoining(
  growth: GainGrowth,
  { row, letters }: Sample,
  { most, until = Number.POSITIVE_INFINITY }: { readonly most: number; readonly until?: number },
): Generator<Arcs> {
  const passes = Math.max(1, (row.length * (letters + 1)) / LARGE);
  const joined = Math.min(MOST_JOINED, JOINED * passes);
  const dearer = (DEARER * joined) / JOINED;
  while (growth.size > 1) {
    const fewest = Math.floor((1 - joined) * growth.size);
    const { loss } = growth;
    if (loss > until) return;
    growth.merge(growth.size > most ? Math.max(most, fewest) : fewest, dearer * loss);
    growth.reassign();
    yield arcsOf(growth);
  }
}

function arcsOf({ size, target, loss }: GainGrowth): Arcs {
  return { size, target, loss };
}
