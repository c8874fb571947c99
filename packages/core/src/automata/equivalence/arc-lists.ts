import { lengthened } from "../../words/collections.ts";

/** A list of arcs for each state, in which an arc is at most once. */
export class ArcLists {
  /** The first arc of a state's list, and the arcs before and after an arc; plus 1, and 0 for none. */
  #first = new Int32Array(64);
  #before = new Int32Array(64);
  #after = new Int32Array(64);
  /** The state in whose list an arc is, plus 1. */
  #of = new Int32Array(64);

  reserve(states: number, arcs: number): void {
    if (states > this.#first.length) {
      this.#first = lengthened(this.#first, Math.max(states, 2 * this.#first.length));
    }
    if (arcs <= this.#of.length) return;
    const room = Math.max(arcs, 2 * this.#of.length);
    this.#before = lengthened(this.#before, room);
    this.#after = lengthened(this.#after, room);
    this.#of = lengthened(this.#of, room);
  }

  clear(): void {
    this.#first.fill(0);
    this.#of.fill(0);
  }

  add(arc: number, state: number): void {
    const next = this.#first[state];
    this.#before[arc] = 0;
    this.#after[arc] = next;
    if (next > 0) this.#before[next - 1] = arc + 1;
    this.#first[state] = arc + 1;
    this.#of[arc] = state + 1;
  }

  /** Takes an arc from its list, if it is in one. */
  remove(arc: number): void {
    const state = this.#of[arc] - 1;
    if (state < 0) return;
    const [before, after] = [this.#before[arc], this.#after[arc]];
    if (before > 0) this.#after[before - 1] = after;
    else this.#first[state] = after;
    if (after > 0) this.#before[after - 1] = before;
    this.#of[arc] = 0;
  }

  /** Takes all arcs from a state's list. */
  take(state: number): number[] {
    const arcs: number[] = [];
    for (let arc = this.#first[state]; arc > 0; arc = this.#after[arc - 1]) arcs.push(arc - 1);
    for (const arc of arcs) this.#of[arc] = 0;
    this.#first[state] = 0;
    return arcs;
  }
}
