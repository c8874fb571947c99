import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { defaultPrices, type Prices } from "../../../learning/prices.ts";
import { wholeNumber } from "../../../numbers.ts";
import { Random } from "../../../random.ts";
import { getOrAdd } from "../../../words/collections.ts";
import type { Letter, Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest, withStates } from "../equivalence-test.ts";
import { LetterDraw } from "./letter-draw.ts";
import { StateWords } from "./state-words.ts";
import { remembered } from "./states-apart.ts";
import { AGAIN, budgetOf, lengthened, Spent, type Walked, walkedOn } from "./walked.ts";

/** A tour has so many letters behind the word that leads to its first state, and more where words are dear. */
const TOUR = 40;
/** A letter that leads to a sink, where a tour ends, is less likely by this factor. */
const INTO_SINK = 0.3;
/** One half of what they may cost goes to random detours. */
const HALF = 0.5;
/** Every state is left by every letter so often at most. */
const MOST_ROUNDS = 1000;
/** A hypothesis whose tours are known so often in a row has no new ones. */
const STALE = 200;

function* toursOn(walked: Walked, length: number, random: Random): Generator<Word> {
  const { roots, letters, target, access, identifying, likelihood, isSink } = walked;
  const living = roots.filter((state) => !isSink(state));
  const sinking = (state: number, letter: Letter) =>
    isSink(target[state * letters + letter]) ? INTO_SINK : 1;
  const drawing = remembered(
    (state) => new LetterDraw(likelihood(state, undefined).map((of, letter) => of * sinking(state, letter))),
  );
  /** The letters that were drawn in a place: the last two arcs, or the state before there are any. */
  const drawn = new Map<number, Letter[]>();
  const places = target.length + walked.states;
  for (let tour = 0; ; tour++) {
    let state = living[tour % living.length];
    const word = [...access(state)];
    let [earlier, last] = [0, target.length + state];
    for (let steps = 0; steps < length && !isSink(state); steps++) {
      const here = getOrAdd(drawn, earlier * places + last, () => []);
      const draw = drawing(state);
      const before = word.at(-1);
      const unusual = [...new Set(before === undefined ? here : [...here, before])]
        .sort((a, b) => a - b)
        .map((letter) => {
          const likely = draw.usual(letter) + (letter === before ? AGAIN * sinking(state, letter) : 0);
          return { letter, likelihood: likely / (1 + here.filter((other) => other === letter).length) };
        });
      const letter = draw.draw(unusual, random);
      here.push(letter);
      word.push(letter);
      [earlier, last] = [last + 1, state * letters + letter];
      state = target[last];
    }
    if (isSink(state)) word.push(random.below(letters));
    const suffixes = identifying(state);
    yield [...word, ...suffixes[random.below(suffixes.length)]];
  }
}

/**
 * Tests random detours, as `stateTests` does, and long random tours, for half of the cost each. Tours start in every state in turn, draw successors rather than letters, so that they stay away
 * from a sink to which most letters lead, and prefer what was seldom done after the two arcs before. All this costs `perArc` for each arc of the
 * hypothesis, or as if there were 10 arcs. Where words are dear, tours are longer.
 *
 * @example
 * const teacher = machineTeacher({
 *   kind: "mealy",
 *   alphabet: ["press", "look"],
 *   run: (word) => word.map((_, i) => (word.slice(0, i).filter((x) => x === "press").length < 3 ? "on" : "off")),
 *   equivalence: longTours(50),
 * });
 * console.log(learn(teacher).automaton.size); // 4
 */
export function longTours(perArc: number, seed = 1, prices: Prices = defaultPrices): EquivalenceTest {
  wholeNumber(perArc, 1, "tours");
  const length = lengthened(TOUR, prices);
  return {
    text: `tours:${perArc}`,
    *words(hypothesis, equivalence) {
      const walked = walkedOn(withStates(hypothesis, "tours"));
      if (walked.letters === 0) return;
      const budget = budgetOf(perArc, walked, prices);
      const spent = new Spent(walked, prices);
      const states = new StateWords(withStates(hypothesis, "tours"), prices);
      for (const word of states.detours(MOST_ROUNDS, new Random(seed, equivalence))) {
        if (spent.cost >= HALF * budget) break;
        if (spent.on(word)) yield word;
      }
      let stale = 0;
      for (const word of toursOn(walked, length, new Random(seed, equivalence))) {
        stale = spent.on(word) ? 0 : stale + 1;
        if (stale === 0) yield word;
        if (spent.cost >= budget || stale === STALE) return;
      }
    },
    claim: (_, { letter } = LANGUAGE_TERMS) =>
      agreedOn(`random detours, and tours of up to ${countOf(length, letter)}`),
  };
}
