import type { Automaton } from "../automata/convert.ts";
import { HankelError } from "../errors.ts";
import { Interruption, interruptible } from "../interruption.ts";
import type { Account } from "./learned.ts";
import type { Limits } from "./limits.ts";
import type { Learner } from "./protocol.ts";

/** The most of the time of a run that may be spent on hypotheses that nobody asks for, and what they may take beyond, in milliseconds. */
const SHARE = 0.05;
const BEYOND = 50;

/** A run that ends within so many milliseconds needs none. */
const SOON = 10;

/** An automaton with which a run may end, and what its learner says of this very one. */
export interface Best<H> extends Account {
  readonly automaton: H;
}

/**
 * What a learner says of its hypothesis, as long as that is only near the target. Of others, tests say more.
 */
export function accountOf<W, A, H extends Automaton<W>>(learner: Learner<W, A, H>): Account {
  const { approximate = learner.kind.approximate, chosen } = learner;
  return { conclusion: approximate ? (learner.conclusion?.() ?? "") : "", chosen };
}

/**
 * The automaton with which a run ends if it is ended within a computation, where its learner cannot be asked: the last conjecture,
 * or a hypothesis of later. The learner is asked for one each time its states have doubled, or its choice is another. That takes
 * little of the time of the run: it waits until the run has taken long enough, and one that takes too long is given up.
 */
export class BestSoFar<W, A, H extends Automaton<W>> {
  readonly #learner: Learner<W, A, H>;
  readonly #limits: Limits;
  readonly #told: ((automaton: H, conjectured: boolean) => void) | undefined;
  #best: Best<H> | undefined;
  /** How many states there were when it was made. */
  #states = 0;
  /** How many milliseconds all hypotheses took, and the last one, made or given up. */
  #spent = 0;
  #last = 0;

  constructor(
    learner: Learner<W, A, H>,
    limits: Limits,
    told: ((automaton: H, conjectured: boolean) => void) | undefined,
  ) {
    this.#learner = learner;
    this.#limits = limits;
    this.#told = told;
  }

  /** The best automaton; at first, the one that weighs every word zero. */
  get best(): Best<H> {
    const { algebra, alphabet, form } = this.#learner;
    return this.#best ?? { automaton: form.zero(algebra, alphabet), conclusion: "", chosen: undefined };
  }

  conjectured(hypothesis: H): void {
    this.#keep(hypothesis, true);
  }

  /** To be called between two steps of the learner. */
  note(): void {
    const { states, chosen } = this.#learner;
    // Nothing is kept of a learner that has found nothing.
    if (states === 0 || (states < 2 * this.#states && chosen === this.#best?.chosen)) return;
    const passed = this.#limits.passed();
    const most = BEYOND + SHARE * passed - this.#spent;
    // It takes at least as much longer as there are more states; so does one that was given up.
    if (passed < SOON || 2 * this.#last > most) return;
    const before = this.#limits.now();
    const look = () => {
      if (this.#limits.now() - before > most)
        throw new Interruption("budget", "the hypothesis takes too long");
    };
    try {
      const hypothesis = interruptible(look, () => this.#learner.hypothesis());
      this.#keep(hypothesis, false);
    } catch (error) {
      // The run itself may have to end, and says so at its next look. An automaton may have weights that leave their range.
      if (!(error instanceof Interruption || error instanceof HankelError)) throw error;
    }
    this.#last = this.#limits.now() - before;
    this.#spent += this.#last;
  }

  #keep(automaton: H, conjectured: boolean): void {
    this.#best = { automaton, ...accountOf(this.#learner) };
    this.#states = this.#learner.states;
    this.#told?.(automaton, conjectured);
  }
}
