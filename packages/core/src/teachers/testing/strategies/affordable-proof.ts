import { outputsOf } from "../../../automata/machine.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import type { Prices } from "../../../learning/prices.ts";
import { wholeNumber } from "../../../numbers.ts";
import { distinct } from "../../../words/prefix-tree.ts";
import type { Word } from "../../../words/word.ts";
import { type EquivalenceTest, withStates } from "../equivalence-test.ts";
import { identificationOf } from "./identification.ts";
import { completeClaim } from "./linear-words.ts";
import { identifiedWords, wpMethod } from "./w-method.ts";
import { budgetOf, Spent, walkedOn } from "./walked.ts";

/** Beyond this nobody needs a proof; a small machine could afford more and more. */
const MOST_EXTRA = 5;

/** What a test that proves as much as it may cost needs to know. */
export interface ProofOptions {
  /** Do answers show the outputs of a machine along the whole word? Then states are told apart by them, with fewer words. */
  readonly shows?: boolean | undefined;
  readonly prices?: Prices | undefined;
}

/** The words of the Wp-method. */
function wpWords<W>(hypothesis: Wdfsa<W>, extraStates: number, shows: boolean): Iterable<Word> {
  const minimal = minimize(hypothesis);
  const outputs = shows ? outputsOf(minimal) : "the answers are weights";
  if (typeof outputs === "string") return wpMethod(extraStates).words(hypothesis, 0, []);
  const { size: states, target, alphabet } = minimal;
  const { all, identifying } = identificationOf({
    states,
    letters: alphabet.size,
    target,
    output: outputs.arcs,
  });
  return distinct(identifiedWords(minimal, extraStates, { all, last: identifying }), alphabet.size);
}

/**
 * Proves as much as it may cost: the Wp-method for the most extra states, five at most, whose words cost no more than `perArc`
 * for each arc of the hypothesis, or as if there were 10 arcs; and for no extra state at any cost.
 *
 * @example
 * const teacher = machineTeacher({
 *   kind: "mealy",
 *   alphabet: ["press"],
 *   run: (word) => word.map((_, i) => (i % 2 === 0 ? "on" : "off")),
 *   equivalence: affordableProof(60, { shows: true }),
 * });
 * console.log(learn(teacher).automaton.size); // 2
 */
export function affordableProof(
  perArc: number,
  { shows = false, prices }: ProofOptions = {},
): EquivalenceTest {
  wholeNumber(perArc, 1, "proof");
  const extra = new WeakMap<object, number>();
  const extraOf = <W>(hypothesis: Wdfsa<W>) => {
    const found = extra.get(hypothesis) ?? affordable(hypothesis);
    extra.set(hypothesis, found);
    return found;
  };
  const affordable = <W>(hypothesis: Wdfsa<W>) => {
    const walked = walkedOn(hypothesis);
    const budget = budgetOf(perArc, walked, prices);
    let most = 0;
    for (; most < MOST_EXTRA; most++) {
      const spent = new Spent(walked, prices);
      for (const word of wpWords(hypothesis, most + 1, shows)) {
        spent.on(word);
        if (spent.cost > budget) return most;
      }
    }
    return most;
  };
  return {
    text: `proof:${perArc}`,
    whole: true,
    words(given) {
      const hypothesis = withStates(given, "proof");
      return wpWords(hypothesis, extraOf(hypothesis), shows);
    },
    claim(given) {
      const hypothesis = withStates(given, "proof");
      return completeClaim(hypothesis, extraOf(hypothesis));
    },
  };
}
