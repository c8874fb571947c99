import { nearestState, type Pdfa, usesOf } from "../../next/pdfa.ts";
import type { Word } from "../../words/word.ts";
import type { Family } from "./choice.ts";
import { EQUAL, type KnownRows, type SoftAsking } from "./known-rows.ts";

/**
 * An arc whose distance is at least this share of the largest is as good as farthest; the most used of them becomes a state.
 * At 1, odd and rare words come first; the smaller it is, the later a state that is far away. By Corollary 13.4, a half is safe.
 */
const NEARLY_FARTHEST = 0.5;

/** A continuation e of a word u that is likely to follow it (docs/theory/language-models.md, §13: E(u) and its shares). */
export interface Suffix {
  readonly suffix: Word;
  /** How likely it is, in proportion: the weights of a word's suffixes sum to 1. */
  readonly weight: number;
  /** The node of ue. */
  readonly node: number;
}

/** The likeliest `count` continuations of a node's word, likeliest first: ε, and each of the others behind its prefixes. */
export function* likelySuffixes(known: KnownRows, node: number, count: number): SoftAsking<Suffix[]> {
  const { tree } = known;
  const found = [{ suffix: [] as Word, weight: 1, node, expanded: false }];
  for (;;) {
    // Sorting is stable, so that a prefix stays before a continuation that is as likely.
    const likeliest = found.toSorted((a, b) => b.weight - a.weight).slice(0, count);
    yield* known.ask(likeliest.map((each) => each.node));
    const open = likeliest.filter(({ expanded }) => !expanded);
    if (open.length === 0) {
      const total = likeliest.reduce((sum, { weight }) => sum + weight, 0);
      return likeliest.map((each) => ({ ...each, weight: each.weight / total }));
    }
    for (const each of open) {
      each.expanded = true;
      if (tree.depth(each.node) >= known.longest) continue;
      for (const [letter, p] of known.row(each.node).slice(0, -1).entries()) {
        const weight = each.weight * p;
        if (weight === 0) continue;
        const suffix = [...each.suffix, letter];
        found.push({ suffix, weight, node: tree.extend(each.node, letter), expanded: false });
      }
    }
  }
}

/**
 * How far the future of a node's word x is from that of a state: dist(x, u) = Σ_e w(e) · TV(next(xe), next(ue)), over the likely
 * suffixes e of the state's access word u that make no word too long (Lemma 13.2). It is the error to be expected per step
 * if x is taken for u. The distance is as far as it is known, so never too large; the words xe whose rows are missing
 * come likeliest first.
 */
export function futureDistance(
  known: KnownRows,
  node: number,
  suffixes: readonly Suffix[],
): { readonly distance: number; readonly missing: readonly number[] } {
  const { tree } = known;
  const missing: number[] = [];
  let [sum, total] = [0, 0];
  for (const { suffix, weight, node: other } of suffixes) {
    const at = tree.insert(suffix, node);
    if (!known.allows(at)) continue;
    total += weight;
    if (known.knows(at)) sum += weight * known.variation(at, other);
    else missing.push(at);
  }
  return { distance: sum / total, missing };
}

/** An automaton of a growing sequence. */
export interface Point {
  /** Its rows are those of the states' access words. */
  readonly pdfa: Pdfa;
  /** The arcs that were not looked at, with the nodes of their words: they lead to the state of ε. */
  readonly undecided: ReadonlyMap<number, number>;
  /** The largest distance between an arc's word and the state it leads to, among arcs that are used often enough. */
  readonly radius: number;
  readonly family: Family;
}

