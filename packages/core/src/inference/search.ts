import { Random } from "../random.ts";
import type { Candidate } from "./candidates.ts";
import { leastDescription } from "./description.ts";
import type { Fitted } from "./fitted.ts";
import { type Decision, pairOf, redo } from "./merging.ts";
import type { Quotient } from "./quotient.ts";
import { rebuild } from "./rebuild.ts";

/** A model, what it takes to describe it, and how it was made. */
export interface Model {
  readonly candidate: Candidate;
  readonly fitted: Fitted;
  readonly loss: number;
  /** All that led to it, in their order; of a repaired model those that followed the repair. */
  readonly decisions: readonly Decision[];
}

/** What is decided of a model before its merging begins. */
export interface Begun {
  readonly decisions: readonly Decision[];
  /** The pairs that are not merged, whatever speaks for it. */
  readonly refused: ReadonlySet<string>;
}

/** How a model is to be made: what is decided beforehand, and by which measure the rest is. */
export interface Attempt {
  readonly candidate: Candidate;
  readonly begin: (quotient: Quotient) => Begun;
  /** Does all but a few arcs of a model stay? Then the best merge comes next, whatever the measure says. */
  readonly repairs: boolean;
}

/** What a search may do. */
export interface Rules {
  readonly candidates: readonly Candidate[];
  readonly seed: number;
  /** So many attempts at most. */
  readonly attempts: number;
  /** What somebody does not want merged, by the first words that lead to two states. Other words come first after a repair, so nothing is repaired then. */
  readonly refused: ReadonlySet<string>;
}

/** So many models are kept to begin with. */
const KEPT = 4;

/** How often only the first decisions of a model stay, rather than all but a few arcs. */
const BEGINNING = 0.2;

/** Early decisions are those that spoil most: how many decisions of a model stay then, in the mean. */
const STAY = 25;

/** How many arcs are taken away, in the mean, beside a first one; and how often they are all to or from one state, rather than any. */
const MORE = 4;
const AROUND = 0.3;

/** How often one of them must lead elsewhere. */
const ELSEWHERE = 0.5;

/** How often another measure goes on, rather than the one that the model was made with. */
const OTHER = 0.3;

/** How often the best model is taken, rather than any that is kept. */
const BEST = 0.5;

/** An attempt with so many more states than the best model is given up: a wrong merge leaves many states that fit nowhere. */
const GROWTH = 1.1;
const SPARE = 8;

/** The search ends when so many pairs of states have been folded, or so many attempts for each arc of the best model did not help. */
const MOST_FOLDED = 4e7;
const PATIENCE = 5;

/**
 * Looks for an automaton that is shorter to describe than those at hand. Merging never takes a decision back, and a wrong one among the first spoils all that follow. An attempt takes a
 * good model, drops some of what was decided, and lets the evidence decide it again. Either all stays but a few arcs: of these then all is known that the others say, which
 * the first decisions of merging lack. Or only the first decisions stay, and the next one is taken otherwise, if the whole model is wrong. Which, is drawn.
 */
export class Search {
  readonly #candidates: readonly Candidate[];
  readonly #random: Random;
  readonly #most: number;
  readonly #repairs: boolean;
  #models: readonly Model[] = [];
  /** Those that were not repaired: their first decisions are those for which most spoke. */
  #merged: readonly Model[] = [];
  /** The shortest one to begin with. */
  readonly #first: Model | undefined;
  /** Did all lead to the same automaton? Then nothing is to be gained. */
  readonly #agreed: boolean;
  #folded = 0;
  #vain = 0;
  /** How many attempts there were. */
  attempts = 0;

