import type { Letter, Word } from "../../words/word.ts";
import type { Prices } from "../prices.ts";
import type { Fold } from "./fold.ts";
import { firstBits, firstOf, isSeveral, sizeOf } from "./masks.ts";
import { open, share, surprise, WHOLE } from "./shares.ts";

/** States that may be what is asked for, with their likelihoods. */
export interface Candidates {
  readonly states: readonly number[];
  readonly likelihoods: ArrayLike<number>;
}

/** So many candidates are separated at most: a set of them is a mask, an integer with a bit for each. */
export const MOST_CANDIDATES = 32;
/** How many beginnings of a word are extended further. */
const BEAM = 16;
const LONGEST = 8;
/** After a beginning, so many letters that split a class are tried, and so many that do not: of large alphabets the first ones. */
const TRIED = 64;
/** Candidates can be in so many classes, since each class has two. */
const MOST_CLASSES = MOST_CANDIDATES / 2;
/** Where groups are looked up by their outputs: at least twice as many places as there can be groups. */
const PLACES = 2 * MOST_CANDIDATES;

/**
 * Beginnings of a suffix. Candidates that agree so far are a class. A candidate about which a further letter may tell
 * something is a talker, and has a place. The others are silent: nobody knows what they would answer, so they stay with the
 * largest part of their class. What further letters cannot change is put aside.
 */
class Beginnings {
  count = 0;
  readonly words: Word[] = [];
  /** What is open after each of them, what of it remains open whatever follows, and what of that is in no class any more. */
  readonly open = new Int32Array(BEAM);
  readonly forGood = new Int32Array(BEAM);
  readonly aside = new Int32Array(BEAM);
  /** The talkers of all classes, and where they are. */
  readonly talking = new Int32Array(BEAM);
  readonly place = new Int32Array(BEAM * MOST_CANDIDATES);
  readonly classes = new Int32Array(BEAM);
  readonly class = new Parts(BEAM * MOST_CLASSES);
}

/** Sets of candidates, as columns. */
class Parts {
  readonly members: Int32Array;
  readonly talkers: Int32Array;
  /** The shares of the members and their surprise, added up; and what is open among them. */
  readonly share: Int32Array;
  readonly surprise: Int32Array;
  readonly open: Int32Array;

  constructor(count: number) {
    this.members = new Int32Array(count);
    this.talkers = new Int32Array(count);
    this.share = new Int32Array(count);
    this.surprise = new Int32Array(count);
    this.open = new Int32Array(count);
  }

  set(at: number, members: number, talkers: number, shares: number, surprises: number): number {
    this.members[at] = members;
    this.talkers[at] = talkers;
    this.share[at] = shares;
    this.surprise[at] = surprises;
    return (this.open[at] = open(shares, surprises));
  }

  copy(at: number, from: Parts, of: number): void {
    this.members[at] = from.members[of];
    this.talkers[at] = from.talkers[of];
    this.share[at] = from.share[of];
    this.surprise[at] = from.surprise[of];
    this.open[at] = from.open[of];
  }
}

/** The best ways to go on from beginnings: which beginning, the letter, and its score. */
class Kept {
  count = 0;
  readonly slots = new Int32Array(BEAM);
  readonly letters = new Int32Array(BEAM);
  readonly scores = new Float64Array(BEAM);
  /** The worst of them, once there is no room for more. */
  worst = 0;

  /** Does a way with this score have no place among them? */
  excludes(score: number): boolean {
    return this.count === BEAM && this.scores[this.worst] <= score;
  }

  /** Keeps a way that is not excluded, in the place of the worst if there is no room. */
  add(slot: number, letter: Letter, score: number): void {
    const into = this.count < BEAM ? this.count++ : this.worst;
    this.slots[into] = slot;
    this.letters[into] = letter;
    this.scores[into] = score;
    if (this.count < BEAM) return;
    let worst = 0;
    for (let i = 1; i < BEAM; i++) if (this.scores[i] > this.scores[worst]) worst = i;
    this.worst = worst;
  }
}

