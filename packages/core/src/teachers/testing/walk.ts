import type { Wdfsa } from "../../automata/wdfsa.ts";
import { Random } from "../../random.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { EquivalenceTest } from "./test.ts";

/** One step in so many goes off the hypothesis' arcs, to see whether the language goes on where it does not. */
const DETOUR = 20;

/**
 * Random walks on the hypothesis: where it has arcs one of them is taken, so that words stay alive as long as it
 * believes; now and then any letter at all. A walk ends where the hypothesis would accept, with a chance that makes
 * walks about three times as long as it has states, but a hundred letters at most on average.
 */
export function* walks<W>(hypothesis: Wdfsa<W>, count: number, random: Random): Generator<Word> {
  const letters = hypothesis.alphabet.size;
  const stop = 1 / Math.min(100, 3 * hypothesis.size + 2);
  for (let i = 0; i < count; i++) yield walk(hypothesis, letters, stop, random);
}

function lettersFrom<W>({ target, alphabet }: Wdfsa<W>, state: number): Letter[] {
  const letters: Letter[] = [];
  if (state < 0) return letters;
  for (let letter = 0; letter < alphabet.size; letter++) {
    if (target[state * alphabet.size + letter] >= 0) letters.push(letter);
  }
  return letters;
}

function walk<W>(hypothesis: Wdfsa<W>, letters: number, stop: number, random: Random): Word {
  const { algebra, target, finalWeight } = hypothesis;
  const word: Letter[] = [];
  if (letters === 0) return word;
  const longest = Math.ceil(20 / stop);
  for (let state = hypothesis.size === 0 ? -1 : 0; word.length < longest; ) {
    const alive = lettersFrom(hypothesis, state);
    const accepts = state < 0 || !algebra.isZero(finalWeight[state]);
    if (accepts && random.real() < (alive.length === 0 ? 0.5 : stop)) break;
    const astray = alive.length === 0 || random.below(DETOUR) === 0;
    const letter = astray ? random.below(letters) : alive[random.below(alive.length)];
    word.push(letter);
    if (state >= 0) state = target[state * letters + letter];
    // Off the hypothesis there is nothing to steer by: a letter or two more, and the walk is over.
    if (state < 0 && random.below(2) === 0) break;
  }
  return word;
}

export function walkTest(count: number, seed: number): EquivalenceTest {
  return {
    text: `walk:${count}`,
    count: () => count,
    words: (hypothesis, equivalence) => walks(hypothesis, count, new Random(seed, equivalence)),
    claim: () => ({ kind: "words", about: `${count} random walks on the automaton` }),
  };
}
