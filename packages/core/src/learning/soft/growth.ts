import { likeliestLetters } from "../../next/distribution.ts";
import { type Pdfa, usesOf } from "../../next/pdfa.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { Word } from "../../words/word.ts";
import type { Family } from "./choice.ts";
import { GrowingArcs } from "./growing-arcs.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";
import type { LogEvidence, Places } from "./log-evidence.ts";
import type { UndecidedArcs } from "./undecided-arcs.ts";

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
 * if x is taken for u. Where rows are missing, it is the mean over the suffixes whose rows are known, ε among them.
 */
export function futureDistance(known: KnownRows, node: number, suffixes: readonly Suffix[]): number {
  let [sum, total] = [0, 0];
  for (const { suffix, weight, node: other } of suffixes) {
    const at = after(known.tree, node, suffix);
    if (at < 0 || !known.knows(at)) continue;
    sum += weight * known.variation(at, other);
    total += weight;
  }
  return sum / total;
}

/** The node of a node's word with a suffix; -1 if it is not in the tree. */
function after(tree: PrefixTree, node: number, suffix: Word): number {
  let at = node;
  for (let i = 0; i < suffix.length && at >= 0; i++) at = tree.child(at, suffix[i]);
  return at;
}

/** An automaton of the curve. */
export interface Point {
  readonly pdfa: Pdfa;
  readonly family: Family;
  /**
   * How far from every state the word was that became the next one, or, behind the last, the word that is farthest: every finer
   * tolerance needs more states.
   */
  readonly radius: number;
  /** The arcs that were not looked at: they lead to the state of ε. */
  readonly undecided: UndecidedArcs;
}

/** The automaton of these access words and arcs. */
export function pdfaOf(known: KnownRows, access: readonly number[], target: ArrayLike<number>): Pdfa {
  const { letters } = known.shared;
  const rows = new Float64Array(access.length * (letters + 1));
  access.forEach((node, state) => {
    rows.set(known.row(node), state * (letters + 1));
  });
  return { size: access.length, letters, target: Int32Array.from(target), rows };
}

/** How an automaton grows. */
interface GrowthOptions {
  /** How many suffixes a state's future is judged by. */
  readonly suffixes: number;
  /** Arcs with a smaller share of all steps are not looked at. */
  readonly rare: number;
  /** What a log says, if there is one. */
  readonly log?: LogEvidence | undefined;
}

/**
 * An automaton that grows state by state, farthest first (docs/theory/language-models.md, 13.3). Each arc that is used often
 * enough leads to the state that is nearest to its word. The next state is the word of an arc that is far from every state.
 * What near arcs would mean for all words of the model says Lemma 13.12; the distances here are expectations.
 *
 * Distances are looked at lazily: the mean over the suffixes whose rows are known stands for all, until it matters.
 */
export class FarthestFirst {
  readonly #known: KnownRows;
  /** How many suffixes of a state its future is judged by. */
  readonly #count: number;
  /** Arcs that have a smaller share of all steps are not looked at, and become no states. */
  readonly #rare: number;
  readonly #access: number[] = [];
  readonly #suffixes: (readonly Suffix[])[] = [];
  readonly #arcs = new GrowingArcs();
  readonly #log: LogEvidence | undefined;
  /** Where the words of the log are behind the arcs, if that was looked at since arcs changed. */
  #places: Places | undefined;
  /** The word that becomes the next state, unless there is none, and how far it is from every state. */
  #next = { node: 0, distance: 1 };

  constructor(known: KnownRows, { suffixes, rare, log }: GrowthOptions) {
    this.#known = known;
    this.#count = suffixes;
    this.#rare = rare;
    this.#log = log;
  }

