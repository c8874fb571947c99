import { leastSuffix, leastSuffixes } from "../../../automata/minimal/least-suffixes.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { wholeNumber } from "../../../numbers.ts";
import { Random } from "../../../random.ts";
import type { Letter, Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest, withStates } from "../equivalence-test.ts";
import { LinearWords } from "./linear-words.ts";
import { ANY_LETTER, LONGEST_WALK, meanWalk } from "./random-words.ts";

/** A walk turns to an end when it is so many times as long as it should be on average. */
const TAIL = 20;

function walk<W>(hypothesis: Wdfsa<W>, end: (state: number) => Word, random: Random): Word {
  const { algebra, target, finalWeight } = hypothesis;
  const letters = hypothesis.alphabet.size;
  const word: Letter[] = [];
  if (letters === 0) return word;
  const all = Array.from({ length: letters }, (_, letter) => letter);
  const mean = meanWalk(hypothesis.size);
  const most = Math.min(LONGEST_WALK, TAIL * mean);
  for (let state = hypothesis.size === 0 ? -1 : 0; ; ) {
    if (word.length >= most) return state < 0 ? word : [...word, ...end(state)];
    const alive = state < 0 ? [] : all.filter((letter) => target[state * letters + letter] >= 0);
    const accepts = state < 0 || !algebra.isZero(finalWeight[state]);
    if (accepts && random.real() < (alive.length === 0 ? 0.5 : 1 / mean)) break;
    const leave = alive.length === 0 || random.below(ANY_LETTER) === 0;
    const letter = leave ? random.below(letters) : alive[random.below(alive.length)];
    word.push(letter);
    if (state >= 0) state = target[state * letters + letter];
    // Off the hypothesis nothing steers the walk: it ends after a letter or two.
    if (state < 0 && random.below(2) === 0) break;
  }
  return word;
}

/**
 * Tests random walks on the hypothesis. A walk follows the arcs of the hypothesis, and now and then takes any letter at
 * all. It may end where the hypothesis accepts, with a probability that makes it about three times as long as there are
 * states, but at most a hundred letters on average. Where few states accept, it would go on and on: after `LONGEST_WALK`
 * letters it takes the shortest way to an accepting state. A `Wfsa` over a field has no single path to follow: there the
 * words are random, over letters that have arcs.
 *
 * @example
 * const weigh = (word: readonly string[]) => word.length % 3 === 0;
 * const teacher = functionTeacher({ algebra: boolean, alphabet: "ab", weigh, equivalence: randomWalks(200) });
 * console.log(learn(teacher).automaton.size); // 3
 */
export function randomWalks(count: number, seed = 1): EquivalenceTest {
  wholeNumber(count, 1, "walk");
  return {
    text: `walk:${count}`,
    count: () => count,
    *words(hypothesis, equivalence) {
      const random = new Random(seed, equivalence);
      const linear = LinearWords.of(hypothesis);
      if (linear !== undefined) {
        yield* linear.walks(count, random);
        return;
      }
      // A state that accepts nothing would keep a walk to the end, so there must be none.
      const minimal = minimize(withStates(hypothesis, "walk"));
      const least = leastSuffixes(minimal);
      const end = (state: number) => leastSuffix(minimal, least, state);
      for (let i = 0; i < count; i++) yield walk(minimal, end, random);
    },
    claim: (hypothesis, terms = LANGUAGE_TERMS) =>
      agreedOn(
        LinearWords.of(hypothesis) === undefined
          ? `${countOf(count, "random walk")} on the ${terms.automaton}`
          : `${countOf(count, "random word")} over the letters of the automaton`,
      ),
  };
}
