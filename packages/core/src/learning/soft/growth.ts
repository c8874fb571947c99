import { likeliestLetters } from "../../next/distribution.ts";
import { nearestState, type Pdfa, usesOf } from "../../next/pdfa.ts";
import { getOrAdd } from "../../words/collections.ts";
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

/** A continuation on the way to becoming a suffix: its word is in the tree once it is among the likeliest. */
interface Continuation {
  readonly suffix: Word;
  readonly weight: number;
  /** The node of the word without the last letter. */
  readonly parent: number;
  node: number;
  expanded: boolean;
}

/** The likeliest `count` continuations of a node's word, likeliest first: ε, and each of the others behind its prefixes. */
export function* likelySuffixes(known: KnownRows, node: number, count: number): SoftAsking<Suffix[]> {
  const { tree } = known;
  let found: Continuation[] = [{ suffix: [], weight: 1, parent: node, node, expanded: false }];
  for (;;) {
    // Sorting is stable, so that a prefix stays before a continuation that is as likely.
    found = found.toSorted((a, b) => b.weight - a.weight).slice(0, count);
    for (const each of found) {
      if (each.node < 0) each.node = tree.extend(each.parent, each.suffix[each.suffix.length - 1]);
    }
    yield* known.ask(found.map((each) => each.node));
    const open = found.filter(({ expanded }) => !expanded);
    if (open.length === 0) {
      const total = found.reduce((sum, { weight }) => sum + weight, 0);
      return found.map(({ suffix, weight, node: at }) => ({ suffix, weight: weight / total, node: at }));
    }
    for (const each of open) {
      each.expanded = true;
      if (tree.depth(each.node) >= known.longest) continue;
      const row = known.row(each.node);
      // Of one word's continuations no more than `count` are among the likeliest, however many symbols there are.
      for (const letter of likeliestLetters(row, count)) {
        const weight = each.weight * row[letter];
        if (weight === 0) continue;
        const suffix = [...each.suffix, letter];
        found.push({ suffix, weight, parent: each.node, node: -1, expanded: false });
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
  const { letters } = known.shared;
  const rows = new Float64Array(access.length * (letters + 1));
  access.forEach((node, state) => {
    rows.set(known.row(node), state * (letters + 1));
  });
  return { size: access.length, letters, target: Int32Array.from(target), rows };
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
    const arcs = this.#arcs;
    const open = Int32Array.from(arcs.flatMap(({ compared }, i) => (compared === 0 ? [i] : [])));
    return {
      pdfa: this.#pdfa(),
      radius: this.#radius,
      family: "distance",
      // With many symbols most arcs are undecided, and of all points only one needs them.
      get undecided() {
        return new Map(Array.from(open, (arc) => [arc, arcs[arc].node]));
      },
    };
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

/** So many rare arcs are looked at, or as many as words were asked before; beyond that, they follow others of their letter. */
const RARE_ARCS = 2000;

/**
 * Lets arcs that were too rare to be looked at, which lead to the state of ε, lead to that with the nearest row, at one
 * question each, the most used first. With many symbols there are too many of them: the others lead where their letter
 * leads most often.
 */
export function* decideRareArcs(known: KnownRows, { pdfa, undecided }: Point): SoftAsking<Pdfa> {
  const { arcs } = usesOf(pdfa);
  const rare = [...undecided].filter(([arc, node]) => arcs[arc] > 0 && known.allows(node));
  // Words that are drawn later need room, too.
  const most = Math.min(Math.floor(known.room / 2), Math.max(RARE_ARCS, known.count));
  // Sorting is stable; where all can be asked, they are asked in their order.
  if (rare.length > most) rare.sort(([a], [b]) => arcs[b] - arcs[a]);
  const words = rare.slice(0, most);
  yield* known.ask(words.map(([, node]) => node));
  const target = pdfa.target.slice();
  for (const [arc, node] of words) target[arc] = nearestState(pdfa, known.row(node));
  const open = new Set(rare.slice(most).map(([arc]) => arc));
  if (open.size > 0) followLetters({ ...pdfa, target }, arcs, open);
  return { ...pdfa, target };
}

/** Lets these arcs lead where the others of their letter lead most often, or all others if the letter has none. */
function followLetters({ size, letters, target }: Pdfa, uses: Float64Array, open: ReadonlySet<number>): void {
  const likeliest = (weights: Float64Array) => weights.indexOf(Math.max(...weights));
  const all = new Float64Array(size);
  const byLetter = new Map<number, Float64Array>();
  for (let arc = 0; arc < target.length; arc++) {
    if (open.has(arc)) continue;
    all[target[arc]] += uses[arc];
    getOrAdd(byLetter, arc % letters, () => new Float64Array(size))[target[arc]] += uses[arc];
  }
  for (const arc of open) target[arc] = likeliest(byLetter.get(arc % letters) ?? all);
}

/** So many words are asked at once, at least, where rows were equal before. */
const SEVERAL = 1000;

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
    // A few at a time, as long as there may be nothing to find; and where symbols are many, no more than twice as many as before.
    const atMost = certain ? open.length : Math.max(SEVERAL, known.count);
    const words = open.splice(0, certain || equal > 0 ? atMost : patience / 4);
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
    if (!certain && known.room < open.length) return undefined;
  }
  const isFound = certain || equal > 0 || access.length === 1;
  if (!isFound) return undefined;
  return { pdfa: pdfaOf(known, access, target), undecided: new Map(), radius: 0, family: "distance" };
}
