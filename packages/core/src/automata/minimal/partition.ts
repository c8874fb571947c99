import { lengthened } from "../../words/collections.ts";
import { grouped } from "../arcs.ts";

/**
 * A refinable partition of 0 … n−1 in flat arrays (Valmari and Lehtinen 2008). Marking an element is O(1); splitting is
 * linear in the marked elements, and the smaller half becomes the new set.
 */
export class Partition {
  /** The elements, set by set. */
  readonly elements: Int32Array;
  /** The place of an element in `elements`. */
  readonly #place: Int32Array;
  /** The set of an element. */
  readonly setOf: Int32Array;
  /** The place of a set's first element. */
  readonly first: Int32Array;
  /** One past the place of its last element. */
  readonly end: Int32Array;
  /** How many of its elements are marked; they come first. */
  readonly #marked: Int32Array;
  /** The sets that have marked elements. */
  readonly #touched: Int32Array;
  #touchedCount = 0;
  count: number;

  /** The partition in which the set of an element is its given number. Linear (a counting sort). */
  constructor(numbers: Int32Array, sets = numbers.reduce((most, number) => Math.max(most, number + 1), 0)) {
    const capacity = Math.max(numbers.length, sets);
    const { start, places } = grouped(numbers, sets);
    this.count = sets;
    this.elements = places;
    this.#place = new Int32Array(numbers.length);
    places.forEach((element, place) => (this.#place[element] = place));
    this.setOf = numbers.slice();
    this.first = lengthened(start, capacity + 1);
    this.end = lengthened(start.subarray(1), capacity);
    this.#marked = new Int32Array(capacity);
    this.#touched = new Int32Array(capacity);
  }

  mark(element: number): void {
    const set = this.setOf[element];
    const place = this.#place[element];
    const border = this.first[set] + this.#marked[set];
    if (place < border) return;
    const other = this.elements[border];
    this.elements[place] = other;
    this.#place[other] = place;
    this.elements[border] = element;
    this.#place[element] = border;
    if (this.#marked[set]++ === 0) this.#touched[this.#touchedCount++] = set;
  }

  /** Splits every set into its marked and unmarked elements; the smaller part becomes the new set. */
  split(): void {
    while (this.#touchedCount > 0) {
      const set = this.#touched[--this.#touchedCount];
      const border = this.first[set] + this.#marked[set];
      const marked = this.#marked[set];
      this.#marked[set] = 0;
      if (border === this.end[set]) continue;
      const added = this.count++;
      if (marked <= this.end[set] - border) {
        this.first[added] = this.first[set];
        this.end[added] = border;
        this.first[set] = border;
      } else {
        this.first[added] = border;
        this.end[added] = this.end[set];
        this.end[set] = border;
      }
      for (let i = this.first[added]; i < this.end[added]; i++) this.setOf[this.elements[i]] = added;
    }
  }
}
