/** Where every state has so many slots for arcs: what an arc leads to and its label, both -1 where there is none. */
export interface Slots {
  readonly width: number;
  readonly target: { readonly length: number; readonly [slot: number]: number };
  readonly label: Int32Array;
}

export interface Classes {
  /** The class of each state, counted from 0 without gaps. */
  readonly of: Int32Array;
  readonly count: number;
  /** Is this the coarsest refinement? Otherwise it is coarser than that. */
  readonly done: boolean;
}

/** A round that makes so many times more classes was worth its price; of others there may be a few. */
const WORTH = 1.2;
const FEW = 3;

/**
 * A head start for partition refinement: rounds of Moore's algorithm (1956), each splitting every class by the labels
 * and classes that its states' arcs lead to. A round is one pass over the arcs with a hash table, in the order they lie
 * in memory, where Hopcroft's way jumps about. Automata with many different weights are done after two or three; where
 * rounds split off little by little, as along chains, this soon stops, having cost O(arcs).
 */
export function refineByMoore({ width, target, label }: Slots, start: Int32Array, count: number): Classes {
  const size = start.length;
  // Half full at most, and a power of two.
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
      const base = state * width;
      let hash = of[state];
      for (let slot = base; slot < base + width; slot++) {
        const to = target[slot];
        hash = Math.imul(hash ^ (to < 0 ? -1 : of[to]), 0x85ebca6b);
        hash = Math.imul((hash ^ (hash >>> 15)) + label[slot], 0xc2b2ae35);
      }
      hash ^= hash >>> 16;
      let place = hash & mask;
      // The first state with the same signature stands for its class.
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
