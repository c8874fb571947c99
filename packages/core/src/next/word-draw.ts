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
  /** The state of the draft automaton behind the settled letters. */
  state: number;
  done: boolean;
  readonly random: Random;
}

/** What a `WordDraw` needs. */
export interface WordDrawOptions {
  readonly count: number;
  readonly seed: number;
  /** Words are cut at this length. */
  readonly longest: number;
}

/**
 * Draws words from a language model with the help of an automaton that is like it. The automaton drafts a whole word, and
 * the model is asked about it once. A drafted letter is kept with probability min(1, p/q), where p is its probability in
 * the model and q that in the automaton; the first letter that is not kept is replaced by one drawn from what the model
 * has more of, max(0, p − q), and the draft starts again behind it. So the words have exactly the model's distribution
 * (speculative sampling), whatever the automaton is, and the better it is the fewer questions they take.
 *
 * Each word has its own random numbers: the words depend on nothing but the seed, the model and the automaton.
 */
export class WordDraw {
  readonly #draft: Pdfa;
  readonly #longest: number;
  readonly #drawings: readonly Drawing[];

  constructor(draft: Pdfa, { count, seed, longest }: WordDrawOptions) {
    this.#draft = draft;
    this.#longest = longest;
    this.#drawings = Array.from({ length: count }, (_, i) => ({
      word: [],
      settled: 0,
      ends: false,
      state: 0,
      done: false,
      random: new Random(seed, i),
    }));
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

  /** How many words were cut. */
  get cut(): number {
    return this.#drawings.filter(({ ends }) => !ends).length;
  }

  #extend(drawing: Drawing): void {
    const { letters, target, rows } = this.#draft;
    let { state } = drawing;
    drawing.ends = false;
    while (drawing.word.length < this.#longest) {
      const place = state * (letters + 1);
      const letter = pick(rows, place, letters, drawing.random);
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
      if (at === word.length && !drawing.ends) break;
      const letter = at === word.length ? letters : word[at];
      const p = row(word, at);
      const place = drawing.state * (letters + 1);
      if (random.real() * rows[place + letter] < p[letter]) {
        if (letter === letters) break;
        drawing.state = target[drawing.state * letters + letter];
        continue;
      }
      const excess = new Float64Array(letters + 1);
      let sum = 0;
      for (let i = 0; i <= letters; i++) {
        excess[i] = Math.max(0, p[i] - rows[place + i]);
        sum += excess[i];
      }
      // Where rounding leaves nothing in excess, the two agree, and the letter is as good as drawn.
      const better = sum === 0 ? letter : pick(excess, 0, letters, random, sum);
      word.length = at;
      if (better === letters) drawing.ends = true;
      else {
        word.push(better);
        drawing.settled++;
        drawing.state = target[drawing.state * letters + better];
        drawing.ends = false;
        if (word.length < this.#longest) return;
      }
      break;
    }
    drawing.done = true;
  }
}

/** A letter, or the end, by the weights of a row. */
function pick(rows: Float64Array, place: number, letters: number, random: Random, sum = 1): number {
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