/** The automaton of these access words and arcs. */
export function pdfaOf(known: KnownRows, access: readonly number[], target: readonly number[]): Pdfa {
  const rows = Float64Array.from(access.flatMap((node) => [...known.row(node)]));
  return { size: access.length, letters: known.shared.letters, target: Int32Array.from(target), rows };
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
 * An automaton that grows state by state, farthest first (docs/theory/language-models.md, 13.3). Each arc that is used often
 * enough leads to the state that is nearest to its word. The next state is the word of an arc that is far from every state.
 * What near arcs would mean for all words of the model says Lemma 13.12; the distances here are expectations.
 */
export class FarthestFirst {
  readonly #known: KnownRows;
  /** How many suffixes of a state its future is judged by. */
  readonly #count: number;
  /** Arcs that have a smaller share of all steps are not looked at, and become no states. */
  readonly #rare: number;
  readonly #access: number[] = [];
  readonly #suffixes: (readonly Suffix[])[] = [];
  readonly #arcs: Arc[] = [];

  constructor(known: KnownRows, { suffixes, rare }: { readonly suffixes: number; readonly rare: number }) {
    this.#known = known;
    this.#count = suffixes;
    this.#rare = rare;
  }

  /** The automaton as it is. */
  point(): Point {
    const undecided = new Map<number, number>();
    for (const [i, { compared, node }] of this.#arcs.entries()) if (compared === 0) undecided.set(i, node);
    return { pdfa: this.#pdfa(), undecided, radius: this.#radius, family: "distance" };
  }

  /**
   * Adds the state of ε first, then that of the farthest arc's word, or of one that is nearly as far and used more. Arcs may
   * be left undecided where more than `most` words would be asked; then it returns false.
   */
  *grow(enough: number, most: number): SoftAsking<boolean> {
    const { tree, shared } = this.#known;
    const least = NEARLY_FARTHEST * this.#radius;
    const far = this.#telling().filter(({ distance }) => distance >= least && distance > enough);
    const node = far.length === 0 ? 0 : far.reduce((most, arc) => (arc.use > most.use ? arc : most)).node;
    this.#access.push(node);
    this.#suffixes.push(yield* likelySuffixes(this.#known, node, this.#count));
    for (let letter = 0; letter < shared.letters; letter++) {
      const arc = { node: tree.extend(node, letter), target: 0, compared: 0, use: 0 };
      this.#arcs.push({ ...arc, distance: Number.POSITIVE_INFINITY });
    }
    // Arcs that are used often enough are compared with every state. When one leads elsewhere, others may become used.
    for (;;) {
      const { arcs } = usesOf(this.#pdfa());
      for (const [i, arc] of this.#arcs.entries()) arc.use = arcs[i];
      const open = this.#arcs.filter(
        ({ use, compared, node: word }) =>
          use > 0 && use >= this.#rare && compared < this.#access.length && this.#known.allows(word),
      );
      if (open.length === 0) return true;
      if (!(yield* this.#decide(open, most))) return false;
    }
  }

  #pdfa(): Pdfa {
    const target = this.#arcs.map((arc) => arc.target);
    return pdfaOf(this.#known, this.#access, target);
  }

  get #radius(): number {
    return this.#telling().reduce((most, { distance }) => Math.max(most, distance), 0);
  }

  #telling(): Arc[] {
    return this.#arcs.filter(({ use, compared }) => use >= this.#rare && compared > 0);
  }

  /** Finds the nearest state of each of these arcs, all side by side, so that batches are wide. */
  *#decide(arcs: readonly Arc[], most: number): SoftAsking<boolean> {
    if (this.#known.count + arcs.length > most) return false;
    yield* this.#known.ask(arcs.map(({ node }) => node));
    const candidates = arcs.map((arc) => this.#farthestLast(arc));
    for (;;) {
      const wanted = arcs.flatMap((arc, i) => this.#advance(arc, candidates[i]));
      if (wanted.length === 0) break;
      if (this.#known.count > most) return false;
      yield* this.#known.ask(wanted);
    }
    for (const arc of arcs) arc.compared = this.#access.length;
    return true;
  }

  /** The states that an arc was not compared with, nearest last by next(·) alone. */
  #farthestLast({ node, compared }: Arc): number[] {
    const states = Array.from({ length: this.#access.length - compared }, (_, i) => compared + i);
    const variation = states.map((state) => this.#known.variation(node, this.#access[state]));
    return states.sort((a, b) => variation[b - compared] - variation[a - compared] || b - a);
  }

  /**
   * Looks for a nearer state of an arc among candidates, from the last one on, as far as the known rows allow. A candidate is
   * given up as soon as the known suffixes put it farther away. Returns the words to know next; none when it is done.
   */
  #advance(arc: Arc, candidates: number[]): readonly number[] {
    for (; candidates.length > 0; candidates.pop()) {
      const state = candidates[candidates.length - 1];
      const suffixes = this.#suffixes[state];
      // Most states are too far away by their own row already, and their words need no place in the tree.
      const least = suffixes[0].weight * this.#known.variation(arc.node, suffixes[0].node);
      if (least >= arc.distance) continue;
      const { distance, missing } = futureDistance(this.#known, arc.node, suffixes);
      if (distance >= arc.distance) continue;
      // Where each suffix is a question, half of them tell most states from the nearest; the longest tell all prefixes.
      if (missing.length > 0)
        return this.#known.shared.tellsPrefixes ? missing : missing.slice(0, this.#count / 2);
      [arc.distance, arc.target] = [distance, state];
    }
    return [];
  }
}

/** Lets arcs that were too rare to be looked at, which lead to the state of ε, lead to that with the nearest row, at one question each. */
export function* decideRareArcs(known: KnownRows, { pdfa, undecided }: Point): SoftAsking<Pdfa> {
  const { arcs } = usesOf(pdfa);
  const words = [...undecided].filter(([arc, node]) => arcs[arc] > 0 && known.allows(node));
  yield* known.ask(words.map(([, node]) => node));
  const target = pdfa.target.slice();
  for (const [arc, node] of words) target[arc] = nearestState(pdfa, known.row(node));
  return { ...pdfa, target };
}

/**
 * The automaton whose states are the different rows (docs/theory/language-models.md, 13.6): the first guess for a model
 * that *is* a finite automaton, at one question for each arc. Words are taken likeliest first. Undefined if hardly any rows
 * are equal, so that fewer than one word in `patience` has the row of an earlier one and the caller is not `certain` that there
 * is an automaton; or if there are more than `most` different ones. Without this step, twelve random automata took 5,924 questions, with it 632.
 */
export function* statesByRows(
  known: KnownRows,
  { certain, patience, most }: { certain: boolean; patience: number; most: number },
): SoftAsking<Point | undefined> {
  const { tree } = known;
  const access: number[] = [];
  const target: number[] = [];
  /** The words of arcs that wait to be looked at. */
  const open = [{ arc: -1, node: 0, probability: 1 }];
  let equal = 0;
  while (open.length > 0) {
    open.sort((a, b) => b.probability - a.probability);
    // A few at a time, as long as there may be nothing to find.
    const words = open.splice(0, certain || equal > 0 ? open.length : patience / 4);
    yield* known.ask(words.map(({ node }) => node));
    for (const { arc, node, probability } of words) {
      const state = access.findIndex((other) => known.variation(node, other) <= EQUAL);
      if (arc >= 0) target[arc] = state >= 0 ? state : access.length;
      if (state >= 0) {
        equal++;
        continue;
      }
      access.push(node);
      for (const [letter, p] of known.row(node).slice(0, -1).entries()) {
        const next = target.push(0) - 1;
        if (p === 0 || tree.depth(node) >= known.longest) continue;
        open.push({ arc: next, node: tree.extend(node, letter), probability: probability * p });
      }
    }
    if (access.length > (certain ? most : Math.min(most, patience * (1 + equal)))) return undefined;
  }
  const isFound = certain || equal > 0 || access.length === 1;
  if (!isFound) return undefined;
  return { pdfa: pdfaOf(known, access, target), undecided: new Map(), radius: 0, family: "distance" };
}
