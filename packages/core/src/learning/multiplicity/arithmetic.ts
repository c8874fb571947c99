import type { Wfsa } from "../../automata/wfsa.ts";
import type { Word } from "../../words/word.ts";
import type { Coordinates } from "./coordinates.ts";

/**
 * The linear algebra of the multiplicity learner over one kind of field. The field that is computed in may be another one
 * than that of the weights, so what it computes is not known outside.
 */
export interface Arithmetic<W> {
  readonly coordinates: Coordinates<W, unknown>;
  /**
   * Adds words p·a to the basis, and suffixes to the block, as long as each pair adds a dimension. The weights of all
   * words of the block followed by these suffixes are known. Returns how many were added.
   */
  extend(suffixes: readonly Word[]): number;
  /** How far two values are from each other; 0 only if they are equal. */
  distance(a: unknown, b: unknown): number;
  /** Are two values equal, as far as one can tell after so many products? */
  agree(a: unknown, b: unknown, factors: number): boolean;
  /** Computes again in another field, where values that happened to be equal may differ; false if there is none. */
  renew(): boolean;
  /** The automaton whose states are the basis words. Arcs that are not known yet are left out. */
  hypothesis(): Wfsa<W>;
  /** What is known of the rank, in words, if it is more than the number. */
  conclusion?(): string;
  /** Why a counterexample added no dimension, where rounding can be the reason. */
  refusal?(): string;
}

/** Thrown when a weight has no value in the field that is computed in; `renew` helps. */
export class NoValue extends Error {
  constructor() {
    super("a weight has no value in the field that is computed in");
    this.name = "NoValue";
  }
}
