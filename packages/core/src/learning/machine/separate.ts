import type { Letter, Word } from "../../words/word.ts";
import type { Prices } from "../prices.ts";
import type { Fold } from "./fold.ts";

/** States that may be what is asked for, with their likelihoods. */
export interface Candidates {
  readonly states: readonly number[];
  readonly likelihoods: ArrayLike<number>;
}

/** How many beginnings of a word are extended further. */
const BEAM = 16;
const LONGEST = 8;
/** What a bit that remains open costs, in words. */
const BIT = 0.75;
/** The class of a candidate that has been separated from all others. */
const ALONE = -1;
/** The place of a candidate about which nothing more is known. */
const SILENT = 0x7fffffff;

/** Beginnings of a suffix. For each of them and each candidate: its class, which is those that agree so far, and its place. */
class Beginnings {
  readonly classes: Int32Array;
  readonly places: Int32Array;
  readonly words: Word[] = [];
  readonly scores: number[] = [];

  constructor(candidates: number) {
    this.classes = new Int32Array(BEAM * candidates);
    this.places = new Int32Array(BEAM * candidates);
  }
}

/** Chooses suffixes that separate states. It keeps its working memory from one choice to the next. */
export class Separator {
  readonly #fold: Fold;
  readonly #prices: Prices;
  #room = 0;
  #from = new Beginnings(0);
  #to = new Beginnings(0);
  #likelihoods = new Float64Array(0);
  #entropies = new Float64Array(0);
  #count = 0;

  // The parts into which a letter splits the classes of a beginning.
  #partOf = new Int32Array(0);
  #nextPlaces = new Int32Array(0);
  #size = new Int32Array(0);
  /** How many of a part have a prediction. */
  #talking = new Int32Array(0);
  #weight = new Float64Array(0);
  #entropy = new Float64Array(0);
  /** The largest part of each class, or `NONE`. */
  #largest = new Int32Array(0);
  #table = new Int32Array(0);
  #tableKeys = new Float64Array(0);
  #parts = 0;
  /** What the last letter did: can a further letter split a class, and how much is still open? */
  #goesOn = false;
  #bits = 0;
  #open = 0;

  constructor(fold: Fold, prices: Prices) {
    this.#fold = fold;
    this.#prices = prices;
  }

