import type { Observations } from "../../../hankel/observations.ts";
import type { Word } from "../../../words/word.ts";
import { askWanted } from "../../asking.ts";
import type { Asking, Learner, Reason } from "../../protocol.ts";
import type { Sifter } from "../sifting.ts";
import { Foresight } from "./foresight.ts";

/** So many words go down the tree before the others are looked at again. */
const FIRST_BATCH = 32;
const GROWTH = 1.3;
/** When matches are not so many times more than chance would make, none is believed. */
const TRUST = 2;

/**
 * The words u·c that wait where the splitter is c·y (`TopSearch`). They have answered y already: it is the answer of
 * the access word u to c·y. So where it can be told what the states answer to y, the pivot is all that a word is
 * asked. It can once all other arcs are known, since y is without the letter c: see `Foresight`. A word whose answer
 * nobody is foretold to give goes down the tree, and tells something about those that are left.
 */
export class Foreteller<W> {
  readonly #learner: Learner<W>;
  readonly #observations: Observations<W>;
  readonly #sifter: Sifter<W>;
  #foresight: Foresight<W> | undefined;
  #rest: Word = [];

  constructor(learner: Learner<W>, observations: Observations<W>, sifter: Sifter<W>) {
    this.#learner = learner;
    this.#observations = observations;
    this.#sifter = sifter;
  }

  /** Finds leaves for the words that wait. */
  *settle(why: Reason): Asking<W> {
    const sifter = this.#sifter;
    const words = sifter.takeWaiting();
    for (const word of words) this.#observations.want(this.#pivotNode(word));
    yield* askWanted(this.#learner, this.#observations, why);
    const foresight = this.#prepare(words.length);
    let asked = foresight === undefined ? words : words.filter((word) => this.#ratio(word) === undefined);
    let open = foresight === undefined ? [] : words.filter((word) => this.#ratio(word) !== undefined);
    for (let size = FIRST_BATCH; ; size *= GROWTH) {
      sifter.release(asked);
      while (sifter.busy) {
        sifter.want();
        yield* askWanted(this.#learner, this.#observations, why);
        sifter.advance();
      }
      if (foresight === undefined) return;
      for (const word of asked) this.#note(foresight, word);
      const found = open.map((word) => foresight.stateOf(this.#ratio(word) as W));
      const matches = found.filter((state) => state >= 0).length;
      const trusted = matches > TRUST * foresight.chance * open.length;
      const left: number[] = [];
      for (const [i, word] of open.entries()) {
        if (trusted && found[i] >= 0) sifter.foretell(word, found[i]);
        else left.push(word);
      }
      if (trusted) for (const word of open) this.#note(foresight, word);
      if (left.length === 0) return;
      asked = trusted ? left.slice(0, Math.floor(size)) : left;
      open = left.slice(asked.length);
    }
  }

  /** A forest of the arcs as they are now, or one that is not much older where few words ask for it. */
  #prepare(words: number): Foresight<W> | undefined {
    const sifter = this.#sifter;
    const { algebra } = this.#learner;
    const { splitter, states } = sifter;
    if (!algebra.exact || splitter === undefined) return undefined;
    const rest = splitter.slice(1);
    const fresh =
      this.#foresight !== undefined &&
      rest.join() === this.#rest.join() &&
      words < states / 16 &&
      states < 1.1 * this.#foresight.size;
    if (fresh) return this.#foresight;
    this.#rest = rest;
    const foresight = new Foresight(sifter, algebra, this.#observations.expand(rest));
    for (let state = 0; state < states; state++) this.#note(foresight, sifter.arc(state, splitter[0]));
    this.#foresight = foresight;
    return foresight;
  }

  #note(foresight: Foresight<W>, word: number): void {
    const target = this.#sifter.target(word);
    const ratio = target < 0 ? undefined : this.#ratio(word);
    if (ratio !== undefined) foresight.note(target, ratio);
  }

  #pivotNode(word: number): number {
    return this.#observations.node(this.#sifter.word(word).node, this.#sifter.tree.suffix(0) as Word);
  }

  /** L(xe₀)⁻¹ ⊗ L(xy), where both are known and live. */
  #ratio(word: number): W | undefined {
    const { algebra } = this.#learner;
    const observations = this.#observations;
    const pivot = this.#pivotNode(word);
    const rest = observations.tree.find(this.#rest, this.#sifter.word(word).node);
    if (rest < 0 || !observations.knows(rest) || !observations.knows(pivot)) return undefined;
    if (algebra.isZero(observations.weight(pivot)) || algebra.isZero(observations.weight(rest)))
      return undefined;
    return algebra.times(algebra.inverse(observations.weight(pivot)), observations.weight(rest));
  }
}
