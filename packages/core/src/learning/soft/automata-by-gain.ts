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

/** An arc is judged as if so many words more had come by it that are like all with its letter. */
const LIKE_LETTER = 3;

/** To join a state that is no other one costs so many times what joining those that are costs, for each time it is visited. */
const ALIKE = 10;

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
  yield* automataByJoining(growth, sample, most);
}

/** The automaton that is given, with its arcs assigned again, and those of joining its states. */
export function* automataFrom(sample: Sample, from: Pick<Arcs, "size" | "target">): Generator<Arcs> {
  const growth = new GainGrowth(sample, LIKE_LETTER, from);
  yield arcsOf(growth);
  for (let sweep = 0; sweep < SWEEPS; sweep++) growth.reassign();
  yield arcsOf(growth);
  yield* automataByJoining(growth, sample, growth.size);
}

/**
 * The automaton that is given, without the states that are others again: what follows is nearly the same. They show by a gap: to join any
 * other one would cost far more for each time it is visited. Where there is no gap, or as much as a fraction `lost` of the loss would be lost, none are joined.
 */
export function withoutDoubles(
  sample: Sample,
  from: Pick<Arcs, "size" | "target">,
  lost: number,
): Pick<Arcs, "size" | "target"> {
  const growth = new GainGrowth(sample, 0, from);
  const before = growth.loss;
  let [most, last, found] = [0, from, from];
  while (growth.size > 1) {
    const cost = growth.mergeAlike();
    if (cost > ALIKE * most && last !== from) found = last;
    if (growth.loss > (1 + lost) * before) return found;
    most = Math.max(most, cost);
    last = arcsOf(growth);
  }
  return found;
}

/** The automata of joining the states of one, step by step, with arcs as they are. */
export function* automataByMerging(sample: Sample, from: Pick<Arcs, "size" | "target">): Generator<Arcs> {
  const growth = new GainGrowth(sample, 0, from);
  while (growth.size > 1) {
    growth.merge(growth.size - 1, 0);
    yield arcsOf(growth);
  }
}

function* automataByJoining(growth: GainGrowth, { row, width }: Sample, most: number): Generator<Arcs> {
  const passes = Math.max(1, (row.length * width) / LARGE);
  const joined = Math.min(MOST_JOINED, JOINED * passes);
  const dearer = (DEARER * joined) / JOINED;
  while (growth.size > 1) {
    const fewest = Math.floor((1 - joined) * growth.size);
    const { loss } = growth;
    growth.merge(growth.size > most ? Math.max(most, fewest) : fewest, dearer * loss);
    growth.reassign();
    yield arcsOf(growth);
  }
}

function arcsOf({ size, target, loss }: GainGrowth): Arcs {
  return { size, target, loss };
}
