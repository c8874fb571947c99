import { likeliestLetters } from "../../next/distribution.ts";
import { nearestState, type Pdfa, usesOf } from "../../next/pdfa.ts";
import { getOrAdd } from "../../words/collections.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { Word } from "../../words/word.ts";
import type { Family } from "./choice.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";
import type { LogEvidence, Places } from "./log-evidence.ts";

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
  /** The arcs that were not looked at, with the nodes of their words: they lead to the state of ε. */
  readonly undecided: ReadonlyMap<number, number>;
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
  /** The nearest of the states that the word was compared with, how far that is as far as rows are known, and how many were compared. */
  target: number;
  distance: number;
  compared: number;
  /** Are the rows of all suffixes known that tell how far it is from the nearest? */
  sure: boolean;
  /** Its share of all steps. */
  use: number;
  /** Does it lead where a log says, and was not compared with states? */
  heard: boolean;
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
  #arcs: Arc[] = [];
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
    const arcs = this.#arcs;
    const open = Int32Array.from(arcs.flatMap(({ compared }, i) => (compared === 0 ? [i] : [])));
    return {
      pdfa: this.#pdfa(),
      family: "distance",
      radius: this.#tells ? this.#next.distance : 1,
      // With many symbols most arcs are undecided, and of all points only one needs them.
      get undecided() {
        return new Map(Array.from(open, (arc) => [arc, arcs[arc].node]));
      },
    };
  }

  /**
   * How many states there will be, by capture and recapture: of the arcs that made no state, as large a part leads to states that
   * are there already as there are of all states. In a language hardly any do.
   */
  get expected(): number {
    const telling = this.#telling();
    const near = NEARLY_FARTHEST * NEARLY_FARTHEST * farthestOf(telling);
    const free = telling.length - (this.#access.length - 1);
    const back = telling.filter(({ distance }) => distance <= near).length - (this.#access.length - 1);
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
    for (let letter = 0; letter < shared.letters; letter++) {
      const arc = {
        node: tree.extend(node, letter),
        target: 0,
        compared: 0,
        sure: false,
        use: 0,
        heard: false,
      };
      this.#arcs.push({ ...arc, distance: Number.POSITIVE_INFINITY });
    }
    yield* this.#settle(() => this.#unsure(enough));
  }

  /**
   * The automaton of the first states, with those arcs known better that did not matter while it grew: it ends there, since all
   * distances are about these states alone.
   */
  *close(states: number): SoftAsking<Point> {
    this.#access.length = states;
    this.#suffixes.length = states;
    // Automata that have grown look at their arcs later.
    this.#arcs = this.#arcs.slice(0, states * this.#known.shared.letters).map((arc) => ({ ...arc }));
    for (const arc of this.#arcs) {
      if (arc.compared > 0 && !arc.heard) this.#compare(Object.assign(arc, { compared: 0 }));
    }
    yield* this.#settle(() => this.#telling().filter((arc) => !this.#isSure(arc)));
    this.#next = { node: 0, distance: farthestOf(this.#telling()) };
    return this.point();
  }

  /** Compares all telling arcs with all states, and looks closer at those that are said to be unsure, until none is. */
  *#settle(unsureOnes: () => readonly Arc[]): SoftAsking {
    for (;;) {
      this.#places = undefined;
      const { arcs } = usesOf(this.#pdfa());
      for (const [i, arc] of this.#arcs.entries()) arc.use = arcs[i];
      // Arcs that are used often enough are compared with every state. When one leads elsewhere, others may become used.
      const open = this.#arcs.filter(
        ({ use, compared, node: word }) =>
          use > 0 && use >= this.#rare && compared < this.#access.length && this.#known.allows(word),
      );
      if (this.#hear(open)) continue;
      const unsure = open.length > 0 ? [] : unsureOnes();
      if (open.length + unsure.length === 0) return;
      yield* this.#known.ask(open.map(({ node: word }) => word));
      yield* this.#known.ask(unsure.flatMap((arc) => this.#missing(arc)));
      for (const arc of open) this.#compare(arc);
      for (const arc of unsure) this.#compare(Object.assign(arc, { compared: 0 }));
    }
  }

  /**
   * The arcs whose distance has to be known better: those that are not among the farthest, to be sure that they are near; and the
   * one that would become the next state, to be sure that it is far. If there are none, that one becomes the next state.
   */
  #unsure(enough: number): readonly Arc[] {
    const telling = this.#telling();
    const least = NEARLY_FARTHEST * farthestOf(telling);
    const isFar = ({ distance }: Arc) => distance >= least && distance > enough;
    const near = telling.filter((arc) => !isFar(arc) && !this.#isSure(arc));
    if (near.length > 0) return near;
    const far = telling.filter(isFar);
    if (far.length === 0) {
      this.#next = { node: 0, distance: farthestOf(telling) };
      return [];
    }
    const next = far.reduce((most, arc) => (arc.use > most.use ? arc : most));
    if (!this.#isSure(next)) return [next];
    this.#next = { node: next.node, distance: next.distance };
    return [];
  }

  #pdfa(): Pdfa {
    const target = this.#arcs.map((arc) => arc.target);
    return pdfaOf(this.#known, this.#access, target);
  }

  /** Do telling arcs take most of the steps? Where hardly any are looked at, how far they are says nothing. */
  get #tells(): boolean {
    const share = (arcs: readonly Arc[]) => arcs.reduce((sum, { use }) => sum + use, 0);
    return 2 * share(this.#telling()) >= share(this.#arcs);
  }

  /** The access words of the states. */
  get access(): readonly Word[] {
    return this.#access.map((node) => this.#known.tree.word(node));
  }

  /** Is there a word that can become the next state? */
  get isOpen(): boolean {
    return this.#access.length === 0 || this.#next.node > 0;
  }

  #telling(): Arc[] {
    return this.#arcs.filter(({ use, compared }) => use >= this.#rare && compared > 0);
  }

  /** Compares an arc with the states that it was not compared with, as far as rows are known. */
  #compare(arc: Arc): void {
    if (arc.compared === 0) arc.distance = Number.POSITIVE_INFINITY;
    for (; arc.compared < this.#access.length; arc.compared++) {
      const distance = futureDistance(this.#known, arc.node, this.#suffixes[arc.compared]);
      if (distance < arc.distance) [arc.distance, arc.target, arc.sure] = [distance, arc.compared, false];
    }
  }

  #isSure(arc: Arc): boolean {
    arc.sure ||= this.#missing(arc).length === 0 || this.#said(arc) === arc.target;
    return arc.sure;
  }

  /** Lets arcs whose rows are not known lead where the log says, near enough to need no question. Returns whether there are any. */
  #hear(arcs: readonly Arc[]): boolean {
    if (this.#log === undefined) return false;
    let found = false;
    for (const arc of arcs) {
      const target = this.#known.knows(arc.node) ? -1 : this.#said(arc);
      if (target >= 0)
        Object.assign(arc, { target, distance: 0, compared: this.#access.length, sure: true, heard: true });
      else if (arc.heard) Object.assign(arc, { compared: 0, sure: false, heard: false });
      found ||= target >= 0;
    }
    return found;
  }

  /** The state to which the log says that an arc leads; -1 if it does not tell, or there is no log. */
  #said(arc: Arc): number {
    if (this.#log === undefined) return -1;
    this.#places ??= this.#log.places(
      Int32Array.from(this.#arcs, ({ compared, target }) => (compared > 0 ? target : -1)),
    );
    return this.#log.leadsTo(arc.node, this.#places.get(this.#arcs.indexOf(arc)), this.#suffixes);
  }

  /** Does an arc lead where the log says, without an answer of the model? */
  get hears(): boolean {
    return this.#arcs.some(({ heard }) => heard);
  }

  /** The words that tell how far an arc is from the nearest state, as far as their rows are not known. */
  #missing({ node, target }: Arc): number[] {
    const { tree } = this.#known;
    return this.#suffixes[target]
      .filter(({ suffix }) => {
        const at = after(tree, node, suffix);
        return !(at >= 0 && this.#known.knows(at)) && tree.depth(node) + suffix.length <= this.#known.longest;
      })
      .map(({ suffix }) => tree.insert(suffix, node));
  }
}

/** The largest distance of some arcs. */
function farthestOf(arcs: readonly Arc[]): number {
  return arcs.reduce((most, { distance }) => Math.max(most, distance), 0);
}

/**
 * Asks the rows of arcs that were too rare to be looked at, those used most first, and no more than words were asked before: so each
 * leads to the state whose row is nearest to that of its word, at one question an arc (`decided`). Of a model that has written a log only those are asked that
 * occur there.
 */
export function* askRareArcs(known: KnownRows, { pdfa, undecided }: Point, log?: LogEvidence): SoftAsking {
  const { arcs } = usesOf(pdfa);
  const places = log?.fault === undefined ? log?.places(decidedArcs(pdfa, undecided)) : undefined;
  const rare = [...undecided].filter(
    ([arc, node]) => arcs[arc] > 0 && known.allows(node) && !known.knows(node) && places?.has(arc) !== false,
  );
  // Words that are drawn later need room, too.
  const most = Math.min(Math.floor(known.room / 2), known.count);
  // Sorting is stable; where all can be asked, they are asked in their order.
  if (rare.length > most) rare.sort(([a], [b]) => arcs[b] - arcs[a]);
  yield* known.ask(rare.slice(0, most).map(([, node]) => node));
}

/** The targets of arcs; -1 for those that were not looked at. */
function decidedArcs({ target }: Pdfa, undecided: Point["undecided"]): Int32Array {
  return target.map((state, arc) => (undecided.has(arc) ? -1 : state));
}

/**
 * The automaton whose undecided arcs lead to the state with the nearest row, where the row of their word is known; the others lead where
 * their letter leads most often.
 */
export function decided(known: KnownRows, { pdfa, undecided }: Point): Pdfa {
  if (undecided.size === 0) return pdfa;
  const target = pdfa.target.slice();
  const open = new Set<number>();
  for (const [arc, node] of undecided) {
    if (known.knows(node)) target[arc] = nearestState(pdfa, known.row(node));
    else open.add(arc);
  }
  if (open.size > 0) followLetters({ ...pdfa, target }, usesOf(pdfa).arcs, open);
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
