import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { findFraction, integersOf } from "../automata/fields/integral.ts";
import { HankelError, shortened } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Batch } from "../words/batch.ts";
import type { Word } from "../words/word.ts";
import type { Form } from "./form.ts";
import {
  type Answer,
  type Asking,
  answerOf,
  checkedWeights,
  type Learner,
  type LearnerRun,
  type Question,
} from "./protocol.ts";

/** An option of the learners of weights. */
export interface IntegralOptions {
  /**
   * Do all words weigh integers? Then the weights of the result are integers, too. A conjecture that weighs a word otherwise is
   * wrong there, and need not be asked; an answer that is no integer ends the run. Needs rational weights.
   */
  readonly integral?: boolean | undefined;
}

/** So many products are spent to find a fraction before a conjecture is asked: a second or so, enough for a rank of 20. */
const PRODUCTS = 100_000;

type Conjecture<W, H extends Automaton<W>> = Extract<Question<W, H>, { readonly kind: "conjecture" }>;

/** Makes any learner of weights one of languages with integer weights (docs/theory/fields.md, 14.16). */
export class IntegralLearner<W, H extends Automaton<W>> implements Learner<W, W, H> {
  /** The learner that asks. */
  readonly inner: Learner<W, W, H>;
  readonly integral = true;
  /** Known when the run was accepted. */
  conclusion?: () => string;
  readonly #products: number;
  readonly #isInteger: (weight: W) => boolean;

  /** `products`: how many are spent on a conjecture before it is asked. */
  constructor(inner: Learner<W, W, H>, products = PRODUCTS) {
    this.inner = inner;
    this.#products = products;
    this.#isInteger = integersOf(inner.algebra);
  }

  get name(): string {
    return this.inner.name;
  }

  get kind(): Kind<W> {
    return this.inner.kind;
  }

  get algebra(): GroupWithZero<W> {
    return this.inner.algebra;
  }

  get alphabet(): Alphabet {
    return this.inner.alphabet;
  }

  get form(): Form<W, H> {
    return this.inner.form;
  }

  get states(): number {
    return this.inner.states;
  }

  get memory(): number {
    return this.inner.memory ?? 0;
  }

  hypothesis(): H {
    return this.inner.hypothesis();
  }

  answers(): Iterable<readonly [Word, W]> {
    return this.inner.answers();
  }

  *run(): LearnerRun<W, W, H> {
    const run = this.inner.run();
    let step = run.next();
    while (step.done !== true) {
      const question = step.value;
      if (question.kind === "weigh") {
        const answer: Answer<W> = yield question;
        this.#requireIntegers(question.batch, answer);
        step = run.next(answer);
      } else step = run.next(yield* this.#examine(question));
    }
    this.conclusion = () => "Its weights are integers.";
    return this.form.integral(step.value);
  }

  /** The verdict on a conjecture. One that takes long to look at is asked first, and looked at if it is accepted. */
  *#examine(question: Conjecture<W, H>): Asking<W, Answer<W>, W, H> {
    const { hypothesis } = question;
    const verdict = (counterexample: Word): Answer<W> => ({ kind: "verdict", counterexample });
    try {
      const early = findFraction(hypothesis, { maxProducts: this.#products });
      return early === undefined ? yield question : verdict(early);
    } catch (error) {
      if (!(error instanceof HankelError && error.code === "budget")) throw error;
    }
    const answer = yield question;
    if (answerOf("verdict", answer).counterexample !== null) return answer;
    const late = findFraction(hypothesis);
    return late === undefined ? answer : verdict(late);
  }

  #requireIntegers(batch: Batch, answer: Answer<W>): void {
    const weights = checkedWeights(this, batch, answer);
    for (let i = 0; i < weights.length; i++) {
      if (this.#isInteger(weights[i])) continue;
      const [word, weight] = [this.alphabet.show(batch.words[i]), this.algebra.format(weights[i])];
      throw new HankelError(
        "teacher",
        `${word} weighs ${shortened(weight)}, which is no integer; without the option integral the learner takes it`,
      );
    }
  }
}
