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
/** Rounding must not look like progress. */
const ROUNDING = 1e-9;
const NONE = -1;

/**
 * Beginnings of a suffix. Candidates that agree so far are a class; one that has been separated from all others is in none.
 * A candidate with a place is a talker. Nothing more is known about the others, which are silent. For each beginning
 * there are a list of talkers and one of silent candidates, both in the order of the candidates.
 */
class Beginnings {
  readonly words: Word[] = [];
  readonly scores: number[] = [];
  /** How likely it is that anything is open after each beginning, and how many bits are. */
  readonly open: number[] = [];
  readonly bits: number[] = [];
  /** How many classes, talkers and silent candidates each has. */
  readonly classes = new Int32Array(BEAM);
  readonly talkers = new Int32Array(BEAM);
  readonly silents = new Int32Array(BEAM);
  readonly talker: Int32Array;
  readonly talkerClass: Int32Array;
  readonly place: Int32Array;
  readonly silent: Int32Array;
  readonly silentClass: Int32Array;

  constructor(candidates: number) {
    this.talker = new Int32Array(BEAM * candidates);
    this.talkerClass = new Int32Array(BEAM * candidates);
    this.place = new Int32Array(BEAM * candidates);
    this.silent = new Int32Array(BEAM * candidates);
    this.silentClass = new Int32Array(BEAM * candidates);
  }
}

/**
 * Chooses suffixes that separate states. It keeps its working memory from one choice to the next. Most of the time that a
 * learner takes to plan is spent here. So nothing is counted that cannot change the choice; but what is counted is added up
 * in the order of the candidates, so that the same suffixes are the best whatever is left out.
 */
export class Separator {
  readonly #fold: Fold;
  readonly #prices: Prices;
  #room = 0;
  #from = new Beginnings(0);
  #to = new Beginnings(0);
  #likelihoods = new Float64Array(0);
  #entropies = new Float64Array(0);

