import { lookUp } from "../../interruption.ts";
import type { Pdfa } from "../../next/pdfa.ts";
import { Costs } from "./costs.ts";
import { Detours } from "./detours.ts";
import { type Bundle, bestCut, entropyOf, gainOf, logRatio, mainDirection, ROUNDS } from "./partition.ts";
import { type Sample, statesIn, sumsOf } from "./sample.ts";

/** The way into the initial state that is no arc. */
const START = -1;

/** An arc that leads there is tried with several states. */
const OPEN = -1;

/** Gains below this are rounding. */
const ROUNDING = 1e-12;

/** How a state would be split: what is gained, and the arcs that would lead to the new state. */
interface Split {
  readonly gain: number;
  readonly arcs: readonly number[];
  /** The share of the state's words in all steps, and of those that came by other arcs since the split was found. */
  readonly mass: number;
  stale: number;
}

/** A state that would be joined with another, and by how much the loss would rise. */
interface Join {
  readonly state: number;
  readonly other: number;
  readonly cost: number;
}

const NO_SPLIT: Split = { gain: 0, arcs: [], mass: 0, stale: 0 };

/** A split is looked for again when so large a part of the state's words came by other arcs since. */
const STALE = 0.1;

/**
 * An automaton that is made of a sample of words (docs/theory/language-models.md, 13.9 and 13.10). Its loss is the mean
 * divergence of what comes next after the words from the mean over all words of their state. **Split** tells the words of a state
 * apart by the arcs they came by, **reassign** lets arcs lead elsewhere, and **merge** joins states that are alike. The
 * automaton is deterministic and complete throughout.
 */
export class GainGrowth {
  readonly #sample: Sample;
  readonly #width: number;
  #size: number;
  #target: Int32Array<ArrayBuffer>;
  /** The state of each word, and the words of each state as lists. */
  #state: Int32Array;
  #head: Int32Array<ArrayBuffer>;
  readonly #after: Int32Array;
  readonly #before: Int32Array;
  /** The best split of each state, unless something has changed there. */
  #splits: (Split | undefined)[] = [];
  /** What comes next after the words of each state, summed up, and their loss, unless words have changed their states since. */
  #sums: Float64Array | undefined;
  #loss: number | undefined;
  readonly #costs: Costs;
  readonly #detours: Detours;
  /** What comes next after the words that end with each letter, summed up, and their share; made when first wanted. */
  #byLetter: { readonly sums: Float64Array; readonly mass: Float64Array } | undefined;
  /** A stack of words that take another way. */
  readonly #words: Int32Array;

  /** An arc is judged as if so many steps more had come by it that are like all with its letter: rare arcs follow their letter. */
  readonly #likeLetter: number;

  constructor(
    sample: Sample,
    likeLetter: number,
    from: Pick<Pdfa, "size" | "target"> = { size: 1, target: new Int32Array(sample.letters) },
  ) {
    const count = sample.parent.length;
    this.#sample = sample;
    this.#likeLetter = likeLetter;
    this.#width = sample.width;
    this.#size = from.size;
    this.#target = from.target.slice();
    this.#after = new Int32Array(count);
    this.#before = new Int32Array(count);
    this.#costs = new Costs(sample);
    this.#detours = new Detours(sample);
    this.#words = new Int32Array(count);
    this.#head = new Int32Array(0);
    this.#state = new Int32Array(0);
    this.#run();
  }

  get size(): number {
    return this.#size;
  }

  /** The arcs: that of letter a in state q is at q·letters + a. */
  get target(): Int32Array {
    return this.#target.slice(0, this.#size * this.#sample.letters);
  }

  /** The mean divergence of the words from their states. */
  get loss(): number {
    this.#loss ??= this.#lossNow();
    return this.#loss;
  }

  #lossNow(): number {
    const sums = this.#sumsNow();
    let loss = this.#sample.negentropy;
    for (let at = 0; at < sums.length; at += this.#width) loss += entropyOf(sums, at, this.#width);
    return Math.max(0, loss);
  }