/**
 * Chooses suffixes that separate states. It keeps its working memory from one choice to the next.
 *
 * Much of the time that planning takes is spent here. So sets of candidates are masks, and likelihoods are whole numbers,
 * whose sums do not depend on the order: what is known of a class is not counted again for its parts.
 */
export class Separator {
  readonly #fold: Fold;
  readonly #prices: Prices;
  #from = new Beginnings();
  #to = new Beginnings();
  readonly #kept = new Kept();
  readonly #shares = new Int32Array(MOST_CANDIDATES);
  readonly #surprises = new Int32Array(MOST_CANDIDATES);

  /** The outputs after talkers that are words and no states, as in the rows of the fold; one for each place. */
  #wordRows = new Int32Array(0);
  /** The letters for which two of a class have predictions, and those for which these differ, as bits. */
  readonly #leading: Int32Array;
  readonly #splitting: Int32Array;

  // The talkers that predict something for the letter that was read, in groups with the same output.
  #known = 0;
  readonly #group = new Int32Array(MOST_CANDIDATES);
  readonly #groupOf = new Int32Array(MOST_CANDIDATES);
  /** Open addressing: the reading that wrote a place last, the output there, and its group. */
  readonly #written = new Int32Array(PLACES);
  readonly #outputAt = new Int32Array(PLACES);
  readonly #groupAt = new Int32Array(PLACES);
  #readings = 0;

  // The parts into which the letter splits the classes of a beginning, without those that are one candidate alone.
  #parts = 0;
  readonly #part = new Parts(MOST_CANDIDATES);
  readonly #pieces = new Int32Array(MOST_CANDIDATES);
  /** Are there two talkers in any part? */
  #goesOn = false;

  constructor(fold: Fold, prices: Prices) {
    this.#fold = fold;
    this.#prices = prices;
    this.#leading = new Int32Array((fold.letters + 31) >>> 5);
    this.#splitting = new Int32Array((fold.letters + 31) >>> 5);
  }

