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
/** After a beginning, so many letters that split a class are tried, and so many that do not: of large alphabets the first ones. */
const TRIED = 64;
/** What a bit that remains open costs, in words. */
const BIT = 0.75;
/** Rounding must not look like progress. */
const ROUNDING = 1e-9;
/** No part. */
const NONE = -1;

/**
 * Beginnings of a suffix. Candidates that agree so far are a class; one that has been separated from all others is in none.
 * A candidate about which a further letter may tell something is a talker, and has a place. The others are silent. A
 * beginning has a list of talkers and one of silent candidates, both in the order of the candidates.
 */
class Beginnings {
  count = 0;
  readonly words: Word[] = [];
  /** How likely it is that anything is open after each of them, and how many bits are. */
  readonly open = new Float64Array(BEAM);
  readonly bits = new Float64Array(BEAM);
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

/** The best ways to go on from beginnings: which beginning, the letter, and what was measured. */
class Kept {
  count = 0;
  readonly slots = new Int32Array(BEAM);
  readonly letters = new Int32Array(BEAM);
  readonly scores = new Float64Array(BEAM);
  readonly open = new Float64Array(BEAM);
  readonly bits = new Float64Array(BEAM);
  /** The worst of them, once there is no room for more. */
  worst = 0;

  /** Does a way with this score have no place among them? */
  excludes(score: number): boolean {
    return this.count === BEAM && this.scores[this.worst] <= score;
  }

  /** Keeps a way that is not excluded, in the place of the worst if there is no room. */
  add(slot: number, letter: Letter, score: number, open: number, bits: number): void {
    const into = this.count < BEAM ? this.count++ : this.worst;
    this.slots[into] = slot;
    this.letters[into] = letter;
    this.scores[into] = score;
    this.open[into] = open;
    this.bits[into] = bits;
    if (this.count < BEAM) return;
    let worst = 0;
    for (let i = 1; i < BEAM; i++) if (this.scores[i] > this.scores[worst]) worst = i;
    this.worst = worst;
  }
}

/**
 * Chooses suffixes that separate states. It keeps its working memory from one choice to the next.
 *
 * Most of the time that planning takes is spent here. So what cannot change the choice is not counted; but what is counted
 * is added up in the order of the candidates, so that of two suffixes that are as good the same one is chosen, whatever was
 * left out.
 */
export class Separator {
  readonly #fold: Fold;
  readonly #prices: Prices;
  #room = 0;
  #from = new Beginnings(0);
  #to = new Beginnings(0);
  readonly #kept = new Kept();
  #likelihoods = new Float64Array(0);
  #entropies = new Float64Array(0);

  // What is known after the talkers of a beginning that are words and no states, one row of letters for each.
  #rowOf = new Int32Array(0);
  #rowOutputs = new Int32Array(0);
  #rowNodes = new Int32Array(0);
  /** Where there is anything in these rows: most letters are not known after most words. */
  readonly #written: number[] = [];
  /** For each class and each 32 letters: who has predictions, at least one and at least two; and for each bit of outputs who has it, and who does not. */
  #met = new Int32Array(0);
  /** The letters for which two of a class have predictions, and those for which these differ, as bits. */
  readonly #leading: Int32Array;
  readonly #splitting: Int32Array;

