import { totalVariation } from "../../next/distribution.ts";
import { type Pdfa, usesOf } from "../../next/pdfa.ts";
import { futureDistance, likelySuffixes, type Suffix } from "./futures.ts";
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
}

/** An automaton of a growing sequence. */
export interface Point {
  /** Its rows are those of the access words. */
  readonly pdfa: Pdfa;
  /** The nodes of the states' access words. */
  readonly access: readonly number[];
  /** The arcs that were not looked at: they lead to the state of ε. */
  readonly undecided: readonly number[];
  /** The largest distance between an arc's word and the state it leads to, among arcs that are used often enough. */
  readonly radius: number;
}

/** The automaton of these access words and arcs. */
export function pdfaOf(known: KnownRows, access: readonly number[], target: readonly number[]): Pdfa {
  const rows = Float64Array.from(access.flatMap((node) => [...known.row(node)]));
  return { size: access.length, letters: known.letters, target: Int32Array.from(target), rows };
}

/** An arc of a growing automaton. */
interface Arc {
  /** The node of its word. */
  readonly node: number;
  /** The state it leads to, how far that is, and with how many states the word was compared. */
  target: number;
  distance: number;
  compared: number;
  /** Its share of all steps. */
  use: number;
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
  readonly #suffixes: (readonly Suffix[])[] = [];
  readonly #arcs: Arc[] = [];

  constructor(known: KnownRows, options: GrowthOptions) {
    this.#known = known;
    this.#options = options;
  }

  /** The automaton as it is. */
  point(): Point {
    const undecided = [...this.#arcs.keys()].filter((arc) => this.#arcs[arc].compared === 0);
    return { pdfa: this.#pdfa(), access: this.#access.slice(), undecided, radius: this.#radius };
  }

  /** Adds the state of ε first, then that of the farthest arc's word, or of one that is nearly as far and used more. */
  *grow(enough: number): SoftAsking {
    const least = NEARLY_FARTHEST * this.#radius;
    const far = this.#telling().filter(({ distance }) => distance >= least && distance > enough);
    yield* this.#add(far.length === 0 ? 0 : far.reduce((most, arc) => (arc.use > most.use ? arc : most)).node);
  }

  #pdfa(): Pdfa {
    return pdfaOf(
      this.#known,
      this.#access,
      this.#arcs.map(({ target }) => target),
    );
  }

  get #radius(): number {
    return this.#telling().reduce((most, { distance }) => Math.max(most, distance), 0);
  }

  #telling(): Arc[] {
    return this.#arcs.filter(({ use, compared }) => use >= this.#options.rare && compared > 0);
  }

  /** Adds the state of a word and decides all arcs again that it concerns. */
  *#add(node: number): SoftAsking {
    const { tree, letters } = this.#known;
    this.#access.push(node);
    this.#suffixes.push(yield* likelySuffixes(this.#known, node, this.#options.suffixes));
    for (let letter = 0; letter < letters; letter++) {
      const arc = { node: tree.extend(node, letter), target: 0, compared: 0, use: 0 };
      this.#arcs.push({ ...arc, distance: Number.POSITIVE_INFINITY });
    }
    // When an arc leads elsewhere, other arcs may become used.
    for (;;) {
      const { arcs } = usesOf(this.#pdfa());
      for (const [i, arc] of this.#arcs.entries()) arc.use = arcs[i];
      const open = this.#arcs.filter((arc) => this.#isOpen(arc));
      if (open.length === 0) return;
      yield* this.#decide(open);
    }
  }

  /** Is an arc used often enough, and was not compared with every state yet? */
  #isOpen({ use, compared, node }: Arc): boolean {
    const isUsed = use > 0 && use >= this.#options.rare;
    return isUsed && compared < this.#access.length && this.#known.tree.depth(node) <= this.#known.longest;
  }

  /** Finds the nearest state of each of these arcs, all side by side, so that batches are wide. */
  *#decide(arcs: readonly Arc[]): SoftAsking {
    yield* this.#known.ask(
      arcs.map(({ node }) => node),
      "futures",
    );
    const candidates = arcs.map((arc) => this.#farthestLast(arc));
    for (;;) {
      const wanted = arcs.flatMap((arc, i) => this.#advance(arc, candidates[i]));
      if (wanted.length === 0) break;
      yield* this.#known.ask(wanted, "futures");
    }
    for (const arc of arcs) arc.compared = this.#access.length;
  }

  /** The states that an arc was not compared with, nearest last by next(·) alone. */
  #farthestLast({ node, compared }: Arc): number[] {
    const variation = this.#access.map((access) => this.#known.variation(node, access));
    return [...variation.keys()].slice(compared).sort((a, b) => variation[b] - variation[a] || b - a);
  }

  /**
   * Looks for a nearer state of an arc among candidates, from the last one on, as far as the known rows allow. A candidate is
   * given up as soon as the known suffixes put it farther away. Returns the words to know next; none when it is done.
   */
  #advance(arc: Arc, candidates: number[]): readonly number[] {
    for (; candidates.length > 0; candidates.pop()) {
      const state = candidates[candidates.length - 1];
      const { distance, missing } = futureDistance(this.#known, arc.node, this.#suffixes[state]);
      if (distance >= arc.distance) continue;
      // Where each suffix is a question, half of them tell most states from the nearest; the longest tell all prefixes.
      if (missing.length > 0)
        return this.#known.prefixes ? missing : missing.slice(0, this.#options.suffixes / 2);
      [arc.distance, arc.target] = [distance, state];
    }
    return [];
  }
}

/**
 * Lets arcs that were too rare to be looked at lead to the state whose row is nearest, at one question each. Without it they
 * all lead to the state of ε, and KL is a quarter to a half more (docs/benchmarks/soft-learner.md).
 */
export function* decideRareArcs(
  known: KnownRows,
  { pdfa, access, undecided }: Omit<Point, "radius">,
): SoftAsking<Pdfa> {
  const { letters, size, rows } = pdfa;
  const { arcs } = usesOf(pdfa);
  const words = new Map<number, number>();
  for (const arc of undecided.filter((unused) => arcs[unused] > 0)) {
    const node = known.tree.extend(access[Math.floor(arc / letters)], arc % letters);
    if (known.tree.depth(node) <= known.longest) words.set(arc, node);
  }
  yield* known.ask(words.values(), "futures");
  const target = pdfa.target.slice();
  for (const [arc, node] of words) {
    const variations = Array.from({ length: size }, (_, state) =>
      totalVariation(known.values, known.at(node), rows, state * (letters + 1), letters + 1),
    );
    target[arc] = variations.indexOf(Math.min(...variations));
  }
  return { ...pdfa, target };
}
