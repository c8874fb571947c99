import { freeGroup } from "../../algebra/free-group.ts";
import { floatingField, type GroupWithZero, isField, kernelOf } from "../../algebra/semifield.ts";
import { Observations } from "../../answers/observations.ts";
import { unsupported } from "../../automata/requirements.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import { HankelError } from "../../errors.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import { askWanted, askWord, conjecture, noProgress, notACounterexample } from "../asking.ts";
import { type Form, linearForm } from "../form.ts";
import type { Asking, LearnerRun, Reason } from "../protocol.ts";
import { ToldLearner } from "../told-learner.ts";
import { type Arithmetic, ExactArithmetic, NoValue, RationalArithmetic } from "./arithmetic.ts";
import { BlockWords, canonical, TrialSuffixes } from "./block-words.ts";
import { breakingSuffix } from "./coordinates.ts";
import { RealArithmetic } from "./real-arithmetic.ts";

/** Options of the multiplicity learner. */
export interface MultiplicityOptions {
  /**
   * Over rounded weights: a dimension counts if the least singular value of the block is more than this share of the
   * largest; `RANK_TOLERANCE` by default.
   */
  readonly rankTolerance?: number | undefined;
  /** False for the textbook: no suffix is tried before a conjecture, so that there are fewer words and more conjectures. */
  readonly trials?: boolean | undefined;
}

/** So many other primes are tried before an exact computation decides whether a counterexample is one. */
const DOUBTS = 3;

/**
 * Learns automata over a field, deterministic or not: multiplicity automata (Bergadano and Varricchio 1996; Beimel et al.
 * 2000; docs/theory/fields.md, 14.2 to 14.5). The rows of some words are a basis of the rows of the Hankel matrix, as far as known, and
 * the result has as many states as the matrix has rank: no automaton for the language has fewer.
 *
 * @example
 * const teacher = fieldTeacher(fromExpression("(<2>a|b)*|(a|<2>b)*", rational));
 * console.log(runLearner(new MultiplicityLearner(rational, new Alphabet("ab")), teacher).automaton.size); // 2
 */
export class MultiplicityLearner<W> extends ToldLearner<W, W, Wfsa<W>, Observations<W>> {
  readonly name = "multiplicity";
  readonly form: Form<W, Wfsa<W>> = linearForm;
  /** The basis words and suffixes, for observers. */
  readonly words: BlockWords<W>;
  /** The spectrum that the rank rests on, where weights are rounded. */
  readonly conclusion?: () => string;
  readonly #arithmetic: Arithmetic<W>;
  readonly #trials: TrialSuffixes | undefined;

  /** `observations`: what it is told, if others share the answers. */
  constructor(
    algebra: GroupWithZero<W>,
    alphabet: Alphabet,
    options: MultiplicityOptions = {},
    observations = new Observations(algebra, alphabet.size),
  ) {
    super(observations.kind, alphabet, observations);
    this.words = new BlockWords(this.observations, alphabet);
    this.#arithmetic = arithmeticOver(this.words, options);
    if (options.trials !== false) this.#trials = new TrialSuffixes(alphabet.size);
    const arithmetic = this.#arithmetic;
    if (arithmetic instanceof RealArithmetic) this.conclusion = () => arithmetic.conclusion();
  }

  /** The rank so far. */
  get states(): number {
    return this.words.size;
  }

  hypothesis(): Wfsa<W> {
    return this.#arithmetic.hypothesis();
  }

  *run(): LearnerRun<W, W, Wfsa<W>> {
    const start: Reason = { kind: "start" };
    const empty = yield* askWord(this, [], start);
    if (!this.algebra.isZero(empty)) yield* this.#extend([[]], start);
    for (;;) {
      yield* this.#tryColumns();
      const own = this.#ownCounterexample();
      if (own !== undefined) yield* this.#learnFrom(own);
      else {
        const hypothesis = this.hypothesis();
        const counterexample: Word | null = yield* conjecture(this, hypothesis);
        if (counterexample === null) return canonical(hypothesis, this.words);
        yield* this.#learnFrom(counterexample);
      }
    }
  }

  /** Uses a counterexample until the hypothesis weighs it right. Lemma: every round adds a dimension. */
  *#learnFrom(word: Word): Asking<W, void, W, never> {
    const why: Reason = { kind: "counterexample", word };
    const weight = yield* askWord(this, word, why);
    if (!this.#isWrong(word, weight)) throw notACounterexample(this, word, weight);
    const { states } = this;
    do {
      const suffix = this.states === 0 ? word : yield* this.#suffixOf(word);
      const added = yield* this.#extend([suffix], { ...why, suffix });
      if (added === 0 && !this.#arithmetic.renew()) {
        if (this.states > states) return;
        throw this.#noDimension(word);
      }
    } while (this.#differs(word));
  }

  /** Does the hypothesis weigh a word otherwise, though perhaps only in another field than the present one? */
  #isWrong(word: Word, weight: W): boolean {
    if (this.states === 0) return !this.algebra.isZero(weight);
    for (let doubts = 0; !this.#differs(word); doubts++) {
      if (doubts === DOUBTS && this.algebra.equals(this.hypothesis().weigh(word), weight)) return false;
      if (!this.#arithmetic.renew()) return false;
    }
    return true;
  }

  #noDimension(word: Word): HankelError {
    const why = this.#arithmetic.refusal();
    if (why === undefined) return noProgress(this, word);
    const shown = this.alphabet.show(word);
    return new HankelError(
      "tolerance",
      `the counterexample ${shown} led to no rank above ${this.states}: ${why}`,
    );
  }

