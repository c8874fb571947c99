import { Random } from "../random.ts";
import type { Candidate } from "./candidates.ts";
import { leastDescription } from "./description.ts";
import type { Fitted } from "./fitted.ts";
import { type Decision, pairOf } from "./merging.ts";

/** A model, what it takes to describe it, and how it was made. */
export interface Model {
  readonly candidate: Candidate;
  readonly fitted: Fitted;
  readonly loss: number;
  readonly decisions: readonly Decision[];
  /** The pairs that were not merged although the evidence spoke for it. */
  readonly refused: ReadonlySet<string>;
}

export const NONE_REFUSED: ReadonlySet<string> = new Set();

/** How a model is to be made: the decisions it begins with, how the others are taken, and what is not merged. */
export interface Attempt {
  readonly candidate: Candidate;
  readonly begun: readonly Decision[];
  readonly refused: ReadonlySet<string>;
}

/** So many models are kept to begin with. */
const KEPT = 4;

/** Early decisions are those that spoil most: how many decisions of a model stay, in the mean. */
const STAY = 25;

/** How often another measure goes on, rather than the one that the model was made with. */
const OTHER = 0.3;

/** How often the best model is taken, rather than any that is kept. */
const BEST = 0.5;

/** An attempt with so many more states than the best model is given up: a wrong merge leaves many states that fit nowhere. */
const GROWTH = 1.1;
const SPARE = 8;

/** The search ends when so many pairs of states have been folded, or so many attempts did not help. */
const MOST_FOLDED = 2e7;
const PATIENCE = 200;

/**
 * Looks for an automaton that is shorter to describe than those at hand. Merging never takes a decision back, and a wrong one among the first spoils all that follow. So an attempt keeps
 * the first decisions of a good model, takes the next one otherwise, and goes on from there by the evidence: as people do who refuse a merge. Which decision, is drawn.
 */
export class Search {
  readonly #candidates: readonly Candidate[];
  readonly #random: Random;
  readonly #most: number;
  #models: readonly Model[] = [];
  /** The shortest one to begin with. */
  readonly #first: Model | undefined;
  #folded = 0;
  #vain = 0;
  /** How many attempts there were. */
  attempts = 0;

  constructor(models: readonly Model[], candidates: readonly Candidate[], seed: number, most: number) {
    this.#candidates = candidates;
    this.#random = new Random(seed, 0x736561726368);
    this.#most = most;
    for (const model of models) this.#keep(model);
    this.#first = this.#models.at(0);
  }

  /**
   * The model with the shortest description; undefined if there was none to begin with. Which of the attempts it is has to be said, too: without that price the search would
   * find, sooner or later, states that only chance tells apart.
   */
  get best(): Model | undefined {
    const [shortest] = this.#models;
    if (this.#first === undefined || shortest === undefined) return undefined;
    return shortest.loss + Math.log2(this.attempts + 1) < this.#first.loss ? shortest : this.#first;
  }

  get isOver(): boolean {
    return (
      this.#models.length === 0 ||
      this.attempts >= this.#most ||
      this.#vain >= PATIENCE ||
      this.#folded >= MOST_FOLDED
    );
  }

  /** What to try next. */
  propose(): Attempt {
    const from = this.#models[this.#random.real() < BEST ? 0 : this.#random.below(this.#models.length)];
    const drawn = Math.floor(-Math.log(1 - this.#random.real()) * STAY);
    const at = Math.max(0, Math.min(from.decisions.length - 1, drawn));
    const goesOn = this.#random.real() >= OTHER;
    const begun = from.decisions.slice(0, at);
    const { candidate, refused } = from;
    const decision = from.decisions.at(at);
    if (goesOn && decision?.done === "merged") {
      return { candidate, begun, refused: new Set([...refused, pairOf(decision)]) };
    }
    if (goesOn && decision !== undefined && decision.red >= 0) {
      return { candidate, begun: [...begun, { ...decision, done: "merged" }], refused };
    }
    const other = this.#candidates[this.#random.below(this.#candidates.length)];
    return { candidate: other, begun, refused };
  }

  /** Will a model with so many states not be kept? */
  hopeless(states: number): boolean {
    const worst = this.#models.at(-1);
    if (worst === undefined) return false;
    return states > GROWTH * this.#models[0].fitted.size + SPARE || leastDescription(states) > worst.loss;
  }

  /** What came of an attempt, undefined if it was given up, and how many pairs were folded for it. */
  add(model: Model | undefined, folded: number): void {
    const [before] = this.#models;
    this.attempts++;
    this.#folded += folded;
    if (model !== undefined) this.#keep(model);
    this.#vain = this.#models[0] === before ? this.#vain + 1 : 0;
  }

  /** Two models with the same length are the same automaton, nearly always. */
  #keep(model: Model): void {
    if (this.#models.some(({ loss }) => Math.abs(loss - model.loss) < 1e-9 * loss)) return;
    this.#models = [...this.#models, model].sort((one, other) => one.loss - other.loss).slice(0, KEPT);
  }
}