  // The parts into which a letter splits the classes of a beginning.
  #parts = 0;
  #partOutput = new Int32Array(0);
  /** The last part of each class, and the one before it of the same class. */
  #lastPart = new Int32Array(0);
  #partBefore = new Int32Array(0);
  #size = new Int32Array(0);
  /** How many of a part have a prediction. */
  #talking = new Int32Array(0);
  #weight = new Float64Array(0);
  #entropy = new Float64Array(0);
  /** The largest part of each class, or `NONE`. */
  #largest = new Int32Array(0);
  /** For each talker of the beginning its part, or `NONE` if it has become silent; and its next place. */
  #partOf = new Int32Array(0);
  #nextPlace = new Int32Array(0);
  /** Those that are silent now, in the order of the candidates, with their parts; and how many of them were not before. */
  #newlySilent = 0;
  #silents = 0;
  #silent = new Int32Array(0);
  #silentPart = new Int32Array(0);
  /** Does the letter split a class, and may a further letter split one? */
  #splits = false;
  #goesOn = false;
  /** How much is still open, as it is expected: the bits, and the likelihood that it is anything at all. */
  #bits = 0;
  #open = 0;

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
    this.#prepare(states, likelihoods);
    const { word: perWord, letter: perLetter } = this.#prices;
    const { letters } = this.#fold;
    const kept = this.#kept;
    const again = perWord + perLetter * (before + 2);
    const bits = this.#from.bits[0] * (1 - ROUNDING);
    let best: Word | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let length = 1; this.#from.count > 0; length++) {
      const from = this.#from;
      const spent = perLetter * length;
      kept.count = 0;
      for (let slot = 0; slot < from.count; slot++) {
        const floor = length === 1 ? 0 : (spent + again * this.#openForGood(slot)) * (1 - ROUNDING);
        const unsplit =
          length === 1 ? 0 : (spent + again * (from.open[slot] + BIT * from.bits[slot])) * (1 - ROUNDING);
        this.#openRows(slot);
        for (let letter = this.#nextLetter(0); letter < letters; letter = this.#nextLetter(letter + 1)) {
          const last = length === LONGEST || perLetter * (length + 1) >= least;
          if (floor >= least && (last || kept.excludes(floor))) break;
          // A letter that splits nothing is as good as what goes on from it.
          if (!this.#maySplit(letter) && (last || kept.excludes(unsplit))) continue;
          this.#read(slot, letter);
          this.#measure(slot, length);
          const score = spent + again * (this.#open + BIT * this.#bits);
          if (this.#bits < bits && score < least) [best, least] = [[...from.words[slot], letter], score];
          if (this.#goesOn && !last && !kept.excludes(score))
            kept.add(slot, letter, score, this.#open, this.#bits);
        }
      }
      if (length === LONGEST || perLetter * (length + 1) >= least) break;
      this.#goOn();
    }
    return best;
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
    from.count = 1;
    from.words[0] = [];
    from.bits[0] = bits;
    from.classes[0] = 1;
    from.talkers[0] = count;
    from.silents[0] = 0;
  }

  #makeRoom(room: number): void {
    this.#room = room;
    this.#written.length = 0;
    this.#from = new Beginnings(room);
    this.#to = new Beginnings(room);
    this.#likelihoods = new Float64Array(room);
    this.#entropies = new Float64Array(room);
    this.#rowOf = new Int32Array(room);
    this.#rowOutputs = new Int32Array(room * this.#fold.letters);
    this.#rowNodes = new Int32Array(room * this.#fold.letters);
    this.#partOutput = new Int32Array(room);
    this.#lastPart = new Int32Array(room);
    this.#partBefore = new Int32Array(room);
    this.#size = new Int32Array(room);
    this.#talking = new Int32Array(room);
    this.#weight = new Float64Array(room);
    this.#entropy = new Float64Array(room);
    this.#largest = new Int32Array(room);
    this.#partOf = new Int32Array(room);
    this.#nextPlace = new Int32Array(room);
    this.#silent = new Int32Array(room);
    this.#silentPart = new Int32Array(room);
  }

  /**
   * What is open after every word that goes on from a beginning: the silent candidates of a class stay together.
   */
  #openForGood(slot: number): number {
    const { silent, silentClass, silents, classes } = this.#from;
    const [size, weight, entropy] = [this.#size, this.#weight, this.#entropy];
    const [likelihoods, entropies] = [this.#likelihoods, this.#entropies];
    for (let of = 0; of < classes[slot]; of++) size[of] = weight[of] = entropy[of] = 0;
    const start = slot * this.#room;
    for (let at = start; at < start + silents[slot]; at++) {
      const of = silentClass[at];
      size[of]++;
      weight[of] += likelihoods[silent[at]];
      entropy[of] += entropies[silent[at]];
    }
    this.#sum(classes[slot]);
    return this.#open + BIT * this.#bits;
  }

  /**
   * Looks at all letters after a beginning: which of them split a class, and for which at least two candidates of one have
   * predictions. And it looks up what is known after the words among the places.
   */
  #openRows(slot: number): void {
    const fold = this.#fold;
    const { letters, rows: known } = fold;
    const { rows, words, planes } = known;
    const { place, talkers, talkerClass, classes } = this.#from;
    const stride = 2 * planes * words;
    const room = classes[slot] * stride;
    if (room > this.#met.length) this.#met = new Int32Array(2 * room);
    const met = this.#met;
    met.fill(0, 0, room);
    for (const at of this.#written) this.#rowOutputs[at] = 0;
    this.#written.length = 0;
    const start = slot * this.#room;
    let end = 0;
    for (let i = 0; i < talkers[slot]; i++) {
      const from = place[start + i];
      const into = talkerClass[start + i] * stride;
      if (from >= 0) {
        for (let word = 0; word < words; word++) {
          let at = from * planes * words + word;
          let to = into + 2 * word;
          const here = rows[at];
          met[to + 1] |= met[to] & here;
          met[to] |= here;
          for (let plane = 1; plane < planes; plane++) {
            at += words;
            to += 2 * words;
            met[to] |= rows[at];
            met[to + 1] |= here & ~rows[at];
          }
        }
        continue;
      }
      this.#rowOf[i] = end;
      for (let child = fold.firstChild(~from); child > 0; child = fold.nextSibling(child)) {
        const letter = fold.tree.letter(child);
        const output = fold.outputOf(child);
        this.#rowOutputs[end + letter] = output;
        this.#written.push(end + letter);
        this.#rowNodes[end + letter] = child;
        const bit = 1 << (letter & 31);
        let to = into + 2 * (letter >>> 5);
        met[to + 1] |= met[to] & bit;
        met[to] |= bit;
        for (let plane = 1; plane < planes; plane++) {
          to += 2 * words;
          if (((output >>> (plane - 1)) & 1) === 0) met[to + 1] |= bit;
          else met[to] |= bit;
        }
      }
      end += letters;
    }
    const [splitting, leading] = [this.#splitting, this.#leading];
    splitting.fill(0);
    leading.fill(0);
    for (let of = 0; of < room; of += stride) {
      for (let word = 0; word < words; word++) {
        let at = of + 2 * word;
        leading[word] |= met[at + 1];
        for (let plane = 1; plane < planes; plane++) {
          at += 2 * words;
          splitting[word] |= met[at] & met[at + 1];
        }
      }
    }
    if (letters <= TRIED) return;
    for (let word = 0; word < words; word++) leading[word] &= ~splitting[word];
    keepFirst(leading, TRIED);
    keepFirst(splitting, TRIED);
    for (let word = 0; word < words; word++) leading[word] |= splitting[word];
  }

  /** The next letter that is worth reading; none is left if that is no letter. */
  #nextLetter(letter: Letter): Letter {
    const leading = this.#leading;
    let word = letter >>> 5;
    if (word >= leading.length) return letter;
    let rest = leading[word] & (-1 << (letter & 31));
    while (rest === 0 && ++word < leading.length) rest = leading[word];
    return 32 * word + (rest === 0 ? 0 : 31 - Math.clz32(rest & -rest));
  }

  #maySplit(letter: Letter): boolean {
    return ((this.#splitting[letter >>> 5] >>> (letter & 31)) & 1) === 1;
  }

  /** Splits the classes of a beginning by the output for a letter. */
  #read(slot: number, letter: Letter): void {
    const { letters, output, after } = this.#fold;
    const { talker, talkerClass, place } = this.#from;
    const [rowOf, rowOutputs, rowNodes] = [this.#rowOf, this.#rowOutputs, this.#rowNodes];
    const [lastPart, partBefore, partOutput] = [this.#lastPart, this.#partBefore, this.#partOutput];
    const [largest, talking] = [this.#largest, this.#talking];
    const [partOf, nextPlace] = [this.#partOf, this.#nextPlace];
    const [weight, entropy] = [this.#weight, this.#entropy];
    const [likelihoods, entropies] = [this.#likelihoods, this.#entropies];
    const start = slot * this.#room;
    const count = this.#from.talkers[slot];
    const classes = this.#from.classes[slot];
    for (let of = 0; of < classes; of++) lastPart[of] = largest[of] = NONE;
    let [parts, newlySilent] = [0, 0];
    let [splits, goesOn] = [false, false];
    for (let i = 0; i < count; i++) {
      const from = place[start + i];
      const at = (from >= 0 ? from * letters : rowOf[i]) + letter;
      const out = from >= 0 ? output[at] : rowOutputs[at];
      if (out === 0) {
        partOf[i] = NONE;
        newlySilent++;
        continue;
      }
      nextPlace[i] = from >= 0 ? after[at] : ~rowNodes[at];
      const of = talkerClass[start + i];
      const candidate = talker[start + i];
      let part = lastPart[of];
      while (part >= 0 && partOutput[part] !== out) part = partBefore[part];
      if (part >= 0) {
        partOf[i] = part;
        goesOn = true;
        weight[part] += likelihoods[candidate];
        entropy[part] += entropies[candidate];
        const most = largest[of];
        if (++talking[part] > talking[most] && most !== part) largest[of] = part;
        continue;
      }
      part = parts++;
      partOf[i] = part;
      partOutput[part] = out;
      partBefore[part] = lastPart[of];
      lastPart[of] = part;
      talking[part] = 1;
      weight[part] = likelihoods[candidate];
      entropy[part] = entropies[candidate];
      if (largest[of] < 0) largest[of] = part;
      else splits = true;
    }
    this.#parts = parts;
    this.#newlySilent = newlySilent;
    this.#splits = splits;
    this.#goesOn = goesOn;
  }

  /** How much is still open after the letter that was read. */
  #measure(slot: number, length: number): void {
    // The same parts as before, in the same order: the same sums.
    if (!this.#splits && this.#newlySilent === 0 && length > 1) {
      this.#open = this.#from.open[slot];
      this.#bits = this.#from.bits[slot];
      return;
    }
    this.#join(slot);
    this.#sum(this.#parts);
  }

  /**
   * Lists those that are silent now, in the order of the candidates, and puts them into parts. Nobody knows what they would
   * answer: they stay with the largest part of their class.
   */
  #join(slot: number): void {
    const { talker, talkerClass, silent, silentClass, silents } = this.#from;
    const [partOf, largest, nowSilent, nowPart] = [
      this.#partOf,
      this.#largest,
      this.#silent,
      this.#silentPart,
    ];
    const [size, talking, weight, entropy] = [this.#size, this.#talking, this.#weight, this.#entropy];
    const [likelihoods, entropies] = [this.#likelihoods, this.#entropies];
    let parts = this.#parts;
    for (let part = 0; part < parts; part++) size[part] = talking[part];
    const start = slot * this.#room;
    const all = silents[slot] + this.#newlySilent;
    // After the last one that has become silent, no place of a talker is looked at.
    let [old, left, i] = [start, this.#newlySilent, 0];
    const end = start + silents[slot];
    for (let count = 0; count < all; count++) {
      if (left > 0) while (partOf[i] >= 0) i++;
      const isNew = left > 0 && (old === end || talker[start + i] < silent[old]);
      const candidate = isNew ? talker[start + i] : silent[old];
      const of = isNew ? talkerClass[start + i] : silentClass[old];
      if (isNew) {
        i++;
        left--;
      } else old++;
      let part = largest[of];
      if (part < 0) {
        part = largest[of] = parts++;
        size[part] = weight[part] = entropy[part] = 0;
      }
      size[part]++;
      weight[part] += likelihoods[candidate];
      entropy[part] += entropies[candidate];
      nowSilent[count] = candidate;
      nowPart[count] = part;
    }
    this.#parts = parts;
    this.#silents = all;
  }

  /** Adds up what is open in the first of the parts. One alone is known. */
  #sum(parts: number): void {
    const [size, weight, entropy] = [this.#size, this.#weight, this.#entropy];
    let [bits, open] = [0, 0];
    for (let part = 0; part < parts; part++) {
      if (size[part] < 2) continue;
      const of = weight[part];
      open += of;
      bits += entropy[part] + of * Math.log2(of);
    }
    this.#bits = bits;
    this.#open = open;
  }

  /** Makes beginnings of those that were kept. */
  #goOn(): void {
    const [from, to, kept] = [this.#from, this.#to, this.#kept];
    let opened = NONE;
    for (let into = 0; into < kept.count; into++) {
      const [slot, letter] = [kept.slots[into], kept.letters[into]];
      if (slot !== opened) this.#openRows((opened = slot));
      this.#read(slot, letter);
      this.#join(slot);
      to.words[into] = [...from.words[slot], letter];
      to.open[into] = kept.open[into];
      to.bits[into] = kept.bits[into];
      this.#write(slot, into);
    }
    to.count = kept.count;
    [this.#from, this.#to] = [to, from];
  }

  /** Writes down the beginning that was read. A candidate that is alone in its part has been separated. */
  #write(slot: number, into: number): void {
    const { talker, talkers } = this.#from;
    const { talker: toTalker, talkerClass, place, silent, silentClass, classes } = this.#to;
    const size = this.#size;
    const [start, target] = [slot * this.#room, into * this.#room];
    let end = target;
    for (let i = 0; i < talkers[slot]; i++) {
      const part = this.#partOf[i];
      if (part < 0 || size[part] < 2) continue;
      toTalker[end] = talker[start + i];
      talkerClass[end] = part;
      place[end++] = this.#nextPlace[i];
    }
    this.#to.talkers[into] = end - target;
    end = target;
    for (let i = 0; i < this.#silents; i++) {
      const part = this.#silentPart[i];
      if (size[part] < 2) continue;
      silent[end] = this.#silent[i];
      silentClass[end++] = part;
    }
    this.#to.silents[into] = end - target;
    classes[into] = this.#parts;
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
