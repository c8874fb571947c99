import type { Automaton } from "../../automata/convert.ts";
import { machineOf } from "../../automata/machine.ts";
import { trim } from "../../automata/trim.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { countOf } from "../../errors.ts";
import { Random } from "../../random.ts";
import type { Word } from "../../words/word.ts";
import type { EquivalenceTest } from "./equivalence-test.ts";
import { LinearWords } from "./linear-words.ts";
import { DEFAULT_LENGTHS, drawWord } from "./random-words.ts";
import { StateWords } from "./state-words.ts";
import { withStates } from "./with-states.ts";

/** A small hypothesis says little about the language behind it: there are at least this many detours in all. */
const LEAST_DETOURS = 500;

/** How often each state is left by each letter. */
function roundsOf<W>({ size, alphabet }: Automaton<W>, detours: number): number {
  return detours === 0 ? 0 : Math.max(detours, Math.ceil(LEAST_DETOURS / Math.max(1, size * alphabet.size)));
}

/** Is it the zero language? Then there is no state from which a word is accepted, and words are drawn instead. */
function isZero<W>(hypothesis: Wdfsa<W>): boolean {
  return trim(hypothesis).size === 0;
}

/**
 * Tests every state of the hypothesis alike, also those that a random walk hardly reaches. First each state is left by each
 * letter, and identifying suffixes are tried behind it. Then `detours` times over, each state is left by each letter, some
 * more random letters and a suffix: a random form of the Wp-method (Smeenk, Moerman, Vaandrager and Jansen 2015).
 *
 * So the number of words grows with states × letters. On a machine, a word takes several detours one after the other.
 *
 *     functionTeacher({ algebra, alphabet, weigh, equivalence: stateTests(20) });
 */
export function stateTests(detours: number, seed = 1): EquivalenceTest {
  return {
    text: `states:${detours}`,
    atMost(given) {
      const linear = LinearWords.of(given);
      if (linear !== undefined) {
        const rows = Math.max(1, linear.rank * given.alphabet.size);
        return linear.mostComplete(0) + roundsOf(given, detours) * rows;
      }
      const hypothesis = withStates(given, "states");
      const rounds = roundsOf(hypothesis, detours);
      return isZero(hypothesis) ? rounds : new StateWords(hypothesis).atMost(rounds);
    },
    *words(given, equivalence): Generator<Word> {
      const linear = LinearWords.of(given);
      if (linear !== undefined) {
        yield* linear.complete(0);
        yield* linear.detours(roundsOf(given, detours), new Random(seed, equivalence));
        return;
      }
      const hypothesis = withStates(given, "states");
      const random = new Random(seed, equivalence);
      const letters = hypothesis.alphabet.size;
      if (isZero(hypothesis)) {
        for (let i = roundsOf(hypothesis, detours); i > 0; i--)
          yield drawWord(random, letters, DEFAULT_LENGTHS);
        return;
      }
      const words = new StateWords(hypothesis);
      yield* words.everyArc();
      yield* words.detours(roundsOf(hypothesis, detours), random);
    },
    claim(given) {
      const linear = LinearWords.of(given);
      if (linear !== undefined) return { kind: "words", about: linear.aboutStates(roundsOf(given, detours)) };
      const hypothesis = withStates(given, "states");
      const { size, alphabet } = hypothesis;
      if (isZero(hypothesis))
        return { kind: "words", about: countOf(roundsOf(hypothesis, detours), "random word") };
      const form = machineOf(hypothesis)?.kind === "moore" ? " of the Mealy form" : "";
      const each = `each of ${countOf(size, "state")}${form} was left by each of ${countOf(alphabet.size, "letter")}`;
      const rounds = countOf(roundsOf(hypothesis, detours), "time");
      return {
        kind: "words",
        about: `${each}, once with all identifying suffixes and ${rounds} with a random detour`,
      };
    },
  };
}