  #differs(word: Word): boolean {
    return this.#valued(() => this.#arithmetic.coordinates.isWrong(word));
  }

  *#suffixOf(word: Word): Asking<W, Word, W, never> {
    for (;;) {
      try {
        return yield* breakingSuffix(this, this.#arithmetic.coordinates, word);
      } catch (error) {
        this.#otherField(error);
      }
    }
  }

  /** Asks some suffixes after all words of the block, and adds those that show new dimensions. Returns how many do. */
  *#extend(suffixes: readonly Word[], why: Reason): Asking<W, number, W, never> {
    const { words } = this;
    const before = words.size;
    for (const suffix of suffixes) words.wantColumn(suffix);
    yield* askWanted(this, why);
    do this.#valued(() => this.#arithmetic.extend(suffixes));
    while (words.size === 0 && this.#arithmetic.renew());
    for (let basis = before; basis < words.size; basis++) {
      words.wantRows(basis);
      this.#trials?.add(words.suffixes[basis]);
    }
    if (before === 0) yield* askWanted(this, why);
    else if (words.size > before) yield* askWanted(this, { kind: "unclosed", prefix: words.prefix(before) });
    this.#valued(() => this.#arithmetic.coordinates.complete());
    return words.size - before;
  }

  /** Tries suffixes that are likely to show new dimensions, so that there are fewer conjectures. */
  *#tryColumns(): Asking<W, void, W, never> {
    const trials = this.#trials;
    for (;;) {
      const batch = trials?.next(this.states) ?? [];
      if (batch.length === 0) return;
      const added = yield* this.#extend(batch, { kind: "dimension", suffixes: batch });
      if (trials?.goesOn(batch.length, added) !== true) return;
    }
  }

  /**
   * A word p·s of the block that the hypothesis weighs otherwise. There can be one, since S need not be closed under
   * suffixes. If s = a·s' and s' is in S, then s is right after every p if s' is.
   */
  #ownCounterexample(): Word | undefined {
    const { words } = this;
    if (!this.algebra.exact) return undefined;
    const known = new Set(words.suffixes.map(String));
    const roots = words.suffixes.filter((suffix) => suffix.length > 0 && !known.has(String(suffix.slice(1))));
    for (const suffix of roots) {
      const wrong = this.#valued(() => this.#arithmetic.coordinates.wrongBefore(suffix));
      if (wrong >= 0) return [...words.prefix(wrong), ...suffix];
    }
    return undefined;
  }

  /** A value that is computed in a field where every weight has one. */
  #valued<T>(compute: () => T): T {
    for (;;) {
      try {
        return compute();
      } catch (error) {
        this.#otherField(error);
      }
    }
  }

  #otherField(error: unknown): void {
    if (!(error instanceof NoValue)) throw error;
    this.#arithmetic.renew();
  }
}

function arithmeticOver<W>(words: BlockWords<W>, { rankTolerance }: MultiplicityOptions): Arithmetic<W> {
  const { algebra } = words.observations;
  if (!isField(algebra)) return noField(algebra.name);
  const floating = floatingField(algebra);
  if (floating !== undefined) return new RealArithmetic(floating, words, rankTolerance);
  const { name } = algebra;
  if (!algebra.exact)
    unsupported(
      `over rounded weights the multiplicity learner needs singular values, so they must be real numbers, and ${name} has ` +
        "others; use tree, apart or table, or an exact field",
    );
  if (rankTolerance !== undefined) {
    const problem = `a rank tolerance is for rounded weights, and those of ${name} are exact; leave it out`;
    throw new HankelError("usage", problem);
  }
  const kernel = kernelOf(algebra);
  return kernel.kind === "rational"
    ? new RationalArithmetic(kernel, words)
    : new ExactArithmetic(algebra, words);
}

function noField(name: string): never {
  if (name === freeGroup.name)
    unsupported(
      "the multiplicity learner needs a field of weights, and a machine has outputs, not weights; use machine, tree, apart " +
        "or table",
    );
  return unsupported(
    `the multiplicity learner needs a field, and ${name} has no additive inverses: it writes rows as combinations of others by ` +
      "elimination. Over semirings in general this approach fails: for some languages no such combinations make an " +
      "automaton (Daviaud and Johnson 2024); use tree, apart or table, which learn deterministic automata",
  );
}
