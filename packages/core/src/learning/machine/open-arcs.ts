import { getOrAdd } from "../../words/collections.ts";
import { AMBIGUOUS, DOUBTFUL, type Fold, NONE, SETTLED, UNEXPLORED } from "./fold.ts";

/** States that are this much farther away are explored before the candidates of an arc are separated. */
const LAG = 4;

/**
 * The arcs that may have to be asked, in order: what explores a state tells what separates others from it. Arcs with a
 * doubtful target come last, because other words often pass them and end the doubt.
 *
 * A batch takes only a few of them, so they are looked up one by one. They are the arcs of the time when the list was made:
 * `freeze` has to be called before what is believed changes.
 */
export class OpenArcs {
  readonly #fold: Fold;
  /** The states with open arcs by the lengths of the words to them, and the longest of these lengths. */
  readonly #states = new Map<number, number[]>();
  readonly #deepest: number;
  #order: Iterator<number>;
  readonly #taken = new Set<number>();
  /** Those that were left when the list was frozen. */
  #left: Set<number> | undefined;

  constructor(fold: Fold) {
    this.#fold = fold;
    let deepest = 0;
    for (let state = 0; state < fold.states; state++) {
      if (fold.countOf(state, SETTLED) === fold.letters) continue;
      const depth = fold.depth(state * fold.letters);
      deepest = Math.max(deepest, depth);
      getOrAdd(this.#states, depth, () => []).push(state);
    }
    this.#deepest = deepest;
    this.#order = this.#inOrder();
  }

  get isEmpty(): boolean {
    return this.#states.size === 0;
  }

  /** Takes the first one off the list, or gives `NONE`. */
  next(): number {
    for (let found = this.#order.next(); found.done !== true; found = this.#order.next()) {
      if (this.take(found.value)) return found.value;
    }
    return NONE;
  }

  /** Takes an arc off the list; false if it was not there. */
  take(arc: number): boolean {
    if (!this.#has(arc)) return false;
    this.#taken.add(arc);
    return true;
  }

  /** May any arc of a state be on the list? */
  mayHaveAny(state: number): boolean {
    return this.#left !== undefined || this.#fold.countOf(state, SETTLED) < this.#fold.letters;
  }

  #has(arc: number): boolean {
    const listed = this.#left === undefined ? this.#fold.kind[arc] !== SETTLED : this.#left.has(arc);
    return listed && !this.#taken.has(arc);
  }

  /** Writes down what is left of the list. */
  freeze(): void {
    if (this.#left !== undefined) return;
    const left = [...this.#inOrder()].filter((arc) => this.#has(arc));
    this.#left = new Set(left);
    this.#order = left.values();
  }

  *#inOrder(): Generator<number> {
    for (let rank = 0; rank <= this.#deepest + LAG; rank++) {
      yield* this.#ofKind(UNEXPLORED, rank);
      yield* this.#ofKind(AMBIGUOUS, rank - LAG);
    }
    for (let depth = 0; depth <= this.#deepest; depth++) yield* this.#ofKind(DOUBTFUL, depth);
  }

  *#ofKind(kind: number, depth: number): Generator<number> {
    const { letters, kind: kinds } = this.#fold;
    for (const state of this.#states.get(depth) ?? []) {
      if (this.#fold.countOf(state, kind) === 0) continue;
      const end = (state + 1) * letters;
      for (let arc = state * letters; arc < end; arc++) if (kinds[arc] === kind) yield arc;
    }
  }
}