  /** The automaton as it is. */
  point(): Point {
    const undecided = this.#arcs.undecided();
    const radius = this.#tells ? this.#next.distance : 1;
    return { pdfa: this.#pdfa(), family: "distance", radius, undecided };
  }

  /**
   * How many states there will be, by capture and recapture: of the arcs that made no state, as large a part leads to states that
   * are there already as there are of all states. In a language hardly any do.
   */
  get expected(): number {
    const telling = this.#telling();
    const { distance } = this.#arcs;
    const near = NEARLY_FARTHEST * NEARLY_FARTHEST * this.#farthestOf(telling);
    const free = telling.length - (this.#access.length - 1);
    const back = telling.filter((arc) => distance[arc] <= near).length - (this.#access.length - 1);
    return back > 0 ? (this.#access.length * free) / back : Number.POSITIVE_INFINITY;
  }

  /**
   * Adds the state of ε first, then that of the farthest arc's word, or of one that is nearly as far and used more; none
   * that is nearer than `enough`.
   */
  *grow(enough: number): SoftAsking {
    const { tree, shared } = this.#known;
    const { node } = this.#next;
    this.#access.push(node);
    this.#suffixes.push(yield* likelySuffixes(this.#known, node, this.#count));
    for (let letter = 0; letter < shared.letters; letter++) this.#arcs.add(tree.extend(node, letter));
    yield* this.#settle(() => this.#unsure(enough));
  }

  /**
   * The automaton of the first states, with those arcs known better that did not matter while it grew: it ends there, since all
   * distances are about these states alone.
   */
  *close(states: number): SoftAsking<Point> {
    this.#access.length = states;
    this.#suffixes.length = states;
    const arcs = this.#arcs;
    arcs.shorten(states, this.#known.shared.letters);
    for (let arc = 0; arc < arcs.count; arc++) {
      if (arcs.compared[arc] > 0 && arcs.heard[arc] === 0) this.#compareAgain(arc);
    }
    yield* this.#settle(() => this.#telling().filter((arc) => !this.#isSure(arc)));
    this.#next = { node: 0, distance: this.#farthestOf(this.#telling()) };
    return this.point();
  }

  /** Compares all telling arcs with all states, and looks closer at those that are said to be unsure, until none is. */
  *#settle(unsureOnes: () => readonly number[]): SoftAsking {
    const arcs = this.#arcs;
    for (;;) {
      this.#places = undefined;
      arcs.use = usesOf(this.#pdfa()).arcs;
      // Arcs that are used often enough are compared with every state. When one leads elsewhere, others may become used.
      const open = this.#openArcs();
      if (this.#hear(open)) continue;
      const unsure = open.length > 0 ? [] : unsureOnes();
      if (open.length + unsure.length === 0) return;
      yield* this.#known.ask(open.map((arc) => arcs.node[arc]));
      yield* this.#known.ask(unsure.flatMap((arc) => this.#missing(arc)));
      for (const arc of open) this.#compare(arc);
      for (const arc of unsure) this.#compareAgain(arc);
    }
  }

  /** The arcs that are used often enough and were not compared with every state. */
  #openArcs(): number[] {
    const { use, compared, node, count } = this.#arcs;
    const found: number[] = [];
    for (let arc = 0; arc < count; arc++) {
      if (use[arc] <= 0 || use[arc] < this.#rare || compared[arc] >= this.#access.length) continue;
      if (this.#known.allows(node[arc])) found.push(arc);
    }
    return found;
  }

  /**
   * The arcs whose distance has to be known better: those that are not among the farthest, to be sure that they are near; and the
   * one that would become the next state, to be sure that it is far. If there are none, that one becomes the next state.
   */
  #unsure(enough: number): readonly number[] {
    const telling = this.#telling();
    const { distance, use, node } = this.#arcs;
    const most = this.#farthestOf(telling);
    const least = NEARLY_FARTHEST * most;
    const isFar = (arc: number) => distance[arc] >= least && distance[arc] > enough;
    const near = telling.filter((arc) => !isFar(arc) && !this.#isSure(arc));
    if (near.length > 0) return near;
    const far = telling.filter(isFar);
    if (far.length === 0) {
      this.#next = { node: 0, distance: most };
      return [];
    }
    const next = far.reduce((best, arc) => (use[arc] > use[best] ? arc : best));
    if (!this.#isSure(next)) return [next];
    this.#next = { node: node[next], distance: distance[next] };
    return [];
  }

  #pdfa(): Pdfa {
    return pdfaOf(this.#known, this.#access, this.#arcs.targets());
  }

  /** Do telling arcs take most of the steps? Where hardly any are looked at, how far they are says nothing. */
  get #tells(): boolean {
    const { use, count } = this.#arcs;
    let [told, all] = [0, 0];
    for (const arc of this.#telling()) told += use[arc];
    for (let arc = 0; arc < count; arc++) all += use[arc];
    return 2 * told >= all;
  }

  /** The access words of the states. */
  get access(): readonly Word[] {
    return this.#access.map((node) => this.#known.tree.word(node));
  }

  /** Is there a word that can become the next state? */
  get isOpen(): boolean {
    return this.#access.length === 0 || this.#next.node > 0;
  }

  #telling(): number[] {
    const { use, compared, count } = this.#arcs;
    const found: number[] = [];
    for (let arc = 0; arc < count; arc++) if (use[arc] >= this.#rare && compared[arc] > 0) found.push(arc);
    return found;
  }

  /** The largest distance of some arcs. */
  #farthestOf(arcs: readonly number[]): number {
    const { distance } = this.#arcs;
    return arcs.reduce((most, arc) => Math.max(most, distance[arc]), 0);
  }

  /** Compares an arc with the states that it was not compared with, as far as rows are known. */
  #compare(arc: number): void {
    const { node, target, distance, compared, sure } = this.#arcs;
    if (compared[arc] === 0) distance[arc] = Number.POSITIVE_INFINITY;
    for (; compared[arc] < this.#access.length; compared[arc]++) {
      const found = futureDistance(this.#known, node[arc], this.#suffixes[compared[arc]]);
      if (!(found < distance[arc])) continue;
      distance[arc] = found;
      target[arc] = compared[arc];
      sure[arc] = 0;
    }
  }

  /** Compares an arc with all states, since more rows are known, or there are fewer states. */
  #compareAgain(arc: number): void {
    this.#arcs.compared[arc] = 0;
    this.#compare(arc);
  }

  #isSure(arc: number): boolean {
    const { sure, target } = this.#arcs;
    if (sure[arc] === 0 && (this.#missing(arc).length === 0 || this.#said(arc) === target[arc]))
      sure[arc] = 1;
    return sure[arc] === 1;
  }

  /** Lets arcs whose rows are not known lead where the log says, near enough to need no question. Returns whether there are any. */
  #hear(arcs: readonly number[]): boolean {
    if (this.#log === undefined) return false;
    const all = this.#arcs;
    let found = false;
    for (const arc of arcs) {
      const target = this.#known.knows(all.node[arc]) ? -1 : this.#said(arc);
      if (target >= 0) all.hear(arc, target, this.#access.length);
      else if (all.heard[arc] === 1) all.forget(arc);
      found ||= target >= 0;
    }
    return found;
  }

  /** The state to which the log says that an arc leads; -1 if it does not tell, or there is no log. */
  #said(arc: number): number {
    if (this.#log === undefined) return -1;
    const { node, target, compared } = this.#arcs;
    this.#places ??= this.#log.places(this.#arcs.targets().map((_, i) => (compared[i] > 0 ? target[i] : -1)));
    return this.#log.leadsTo(node[arc], this.#places.get(arc), this.#suffixes);
  }

  /** Does an arc lead where the log says, without an answer of the model? */
  get hears(): boolean {
    return this.#arcs.heard.includes(1);
  }

  /** The words that tell how far an arc is from the nearest state, as far as their rows are not known. */
  #missing(arc: number): number[] {
    const { tree } = this.#known;
    const node = this.#arcs.node[arc];
    return this.#suffixes[this.#arcs.target[arc]]
      .filter(({ suffix }) => {
        const at = after(tree, node, suffix);
        return !(at >= 0 && this.#known.knows(at)) && tree.depth(node) + suffix.length <= this.#known.longest;
      })
      .map(({ suffix }) => tree.insert(suffix, node));
  }
}

/**
 * Asks the rows of arcs that were too rare to be looked at, those used most first, and no more than words were asked before: so each
 * leads to the state whose row is nearest to that of its word, at one question an arc (`decided`). Of a model that has written a log only those are asked that
 * occur there.
 */
export function* askRareArcs(known: KnownRows, { pdfa, undecided }: Point, log?: LogEvidence): SoftAsking {
  const { arcs } = usesOf(pdfa);
  const places = log?.fault === undefined ? log?.places(undecided.without(pdfa.target)) : undefined;
  const { nodes } = undecided;
  const rare = Array.from(undecided.arcs.keys()).filter((i) => {
    const arc = undecided.arcs[i];
    return arcs[arc] > 0 && known.allows(nodes[i]) && !known.knows(nodes[i]) && places?.has(arc) !== false;
  });
  // Words that are drawn later need room, too.
  const most = Math.min(Math.floor(known.room / 2), known.count);
  // Sorting is stable; where all can be asked, they are asked in their order.
  if (rare.length > most) rare.sort((a, b) => arcs[undecided.arcs[b]] - arcs[undecided.arcs[a]]);
  yield* known.ask(rare.slice(0, most).map((i) => nodes[i]));
}

/**
 * The automaton whose undecided arcs lead to the state with the nearest row, where the row of their word is known; the others lead where
 * their letter leads most often.
 */
export function decided(known: KnownRows, { pdfa, undecided }: Point): Pdfa {
  return undecided.count === 0 ? pdfa : undecided.decided(known, pdfa);
}
