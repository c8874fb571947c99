import { type CurvePoint, choosePoint } from "./curve.ts";
import { exploredWords, fit, type Measure } from "./fit.ts";
import type { Point } from "./growth.ts";
import type { KnownRows } from "./known-rows.ts";
import type { SoftOptions } from "./soft-options.ts";
import { EQUAL } from "./states-by-rows.ts";

/** With a limit on states, the smallest automaton is chosen whose divergence is at most this many times the least. */
const NEAR_THE_LEAST = 1.02;

/** The automata that have grown, from coarse to fine, how far each is from the model, and which of them is chosen. */
export class GrownSequence {
  points: readonly Point[] = [];
  curve: readonly CurvePoint[] = [];
  /** The place of the chosen automaton. */
  chosen = 0;
  /** Was it chosen because it stands out? */
  standsOut = false;
  readonly #known: KnownRows;
  readonly #options: SoftOptions;

  constructor(known: KnownRows, options: SoftOptions) {
    this.#known = known;
    this.#options = options;
  }

  get finest(): Point {
    return this.points[this.points.length - 1];
  }

  /** Takes a sequence, or the same one with a finer automaton at its end. */
  take(points: readonly Point[]): void {
    const measure = exploredWords(this.#known);
    const size = points.length;
    // The words known change with every state. In a long sequence it is enough to look at all automata now and then.
    const kept = size > 24 && size % Math.ceil(size / 8) !== 0 ? this.curve.slice(0, size - 1) : [];
    this.points = points.slice();
    this.curve = [...kept, ...points.slice(kept.length).map((point) => this.#rate(point, measure))];
    this.#choose();
  }

  /** Rates all automata by a measure, without choosing another one. */
  rate(measure: Measure): void {
    this.curve = this.points.map((point) => this.#rate(point, measure));
  }

  /** Rates all automata by a measure, and chooses again. Returns whether the choice has changed. */
  chooseBy(measure: Measure): boolean {
    const before = this.chosen;
    this.rate(measure);
    this.#choose();
    return this.chosen !== before;
  }

  #rate({ pdfa, radius }: Point, measure: Measure): CurvePoint {
    const { divergence, variation } = fit(this.#known, pdfa, measure);
    return { states: pdfa.size, radius, divergence, variation };
  }

  #choose(): void {
    const { tolerance, maxStates } = this.#options;
    if (tolerance !== undefined || this.finest.radius <= EQUAL) {
      this.chosen = this.points.length - 1;
      return;
    }
    const { index, standsOut } = choosePoint(this.curve);
    this.standsOut = standsOut;
    const least = Math.min(...this.curve.map(({ divergence }) => divergence));
    this.chosen =
      maxStates === undefined
        ? index
        : this.curve.findIndex(({ divergence }) => divergence <= NEAR_THE_LEAST * least);
  }
}
