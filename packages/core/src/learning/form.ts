import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { integral } from "../automata/fields/integral.ts";
import { reduce } from "../automata/fields/reduce.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { Wfsa } from "../automata/wfsa.ts";
import { countOf } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";

/** What the automata of a learner are, whatever its weights: deterministic, or over a field. */
export interface Form<W, H extends Automaton<W>> {
  /** Is the number of states the rank of the Hankel matrix? */
  readonly ranked: boolean;
  /** The automaton that weighs every word zero. */
  zero(algebra: GroupWithZero<W>, alphabet: Alphabet): H;
  /** How many weights an automaton with so many states has. */
  weights(states: number, letters: number): number;
  /** The minimal automaton of its form in canonical form. */
  canonical(automaton: H): H;
  /** The same with integer weights; refuses a language that has others. */
  integral(automaton: H): H;
  /** The best automaton of an unfinished run. */
  complete<A>(
    kind: Kind<W, A>,
    hypothesis: H,
    conjecture: H | undefined,
    answers: Iterable<readonly [Word, A]>,
  ): H;
  /** An automaton without its last states, so that at most so many are left, if its form allows it. */
  within(automaton: H, states: number): H;
  /** Says that a language has more states than allowed; `form` says in which form of a machine they are counted. */
  beyond(most: number, states: number, language?: string, form?: string): string;
}

/**
 * Deterministic automata.
 *
 * @example
 * console.log(deterministicForm.zero(boolean, new Alphabet("a")).size, deterministicForm.ranked); // 0 false
 */
export const deterministicForm = {
  ranked: false,
  zero: <W>(algebra: GroupWithZero<W>, alphabet: Alphabet): Wdfsa<W> => Wdfsa.zero(algebra, alphabet),
  weights: (states: number, letters: number): number => states * (letters + 1),
  canonical: <W>(automaton: Wdfsa<W>): Wdfsa<W> => minimize(automaton),
  integral: <W>(automaton: Wdfsa<W>): Wdfsa<W> => integral(automaton),
  complete: <W, A>(
    kind: Kind<W, A>,
    hypothesis: Wdfsa<W>,
    conjecture: Wdfsa<W> | undefined,
    answers: Iterable<readonly [Word, A]>,
  ): Wdfsa<W> => kind.complete({ hypothesis, conjecture, answers }),
  within: <W>(automaton: Wdfsa<W>, states: number): Wdfsa<W> => {
    const { algebra, alphabet, initialWeight } = automaton;
    if (states === 0) return Wdfsa.zero(algebra, alphabet);
    const arcs = Math.min(automaton.size, states) * alphabet.size;
    const target = Int32Array.from(automaton.target).subarray(0, arcs);
    const arcWeight = algebra.array(arcs);
    target.forEach((to, arc) => {
      if (to >= states) target[arc] = -1;
      else if (to >= 0) arcWeight[arc] = automaton.arcWeight[arc];
    });
    const finalWeight = Array.from(automaton.finalWeight).slice(0, states);
    return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight });
  },
  beyond: (most: number, states: number, language = "language", form = ""): string =>
    `the ${language} has more than ${countOf(most, "state")}${form} (${states} told apart so far)`,
};

/**
 * Automata over a field, which need not be deterministic. Those over rounded weights have no canonical form.
 *
 * @example
 * console.log(linearForm.ranked, linearForm.zero(rational, new Alphabet("a")).arcs); // true 0
 */
export const linearForm = {
  ranked: true,
  zero: <W>(algebra: GroupWithZero<W>, alphabet: Alphabet): Wfsa<W> => Wfsa.zero(algebra, alphabet),
  weights: (states: number, letters: number): number => states * (letters * states + 2),
  canonical: <W>(automaton: Wfsa<W>): Wfsa<W> => (automaton.algebra.exact ? reduce(automaton) : automaton),
  integral: <W>(automaton: Wfsa<W>): Wfsa<W> => integral(automaton),
  complete: <W, A>(_kind: Kind<W, A>, hypothesis: Wfsa<W>): Wfsa<W> => hypothesis,
  // Every state stands for a row of a basis, and none can be left out.
  within: <W>(automaton: Wfsa<W>): Wfsa<W> => automaton,
  beyond: (most: number, states: number): string =>
    `the language has a rank above ${most} (${states} so far)`,
};
