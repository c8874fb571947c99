import type { Automaton } from "../../../automata/convert.ts";
import { machineKindOf } from "../../../automata/machine.ts";
import { trim } from "../../../automata/trim.ts";
import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS, type Terms } from "../../../kinds/kind.ts";
import { defaultPrices, type Prices } from "../../../learning/prices.ts";
import { wholeNumber } from "../../../numbers.ts";
import { Random } from "../../../random.ts";
import type { Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest, withStates } from "../equivalence-test.ts";
import { LinearWords } from "./linear-words.ts";
import { DEFAULT_LENGTHS, drawWord } from "./random-words.ts";
import { StateWords } from "./state-words.ts";

/** A small hypothesis says little about the language behind it: there are at least this many detours in all. */
const LEAST_DETOURS = 500;

/** How often each state is left by each letter. */
function roundsOf<W>({ size, alphabet }: Automaton<W>, detours: number): number {
  return detours === 0 ? 0 : Math.max(detours, Math.ceil(LEAST_DETOURS / Math.max(1, size * alphabet.size)));
}

/** The words that test one hypothesis. */
interface Plan {
  readonly atMost: () => number;
  readonly words: (random: Random) => Iterable<Word>;
  readonly about: (terms: Terms) => string;
}

function planFor<W>(given: Automaton<W>, detours: number, prices: Prices): Plan {
  const linear = LinearWords.of(given);
  if (linear !== undefined) {
    const rounds = roundsOf(given, detours);
    return {
      atMost: () => linear.mostComplete(0) + rounds * Math.max(1, linear.rank * given.alphabet.size),
      *words(random) {
        yield* linear.complete(0);
        yield* linear.detours(rounds, random);
      },
      about: () => linear.aboutStates(rounds),
    };
  }
  const hypothesis = withStates(given, "states");
  const { size, alphabet } = hypothesis;
  const rounds = roundsOf(hypothesis, detours);
  // Of the zero language, no state accepts a word.
  if (trim(hypothesis).size === 0)
    return {
      atMost: () => rounds,
      *words(random) {
        for (let i = rounds; i > 0; i--) yield drawWord(random, alphabet.size, DEFAULT_LENGTHS);
      },
      about: ({ word }) => countOf(rounds, `random ${word}`),
    };
  return {
    atMost: () => new StateWords(hypothesis).atMost(rounds),
    *words(random) {
      const words = new StateWords(hypothesis, prices);
      yield* words.everyArc();
      yield* words.detours(rounds, random);
    },
    about({ letter }) {
      const form = machineKindOf(hypothesis) === "moore" ? " of the Mealy form" : "";
      const each = `each of ${countOf(size, "state")}${form} was left by each of ${countOf(alphabet.size, letter)}`;
      return `${each}, once with all identifying suffixes and ${countOf(rounds, "time")} with a random detour`;
    },
  };
}

/**
 * Tests every state of the hypothesis alike, also those that a random walk hardly reaches. First each state is left by each
 * letter, and identifying suffixes are tried behind it. Then `detours` times over, each state is left by each letter, some
 * more random letters and a suffix: a random form of the Wp-method (Smeenk, Moerman, Vaandrager and Jansen 2015).
 *
 * So the number of words grows with states × letters. On a machine, a word takes several detours one after the other.
 *
 * @example
 * const weigh = (word: readonly string[]) => word.length % 3 === 0;
 * const teacher = functionTeacher({ algebra: boolean, alphabet: "ab", weigh, equivalence: stateTests(20) });
 * console.log(learn(teacher).automaton.size); // 3
 */
export function stateTests(detours: number, seed = 1, prices: Prices = defaultPrices): EquivalenceTest {
  wholeNumber(detours, 0, "states");
  return {
    text: `states:${detours}`,
    atMost: (given) => planFor(given, detours, prices).atMost(),
    *words(given, equivalence) {
      yield* planFor(given, detours, prices).words(new Random(seed, equivalence));
    },
    claim: (given, terms = LANGUAGE_TERMS) => agreedOn(planFor(given, detours, prices).about(terms)),
  };
}
