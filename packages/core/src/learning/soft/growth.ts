import { type Pdfa, usesOf } from "../../next/pdfa.ts";
import { futureDistance, likelySuffixes, type Suffixes } from "./futures.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/**
 * An arc whose distance is at least this share of the largest is as good as farthest; the most used of them becomes a state.
 * At 1, odd and rare words come first; the smaller it is, the later a state that is far away. By Corollary 13.4, a half is safe.
 */
const NEARLY_FARTHEST = 0.5;

/** What a growing automaton depends on. */
export interface GrowthOptions {
  /** How many suffixes of a state its future is judged by. */
  readonly suffixes: number;
  /** Arcs that have a smaller share of all steps are not looked at, and become no states. */
  readonly rare: number;
  /** Longer words cannot be asked. */
  readonly longest: number;
}

/** An automaton of a growing sequence. */
export interface Point {
  /** Its rows are those of the access words. */
  readonly pdfa: Pdfa;
  /** The nodes of the states' access words. */
  readonly access: readonly number[];
  /** The largest distance between an arc's word and the state it leads to, among arcs that are used often enough. */
  readonly radius: number;
}

/** The automaton of these access words and arcs. */
export function pointOf(
  known: KnownRows,
  access: readonly number[],
  target: readonly number[],
  radius: number,
): Point {
  const { letters } = known;
  const rows = Float64Array.from(access.flatMap((node) => [...known.row(node)]));
  return { pdfa: { size: access.length, letters, target: Int32Array.from(target), rows }, access, radius };
}

/**
 * An automaton that grows state by state, farthest first (docs/theory/language-models.md, 13.3). Each state has an access
 * word; each arc that is used often enough leads to the state that is nearest to its word. The next state is the word of
 * an arc that is far from every state.
 */
export class FarthestFirst {
  readonly #known: KnownRows;
  readonly #options: GrowthOptions;
  readonly #access: number[] = [];
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

  /** The automaton as it is. */
  point(): Point {
    const radius = this.#distance.reduce(
      (most, d, arc) => (this.#isTelling(arc) ? Math.max(most, d) : most),
      0,
    );
    return pointOf(this.#known, this.#access.slice(), this.#target, radius);
  }

  #isTelling(arc: number): boolean {
    return this.#use[arc] >= this.#options.rare && this.#compared[arc] > 0;
  }

  /** Begins with the state of ε. */
  *begin(): SoftAsking {
    yield* this.#add(0);
  }

  /**
   * Makes a state of the arc that is farthest from all states, or of one that is nearly so and used more. The arc is farther
   * away than `enough`, which must be less than the radius.
   */
  *grow(radius: number, enough: number): SoftAsking {
    let chosen = -1;
    this.#distance.forEach((distance, arc) => {
      const isFar = distance >= NEARLY_FARTHEST * radius && distance > enough;
      if (!isFar || !this.#isTelling(arc)) return;
      if (chosen < 0 || this.#use[arc] > this.#use[chosen]) chosen = arc;
    });
    yield* this.#add(this.#node[chosen]);
  }

  /** Adds the state of a word and decides all arcs again that it concerns. */
  *#add(node: number): SoftAsking {
    const { suffixes, longest } = this.#options;
    const { tree, letters } = this.#known;
    this.#access.push(node);
    this.#suffixes.push(yield* likelySuffixes(this.#known, node, suffixes, longest));
    for (let letter = 0; letter < letters; letter++) {
      this.#node.push(tree.extend(node, letter));
      this.#target.push(0);
      this.#distance.push(Number.POSITIVE_INFINITY);
      this.#compared.push(0);
    }
    // When an arc leads elsewhere, other arcs may become used.
    for (;;) {
      this.#use = usesOf(pointOf(this.#known, this.#access, this.#target, 0).pdfa).arcs;
      const open = this.#open();
      if (open.length === 0) return;
      yield* this.#decide(open);
    }
  }

  /** The arcs that are used often enough and were not compared with every state yet. */
  #open(): number[] {
    const { rare, longest } = this.#options;
    return [...this.#node.keys()].filter(
      (arc) =>
        this.#use[arc] > 0 &&
        this.#use[arc] >= rare &&
        this.#compared[arc] < this.#access.length &&
        this.#known.tree.depth(this.#node[arc]) <= longest,
    );
  }

  /** Finds the nearest state of each of these arcs, all side by side, so that batches are wide. */
  *#decide(arcs: readonly number[]): SoftAsking {
    yield* this.#known.ask(
      arcs.map((arc) => this.#node[arc]),
      "futures",
    );
    const candidates = arcs.map((arc) => this.#farthestLast(arc));
    for (;;) {
      const wanted = arcs.flatMap((arc, i) => this.#advance(arc, candidates[i]));
      if (wanted.length === 0) break;
      yield* this.#known.ask(wanted, "futures");
    }
    for (const arc of arcs) this.#compared[arc] = this.#access.length;
  }

  /** The states that an arc was not compared with, nearest last by next(·) alone. */
  #farthestLast(arc: number): number[] {
    const first = this.#compared[arc];
    const variation = this.#access.map((node) => this.#known.variation(this.#node[arc], node));
    return [...variation.keys()].slice(first).sort((a, b) => variation[b] - variation[a] || b - a);
  }

  /**
   * Looks for a nearer state of an arc among candidates, from the last one on, as far as the known rows allow. A candidate is
   * given up as soon as the known suffixes put it farther away. Returns the words to know next; none when it is done.
   */
  #advance(arc: number, candidates: number[]): readonly number[] {
    const node = this.#node[arc];
    for (; candidates.length > 0; candidates.pop()) {
      const state = candidates[candidates.length - 1];
      const suffixes = this.#suffixes[state];
      const ofFirst = suffixes.weight[0] * this.#known.variation(node, this.#access[state]);
      if (ofFirst >= this.#distance[arc]) continue;
      const { distance, missing } = futureDistance(this.#known, node, suffixes, this.#options.longest);
      if (distance >= this.#distance[arc]) continue;
      // Where each suffix is a question, half of them tell most states from the nearest; the longest tell all prefixes.
      if (missing.length > 0)
        return this.#known.prefixes ? missing : missing.slice(0, this.#options.suffixes / 2);
      this.#distance[arc] = distance;
      this.#target[arc] = state;
    }
    return [];
  }
}