  constructor(models: readonly Model[], { candidates, seed, attempts, refused }: Rules) {
    this.#candidates = candidates;
    this.#random = new Random(seed, 0x736561726368);
    this.#most = attempts;
    this.#repairs = refused.size === 0;
    for (const model of models) this.#models = withModel(this.#models, model);
    this.#merged = this.#models;
    this.#agreed = models.length > 1 && this.#models.length === 1;
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
      this.#agreed ||
      this.attempts >= this.#most ||
      this.#vain >= PATIENCE * this.#models[0].fitted.target.length ||
      this.#folded >= MOST_FOLDED
    );
  }

  /** What to try next. */
  propose(): Attempt {
    return !this.#repairs || this.#often(BEGINNING)
      ? this.#onlyBeginning(this.#oneOf(this.#merged))
      : this.#allButSome(this.#oneOf(this.#models));
  }

  #oneOf(models: readonly Model[]): Model {
    return models[this.#often(BEST) ? 0 : this.#random.below(models.length)];
  }

  /** Keeps the first decisions, and takes the next one otherwise: refuses a merge, merges what was settled, or lets another measure go on. */
  #onlyBeginning({ candidate, decisions }: Model): Attempt {
    const at = Math.min(decisions.length - 1, this.#about(STAY));
    const decision = decisions.at(Math.max(0, at));
    let kept = decisions.slice(0, Math.max(0, at));
    let refused: ReadonlySet<string> = NONE;
    const goesOn = !this.#often(OTHER);
    if (goesOn && decision?.done === "merged") refused = new Set([pairOf(decision)]);
    else if (goesOn && decision !== undefined && decision.red >= 0)
      kept = [...kept, { ...decision, done: "merged" }];
    const begin = (quotient: Quotient) => {
      redo(quotient, kept);
      return { decisions: kept, refused };
    };
    return {
      candidate: goesOn && decision !== undefined ? candidate : this.#anyCandidate(),
      begin,
      repairs: false,
    };
  }

  /** Takes some arcs away. */
  #allButSome({ candidate, fitted }: Model): Attempt {
    const { size, letters, target } = fitted;
    const state = this.#often(AROUND) ? this.#random.below(size) : -1;
    const arcs = Array.from(target.keys()).filter(
      (arc) =>
        target[arc] >= 0 && (state < 0 || target[arc] === state || Math.floor(arc / letters) === state),
    );
    const most = arcs.length === 0 ? 0 : 1 + this.#about(MORE);
    const freed = Array.from({ length: most }, () => arcs[this.#random.below(arcs.length)]);
    const elsewhere = this.#often(ELSEWHERE) ? (freed.at(0) ?? -1) : -1;
    return {
      candidate: this.#often(OTHER) ? this.#anyCandidate() : candidate,
      begin: (quotient) => ({
        decisions: [],
        refused: rebuild(quotient, { fitted, freed: new Set(freed), elsewhere }),
      }),
      repairs: true,
    };
  }

  #often(share: number): boolean {
    return this.#random.real() < share;
  }

  /** A whole number from 0 on, with an exponential distribution. */
  #about(mean: number): number {
    return Math.floor(-Math.log(1 - this.#random.real()) * mean);
  }

  #anyCandidate(): Candidate {
    return this.#candidates[this.#random.below(this.#candidates.length)];
  }

  /** Will a model with so many states not be kept? */
  hopeless(states: number): boolean {
    const worst = this.#models.at(-1);
    if (worst === undefined) return false;
    return states > GROWTH * this.#models[0].fitted.size + SPARE || leastDescription(states) > worst.loss;
  }

  /** What came of an attempt, undefined if it was given up, and how many pairs were folded for it. */
  add({ repairs }: Attempt, model: Model | undefined, folded: number): void {
    const [before] = this.#models;
    this.attempts++;
    this.#folded += folded;
    if (model !== undefined) {
      this.#models = withModel(this.#models, model);
      if (!repairs) this.#merged = withModel(this.#merged, model);
    }
    this.#vain = this.#models[0] === before ? this.#vain + 1 : 0;
  }
}

/** The shortest models. Two with the same length are the same automaton, nearly always. */
function withModel(models: readonly Model[], model: Model): readonly Model[] {
  if (models.some(({ loss }) => Math.abs(loss - model.loss) < 1e-9 * loss)) return models;
  return [...models, model].sort((one, other) => one.loss - other.loss).slice(0, KEPT);
}

const NONE: ReadonlySet<string> = new Set();