  // The parts into which a letter splits the classes of a beginning.
  #parts = 0;
  #partOutput = new Int32Array(0);
  /** The first part of each class, and the next one of the same class. */
  #firstPart = new Int32Array(0);
  #nextPart = new Int32Array(0);
  #size = new Int32Array(0);
  /** How many of a part have a prediction. */
  #talking = new Int32Array(0);
  #weight = new Float64Array(0);
  #entropy = new Float64Array(0);
  /** The largest part of each class, or `NONE`. */
  #largest = new Int32Array(0);
  /** For each talker of the beginning its part, or `NONE` if it has become silent; and its place. */
  #partOf = new Int32Array(0);
  #nextPlace = new Int32Array(0);
  /** Those that are silent now, in the order of the candidates. */
  #silents = 0;
  #silent = new Int32Array(0);
  #silentClass = new Int32Array(0);
  /** What the last letter did: does it split a class, can a further letter split one, and how much is still open? */
  #splits = false;
  #goesOn = false;
  #bits = 0;
  #open = 0;
  /** Have the candidates been put into their parts? */
  #joined = false;

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
    const { letters } = this.#fold;
    const again = perWord + perLetter * (before + 2);
    const bits = this.#from.bits[0] * (1 - ROUNDING);
    let best: Word | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let length = 1; length <= LONGEST && this.#from.words.length > 0; length++) {
      if (length > 1 && best !== undefined && this.#cannotCostLess(perLetter * length, again, least)) break;
      this.#to.words.length = 0;
      for (let slot = 0; slot < this.#from.words.length; slot++) {
        for (let letter = 0; letter < letters; letter++) {
          // In the end a letter that splits nothing only makes a word longer.
          const last = length === LONGEST || perLetter * (length + 1) >= least;
          if (!this.#read(slot, letter) || (last && !this.#splits)) continue;
          this.#measure(slot, length);
          const score = perLetter * length + again * (this.#open + BIT * this.#bits);
          if (this.#bits < bits && score < least)
            [best, least] = [[...this.#from.words[slot], letter], score];
          if (this.#goesOn && !last) this.#keep(slot, letter, score);
        }
      }
      [this.#from, this.#to] = [this.#to, this.#from];
      if (perLetter * (length + 1) >= least) break;
    }
    return best;
  }

  /**
   * Can no word that goes on from these beginnings cost less than the best one? The silent candidates of a class stay
   * together, so what is open among them stays open.
   */
  #cannotCostLess(letters: number, again: number, least: number): boolean {
    for (let slot = 0; slot < this.#from.words.length; slot++) {
      if ((letters + again * this.#openForGood(slot)) * (1 - ROUNDING) < least) return false;
    }
    return true;
  }

  /** What the silent candidates of a beginning contribute to the score of every word that goes on from it. */
  #openForGood(slot: number): number {
    const { silent, silentClass, silents, classes } = this.#from;
    const [size, weight, entropy] = [this.#size, this.#weight, this.#entropy];
    for (let of = 0; of < classes[slot]; of++) size[of] = weight[of] = entropy[of] = 0;
    const start = slot * this.#room;
    for (let at = start; at < start + silents[slot]; at++) {
      const of = silentClass[at];
      size[of]++;
      weight[of] += this.#likelihoods[silent[at]];
      entropy[of] += this.#entropies[silent[at]];
    }
    this.#sum(classes[slot]);
    return this.#open + BIT * this.#bits;
  }

  #prepare(states: readonly number[], likelihoods: ArrayLike<number>): void {
    const count = states.length;
    if (count > this.#room) this.#makeRoom(2 * count);
    let [total, bits] = [0, 0];
    for (let i = 0; i < count; i++) total += likelihoods[i];
    const from = this.#from;
    for (let i = 0; i < count; i++) {
      const share = likelihoods[i] / total;
      this.#likelihoods[i] = share;
      this.#entropies[i] = -share * Math.log2(share);
      bits += this.#entropies[i];
      from.talker[i] = i;
      from.talkerClass[i] = 0;
      from.place[i] = states[i];
    }
    from.words.length = 0;
    from.words.push([]);
    from.bits[0] = bits;
    from.classes[0] = 1;
    from.talkers[0] = count;
    from.silents[0] = 0;
  }

  #makeRoom(room: number): void {
    this.#room = room;
    this.#from = new Beginnings(room);
    this.#to = new Beginnings(room);
    this.#likelihoods = new Float64Array(room);
    this.#entropies = new Float64Array(room);
    this.#partOutput = new Int32Array(room);
    this.#firstPart = new Int32Array(room);
    this.#nextPart = new Int32Array(room);
    this.#size = new Int32Array(room);
    this.#talking = new Int32Array(room);
    this.#weight = new Float64Array(room);
    this.#entropy = new Float64Array(room);
    this.#largest = new Int32Array(room);
    this.#partOf = new Int32Array(room);
    this.#nextPlace = new Int32Array(room);
    this.#silent = new Int32Array(room);
    this.#silentClass = new Int32Array(room);
  }

  /** Splits the classes of a beginning by the output for a letter; false if it separates nothing and leads nowhere. */
  #read(slot: number, letter: Letter): boolean {
    const fold = this.#fold;
    const { letters, output, after } = fold;
    const { talkerClass, place, talkers, classes } = this.#from;
    const [firstPart, nextPart, partOutput] = [this.#firstPart, this.#nextPart, this.#partOutput];
    const [talking, largest, partOf, nextPlace] = [
      this.#talking,
      this.#largest,
      this.#partOf,
      this.#nextPlace,
    ];
    const start = slot * this.#room;
    const count = talkers[slot];
    for (let of = 0; of < classes[slot]; of++) firstPart[of] = largest[of] = NONE;
    let parts = 0;
    let [splits, goesOn] = [false, false];
    for (let i = 0; i < count; i++) {
      const from = place[start + i];
      let out: number;
      if (from >= 0) {
        const arc = from * letters + letter;
        out = output[arc];
        nextPlace[i] = after[arc];
      } else {
        const child = fold.child(~from, letter);
        out = child < 0 ? 0 : fold.outputOf(child);
        nextPlace[i] = ~child;
      }
      if (out === 0) {
        partOf[i] = NONE;
        continue;
      }
      const of = talkerClass[start + i];
      let part = firstPart[of];
      while (part >= 0 && partOutput[part] !== out) part = nextPart[part];
      if (part < 0) {
        part = parts++;
        partOutput[part] = out;
        nextPart[part] = firstPart[of];
        firstPart[of] = part;
        talking[part] = 0;
      }
      partOf[i] = part;
      const size = ++talking[part];
      if (size > 1) goesOn = true;
      if (largest[of] < 0) largest[of] = part;
      else if (largest[of] !== part) {
        splits = true;
        if (size > talking[largest[of]]) largest[of] = part;
      }
    }
    this.#parts = parts;
    this.#splits = splits;
    this.#goesOn = goesOn;
    return splits || goesOn;
  }

  /** How much is still open after the letter that was read, as it is expected: the bits, and the likelihood that it is anything at all. */
  #measure(slot: number, length: number): void {
    this.#listSilents(slot);
    const { open, bits, silents } = this.#from;
    // The same parts as before, in the same order: the same sums.
    this.#joined = this.#splits || length === 1 || this.#silents !== silents[slot];
    if (this.#joined) {
      this.#join(slot);
      this.#sum(this.#parts);
    } else {
      this.#open = open[slot];
      this.#bits = bits[slot];
    }
  }

  /** Puts every candidate into its part, those that talk before those that are silent. */
  #join(slot: number): void {
    const { talker, talkers } = this.#from;
    const [partOf, size, weight, entropy] = [this.#partOf, this.#size, this.#weight, this.#entropy];
    for (let part = 0; part < this.#parts; part++) size[part] = weight[part] = entropy[part] = 0;
    const start = slot * this.#room;
    for (let i = 0; i < talkers[slot]; i++) {
      const part = partOf[i];
      if (part < 0) continue;
      const candidate = talker[start + i];
      size[part]++;
      weight[part] += this.#likelihoods[candidate];
      entropy[part] += this.#entropies[candidate];
    }
    for (let i = 0; i < this.#silents; i++) {
      const part = this.#partOfSilents(this.#silentClass[i]);
      const candidate = this.#silent[i];
      size[part]++;
      weight[part] += this.#likelihoods[candidate];
      entropy[part] += this.#entropies[candidate];
    }
  }

  /** Nobody knows what these candidates would answer: they stay with the largest part of their class. */
  #partOfSilents(of: number): number {
    if (this.#largest[of] < 0) {
      const part = (this.#largest[of] = this.#parts++);
      this.#size[part] = this.#weight[part] = this.#entropy[part] = 0;
    }
    return this.#largest[of];
  }

  /** Merges those that have been silent with those that have become silent by the letter that was read. */
  #listSilents(slot: number): void {
    const { talker, talkerClass, talkers, silent, silentClass, silents } = this.#from;
    const start = slot * this.#room;
    const [end, silentEnd] = [start + talkers[slot], start + silents[slot]];
    let [count, old] = [0, start];
    for (let at = start; at < end; at++) {
      if (this.#partOf[at - start] >= 0) continue;
      for (; old < silentEnd && silent[old] < talker[at]; old++) {
        this.#silent[count] = silent[old];
        this.#silentClass[count++] = silentClass[old];
      }
      this.#silent[count] = talker[at];
      this.#silentClass[count++] = talkerClass[at];
    }
    for (; old < silentEnd; old++) {
      this.#silent[count] = silent[old];
      this.#silentClass[count++] = silentClass[old];
    }
    this.#silents = count;
  }

  /** Adds up what is open in the first of the parts. One alone is known. */
  #sum(parts: number): void {
    let [bits, open] = [0, 0];
    for (let part = 0; part < parts; part++) {
      if (this.#size[part] < 2) continue;
      const weight = this.#weight[part];
      open += weight;
      bits += this.#entropy[part] + weight * Math.log2(weight);
    }
    this.#bits = bits;
    this.#open = open;
  }

  /** Keeps the beginning that was just read and measured, if it is among the best. */
  #keep(slot: number, letter: Letter, score: number): void {
    const to = this.#to;
    const { words, scores } = to;
    let into = words.length;
    if (into === BEAM) {
      into = 0;
      for (let i = 1; i < BEAM; i++) if (scores[i] > scores[into]) into = i;
      if (scores[into] <= score) return;
    }
    if (!this.#joined) this.#join(slot);
    words[into] = [...this.#from.words[slot], letter];
    scores[into] = score;
    to.open[into] = this.#open;
    to.bits[into] = this.#bits;
    to.classes[into] = this.#parts;
    const size = this.#size;
    const { talker, talkers } = this.#from;
    const [start, target] = [slot * this.#room, into * this.#room];
    let count = target;
    for (let i = 0; i < talkers[slot]; i++) {
      const part = this.#partOf[i];
      if (part < 0 || size[part] < 2) continue;
      to.talker[count] = talker[start + i];
      to.talkerClass[count] = part;
      to.place[count++] = this.#nextPlace[i];
    }
    to.talkers[into] = count - target;
    count = target;
    for (let i = 0; i < this.#silents; i++) {
      const part = this.#largest[this.#silentClass[i]];
      if (size[part] < 2) continue;
      to.silent[count] = this.#silent[i];
      to.silentClass[count++] = part;
    }
    to.silents[into] = count - target;
  }
}
