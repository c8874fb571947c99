import type { GroupWithZero } from "../../algebra/semifield.ts";
import { Observations } from "../../answers/observations.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { Hankel } from "../../hankel/hankel.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import {
  askWanted,
  askWord,
  conjecture,
  findBreakpoint,
  noProgress,
  notACounterexample,
  type Run,
} from "../asking.ts";
import { deterministicForm, type Form } from "../form.ts";
import type { Asking, LearnerRun, Reason } from "../protocol.ts";
import { ToldLearner } from "../told-learner.ts";

/** How to use a counterexample: add its prefixes (the paper), its suffixes (Maler and Pnueli), or one suffix (Rivest and Schapire). */
export type CounterexampleUse = "prefixes" | "suffixes" | "rivest-schapire";

/** Options of the table learner. */
export interface TableOptions {
  readonly counterexamples?: CounterexampleUse;
}

/**
 * Weighted L*: Algorithms 1 and 2 of Pasti et al. 2024 in the corrected form of docs/theory.md §3,
 * with its proofs in docs/theory.md, 4.7 to 4.12.
 *
 * The paper's line stands above each step. Its `MakeClosed` and `MakeConsistent` look for a defect and repair it;
 * here a defect is the witness that `findUnclosed` and `findInconsistency` return. Null rows stay in P, since
 * removing them could remove ε.
 *
 * @example
 * const teacher = exactTeacher(fromExpression("(a|b)*abb", boolean));
 * console.log(runLearner(new TableLearner(boolean, new Alphabet("ab")), teacher).automaton.size); // 4
 */
export class TableLearner<W> extends ToldLearner<W, W, Wdfsa<W>, Observations<W>> {
  readonly name = "table";
  readonly form: Form<W, Wdfsa<W>> = deterministicForm;
  /** The matrix, for observers. */
  readonly hankel: Hankel<W>;
  readonly #use: CounterexampleUse;

  /** `observations`: what it is told, if others share the answers or a machine gives them. */
  constructor(
    algebra: GroupWithZero<W>,
    alphabet: Alphabet,
    options: TableOptions = {},
    observations = new Observations(algebra, alphabet.size),
  ) {
    super(observations.kind, alphabet, observations);
    this.hankel = new Hankel(algebra, alphabet, this.observations);
    this.#use = options.counterexamples ?? "prefixes";
  }

  get states(): number {
    return this.hankel.representatives().size;
  }

  hypothesis(): Wdfsa<W> {
    return this.hankel.automaton();
  }

  /** Algorithm 1: the learner. */
  *run(): LearnerRun<W> {
    const { hankel } = this;
    // P ← {ε}, S ← {ε}; fill the matrix.
    hankel.addPrefix([]);
    hankel.addSuffix([]);
    yield* this.#fill({ kind: "start" });
    for (;;) {
      // Make the matrix closed and consistent.
      yield* this.#repair();
      // Conjecture the empirical Hankel automaton; return it if it is accepted.
      const { states } = this;
      const hypothesis = hankel.automaton();
      const counterexample = yield* conjecture(this, hypothesis);
      if (counterexample === null) return minimize(hypothesis);
      yield* this.#learnFrom(counterexample, hypothesis);
      // Lemma: every counterexample adds a class by the next conjecture.
      yield* this.#repair();
      if (this.states <= states) throw noProgress(this, counterexample);
    }
  }

  /** Algorithm 2: while there is a defect, repair it. Each repair adds a class, so this ends. */
  *#repair(): Asking<W> {
    const { hankel } = this;
    for (;;) {
      const inconsistency = hankel.findInconsistency();
      if (inconsistency !== undefined) {
        const { letter, suffix, prefixes } = inconsistency;
        hankel.addSuffix([letter, ...suffix]);
        const [p, q] = prefixes.map((row) => hankel.word(row));
        yield* this.#fill(
          q === undefined
            ? { kind: "revived", prefix: p, letter, suffix }
            : { kind: "inconsistent", prefixes: [p, q], letter, suffix },
        );
        continue;
      }
      const unclosed = hankel.findUnclosed();
      if (unclosed === undefined) return;
      const prefix = hankel.word(hankel.successor(unclosed.prefix, unclosed.letter));
      hankel.addPrefix(prefix);
      yield* this.#fill({ kind: "unclosed", prefix });
    }
  }

  *#learnFrom(word: Word, hypothesis: Wdfsa<W>): Asking<W> {
    const { hankel } = this;
    const why: Reason = { kind: "counterexample", word };
    const weight = yield* askWord(this, word, why);
    const believed = hypothesis.weigh(word);
    if (this.algebra.equals(weight, believed)) throw notACounterexample(this, word, weight);
    if (this.#use === "prefixes") hankel.addPrefix(word);
    else if (this.#use === "suffixes" || hypothesis.size === 0) hankel.addSuffix(word);
    else hankel.addSuffix(yield* this.#breakingSuffix(word, weight));
    yield* this.#fill(why);
  }

  *#breakingSuffix(word: Word, weight: W): Asking<W, Word> {
    const { hankel } = this;
    const rows = [...hankel.representatives().values()];
    const { algebra, observations } = this;
    const { states, accumulated } = hankel.automaton().trace(word);
    const run: Run<W> = {
      states,
      access: (state) => observations.node(0, hankel.word(rows[state])),
      alpha(i, node) {
        const scale = hankel.scale(rows[states[i]]) as W;
        return algebra.times(
          algebra.times(accumulated[i], algebra.inverse(scale)),
          observations.weight(node),
        );
      },
    };
    return (yield* findBreakpoint(this, run, word, weight)).suffix;
  }

  /** Asks the missing entries of the matrix, in one batch. */
  *#fill(why: Reason): Asking<W> {
    this.hankel.want();
    yield* askWanted(this, why);
    this.hankel.fill();
  }
}
