/** What a live target is asked until its machine is learned. */

import {
  AnswerStore,
  compare,
  createLearner,
  type EquivalenceTest,
  type FreeWord,
  type Machine,
  machineToWdfsa,
  minimize,
  parseEquivalence,
  runMachine,
  runsOf,
  type Wdfsa,
} from "@hankel/core";
import { learnLive } from "@hankel/teachers";
import { functionBox } from "@hankel/teachers/live";

export interface Asked {
  /** A reset and a letter cost 1 each. */
  readonly cost: number;
  readonly words: number;
  /** What it had cost before the last conjecture was tested. */
  readonly learned: number;
  readonly isRight: boolean;
  readonly statement: string;
}

export interface AskingOptions {
  /** How conjectures are tested: `perfect` finds the first counterexample by length and then by letters, and it is asked. */
  readonly tests: string;
  /** Further tests, which come first. */
  readonly first?: readonly EquivalenceTest[];
  readonly seed?: number;
  /** What is believed before anything is asked. */
  readonly prepare?: (store: AnswerStore<FreeWord>) => void;
}

export async function askedOf(machine: Machine, options: AskingOptions): Promise<Asked> {
  const { tests: named, first = [], seed = 1, prepare } = options;
  const target = minimize(machineToWdfsa(machine));
  const { alphabet, kind: form } = machine;
  let [words, cost, learned] = [0, 0, 0];
  const kind = runsOf(form);
  const box = functionBox({
    alphabet: alphabet.symbols,
    kind,
    answer(word) {
      words++;
      cost += 1 + word.length;
      return runMachine(machine, alphabet.word(word));
    },
  });
  const mark: EquivalenceTest = {
    text: "mark",
    words() {
      learned = cost;
      return [];
    },
    claim: () => ({ kind: "words", about: "nothing" }),
  };
  const setting = { seed, words: () => [], box: "none", samples: false, shows: true } as const;
  const usual = named === "perfect" ? [perfect(target)] : parseEquivalence(named, setting);
  const store = new AnswerStore(kind, box.alphabet);
  prepare?.(store);
  const result = await learnLive(box, {
    createLearner: (of) => createLearner(of),
    tests: [mark, ...first, ...usual],
    store,
    recheck: 0,
    seed,
  });
  const isRight = result.outcome === "accepted" && compare(result.automaton, target) === undefined;
  return { cost, words, learned, isRight, statement: result.statement };
}

function perfect(target: Wdfsa<unknown>): EquivalenceTest {
  return {
    text: "perfect",
    *words(hypothesis) {
      const difference = compare<unknown>(hypothesis, target);
      if (difference !== undefined) yield difference.word;
    },
    claim: () => ({ kind: "words", about: "all" }),
  };
}
