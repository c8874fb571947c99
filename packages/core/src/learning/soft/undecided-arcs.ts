import { nearestState, type Pdfa, usesOf } from "../../next/pdfa.ts";
import type { KnownRows } from "./known-rows.ts";

/** Arcs of an automaton that were not looked at, with the nodes of their words. */
export class UndecidedArcs {
  static readonly none = new UndecidedArcs(new Int32Array(0), new Int32Array(0));

  readonly arcs: Int32Array;
  readonly nodes: Int32Array;
  /** Where they lead in the automaton that was asked about last, as far as rows told; -1 where they did not. */
  #nearest: Int32Array;
  #of: Pdfa | undefined;
  #found: Pdfa | undefined;

  constructor(arcs: Int32Array, nodes: Int32Array) {
    this.arcs = arcs;
    this.nodes = nodes;
    this.#nearest = new Int32Array(0);
  }

  get count(): number {
    return this.arcs.length;
  }

  /** The targets of all arcs, but -1 for these. */
  without(target: Int32Array): Int32Array {
    const others = target.slice();
    for (const arc of this.arcs) others[arc] = -1;
    return others;
  }

  /** The automaton in which they lead somewhere. An automaton is rated again and again while rows become known, mostly others than theirs. */
  decided(known: KnownRows, pdfa: Pdfa): Pdfa {
    if (this.#of !== pdfa) {
      [this.#of, this.#found] = [pdfa, undefined];
      this.#nearest = new Int32Array(this.count).fill(-1);
    }
    const nearest = this.#nearest;
    let isNew = false;
    for (let i = 0; i < nearest.length; i++) {
      if (nearest[i] >= 0 || !known.knows(this.nodes[i])) continue;
      nearest[i] = nearestState(pdfa, known.row(this.nodes[i]));
      isNew = true;
    }
    if (this.#found === undefined || isNew) this.#found = { ...pdfa, target: this.#targetsIn(pdfa) };
    return this.#found;
  }

  /** Those of which rows do not tell lead where the others of their letter lead most often, or all others if the letter has none. */
  #targetsIn(pdfa: Pdfa): Int32Array {
    const { size, letters } = pdfa;
    const target = pdfa.target.slice();
    const isOpen = new Uint8Array(target.length);
    this.arcs.forEach((arc, i) => {
      if (this.#nearest[i] >= 0) target[arc] = this.#nearest[i];
      else isOpen[arc] = 1;
    });
    if (!isOpen.includes(1)) return target;
    const uses = usesOf(pdfa).arcs;
    const all = new Float64Array(size);
    const byLetter = new Float64Array(letters * size);
    const isUsed = new Uint8Array(letters);
    for (let arc = 0; arc < target.length; arc++) {
      if (isOpen[arc] === 1) continue;
      all[target[arc]] += uses[arc];
      byLetter[(arc % letters) * size + target[arc]] += uses[arc];
      isUsed[arc % letters] = 1;
    }
    const anywhere = largestOf(all, 0, size);
    for (const arc of this.arcs) {
      if (isOpen[arc] === 0) continue;
      const letter = arc % letters;
      target[arc] = isUsed[letter] === 1 ? largestOf(byLetter, letter * size, size) : anywhere;
    }
    return target;
  }
}

/** The place of the largest of so many weights, of equal ones the first. */
function largestOf(weights: Float64Array, from: number, count: number): number {
  let best = 0;
  for (let i = 1; i < count; i++) if (weights[from + i] > weights[from + best]) best = i;
  return best;
}
