import type { Observations } from "../../../hankel/observations.ts";
import type { Letter, Word } from "../../../words/word.ts";
import { askWanted } from "../../asking.ts";
import type { Asking, Learner } from "../../protocol.ts";
import type { Sifter } from "../sifting.ts";

/** A word at the leaf of a state, told apart from it by a suffix: the arc of the word, and the suffix. */
export interface Parted {
  readonly state: number;
  readonly letter: Letter;
  readonly suffix: Word;
}

/** Below so many states an automaton is small, and so is what it costs. */
const FIRST_LOOK = 24;
/** A leaf with fewer arcs is not probed: too few words to find a new state among them. */
const FEWEST = 4;
/** How many words of a leaf are asked. */
const SAMPLE = 8;
/** At least one in so many hypotheses is probed. */
const LONGEST_PAUSE = 64;

/**
 * New states without an equivalence question, where all weights are alike, so that there are only two branches to a
 * node and the answers on the way down bring no new state by themselves. As long as most of the states are unknown, the
 * words at a leaf are of several classes, and any suffix tells some of them apart. Whoever waits for a counterexample to
 * bring it splits the leaf for the same questions. So the leaf with the most words is asked for the shortest suffix that
 * is not on its way, again and again while that splits it. A suffix that splits nothing was asked in vain: then it is
 * left alone for one conjecture, next time for three, for seven …
 *
 * Nothing is believed here without an answer, and what is found is a state; only questions can be lost.
 */
export class LeafProbe<W> {
  readonly #learner: Learner<W>;
  readonly #observations: Observations<W>;
  readonly #sifter: Sifter<W>;
  readonly #maxSuffix: number;
  /** The leaves that were asked: the suffix is the same until they are split. */
  readonly #done = new Set<number>();
  #pause = 0;
  #rest = 0;

  constructor(learner: Learner<W>, observations: Observations<W>, sifter: Sifter<W>, maxSuffix: number) {
    this.#learner = learner;
    this.#observations = observations;
    this.#sifter = sifter;
    this.#maxSuffix = maxSuffix;
  }

  /** To be called before a conjecture, as often as it finds something. */
  *look(): Asking<W, Parted | undefined> {
    if (this.#sifter.states < FIRST_LOOK || this.#maxSuffix < 1) return undefined;
    if (this.#observations.weightsDiffer) return undefined;
    if (this.#rest > 0) {
      this.#rest--;
      return undefined;
    }
    const state = this.#crowded();
    if (state === undefined) return undefined;
    const leaf = this.#sifter.leaf(state);
    this.#done.add(leaf);
    const suffix = shortestBut(this.#sifter.tree.way(leaf), this.#learner.alphabet.size);
    if (suffix.length > this.#maxSuffix) return undefined;
    const parted = yield* this.#parted(state, suffix);
    this.#pause = parted === undefined ? Math.min(2 * this.#pause + 1, LONGEST_PAUSE) : 0;
    this.#rest = this.#pause;
    return parted;
  }

  /** The state with the most arcs to it whose leaf has not been asked. What looks dead has many, and mostly is. */
  #crowded(): number | undefined {
    const sifter = this.#sifter;
    const { size } = this.#learner.alphabet;
    const arcs = new Int32Array(sifter.states);
    for (let state = 0; state < arcs.length; state++) {
      for (let letter = 0; letter < size; letter++) {
        const target = sifter.target(sifter.arc(state, letter));
        if (target >= 0) arcs[target]++;
      }
    }
    const { sink } = sifter;
    let best: number | undefined;
    for (let state = 0; state < arcs.length; state++) {
      if (arcs[state] < FEWEST || (best !== undefined && arcs[state] <= arcs[best])) continue;
      if (state !== sink && !this.#done.has(sifter.leaf(state))) best = state;
    }
    return best;
  }

  /** The first word at a state's leaf that a suffix tells from it. */
  *#parted(state: number, suffix: Word): Asking<W, Parted | undefined> {
    const { algebra, alphabet } = this.#learner;
    const sifter = this.#sifter;
    const observations = this.#observations;
    const arcs: { from: number; letter: Letter; node: number; factor: W }[] = [];
    for (let word = 1; word < sifter.words && arcs.length < SAMPLE; word++) {
      const from = Math.floor((word - 1) / alphabet.size);
      const letter = (word - 1) % alphabet.size;
      if (sifter.target(word) !== state) continue;
      const { node, factor, isAccess } = sifter.word(word);
      if (!isAccess) arcs.push({ from, letter, node: observations.node(node, suffix), factor });
    }
    const access = observations.node(sifter.accessNode(state), suffix);
    observations.want(access);
    for (const { node } of arcs) observations.want(node);
    yield* askWanted(this.#learner, observations, { kind: "split", suffix });
    const expected = observations.weight(access);
    const parting = arcs.find(
      ({ node, factor }) => !algebra.equals(observations.weight(node), algebra.times(factor, expected)),
    );
    return parting && { state: parting.from, letter: parting.letter, suffix };
  }
}

/** The first word in shortlex order that is none of these. */
function shortestBut(words: readonly Word[], letters: number): Word {
  const taken = new Set(words.map(String));
  const queue: Word[] = [[]];
  for (let i = 0; ; i++) {
    if (!taken.has(String(queue[i]))) return queue[i];
    for (let letter = 0; letter < letters; letter++) queue.push([...queue[i], letter]);
  }
}
