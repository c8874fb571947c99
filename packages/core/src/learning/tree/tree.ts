import type { GroupWithZero } from "../../algebra/semifield.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { Observations } from "../../hankel/observations.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import { askWanted, askWord, conjecture, findBreakpoint, noProgress, notACounterexample } from "../asking.ts";
import type { Asking, Learner, LearnerRun, Reason } from "../protocol.ts";
import { Finaliser } from "./savings/finaliser.ts";
import { Foreteller } from "./savings/foreteller.ts";
import { LeafProbe } from "./savings/leaf-probe.ts";
import { TopSearch } from "./savings/top-search.ts";
import { siftedAutomaton, trace, weigh } from "./sifted-automaton.ts";
import { type Resifting, Sifter } from "./sifting.ts";

export interface TreeOptions {
  /**
   * How long a suffix the learner may invent to save questions: long ones tell more states apart at once. 0 for none
   * but those that counterexamples bring. Default: 2,048, and 32 where ⊗ multiplies floats.
   */
  readonly maxSuffix?: number;
}

/** For each counterexample so many words go down again to make suffixes shorter, as a multiple of all words, or these few. */
const RESIFTS = 2;
const FEW_WORDS = 1000;

const LONGEST = 2048;
/** A product of many small floats leaves their range, or is rounded to zero by the teacher; a sum of many is not. */
const LONGEST_PRODUCT = 32;

/**
 * Weighted L* on a discrimination tree (docs/theory.md §6): Kearns and Vazirani's tree with ratios for answers, and
 * Rivest and Schapire's analysis of counterexamples with weights. Asks fewer questions than the table, in batches of
 * whole levels: all words that are on their way down take one step per batch.
 */
export class TreeLearner<W> implements Learner<W> {
  readonly name = "tree";
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** The words on their way down the tree, open to those who watch. */
  readonly sifter: Sifter<W>;
  readonly #observations: Observations<W>;
  readonly #search: TopSearch<W>;
  readonly #probe: LeafProbe<W>;
  readonly #finaliser: Finaliser<W>;
  readonly #foreteller: Foreteller<W>;

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet, options: TreeOptions = {}) {
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.#observations = new Observations(algebra, alphabet.size);
    this.sifter = new Sifter(algebra, alphabet, this.#observations);
    this.#finaliser = new Finaliser(this.sifter);
    this.#foreteller = new Foreteller(this, this.#observations, this.sifter);
    const longest = algebra.exact || algebra.one === 0 ? LONGEST : LONGEST_PRODUCT;
    const maxSuffix = options.maxSuffix ?? longest;
    this.#search = new TopSearch(this, this.#observations, this.sifter, maxSuffix);
    this.#probe = new LeafProbe(this, this.#observations, this.sifter, maxSuffix);
  }

  /** A sink that accepts nothing has been told apart too, but is no state of the minimal automaton. */
  get states(): number {
    return this.sifter.states - (this.sifter.sink < 0 ? 0 : 1);
  }

  hypothesis(): Wdfsa<W> {
    return siftedAutomaton(this.sifter);
  }

  answers(): Iterable<readonly [Word, W]> {
    return this.#observations.answers();
  }

  *run(): LearnerRun<W> {
    yield* this.#settle({ kind: "start" });
    for (;;) {
      yield* this.#probeLeaves();
      const { progress } = this.sifter;
      const hypothesis = this.hypothesis();
      const counterexample = yield* conjecture(this, hypothesis);
      if (counterexample === null) return minimize(hypothesis);
      yield* this.#learnFrom(counterexample);
      // Lemma: every counterexample adds a class by the next conjecture, or undoes what was foretold.
      if (this.sifter.progress <= progress) throw noProgress(this, counterexample);
    }
  }

  /** States that can be had for a few questions, before the teacher is asked for a counterexample. */
  *#probeLeaves(): Asking<W> {
    for (let parted = yield* this.#probe.look(); parted !== undefined; parted = yield* this.#probe.look()) {
      const { state, letter, suffix } = parted;
      this.sifter.split(state, letter, suffix);
      yield* this.#settle({ kind: "split", suffix });
    }
  }

  /** Works a counterexample until it is none. */
  *#learnFrom(word: Word): Asking<W> {
    const why: Reason = { kind: "counterexample", word };
    this.#search.counterexample();
    const weight = yield* askWord(this, this.#observations, word, why);
    if (this.algebra.equals(weight, weigh(this.sifter, word))) throw notACounterexample(this, word, weight);
    do {
      const { progress } = this.sifter;
      const run = {
        ...trace(this.sifter, word),
        access: (state: number) => this.sifter.access(state),
        scale: () => this.algebra.one,
      };
      const { state, letter, suffix } = yield* findBreakpoint(this, this.#observations, run, word, weight);
      if (state < 0 || !this.sifter.doubt(state, letter)) {
        this.#finaliser.note(this.sifter.split(state, letter, suffix), suffix);
        // Before anything else happens to the tree the parting word becomes a state.
        yield* this.#step(why);
      }
      yield* this.#settle(why);
      if (this.sifter.progress <= progress) throw noProgress(this, word);
    } while (!this.algebra.equals(weight, weigh(this.sifter, word)));
    yield* this.#finalise(why);
  }

  /** Replaces long suffixes that counterexamples left behind, where the tree has grown enough to do without. */
  *#finalise(why: Reason): Asking<W> {
    this.#finaliser.startOver();
    let budget = Math.max(FEW_WORDS, RESIFTS * this.sifter.words);
    for (
      let final = this.#finaliser.next();
      final !== undefined && budget > 0;
      final = this.#finaliser.next()
    ) {
      const resifting = this.sifter.resift(final.node, final.suffix);
      budget -= resifting.count;
      yield* this.#resift(resifting, why);
    }
    yield* this.#settle(why);
  }

  /** Sifts until every word is at a leaf, a level of the tree per batch; those that wait come last. */
  *#settle(why: Reason): Asking<W> {
    for (;;) {
      while (this.sifter.busy) {
        if (this.#search.isDue) yield* this.#improve(why);
        if (this.sifter.busy) yield* this.#step(why);
      }
      if (!this.sifter.waiting) return;
      yield* this.#foreteller.settle(why);
    }
  }

  *#improve(why: Reason): Asking<W> {
    const improvement = yield* this.#search.look();
    if (improvement?.kind === "deepen") this.sifter.deepen(improvement.splitter);
    if (improvement?.kind !== "regrow") return;
    yield* this.#resift(this.sifter.regrow(improvement.pivot, improvement.splitter, improvement.last), why);
  }

  *#resift({ release }: Resifting, why: Reason): Asking<W> {
    while (this.sifter.busy) yield* this.#step(why);
    release();
    while (this.sifter.busy) yield* this.#step(why);
  }

  *#step(why: Reason): Asking<W> {
    this.sifter.want();
    yield* askWanted(this, this.#observations, why);
    this.sifter.advance();
  }
}
