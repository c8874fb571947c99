import { Random } from "../random.ts";
import type { Letter, Word } from "../words/word.ts";
import type { Distribution } from "./distribution.ts";
import type { Pdfa } from "./pdfa.ts";

/** A word while it is drawn. */
interface Drawing {
  /** The letters that are settled, and behind them those that are drafted. */
  readonly word: Letter[];
  /** How many letters are settled. */
  settled: number;
  /** Does the draft end the word? */
  ends: boolean;
  /** The state of the draft automaton behind the settled letters; -1 if it has none. */
  state: number;
  done: boolean;
  readonly random: Random;
}

/** What a `WordDraw` needs. */
export interface WordDrawOptions {
  readonly count: number;
  /** The number of the first word; 0 by default. Each word has its own random numbers, by its number. */
  readonly first?: number;
  readonly seed: number;
  /** Tells these words from others that are drawn with the same seed. */
  readonly stream?: number;
  /** Words are cut at this length. */
  readonly longest: number;
}

/** Drafts nothing, so that every letter is drawn from what the model says. */
const NO_DRAFT: Pdfa = { size: 0, letters: 0, target: new Int32Array(), rows: new Float64Array() };

/**
 * Draws words from a language model with the help of an automaton that is like it. The automaton drafts a whole word, and
 * the model is asked about it once. A drafted letter is kept with probability min(1, p/q), where p is its probability in
 * the model and q that in the automaton; the first letter that is not kept is replaced by one drawn from what the model
 * has more of, max(0, p − q), and the draft starts again behind it. So the words have exactly the model's distribution
 * (speculative sampling; docs/theory/language-models.md, 13.7), whatever the automaton is, and the better it is the fewer questions they take.
 *
 * An arc of the automaton may lead to -1: it does not know what follows. There, and everywhere if there is no automaton, a
 * word is drawn letter by letter.
 *
 * Each word has its own random numbers: the words depend on nothing but the seed, the model and the automaton.
 */
export class WordDraw {
  readonly #draft: Pdfa;
  readonly longest: number;
  readonly #drawings: readonly Drawing[];

  constructor(draft: Pdfa | undefined, { count, first = 0, seed, stream, longest }: WordDrawOptions) {
    this.#draft = draft ?? NO_DRAFT;
    const seeds = stream === undefined ? [seed] : [stream, seed];
    this.longest = longest;
    this.#drawings = Array.from({ length: count }, (_, i) => ({
      word: [],
      settled: 0,
      ends: false,
      state: this.#draft.size === 0 ? -1 : 0,
      done: false,
      random: new Random(...seeds, first + i),
    }));
  }

  /** Draws letters as long as what comes next is known: where it is, no draft is needed. */
  advance(row: (word: Word, length: number) => Distribution | undefined): void {
    for (const drawing of this.#drawings) {
      while (!drawing.done) {
        const known = row(drawing.word, drawing.settled);
        if (known === undefined) break;
        this.#continue(drawing, known);
      }
    }
  }

  /** The words that the model has to be asked about, with all their prefixes; none when all words are drawn. */
  drafts(): Word[] {
    const open = this.#drawings.filter((drawing) => !drawing.done);
    for (const drawing of open) this.#extend(drawing);
    return open.map(({ word }) => word.slice());
  }

  /** Keeps or replaces the drafted letters, given what comes next after each prefix of each draft. */
  settle(row: (word: Word, length: number) => Distribution): void {
    for (const drawing of this.#drawings) if (!drawing.done) this.#settle(drawing, row);
  }

  /** The words, once they are drawn. */
  get words(): readonly Word[] {
    return this.#drawings.map(({ word }) => word);
  }

  /** How many words are drawn. */
  get finished(): number {
    return this.#drawings.filter(({ done }) => done).length;
  }

  /** How many words were cut. */
  get cut(): number {
    return this.#drawings.filter(({ ends }) => !ends).length;
  }

  #extend(drawing: Drawing): void {
    const { letters, target, rows } = this.#draft;
    let { state } = drawing;
    drawing.ends = false;
    while (state >= 0 && drawing.word.length < this.longest) {
      const letter = pick(rows, state * (letters + 1), letters, drawing.random);
      if (letter === letters) {
        drawing.ends = true;
        return;
      }
      drawing.word.push(letter);
      state = target[state * letters + letter];
    }
  }

  #settle(drawing: Drawing, row: (word: Word, length: number) => Distribution): void {
    const { letters, target, rows } = this.#draft;
    const { word, random } = drawing;
    for (; ; drawing.settled++) {
      const at = drawing.settled;
      const p = row(word, at);
      if (drawing.state < 0 || at === this.longest) return this.#continue(drawing, p);
      const letter = at === word.length ? letters : word[at];
      const place = drawing.state * (letters + 1);
      if (random.real() * rows[place + letter] >= p[letter]) {
        const excess = p.map((probability, i) => Math.max(0, probability - rows[place + i]));
        // Where rounding leaves nothing in excess, the two agree.
        return this.#continue(drawing, excess.some((more) => more > 0) ? excess : p);
      }
      if (letter < letters) drawing.state = target[drawing.state * letters + letter];
      else {
        drawing.done = true;
        return;
      }
    }
  }

  /** Draws the letter behind the settled ones, or the end, by these weights. At its greatest length a word is cut. */
  #continue(drawing: Drawing, weights: Distribution): void {
    const { word, settled, random } = drawing;
    const { letters, target } = this.#draft;
    const end = weights.length - 1;
    const letter = pick(weights, 0, end, random);
    word.length = settled;
    drawing.ends = letter === end;
    drawing.done = drawing.ends || settled === this.longest;
    if (drawing.done) return;
    word.push(letter);
    drawing.settled++;
    if (drawing.state >= 0) drawing.state = target[drawing.state * letters + letter];
  }
}

/** A letter, or the end, by the weights of a row. */
function pick(rows: Float64Array, place: number, letters: number, random: Random): number {
  let sum = 0;
  for (let i = 0; i <= letters; i++) sum += rows[place + i];
  let rest = random.real() * sum;
  let last = letters;
  for (let i = 0; i <= letters; i++) {
    if (rows[place + i] <= 0) continue;
    last = i;
    rest -= rows[place + i];
    if (rest < 0) return i;
  }
  return last;
}
