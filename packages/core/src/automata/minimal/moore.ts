import { lookUp } from "../../interruption.ts";

/** Automata in which every state has `width` slots for arcs, with a target and a label each. */
export interface Slots {
  readonly width: number;
  readonly target: { readonly length: number; readonly [slot: number]: number };
  readonly label: Int32Array;
}

export interface StateClasses {
  /** The class of each state, counted from 0 without gaps. */
  readonly of: Int32Array;
  readonly count: number;
  /** Is this the coarsest stable refinement? Otherwise it still has to be refined. */
  readonly done: boolean;
}

/** A round is good if it multiplies the classes by at least WORTH; after more than FEW bad rounds, stop. */
const WORTH = 1.2;
const FEW = 3;

/**
 * Rounds of Moore's algorithm (1956). Each splits every class by the labels of the arcs and the classes of their targets, in one
 * pass over the arcs in memory order with a hash table. After k rounds, two states are in one class if and only if no word of at
 * most k letters tells them apart.
 */
export class MooreRounds {
  readonly #slots: Slots;
  /** A hash table of states, each the first with its signature. */
  readonly #table: Int32Array;
  #of: Int32Array;
  #count: number;

  constructor(slots: Slots, start: Int32Array, count: number) {
    this.#slots = slots;
    // At most half full, and a power of two.
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * Math.max(16, start.length))));
    this.#of = start;
    this.#count = count;
  }

  /** The class of each state, counted from 0 without gaps. */
  get of(): Int32Array {
    return this.#of;
  }

  get count(): number {
    return this.#count;
  }

  /** Splits the classes once; false if none can be split. */
  split(): boolean {
    const next = new Int32Array(this.#of.length);
    const found = split(this.#slots, this.#of, this.#table, next);
    if (found === this.#count) return false;
    this.#of = next;
    this.#count = found;
    return true;
  }
}

/** One round: writes the new classes, and returns how many there are. A function by itself, which V8 compiles to tighter loops than a method. */
function split({ width, target, label }: Slots, of: Int32Array, table: Int32Array, next: Int32Array): number {
  const mask = table.length - 1;
  let found = 0;
  table.fill(-1);
  for (let state = 0; state < of.length; state++) {
    lookUp(width / 8);
    const base = state * width;
    let hash = of[state];
    for (let slot = base; slot < base + width; slot++) {
      const to = target[slot];
      hash = Math.imul(hash ^ (to < 0 ? -1 : of[to]), 0x85ebca6b);
      hash = Math.imul((hash ^ (hash >>> 15)) + label[slot], 0xc2b2ae35);
    }
    hash ^= hash >>> 16;
    let place = hash & mask;
    // The first state with a signature represents its class.
    while (table[place] >= 0 && !sameSignature(table[place], state)) place = (place + 1) & mask;
    if (table[place] < 0) {
      table[place] = state;
      next[state] = found++;
    } else next[state] = next[table[place]];
  }
  return found;

  function sameSignature(p: number, q: number): boolean {
    if (of[p] !== of[q]) return false;
    for (let a = p * width, b = q * width, end = a + width; a < end; a++, b++) {
      if (label[a] !== label[b]) return false;
      const to = target[a];
      if (to >= 0 && of[to] !== of[target[b]]) return false;
    }
    return true;
  }
}

/**
 * A head start for partition refinement: rounds of Moore's algorithm, while they are worth it; Hopcroft's algorithm jumps about in
 * memory. Automata with many different weights are done after two or three rounds. Where rounds split off only a little, as
 * along chains, this stops soon, at a cost of O(arcs).
 */
export function refineByMoore(slots: Slots, start: Int32Array, count: number): StateClasses {
  const rounds = new MooreRounds(slots, start, count);
  for (let poor = 0; ; ) {
    const before = rounds.count;
    if (before === start.length || !rounds.split()) return { of: rounds.of, count: before, done: true };
    if (rounds.count < WORTH * before && ++poor > FEW) {
      return { of: rounds.of, count: rounds.count, done: false };
    }
  }
}