  /**
   * The suffix that separates candidates best: adaptive distinguishing sequences, as far as words can be adaptive. It
   * weighs its letters against the words that are still needed afterwards, as the outcome is expected. `undefined` if
   * no short suffix separates any two of them. `before` is the length of the word that the suffix follows.
   */
  choose({ states, likelihoods }: Candidates, before: number): Word | undefined {
    this.#prepare(states, likelihoods);
    const { word: perWord, letter: perLetter } = this.#prices;
    const again = perWord + perLetter * (before + 2);
    // Rounding must not look like progress.
    const bits = this.#bits * (1 - 1e-9);
    let best: Word | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let length = 1; length <= LONGEST && this.#from.words.length > 0; length++) {
      this.#to.words.length = 0;
      this.#to.scores.length = 0;
      for (let slot = 0; slot < this.#from.words.length; slot++) {
        for (let letter = 0; letter < this.#fold.letters; letter++) {
          if (!this.#read(slot, letter)) continue;
          const score = perLetter * length + again * (this.#open + BIT * this.#bits);
          if (this.#bits < bits && score < least)
            [best, least] = [[...this.#from.words[slot], letter], score];
          if (this.#goesOn) this.#keep(slot, letter, score);
        }
      }
      [this.#from, this.#to] = [this.#to, this.#from];
      if (perLetter * (length + 1) >= least) break;
    }
    return best;
  }

  #prepare(states: readonly number[], likelihoods: ArrayLike<number>): void {
    const count = states.length;
    this.#count = count;
    if (count > this.#room) this.#makeRoom(2 * count);
    let [total, entropy] = [0, 0];
    for (let i = 0; i < count; i++) total += likelihoods[i];
    const { classes, places } = this.#from;
    for (let i = 0; i < count; i++) {
      const share = likelihoods[i] / total;
      this.#likelihoods[i] = share;
      this.#entropies[i] = -share * Math.log2(share);
      entropy += this.#entropies[i];
      classes[i] = 0;
      places[i] = states[i];
    }
    this.#from.words.length = 0;
    this.#from.words.push([]);
    this.#bits = entropy;
  }

  #makeRoom(room: number): void {
    this.#room = room;
    this.#from = new Beginnings(room);
    this.#to = new Beginnings(room);
    this.#likelihoods = new Float64Array(room);
    this.#entropies = new Float64Array(room);
    this.#partOf = new Int32Array(room);
    this.#nextPlaces = new Int32Array(room);
    this.#size = new Int32Array(room);
    this.#talking = new Int32Array(room);
    this.#weight = new Float64Array(room);
    this.#entropy = new Float64Array(room);
    this.#largest = new Int32Array(room);
    this.#table = new Int32Array(1 << (32 - Math.clz32(2 * room)));
    this.#tableKeys = new Float64Array(this.#table.length);
  }

  /** Splits the classes of a beginning by the output for a letter; false if nothing is known about it. */
  #read(slot: number, letter: Letter): boolean {
    const fold = this.#fold;
    const { classes, places } = this.#from;
    const start = slot * this.#room;
    this.#parts = 0;
    this.#table.fill(0);
    this.#largest.fill(-1, 0, this.#count);
    let [splits, silent] = [false, false];
    for (let i = 0; i < this.#count; i++) {
      const of = classes[start + i];
      this.#partOf[i] = ALONE;
      if (of === ALONE) continue;
      const place = places[start + i];
      if (place === SILENT || !fold.predict(place, letter)) {
        this.#nextPlaces[i] = SILENT;
        silent = true;
        continue;
      }
      const part = this.#part(of, fold.foreseen);
      this.#nextPlaces[i] = fold.next;
      this.#join(i, part);
      const size = ++this.#talking[part];
      const largest = this.#largest[of];
      if (largest < 0) this.#largest[of] = part;
      else if (largest !== part) {
        splits = true;
        if (size > this.#talking[largest]) this.#largest[of] = part;
      }
    }
    if (this.#parts === 0) return false;
    if (silent) this.#placeSilent(start);
    this.#goesOn = false;
    for (let part = 0; part < this.#parts; part++) if (this.#talking[part] > 1) this.#goesOn = true;
    if (!splits && !this.#goesOn) return false;
    this.#measure();
    return true;
  }

  /** Nobody knows what these candidates would answer: they stay with the largest part of their class. */
  #placeSilent(start: number): void {
    for (let i = 0; i < this.#count; i++) {
      const of = this.#from.classes[start + i];
      if (of === ALONE || this.#nextPlaces[i] !== SILENT) continue;
      if (this.#largest[of] < 0) this.#largest[of] = this.#part(of, 0);
      this.#join(i, this.#largest[of]);
    }
  }

  #join(candidate: number, part: number): void {
    this.#partOf[candidate] = part;
    this.#size[part]++;
    this.#weight[part] += this.#likelihoods[candidate];
    this.#entropy[part] += this.#entropies[candidate];
  }

  /** The part of a class with an output. */
  #part(of: number, output: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    const key = output * this.#room + of;
    let at = Math.imul(key, 0x9e3779b1) >>> 16;
    for (at &= mask; table[at] !== 0; at = (at + 1) & mask)
      if (this.#tableKeys[at] === key) return table[at] - 1;
    const part = this.#parts++;
    table[at] = part + 1;
    this.#tableKeys[at] = key;
    this.#size[part] = 0;
    this.#talking[part] = 0;
    this.#weight[part] = 0;
    this.#entropy[part] = 0;
    return part;
  }

  /** How much is still open, as it is expected: the bits, and the likelihood that it is anything at all. */
  #measure(): void {
    let [bits, open] = [0, 0];
    for (let part = 0; part < this.#parts; part++) {
      if (this.#size[part] < 2) continue;
      const weight = this.#weight[part];
      open += weight;
      bits += this.#entropy[part] + weight * Math.log2(weight);
    }
    this.#bits = bits;
    this.#open = open;
  }

  /** Keeps the beginning that was just read, if it is among the best. */
  #keep(slot: number, letter: Letter, score: number): void {
    const { words, scores, classes, places } = this.#to;
    let into = words.length;
    if (into === BEAM) {
      into = 0;
      for (let i = 1; i < BEAM; i++) if (scores[i] > scores[into]) into = i;
      if (scores[into] <= score) return;
    }
    words[into] = [...this.#from.words[slot], letter];
    scores[into] = score;
    const start = into * this.#room;
    for (let i = 0; i < this.#count; i++) {
      const part = this.#partOf[i];
      classes[start + i] = part === ALONE || this.#size[part] < 2 ? ALONE : part;
      places[start + i] = this.#nextPlaces[i];
    }
  }
}
