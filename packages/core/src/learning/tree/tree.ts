import { agree } from "../../algebra/margins.ts";
import type { GroupWithZero } from "../../algebra/semifield.ts";
import { Observations } from "../../answers/observations.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import { Wdfsa } from "../../automata/wdfsa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import {
  askWanted,
  askWord,
  conjecture,
  findBreakpoint,
  noProgress,
  notACounterexample,
  takeIn,
  wantedBy,
} from "../asking.ts";
import { deterministicForm, type Form } from "../form.ts";
import { defaultPrices, type PriceOptions } from "../prices.ts";
import type { Asking, LearnerRun, Reason } from "../protocol.ts";
import { ToldLearner } from "../told-learner.ts";
import { hypothesisOf, liveStates, runOf } from "./hypothesis.ts";
import { SiftingRevision } from "./revision.ts";
import { ShorterSuffixes } from "./shorter-suffixes.ts";
import { Sifting } from "./sifting.ts";

/** Options of the tree learner. If letters cost nothing, no suffix is shortened. */
export type TreeOptions = PriceOptions;

/**
 * Weighted L* on a discrimination tree (docs/theory.md, 6.5): Kearns and Vazirani's tree with ratios for answers, and
 * Rivest and Schapire's analysis of counterexamples with weights. Words go down the tree together, so a batch holds the
 * questions of a whole level.
 *
 * Two steps spend less than the textbook and change no result (Theorem 6.6): words are asked ahead (`Sifting.wantAhead`), and long
 * suffixes of counterexamples give way to short ones (`ShorterSuffixes`).
 *
 * @example
 * const teacher = exactTeacher(fromExpression("(a|b)*abb", boolean));
 * console.log(runLearner(new TreeLearner(boolean, new Alphabet("ab")), teacher).automaton.size); // 4
 */
export class TreeLearner<W> extends ToldLearner<W, W, Wdfsa<W>, Observations<W>> {
  readonly name = "tree";
  readonly form: Form<W, Wdfsa<W>> = deterministicForm;
  /** The words on their way down the tree, for observers. */
  readonly sifting: Sifting<W>;
  readonly #shorter: ShorterSuffixes<W>;
  #revision: SiftingRevision<W> | undefined;

  /** `observations`: what it is told, if others share the answers or a machine gives them. */
  constructor(
    algebra: GroupWithZero<W>,
    alphabet: Alphabet,
    options: TreeOptions = {},
    observations = new Observations(algebra, alphabet.size),
  ) {
    super(observations.kind, alphabet, observations);
    this.sifting = new Sifting(algebra, alphabet, this.observations);
    const ask = (why: Reason) => askWanted(this, why);
    this.#shorter = new ShorterSuffixes(ask, options.prices ?? defaultPrices);
  }

  get states(): number {
    return liveStates(this.sifting);
  }

  hypothesis(): Wdfsa<W> {
    return hypothesisOf(this.sifting);
  }

  *run(): LearnerRun<W> {
    yield* this.#sift({ kind: "start" });
    for (;;) {
      const hypothesis = this.#conjectured();
      const counterexample = yield* conjecture(this, hypothesis);
      if (counterexample === null) return minimize(hypothesis);
      yield* this.#learnFrom(counterexample);
    }
  }

  /** The hypothesis, whose arrays are made when they are read. */
  #conjectured(): Wdfsa<W> {
    if (this.states === 0) return this.hypothesis();
    this.#revision = new SiftingRevision(this.sifting, this.#revision);
    return Wdfsa.revised(this.#revision);
  }

  /** Uses a counterexample until the hypothesis weighs it right. Lemma: every round finds a state. */
  *#learnFrom(word: Word): Asking<W> {
    const { algebra, sifting } = this;
    const why: Reason = { kind: "counterexample", word };
    const weight = yield* askWord(this, word, why);
    let run = runOf(sifting, word);
    if (algebra.equals(weight, run.weight)) throw notACounterexample(this, word, weight);
    do {
      const { state, letter, suffix } = yield* findBreakpoint(this, run, word, weight);
      if (!this.#split(sifting.arc(state, letter), suffix)) throw noProgress(this, word);
      yield* this.#sift(why);
      run = runOf(sifting, word);
    } while (!agree(algebra, run.weight, weight, word.length + 1));
  }

  /** Sifts until every word is at a leaf: first the arcs of new states, then, with shorter suffixes, the held words. */
  *#sift(why: Reason): Asking<W> {
    do {
      yield* this.#sink(why);
      yield* this.#shorten(why);
      this.sifting.release();
    } while (this.sifting.busy);
  }

  /** Moves all words down until they are at a leaf: one node at a time, with one batch of questions. */
  *#sink(why: Reason): Asking<W> {
    const { sifting } = this;
    while (sifting.busy) {
      sifting.wantAhead();
      sifting.want();
      // As `askWanted` does, without a generator for each step of a word.
      for (let asked = wantedBy(this, why); asked !== undefined; asked = wantedBy(this, why)) {
        takeIn(this, asked, yield asked);
      }
      sifting.advance();
    }
  }

  /** Replaces long suffixes by shorter ones that known answers justify. */
  *#shorten(why: Reason): Asking<W> {
    for (;;) {
      const found = yield* this.#shorter.suggest(this.sifting);
      if (found === undefined || !this.sifting.insert(found.node, found.suffix)) return;
      yield* this.#sink(why);
    }
  }

  #split(word: number, suffix: Word): boolean {
    const node = this.sifting.split(word, suffix);
    if (node < 0) return false;
    if (!this.#shorter.holdsAfterSplit(node, suffix)) this.sifting.release();
    return true;
  }
}