  /**
   * The suffix that separates candidates best: adaptive distinguishing sequences, as far as words can be adaptive. It
   * weighs its letters against the words that are still needed afterwards, as the outcome is expected. `undefined` if
   * no short suffix separates any two of them. `before` is the length of the word that the suffix follows.
   */
  choose({ states, likelihoods }: Candidates, before: number): Word | undefined {
    this.#start(states, likelihoods);
    const { word: perWord, letter: perLetter } = this.#prices;
    const { letters } = this.#fold;
    const kept = this.#kept;
    const again = (perWord + perLetter * (before + 2)) / WHOLE;
    const all = this.#from.open[0];
    let best: Word | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let length = 1; this.#from.count > 0; length++) {
      const from = this.#from;
      const spent = perLetter * length;
      const last = length === LONGEST;
      kept.count = 0;
      for (let slot = 0; slot < from.count; slot++) {
        const floor = spent + again * from.forGood[slot];
        const unsplit = spent + again * from.open[slot];
        if (floor >= least && (this.#ends(length, least) || kept.excludes(floor))) continue;
        this.#lookAhead(slot);
        for (let letter = this.#nextLetter(0); letter < letters; letter = this.#nextLetter(letter + 1)) {
          const ends = last || this.#ends(length, least);
          if (floor >= least && (ends || kept.excludes(floor))) break;
          // A letter that splits nothing is as good as what goes on from it.
          if (!this.#maySplit(letter) && (ends || kept.excludes(unsplit))) continue;
          this.#read(slot, letter);
          const left = this.#split(slot);
          const score = spent + again * left;
          if (left < all && score < least) [best, least] = [[...from.words[slot], letter], score];
          if (this.#goesOn && !ends && !kept.excludes(score)) kept.add(slot, letter, score);
        }
      }
      if (this.#ends(length, least)) break;
      this.#goOn();
    }
    return best;
  }

  /** How much is open after a suffix. */
  openAfter({ states, likelihoods }: Candidates, suffix: Word): number {
    this.#start(states, likelihoods);
    for (const letter of suffix) {
      this.#readWords(0);
      this.#kept.count = 0;
      this.#kept.add(0, letter, 0);
      this.#goOn();
    }
    return this.#from.open[0];
  }

  /** Is no longer word any good? */
  #ends(length: number, least: number): boolean {
    return length === LONGEST || this.#prices.letter * (length + 1) >= least;
  }

  #start(states: readonly number[], likelihoods: ArrayLike<number>): void {
    const { open, forGood, aside, talking, place, classes, class: all } = this.#from;
    const [shares, surprises] = [this.#shares, this.#surprises];
    let total = 0;
    for (let i = 0; i < states.length; i++) total += likelihoods[i];
    let [sum, surprised] = [0, 0];
    for (let i = 0; i < states.length; i++) {
      sum += shares[i] = share(likelihoods[i] / total);
      surprised += surprises[i] = surprise(shares[i]);
      place[i] = states[i];
    }
    const everyone = firstBits(states.length);
    open[0] = all.set(0, everyone, everyone, sum, surprised);
    forGood[0] = aside[0] = 0;
    talking[0] = everyone;
    classes[0] = 1;
    this.#from.count = 1;
    this.#from.words[0] = [];
  }

  /** Looks at all letters after a beginning, 32 at once: which of them split a class, and for which two of one have predictions. */
  #lookAhead(slot: number): void {
    const { rows, words, planes } = this.#fold.rows;
    const { place, classes, class: of } = this.#from;
    const [splitting, leading] = [this.#splitting, this.#leading];
    const stride = words * planes;
    const start = slot * MOST_CANDIDATES;
    this.#readWords(slot);
    const wordRows = this.#wordRows;
    const [first, end] = [slot * MOST_CLASSES, slot * MOST_CLASSES + classes[slot]];
    for (let word = 0; word < words; word++) {
      let [leads, splits] = [0, 0];
      for (let at = first; at < end; at++) {
        let [one, two] = [0, 0];
        for (let rest = of.talkers[at]; rest !== 0; rest &= rest - 1) {
          const i = firstOf(rest);
          const from = place[start + i];
          const here = from >= 0 ? rows[from * stride + word] : wordRows[(start + i) * stride + word];
          two |= one & here;
          one |= here;
        }
        leads |= two;
        if ((two & ~splits) === 0) continue;
        for (let plane = 1; plane < planes; plane++) {
          let [set, unset] = [0, 0];
          for (let rest = of.talkers[at]; rest !== 0; rest &= rest - 1) {
            const i = firstOf(rest);
            const from = place[start + i];
            const row = (from >= 0 ? from : start + i) * stride + word;
            const outputs = from >= 0 ? rows : wordRows;
            const bits = outputs[row + plane * words];
            set |= bits;
            unset |= outputs[row] & ~bits;
          }
          splits |= set & unset;
        }
      }
      leading[word] = leads;
      splitting[word] = splits;
    }
    if (this.#fold.letters <= TRIED) return;
    for (let word = 0; word < words; word++) leading[word] &= ~splitting[word];
    keepFirst(leading, TRIED);
    keepFirst(splitting, TRIED);
    for (let word = 0; word < words; word++) leading[word] |= splitting[word];
  }

  /** Writes what is known after those talkers of a beginning that are words into rows. */
  #readWords(slot: number): void {
    const fold = this.#fold;
    const { words, planes } = fold.rows;
    const { place, talking } = this.#from;
    const stride = words * planes;
    const room = stride * BEAM * MOST_CANDIDATES;
    if (this.#wordRows.length < room) this.#wordRows = new Int32Array(room);
    const rows = this.#wordRows;
    for (let rest = talking[slot]; rest !== 0; rest &= rest - 1) {
      const row = slot * MOST_CANDIDATES + firstOf(rest);
      if (place[row] >= 0) continue;
      rows.fill(0, row * stride, (row + 1) * stride);
      for (let child = fold.firstChild(~place[row]); child > 0; child = fold.nextSibling(child)) {
        const letter = fold.tree.letter(child);
        const bits = (fold.outputOf(child) << 1) | 1;
        const bit = 1 << (letter & 31);
        for (let plane = 0, at = row * stride + (letter >>> 5); plane < planes; plane++, at += words) {
          if (((bits >>> plane) & 1) !== 0) rows[at] |= bit;
        }
      }
    }
  }

  /** The next letter that is worth reading; none is left if that is no letter. */
  #nextLetter(letter: Letter): Letter {
    const leading = this.#leading;
    let word = letter >>> 5;
    if (word >= leading.length) return letter;
    let rest = leading[word] & (-1 << (letter & 31));
    while (rest === 0 && ++word < leading.length) rest = leading[word];
    return 32 * word + (rest === 0 ? 0 : firstOf(rest));
  }

  #maySplit(letter: Letter): boolean {
    return ((this.#splitting[letter >>> 5] >>> (letter & 31)) & 1) === 1;
  }

  /** Groups the talkers of a beginning by the output for a letter. */
  #read(slot: number, letter: Letter): void {
    const fold = this.#fold;
    const { letters, output } = fold;
    const { place, talking } = this.#from;
    const [group, groupOf] = [this.#group, this.#groupOf];
    const [written, outputAt, groupAt] = [this.#written, this.#outputAt, this.#groupAt];
    const reading = (this.#readings = (this.#readings + 1) | 0);
    const start = slot * MOST_CANDIDATES;
    let [known, groups] = [0, 0];
    for (let rest = talking[slot]; rest !== 0; rest &= rest - 1) {
      const i = firstOf(rest);
      const from = place[start + i];
      const out = from >= 0 ? output[from * letters + letter] : this.#outputAfter(start + i, letter);
      if (out === 0) continue;
      let at = out & (PLACES - 1);
      while (written[at] === reading && outputAt[at] !== out) at = (at + 1) & (PLACES - 1);
      if (written[at] !== reading) {
        written[at] = reading;
        outputAt[at] = out;
        groupAt[at] = groups;
        group[groups++] = 0;
      }
      known |= 1 << i;
      group[(groupOf[i] = groupAt[at])] |= 1 << i;
    }
    this.#known = known;
  }

  /** The output for a letter after a talker that is a word, from its rows. */
  #outputAfter(row: number, letter: Letter): number {
    const { words, planes } = this.#fold.rows;
    const rows = this.#wordRows;
    let at = row * words * planes + (letter >>> 5);
    if (((rows[at] >>> (letter & 31)) & 1) === 0) return 0;
    let output = 0;
    for (let plane = 0; plane < planes - 1; plane++) {
      at += words;
      output |= ((rows[at] >>> (letter & 31)) & 1) << plane;
    }
    return output;
  }

  /** Splits the classes of a beginning by the letter that was read. Returns what is still open. */
  #split(slot: number): number {
    const { aside, classes, class: of } = this.#from;
    const [known, group, groupOf, part] = [this.#known, this.#group, this.#groupOf, this.#part];
    const end = slot * MOST_CLASSES + classes[slot];
    let left = aside[slot];
    this.#parts = 0;
    this.#goesOn = false;
    for (let at = slot * MOST_CLASSES; at < end; at++) {
      const talkers = of.talkers[at] & known;
      if (talkers === 0 || (talkers & ~group[groupOf[firstOf(talkers)]]) === 0) {
        left += of.open[at];
        part.copy(this.#parts, of, at);
        part.talkers[this.#parts++] = talkers;
        if (isSeveral(talkers)) this.#goesOn = true;
      } else left += this.#splitClass(at, talkers);
    }
    return left;
  }

  /** The same for a class that is split. The silent stay with the largest part, which is what the others leave. */
  #splitClass(at: number, talkers: number): number {
    const { class: of } = this.#from;
    const [group, groupOf, pieces, part] = [this.#group, this.#groupOf, this.#pieces, this.#part];
    const [shares, surprises] = [this.#shares, this.#surprises];
    let [count, largest, most] = [0, 0, 0];
    for (let rest = talkers; rest !== 0; rest &= ~pieces[count++]) {
      pieces[count] = rest & group[groupOf[firstOf(rest)]];
      const size = sizeOf(pieces[count]);
      if (size > most) [largest, most] = [count, size];
    }
    let [members, restShares, restSurprises] = [of.members[at], of.share[at], of.surprise[at]];
    let left = 0;
    for (let i = 0; i < count; i++) {
      if (i === largest) continue;
      const piece = pieces[i];
      let [sum, surprised] = [0, 0];
      for (let rest = piece; rest !== 0; rest &= rest - 1) {
        sum += shares[firstOf(rest)];
        surprised += surprises[firstOf(rest)];
      }
      members &= ~piece;
      restShares -= sum;
      restSurprises -= surprised;
      if (isSeveral(piece)) left += part.set(this.#parts++, piece, piece, sum, surprised);
    }
    if (isSeveral(members)) {
      left += part.set(this.#parts++, members, pieces[largest], restShares, restSurprises);
    }
    if (most > 1) this.#goesOn = true;
    return left;
  }

  /** Makes beginnings of those that were kept. */
  #goOn(): void {
    const [from, to, kept] = [this.#from, this.#to, this.#kept];
    for (let into = 0; into < kept.count; into++) {
      const [slot, letter] = [kept.slots[into], kept.letters[into]];
      this.#read(slot, letter);
      to.words[into] = [...from.words[slot], letter];
      to.open[into] = this.#split(slot);
      this.#step(slot, letter, into);
      this.#write(slot, into);
    }
    to.count = kept.count;
    [this.#from, this.#to] = [to, from];
  }

  /** Moves the talkers on by a letter. */
  #step(slot: number, letter: Letter, into: number): void {
    const fold = this.#fold;
    const { letters, after } = fold;
    const [place, next] = [this.#from.place, this.#to.place];
    for (let rest = this.#known; rest !== 0; rest &= rest - 1) {
      const i = firstOf(rest);
      const from = place[slot * MOST_CANDIDATES + i];
      next[into * MOST_CANDIDATES + i] =
        from >= 0 ? after[from * letters + letter] : ~fold.child(~from, letter);
    }
  }

  /** Writes down the parts of a beginning, as classes if a letter can still split them. */
  #write(slot: number, into: number): void {
    const { place, forGood, aside, talking, classes, class: to } = this.#to;
    const part = this.#part;
    const start = into * MOST_CLASSES;
    let [left, silent, talkers, count] = [this.#from.aside[slot], 0, 0, 0];
    for (let at = 0; at < this.#parts; at++) {
      if (!this.#differ(place, into * MOST_CANDIDATES, part.talkers[at])) {
        left += part.open[at];
        continue;
      }
      to.copy(start + count++, part, at);
      talkers |= part.talkers[at];
      silent += this.#openAmong(part.members[at] & ~part.talkers[at]);
    }
    forGood[into] = left + silent;
    aside[into] = left;
    talking[into] = talkers;
    classes[into] = count;
  }

  /** Are any two of these talkers in different places? */
  #differ(place: Int32Array, start: number, talkers: number): boolean {
    if (!isSeveral(talkers)) return false;
    const first = place[start + firstOf(talkers)];
    for (let rest = talkers; rest !== 0; rest &= rest - 1) {
      if (place[start + firstOf(rest)] !== first) return true;
    }
    return false;
  }

  /** What is open among some candidates. */
  #openAmong(candidates: number): number {
    if (!isSeveral(candidates)) return 0;
    let [sum, surprised] = [0, 0];
    for (let rest = candidates; rest !== 0; rest &= rest - 1) {
      sum += this.#shares[firstOf(rest)];
      surprised += this.#surprises[firstOf(rest)];
    }
    return open(sum, surprised);
  }
}

/** Clears all bits but the first ones. */
function keepFirst(bits: Int32Array, most: number): void {
  let left = most;
  for (let word = 0; word < bits.length; word++) {
    let kept = 0;
    for (let rest = bits[word]; rest !== 0 && left > 0; rest &= rest - 1, left--) kept |= rest & -rest;
    bits[word] = kept;
  }
}
