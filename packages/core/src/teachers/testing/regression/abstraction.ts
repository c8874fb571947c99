import { isSemifield } from "../../../algebra/semifield.ts";
import type { Automaton } from "../../../automata/convert.ts";
import { Forward } from "../../../automata/stochastic/forward.ts";
import { Wdfsa } from "../../../automata/wdfsa.ts";
import type { Wfsa } from "../../../automata/wfsa.ts";
import { HankelError } from "../../../errors.ts";
import type { StateVector } from "../../../learning/protocol.ts";
import { Ridge } from "../../../linear/systems.ts";
import type { Word } from "../../../words/word.ts";

/** Images at a smaller distance are near. Those of two states of a deterministic automaton should be √2 apart. */
const NEAR_IMAGES = 0.5;
/** States at a smaller distance are near, where 1 is the distance of two states that have nothing in common. */
const NEAR_STATES = 0.25;
/** The map is fitted again only when there are so many times more words: each fit takes new images of all of them. */
const GROWTH = 1.25;

/** A word that was read: the target's state after it, the automaton's configuration, and the image of that state. */
interface Reading {
  readonly state: StateVector;
  readonly configuration: Float64Array;
  image: Float64Array;
}

/** How a word lies among those that were read before it. */
export interface Placed {
  /** How far the image of the target's state is from the automaton's configuration. */
  readonly surprise: number;
  /** How far the target's state is from the nearest other one, where 1 is usual for two of them; 1 for the first word. */
  readonly novelty: number;
  /** How many other words have near states and near images. */
  readonly neighbours: number;
}

/**
 * A map p from the states of a target to configurations of an automaton, fitted by regression to the words that were read. It is
 * fitted again when it is seen to be wrong: when it takes a state, or one near it, to an image that is not near its configuration.
 */
export class Abstraction {
  readonly #readings: Reading[] = [];
  readonly #spread = new Spread();
  #ridge: Ridge | undefined;
  #wrong = false;
  /** How many words there were at the last fit. */
  #fitted = 0;

  /** Takes a word into account, and says how it lies among the others by the map fitted before it. */
  add(state: StateVector, configuration: Float64Array): Placed {
    this.#ridge ??= new Ridge(state.length, configuration.length);
    this.#spread.add(state);
    const unit = this.#spread.distance;
    const image = this.#ridge.predict(state);
    const surprise = distance(image, configuration);
    let [novelty, neighbours] = [1, 0];
    let isWrong = surprise >= NEAR_IMAGES;
    for (const [i, other] of this.#readings.entries()) {
      const apart = distance(other.state, state) / unit;
      novelty = i === 0 ? apart : Math.min(novelty, apart);
      if (distance(other.image, image) >= NEAR_IMAGES) continue;
      if (apart < NEAR_STATES) neighbours++;
      isWrong ||= distance(other.image, other.configuration) >= NEAR_IMAGES;
    }
    this.#wrong ||= isWrong;
    this.#readings.push({ state, configuration, image });
    this.#ridge.add(state, configuration);
    return { surprise, novelty, neighbours };
  }

  /** Fits the map again if it was seen to be wrong and there is something new to fit it to. */
  correct(): void {
    const ridge = this.#ridge;
    if (!this.#wrong || ridge === undefined || this.#readings.length < GROWTH * this.#fitted) return;
    ridge.fit();
    for (const reading of this.#readings) reading.image = ridge.predict(reading.state);
    this.#fitted = this.#readings.length;
    this.#wrong = false;
  }
}

/** How far apart vectors are that come one by one (Welford's sums). */
export class Spread {
  #count = 0;
  #mean: Float64Array | undefined;
  /** The sum of the squared distances from the mean. */
  #squares = 0;

  add(vector: Float64Array): void {
    this.#mean ??= new Float64Array(vector.length);
    this.#count++;
    for (let i = 0; i < vector.length; i++) {
      const off = vector[i] - this.#mean[i];
      this.#mean[i] += off / this.#count;
      this.#squares += off * (vector[i] - this.#mean[i]);
    }
  }

  /** The root of the mean squared distance of two of them; 1 where all are equal. */
  get distance(): number {
    return this.#squares > 0 ? Math.sqrt((2 * this.#squares) / this.#count) : 1;
  }
}

/** The Euclidean distance of two vectors. */
export function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return Math.sqrt(sum);
}

/** What an automaton remembers of a word, as a vector of numbers with an entry for each state. */
export type Configuration = (word: Word) => Float64Array;

/**
 * The configurations of an automaton, without their length: what follows a word depends on the direction only, up to a
 * factor, and the weights of long words leave the range of floats. For a deterministic automaton it is 1 at the state
 * that a word leads to, whatever the weights are; for others it is λμ(w) divided by its norm. Where no path goes on, it is zero.
 */
export function configurationOf<W>(automaton: Automaton<W>): Configuration {
  return automaton instanceof Wdfsa ? (word) => stateOf(automaton, word) : forwardOf(automaton);
}

function stateOf<W>(automaton: Wdfsa<W>, word: Word): Float64Array {
  const vector = new Float64Array(automaton.size);
  const state = automaton.size === 0 ? -1 : automaton.stateAfter(word);
  if (state >= 0) vector[state] = 1;
  return vector;
}

function forwardOf<W>(automaton: Wfsa<W>): Configuration {
  const { algebra } = automaton;
  if (!isSemifield(algebra) || algebra.toNumber === undefined) {
    throw new HankelError(
      "unsupported",
      `the test regression maps the target's states to a nondeterministic hypothesis's vectors of real numbers, and the weights ` +
        `of ${algebra.name} are none; random, short, bfs and words test it`,
    );
  }
  const forward = new Forward(automaton, "regression");
  return (word) => {
    let vector = normalized(forward.initial.slice());
    for (const letter of word) {
      const next = new Float64Array(forward.size);
      forward.step(vector, letter, next);
      vector = normalized(next);
    }
    return vector;
  };
}

/** A vector divided by its norm; zero stays zero. */
function normalized(vector: Float64Array): Float64Array {
  const norm = distance(vector, new Float64Array(vector.length));
  if (norm > 0) for (let i = 0; i < vector.length; i++) vector[i] /= norm;
  return vector;
}
