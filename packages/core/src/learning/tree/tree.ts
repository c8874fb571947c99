import { agree } from "../../algebra/margins.ts";
import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Kind } from "../../answers/kind.ts";
import { Observations } from "../../answers/observations.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import { askWanted, askWord, conjecture, findBreakpoint, noProgress, notACounterexample } from "../asking.ts";
import { deterministicForm, type Form } from "../form.ts";
import { defaultPrices, type Prices } from "../prices.ts";
import type { Asking, Learner, LearnerRun, Reason } from "../protocol.ts";
import { hypothesisOf, liveStates, runOf, weightOf } from "./hypothesis.ts";
import { createSavings, type SavingName } from "./savings/index.ts";
import type { Edit, Saving } from "./savings/saving.ts";
import { Sifting } from "./sifting.ts";

/** Options of the tree learner. */
export interface TreeOptions {
  /** The savings to use; all by default, `[]` for the textbook algorithm. */
  readonly savings?: readonly SavingName[];
  /** What a question costs: 1 for the word, and 1 for each letter, unless given. The savings follow it. */
  readonly prices?: Prices | undefined;
}

/**
 * Weighted L* on a discrimination tree (docs/theory.md, 6.5): Kearns and Vazirani's tree with ratios for answers, and
 * Rivest and Schapire's analysis of counterexamples with weights. Words go down the tree together, so a batch holds the
 * questions of a whole level.
 */
export class TreeLearner<W> implements Learner<W> {
  readonly name = "tree";
  readonly form: Form<W, Wdfsa<W>> = deterministicForm;
  readonly kind: Kind<W>;
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** The words on their way down the tree, for observers. */
  readonly sifting: Sifting<W>;
  readonly #observations: Observations<W>;
  readonly #savings: readonly Saving<W>[];

  /** `observations`: what it is told, if others share the answers or a machine gives them. */
  constructor(
    algebra: GroupWithZero<W>,
    alphabet: Alphabet,
    options: TreeOptions = {},
    observations = new Observations(algebra, alphabet.size),
  ) {
    this.kind = observations.kind;
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.#observations = observations;
    this.sifting = new Sifting(algebra, alphabet, this.#observations);
    this.#savings = createSavings(
      (why) => askWanted(this, this.#observations, why),
      options.prices ?? defaultPrices,
      options.savings,
    );
  }

  get states(): number {
    return liveStates(this.sifting);
  }

  hypothesis(): Wdfsa<W> {
    return hypothesisOf(this.sifting);
  }

  get memory(): number {
    return this.#observations.bytes;
  }

  answers(): Iterable<readonly [Word, W]> {
    return this.#observations.answers();
  }

  *run(): LearnerRun<W> {
    yield* this.#sift({ kind: "start" });
    for (;;) {
      const hypothesis = this.hypothesis();
      const counterexample = yield* conjecture(this, hypothesis);
      if (counterexample === null) return minimize(hypothesis);
      yield* this.#learnFrom(counterexample);
    }
  }

  /** Uses a counterexample until the hypothesis weighs it right. Lemma: every round finds a state. */
  *#learnFrom(word: Word): Asking<W> {
    const { algebra, sifting } = this;
    const why: Reason = { kind: "counterexample", word };
    const weight = yield* askWord(this, this.#observations, word, why);
    if (algebra.equals(weight, weightOf(sifting, word))) throw notACounterexample(this, word, weight);
    do {
      const run = runOf(sifting, word);
      const { state, letter, suffix } = yield* findBreakpoint(this, this.#observations, run, word, weight);
      if (!this.#split(sifting.arc(state, letter), suffix)) throw noProgress(this, word);
      yield* this.#sift(why);
    } while (!agree(algebra, weightOf(sifting, word), weight, word.length + 1));
  }

  /** Sifts until every word is at a leaf: first the arcs of new states, then the edits of the savings, then the held words. */
  *#sift(why: Reason): Asking<W> {
    do {
      while (this.sifting.busy) yield* this.#step(why);
      yield* this.#save(why);
      this.sifting.release();
    } while (this.sifting.busy);
  }

  /** Moves all words that are not at a leaf down one node, with one batch of questions. */
  *#step(why: Reason): Asking<W> {
    for (const saving of this.#savings) saving.askAlong?.(this.sifting);
    this.sifting.want();
    yield* askWanted(this, this.#observations, why);
    this.sifting.advance();
  }

  /** Applies the edits of the savings that known answers justify. */
  *#save(why: Reason): Asking<W> {
    for (const saving of this.#savings) {
      for (;;) {
        const edit = saving.suggest && (yield* saving.suggest(this.sifting));
        if (edit === undefined || !this.#apply(edit)) break;
        while (this.sifting.busy) yield* this.#step(why);
      }
    }
  }

  #apply(edit: Edit): boolean {
    return edit.kind === "split"
      ? this.#split(edit.word, edit.suffix)
      : this.sifting.insert(edit.node, edit.suffix);
  }

  #split(word: number, suffix: Word): boolean {
    const node = this.sifting.split(word, suffix);
    if (node < 0) return false;
    const waits = this.#savings.map((saving) => saving.holdsAfterSplit?.(node, suffix));
    if (!waits.includes(true)) this.sifting.release();
    return true;
  }
}
