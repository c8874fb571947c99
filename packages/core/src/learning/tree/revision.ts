import type { GroupWithZero } from "../../algebra/semifield.ts";
import { type Revision, Wdfsa } from "../../automata/wdfsa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { hypothesisOf } from "./hypothesis.ts";
import type { Sifting, Watcher } from "./sifting.ts";

/**
 * A hypothesis of a sifting. Its arrays are made when somebody reads them, which may be never: a run in memory makes a conjecture
 * for each state, and a copy of all arcs for each of them would take longer than all the rest.
 *
 * A revision notes what the arcs were that have changed since. It knows the next one, and no revision knows the one before:
 * whoever keeps a revision keeps what leads back to it, and what nobody keeps is collected.
 */
export class SiftingRevision<W> implements Revision<W>, Watcher<W> {
  readonly author: Sifting<W>;
  readonly number: number;
  readonly size: number;
  readonly changed: readonly number[];
  readonly initialWeight: W;
  #next: SiftingRevision<W> | undefined;
  /** Arcs that have changed since, each with the target that it had, and the weights that they had. */
  readonly #arcs: number[] = [];
  readonly #weights: W[] = [];

  constructor(sifting: Sifting<W>, before: SiftingRevision<W> | undefined) {
    this.author = sifting;
    this.number = before === undefined ? 0 : before.number + 1;
    this.size = sifting.states;
    this.changed = sifting.watch(this);
    this.initialWeight = sifting.scale(0);
    if (before !== undefined) before.#followedBy(this);
  }

  #followedBy(next: SiftingRevision<W>): void {
    this.#next = next;
  }

  get algebra(): GroupWithZero<W> {
    return this.author.algebra;
  }

  get alphabet(): Alphabet {
    return this.author.alphabet;
  }

  get isNewest(): boolean {
    return this.#next === undefined && this.#arcs.length === 0 && this.author.states === this.size;
  }

  get now(): Wdfsa<W> {
    const { algebra, alphabet, initialWeight } = this;
    const { target, factor: arcWeight, finals: finalWeight } = this.author.now();
    return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight }, false);
  }

  entry(state: number): number {
    return this.author.accessWord(state) - 1;
  }

  /** An arc is about to change. */
  note(arc: number, target: number, weight: W): void {
    this.#arcs.push(arc, target);
    // Where 1 is the only non-zero weight, every arc has a target, as the dead state has a leaf like any other.
    if (this.algebra.trivial !== true) this.#weights.push(weight);
  }

  arrays(): Pick<Wdfsa<W>, "target" | "arcWeight" | "finalWeight"> {
    const { target, arcWeight, finalWeight } = hypothesisOf(this.author, this.size);
    const later: SiftingRevision<W>[] = [];
    for (let at = this.#next; at !== undefined; at = at.#next) later.push(at);
    for (const revision of [...later.reverse(), this])
      revision.#takeBack(target as Int32Array, arcWeight as W[]);
    return { target, arcWeight, finalWeight };
  }

  /** Gives the arcs that have changed since what they had, the last one first. */
  #takeBack(target: Int32Array, arcWeight: W[]): void {
    const { one, trivial } = this.algebra;
    for (let i = this.#arcs.length - 2; i >= 0; i -= 2) {
      const [arc, to] = [this.#arcs[i], this.#arcs[i + 1]];
      if (arc >= target.length) continue;
      target[arc] = to;
      arcWeight[arc] = trivial === true ? one : this.#weights[i / 2];
    }
  }
}
