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
 * A head start for partition refinement: rounds of Moore's algorithm (1956). Each round splits every class by the
 * labels of the arcs and the classes of their targets, in one pass over the arcs in memory order with a hash table;
 * Hopcroft's algorithm jumps about in memory. Automata with many different weights are done after two or three rounds.
 * Where rounds split off only a little, as along chains, this stops soon, at a cost of O(arcs).
 */
export function refineByMoore(
  { width, target, label }: Slots,
  start: Int32Array,
  count: number,
): StateClasses {
  const size = start.length;
  // At most half full, and a power of two.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * Math.max(16, size))));
  const mask = slots.length - 1;
  let of = start;
  let classes = count;
  for (let poor = 0; ; ) {
    if (classes === size) return { of, count: classes, done: true };
    const next = new Int32Array(size);
    let found = 0;
    slots.fill(-1);
    for (let state = 0; state < size; state++) {
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
      while (slots[place] >= 0 && !sameSignature(slots[place], state)) place = (place + 1) & mask;
      if (slots[place] < 0) {
        slots[place] = state;
        next[state] = found++;
      } else next[state] = next[slots[place]];
    }
    const before = classes;
    const previous = of;
    of = next;
    classes = found;
    if (classes === before) return { of: previous, count: before, done: true };
    if (classes < WORTH * before && ++poor > FEW) return { of, count: classes, done: false };
  }

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
