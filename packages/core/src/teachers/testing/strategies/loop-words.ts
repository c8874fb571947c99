import { outputsOf } from "../../../automata/machine.ts";
import { accessWords } from "../../../automata/minimal/canonical.ts";
import { leastSuffix, leastSuffixes } from "../../../automata/minimal/least-suffixes.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { wholeNumber } from "../../../numbers.ts";
import { Random } from "../../../random.ts";
import type { Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest, withStates } from "../equivalence-test.ts";
import { LinearWords } from "./linear-words.ts";
import { drawLength, FACTOR, LONGEST_LOOP, power } from "./random-words.ts";
import { ShortestPaths } from "./shortest-paths.ts";

/** Rounded weights leave their range on long words, so a factor is repeated at most this often. */
const MOST_ROUNDED = 8;

/** Words with repeated factors have at most this many letters for a hypothesis with so many states. */
function longest(states: number): number {
  return Math.min(LONGEST_LOOP, 3 * states + 12);
}

/** How often a factor is repeated at most. */
function mostTimes(states: number, exact: boolean): number {
  return Math.min(states + 1, exact ? LONGEST_LOOP : MOST_ROUNDED);
}

/**
 * A word that the hypothesis accepts, with factors, or now and then every letter, repeated. An automaton with n states cannot count to n + 1: it goes
 * round a loop. So factors are repeated up to n + 1 times, small numbers as often as large ones on a logarithmic scale.
 */
function pumped(word: Word, states: number, exact: boolean, random: Random): Word {
  const most = mostTimes(states, exact);
  const times = Math.max(2, Math.round(2 * (most / 2) ** random.real()));
  if (random.below(4) === 0) {
    const fitting = Math.max(1, Math.min(times, Math.floor(longest(states) / word.length)));
    return word.flatMap((letter) => power([letter], fitting));
  }
  const start = random.below(word.length);
  const first = { start, end: Math.min(word.length, start + 1 + drawLength(random, FACTOR)) };
  const later = first.end + random.below(word.length - first.end + 1);
  const second = { start: later, end: Math.min(word.length, later + 1 + drawLength(random, FACTOR)) };
  // Equally often, as brackets need it; one more or one less; or only the first factor.
  const other = [times, times, times + 2 * random.below(2) - 1, 1][random.below(4)];
  const repeated = [
    ...word.slice(0, first.start),
    ...power(word.slice(first.start, first.end), times),
    ...word.slice(first.end, second.start),
    ...power(word.slice(second.start, second.end), Math.min(other, most)),
    ...word.slice(second.end),
  ];
  return repeated.slice(0, Math.max(word.length, longest(states)));
}

function* loopingWords<W>(hypothesis: Wdfsa<W>, count: number, random: Random): Generator<Word> {
  const minimal = minimize(hypothesis);
  const { target, size, algebra } = minimal;
  const letters = minimal.alphabet.size;
  const live = Array.from(target, (to, arc) => (to < 0 ? -1 : arc)).filter((arc) => arc >= 0);
  if (live.length === 0) return;
  const access = accessWords(minimal) as Word[];
  const end = endings(minimal, random);
  for (let i = 0; i < count; i++) {
    const arc = live[random.below(live.length)];
    const from = access[Math.floor(arc / letters)];
    yield pumped([...from, arc % letters, ...end(target[arc])], size, algebra.exact, random);
  }
}

/**
 * How a word ends: the least suffix that is accepted. A machine accepts everything, so there it is the way to any state: a
 * loop on the way there and one on the way back may count the same thing.
 */
function endings<W>(minimal: Wdfsa<W>, random: Random): (state: number) => Word {
  const { size: states, target, alphabet } = minimal;
  if (typeof outputsOf(minimal) === "string") {
    const least = leastSuffixes(minimal);
    return (state) => leastSuffix(minimal, least, state);
  }
  const shortest = new ShortestPaths({ states, letters: alphabet.size, target });
  return (state) => shortest.path(state, random.below(states)) ?? [];
}

/**
 * Tests words that go round: a word that the hypothesis accepts, with one or two factors, or all of its letters, repeated
 * up to once more than there are states. It finds out that a language counts: aⁿbⁿ, brackets, aⁿbⁿcⁿ. For a `Wfsa` over a
 * field, a random factor is repeated between a prefix and a suffix of its basis.
 *
 * @example
 * const teacher = functionTeacher({
 *   algebra: boolean,
 *   alphabet: "ab",
 *   weigh: (word) => word.filter((symbol) => symbol === "a").length * 2 === word.length, // as many a's as b's
 *   equivalence: [randomWalks(100), loopWords(100)],
 * });
 * console.log(learn(teacher, { maxStates: 8 }).outcome); // budget
 */
export function loopWords(count: number, seed = 1): EquivalenceTest {
  wholeNumber(count, 1, "loops");
  return {
    text: `loops:${count}`,
    atMost: () => count,
    words(hypothesis, equivalence) {
      const random = new Random(seed, equivalence);
      return (
        LinearWords.of(hypothesis)?.loops(count, random) ??
        loopingWords(withStates(hypothesis, "loops"), count, random)
      );
    },
    claim(hypothesis, terms = LANGUAGE_TERMS) {
      const { algebra, size } = hypothesis;
      const repeating = `${countOf(count, terms.word)} that ${count === 1 ? "repeats" : "repeat"}`;
      if (LinearWords.of(hypothesis) !== undefined) return agreedOn(`${repeating} a short factor`);
      const most = countOf(mostTimes(size, algebra.exact), "time");
      return agreedOn(`${repeating} parts of ${terms.acceptedWord} at most ${most}`);
    },
  };
}
