import { type Pdfa, usesOf } from "../../next/pdfa.ts";
import { Comparison } from "./comparison.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";
import { likelySuffixes, type Suffixes } from "./suffixes.ts";

/** An arc whose distance is at least this share of the largest is as good as farthest; the most used of them is taken. */
const NEARLY_FARTHEST = 0.5;

/** What a growing automaton depends on. */
export interface GrowthOptions {
  /** How many suffixes of a state its future is judged by. */
  readonly suffixes: number;
  /** Arcs that have a smaller share of all steps are not looked at. */
  readonly rare: number;
  /** Arcs that have a smaller share of all steps become no states. */
  readonly telling: number;
  /** Longer words cannot be asked. */
  readonly longest: number;
}

/** An automaton of a growing sequence, and what its arcs rest on. */
export interface Point {
  /** Its rows are those of the access words. */
  readonly pdfa: Pdfa;
  /** The nodes of the states' access words, and what is likely to follow them. */
  readonly access: readonly number[];
  readonly suffixes: readonly Suffixes[];
  /** How far the word of each arc is from the state that the arc leads to; infinite if it was not looked at. */
  readonly distances: readonly number[];
  /** The largest of these distances, among arcs that are used often enough. */
  readonly radius: number;
}

/**
 * An automaton that grows state by state. Each state has an access word; each arc that is used often enough leads to the
 * state that is nearest to its word. The next state is the word of an arc that is far from every state: farthest first.
 */
export class Growth {
  readonly #known: KnownRows;
  readonly #options: GrowthOptions;
  readonly #suffixes: Suffixes[] = [];
  /** For each arc: the node of its word, the state it leads to, how far that is, and with how many states it was compared. */
  readonly #node: number[] = [];
  readonly #target: number[] = [];
  readonly #distance: number[] = [];
  readonly #compared: number[] = [];
  #use: Float64Array = new Float64Array(0);

  constructor(known: KnownRows, options: GrowthOptions) {
    this.#known = known;
    this.#options = options;
  }

  get size(): number {
    return this.#suffixes.length;
  }

  /** The automaton as it is. */
  point(): Point {
    return {
      pdfa: this.#pdfa(),
      access: this.#suffixes.map(({ nodes }) => nodes[0]),
      suffixes: this.#suffixes.slice(),
      distances: this.#distance.slice(),
      radius: this.#radius(),
    };
  }

  #pdfa(): Pdfa {
    const { letters, values } = this.#known;
    const { size } = this;
    const rows = new Float64Array(size * (letters + 1));
    this.#suffixes.forEach(({ nodes }, state) => {
      const at = this.#known.at(nodes[0]);
      rows.set(values.subarray(at, at + letters + 1), state * (letters + 1));
    });
    return { size, letters, target: Int32Array.from(this.#target), rows };
  }

  /** The largest distance between an arc's word and the state it leads to, among arcs that are used often enough. */
  #radius(): number {
    let radius = 0;
    for (let arc = 0; arc < this.#node.length; arc++) {
      if (this.#isTelling(arc)) radius = Math.max(radius, this.#distance[arc]);
    }
    return radius;
  }

  /** Begins with the state of ε. */
  *begin(): SoftAsking {
    yield* this.#add(0);
  }

  /**
   * Makes a state of the arc that is farthest from all states, or of one that is nearly so and used more. The arc is farther
   * away than `enough`, which must be less than the radius.
   */
  *grow(enough: number): SoftAsking {
    const least = NEARLY_FARTHEST * this.#radius();
    let chosen = -1;
    for (let arc = 0; arc < this.#node.length; arc++) {
      if (!this.#isTelling(arc) || this.#distance[arc] < least || this.#distance[arc] <= enough) continue;
      if (chosen < 0 || this.#use[arc] > this.#use[chosen]) chosen = arc;
    }
    yield* this.#add(this.#node[chosen]);
  }

  #isTelling(arc: number): boolean {
    return this.#use[arc] >= this.#options.telling && this.#compared[arc] > 0;
  }

  /** Adds the state of a word and decides all arcs again that it concerns. */
  *#add(node: number): SoftAsking {
    const { suffixes, longest } = this.#options;
    const { tree, letters } = this.#known;
    this.#suffixes.push(yield* likelySuffixes(this.#known, node, suffixes, longest));
    for (let letter = 0; letter < letters; letter++) {
      this.#node.push(tree.extend(node, letter));
      this.#target.push(0);
      this.#distance.push(Number.POSITIVE_INFINITY);
      this.#compared.push(0);
    }
    // When an arc leads elsewhere, other arcs may become used.
    for (;;) {
      this.#use = usesOf(this.#pdfa()).arcs;
      const open = this.#open();
      if (open.length === 0) return;
      yield* this.#decide(open);
    }
  }

  /** The arcs that are used often enough and were not compared with every state yet. */
  #open(): number[] {
    const { rare, longest } = this.#options;
    const open: number[] = [];
    for (let arc = 0; arc < this.#node.length; arc++) {
      if (this.#use[arc] < rare || this.#use[arc] === 0 || this.#compared[arc] === this.size) continue;
      if (this.#known.tree.depth(this.#node[arc]) <= longest) open.push(arc);
    }
    return open;
  }

  /** Finds the nearest state of each of these arcs, all side by side, so that batches are wide. */
  *#decide(arcs: readonly number[]): SoftAsking {
    const { longest } = this.#options;
    yield* this.#known.ask(
      arcs.map((arc) => this.#node[arc]),
      "futures",
    );
    const comparisons = arcs.map(
      (arc) =>
        new Comparison(this.#known, this.#suffixes, {
          arc,
          node: this.#node[arc],
          first: this.#compared[arc],
          best: this.#target[arc],
          distance: this.#distance[arc],
          longest,
        }),
    );
    for (;;) {
      const wanted = comparisons.flatMap((comparison) => comparison.advance());
      if (wanted.length === 0) break;
      yield* this.#known.ask(wanted, "futures");
    }
    for (const { arc, best, distance } of comparisons) {
      this.#target[arc] = best;
      this.#distance[arc] = distance;
      this.#compared[arc] = this.size;
    }
  }
}