  #sumsNow(): Float64Array {
    this.#sums ??= sumsOf(this.#sample, this.#state, this.#size);
    return this.#sums;
  }

  #changed(): void {
    this.#sums = undefined;
    this.#loss = undefined;
  }

  #costsNow(): Costs {
    return this.#costs.take(this.#sumsNow(), this.#size);
  }

  /** Splits the state where that gains most. Returns how much the loss fell; 0 if no split gains anything. */
  split(): number {
    for (;;) {
      let [best, state] = [NO_SPLIT, -1];
      for (let q = 0; q < this.#size; q++) {
        const split = this.#splits[q] ?? this.#bestSplit(q);
        this.#splits[q] = split;
        if (split.gain > best.gain + ROUNDING) [best, state] = [split, q];
      }
      if (state < 0) return 0;
      if (best.stale > 0) this.#splits[state] = undefined;
      else {
        this.#apply(state, best.arcs);
        return best.gain;
      }
    }
  }

  /**
   * Lets each arc lead to the state that serves its words best, with all that follows them, while rows stay what they are. An arc
   * that few words came by is judged as its letter is, too. Returns how much the loss fell at least: it never rises.
   */
  reassign(): number {
    const { letters, parent, letter, child, sibling } = this.#sample;
    const costs = this.#costsNow();
    const prior = this.#letterCosts(costs);
    const heads: number[][] = Array.from({ length: letters }, () => []);
    let fall = 0;
    for (let p = 0; p < this.#size; p++) {
      const used: number[] = [];
      for (let x = this.#head[p]; x >= 0; x = this.#after[x]) {
        for (let c = child[x]; c >= 0; c = sibling[c]) {
          if (heads[letter[c]].length === 0) used.push(letter[c]);
          heads[letter[c]].push(c);
        }
      }
      for (const a of used.sort((one, other) => one - other)) {
        // An arc that was moved just now may have taken words from this state.
        const came = heads[a].filter((x) => this.#state[parent[x]] === p).sort((one, other) => one - other);
        heads[a] = [];
        const arc = p * letters + a;
        const old = this.#target[arc];
        let [best, least, change] = [old, -ROUNDING, 0];
        const others = costs.nearest(came).filter((r) => r !== old);
        this.#target[arc] = OPEN;
        const changes = this.#changesFor(came, others, costs, OPEN);
        for (const [i, r] of others.entries()) {
          const found = changes[i];
          const judged = found + prior[a * this.#size + r] - prior[a * this.#size + old];
          if (found < 0 && judged < least) [best, least, change] = [r, judged, found];
        }
        this.#target[arc] = best;
        if (best === old) continue;
        fall -= change;
        this.#follow(came);
      }
    }
    this.#splits = [];
    return fall;
  }

  /**
   * Joins states with others, those first where the loss rises least while rows stay what they are, until there are at most
   * `fewest`, or the next would cost more than `price` in all. One is joined in any case.
   */
  merge(fewest: number, price: number): void {
    const joins = this.#joins().sort((one, other) => one.cost - other.cost);
    const into = Int32Array.from({ length: this.#size }, (_, q) => q);
    const touched = new Set<number>();
    let [left, spent] = [this.#size, 0];
    for (const { state, other, cost } of joins) {
      spent += Math.max(0, cost);
      if (left <= fewest || (left < this.#size && spent > price)) break;
      if (touched.has(state) || touched.has(other)) continue;
      touched.add(state).add(other);
      into[state] = other;
      left--;
    }
    this.#join(into);
  }

  /** Joins the state with another that is most like it: where the loss rises least for each time it is visited. Returns by how much. */
  mergeAlike(): number {
    const visits = new Float64Array(this.#size);
    for (let x = 0; x < this.#state.length; x++) visits[this.#state[x]] += this.#sample.share[x];
    const each = ({ state, cost }: Join) => (visits[state] === 0 ? 0 : Math.max(0, cost) / visits[state]);
    const best = this.#joins().reduce((least, join) => (each(join) < each(least) ? join : least));
    this.#join(Int32Array.from({ length: this.#size }, (_, q) => (q === best.state ? best.other : q)));
    return each(best);
  }

  /** For each state but the first, the one with which it is joined at the least cost. */
  #joins(): Join[] {
    const costs = this.#costsNow();
    return Array.from({ length: this.#size - 1 }, (_, i) => this.#cheapestJoin(i + 1, costs));
  }

  /** Lets arcs into a state lead to that into which it is joined, which is joined with no other. */
  #join(into: Int32Array): void {
    const { letters } = this.#sample;
    const number = new Int32Array(this.#size);
    let next = 0;
    for (let q = 0; q < this.#size; q++) if (into[q] === q) number[q] = next++;
    const target = new Int32Array(next * letters);
    for (let q = 0; q < this.#size; q++) {
      if (into[q] !== q) continue;
      for (let a = 0; a < letters; a++)
        target[number[q] * letters + a] = number[into[this.#target[q * letters + a]]];
    }
    this.#target = target;
    this.#size = next;
    this.#run();
  }

  /** Runs all words. */
  #run(): void {
    const { length } = this.#after;
    this.#state = statesIn(this.#sample, this.#target);
    this.#changed();
    this.#head = new Int32Array(this.#size).fill(-1);
    this.#splits = [];
    for (let x = 0; x < length; x++) this.#link(x);
  }

  #link(x: number): void {
    const first = this.#head[this.#state[x]];
    this.#after[x] = first;
    this.#before[x] = -1;
    if (first >= 0) this.#before[first] = x;
    this.#head[this.#state[x]] = x;
  }

  #move(x: number, to: number): void {
    const [after, before] = [this.#after[x], this.#before[x]];
    if (before >= 0) this.#after[before] = after;
    else this.#head[this.#state[x]] = after;
    if (after >= 0) this.#before[after] = before;
    this.#state[x] = to;
    this.#changed();
    this.#link(x);
  }

  /** Lets words that came by an arc which leads elsewhere now, and all that follow them, change their states. */
  #follow(words: readonly number[]): void {
    const { letters, parent, letter, child, sibling } = this.#sample;
    for (const first of words) {
      let top = 0;
      this.#words[top++] = first;
      while (top > 0) {
        const x = this.#words[--top];
        const to = this.#target[this.#state[parent[x]] * letters + letter[x]];
        if (to === this.#state[x]) continue;
        this.#move(x, to);
        for (let c = child[x]; c >= 0; c = sibling[c]) this.#words[top++] = c;
      }
    }
  }

  /** How much the loss would change if these words, prefixes first, were in each of these states, to which the arcs into `instead` led, too. */
  #changesFor(words: readonly number[], to: readonly number[], costs: Costs, instead: number): Float64Array {
    return this.#detours.changes(words, to, { state: this.#state, target: this.#target, instead }, costs);
  }

  /** The state with which another one is joined at the least cost. */
  #cheapestJoin(state: number, costs: Costs): Join {
    const words: number[] = [];
    for (let x = this.#head[state]; x >= 0; x = this.#after[x]) words.push(x);
    words.sort((one, other) => one - other);
    let best = { state, other: 0, cost: Number.POSITIVE_INFINITY };
    const others = costs.nearest(words).filter((other) => other !== state);
    const changes = this.#changesFor(words, others, costs, state);
    for (const [i, other] of others.entries()) {
      const cost = changes[i];
      if (cost < best.cost) best = { state, other, cost };
    }
    return best;
  }

  /** What it costs, by letter and state, that an arc with the letter leads to the state, by the words of all arcs with the letter. */
  #letterCosts(costs: Costs): Float64Array {
    const { letters, step } = this.#sample;
    this.#byLetter ??= this.#sumsByLetter();
    const { sums, mass } = this.#byLetter;
    const found = new Float64Array(letters * this.#size);
    for (let a = 0; a < letters; a++) {
      if (mass[a] === 0) continue;
      lookUp(this.#size * this.#width);
      const factor = (this.#likeLetter * step) / mass[a];
      for (let q = 0; q < this.#size; q++)
        found[a * this.#size + q] = factor * costs.cross(sums, a * this.#width, q);
    }
    return found;
  }

  #sumsByLetter() {
    const { letters, letter, share } = this.#sample;
    const sums = sumsOf(
      this.#sample,
      letter.map((a) => Math.max(0, a)),
      letters,
    );
    const mass = new Float64Array(letters);
    for (let x = 1; x < letter.length; x++) mass[letter[x]] += share[x];
    return { sums, mass };
  }

  #apply(state: number, arcs: readonly number[]): void {
    const { letters, parent, letter, child, sibling, share } = this.#sample;
    const fresh = this.#size++;
    this.#changed();
    if (this.#target.length < this.#size * letters) {
      const longer = new Int32Array(2 * this.#size * letters);
      longer.set(this.#target);
      this.#target = longer;
      const heads = new Int32Array(2 * this.#size).fill(-1);
      heads.set(this.#head.subarray(0, fresh));
      this.#head = heads;
    }
    this.#target.copyWithin(fresh * letters, state * letters, (state + 1) * letters);
    for (const arc of arcs) {
      this.#target[arc] = fresh;
      // The new state has a copy of the arc if it is one of the state that was split.
      if (Math.floor(arc / letters) === state) this.#target[fresh * letters + (arc % letters)] = fresh;
    }
    for (let x = 1; x < parent.length; x++) {
      const to = this.#target[this.#state[parent[x]] * letters + letter[x]];
      if (to !== this.#state[x]) this.#move(x, to);
    }
    // Where their arcs lead, words can be told apart that could not before.
    for (const q of [state, fresh]) {
      for (let x = this.#head[q]; x >= 0; x = this.#after[x]) {
        for (let c = child[x]; c >= 0; c = sibling[c]) this.#age(this.#state[c], share[c]);
      }
      this.#splits[q] = undefined;
    }
  }

  #age(state: number, share: number): void {
    const split = this.#splits[state];
    if (split === undefined) return;
    split.stale += share;
    if (split.stale > STALE * split.mass) this.#splits[state] = undefined;
  }

  /**
   * The best split of a state that was found: the arcs into it are put in order along the direction in which what follows them
   * differs most, the best cut is taken, and each arc then goes to the side that is nearer, a few times.
   */
  #bestSplit(state: number): Split {
    const bundle = this.#bundleOf(state);
    const { arcs, sums } = bundle;
    const mass = bundle.mass.reduce((sum, share) => sum + share, 0);
    if (arcs.length < 2) return { ...NO_SPLIT, mass };
    const width = this.#width;
    lookUp(4 * sums.length);
    let side = bestCut(bundle, mainDirection(bundle, width), width);
    let gain = gainOf(bundle, side, width);
    for (let round = 0; round < ROUNDS; round++) {
      const next = this.#nearerSides(bundle, side);
      const found = gainOf(bundle, next, width);
      if (found <= 1.001 * gain) break;
      [side, gain] = [next, found];
    }
    // The initial state keeps its number.
    const first = arcs.indexOf(START);
    const fresh = first >= 0 && side[first] === 1 ? 0 : 1;
    const seen = arcs.filter((_, e) => side[e] === fresh);
    return { gain, arcs: [...seen, ...this.#unseen(state, bundle, side, fresh)], mass, stale: 0 };
  }

  /** The arcs into a state that words came by, each with the sum of what comes next after these words, and their share. */
  #bundleOf(state: number): Bundle {
    const { letters, parent, letter, share, values, row } = this.#sample;
    const width = this.#width;
    const places = new Map<number, number>();
    const arcs: number[] = [];
    let count = 0;
    for (let x = this.#head[state]; x >= 0; x = this.#after[x]) {
      const arc = x === 0 ? START : this.#state[parent[x]] * letters + letter[x];
      if (!places.has(arc)) places.set(arc, arcs.push(arc) - 1);
      count++;
    }
    lookUp(count * width);
    const sums = new Float64Array(arcs.length * width);
    const mass = new Float64Array(arcs.length);
    for (let x = this.#head[state]; x >= 0; x = this.#after[x]) {
      const arc = x === 0 ? START : this.#state[parent[x]] * letters + letter[x];
      const e = places.get(arc) ?? 0;
      const [at, from, weight] = [e * width, row[x], share[x]];
      mass[e] += weight;
      for (let j = 0; j < width; j++) sums[at + j] += weight * values[from + j];
    }
    return { arcs, sums, mass };
  }

  /** For each arc, whether side 0 or 1 is nearer by what follows; an arc that few words came by is like all with its letter. */
  #nearerSides({ arcs, sums, mass }: Bundle, side: Uint8Array): Uint8Array {
    const { letters, step } = this.#sample;
    const width = this.#width;
    const ratio = logRatio(sums, side, width, step);
    const [scores, byLetter, letterMass] = [
      new Float64Array(arcs.length),
      new Float64Array(width),
      new Float64Array(width),
    ];
    arcs.forEach((arc, e) => {
      let score = 0;
      for (let j = 0, at = e * width; j < width; j++, at++) score += sums[at] * ratio[j];
      scores[e] = score;
      if (arc === START) return;
      byLetter[arc % letters] += score;
      letterMass[arc % letters] += mass[e];
    });
    const like = (arc: number) =>
      arc === START ? 0 : (step * byLetter[arc % letters]) / letterMass[arc % letters];
    return Uint8Array.from(arcs, (arc, e) => (scores[e] + like(arc) > 0 ? 1 : 0));
  }

  /** The arcs into a state that no word came by, where most of what came by the same letter goes to the new state. */
  #unseen(state: number, { arcs, mass }: Bundle, side: Uint8Array, fresh: number): number[] {
    const { letters } = this.#sample;
    const balance = new Float64Array(letters);
    const seen = new Set(arcs);
    arcs.forEach((arc, e) => {
      if (arc !== START) balance[arc % letters] += side[e] === fresh ? mass[e] : -mass[e];
    });
    const found: number[] = [];
    for (let arc = 0; arc < this.#size * letters; arc++) {
      if (this.#target[arc] === state && balance[arc % letters] > 0 && !seen.has(arc)) found.push(arc);
    }
    return found;
  }
}
