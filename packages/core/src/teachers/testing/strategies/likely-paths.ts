import { Heap } from "../../../automata/distances/heap.ts";
import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { defaultPrices, type Prices } from "../../../learning/prices.ts";
import { wholeNumber } from "../../../numbers.ts";
import { PrefixTree } from "../../../words/prefix-tree.ts";
import { allWords, type Letter, type Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest, withStates } from "../equivalence-test.ts";
import { power } from "./random-words.ts";
import { ShortestPaths } from "./shortest-paths.ts";
import { budgetOf, isCheaper, lengthened, Spent, type Walked, walkedOn } from "./walked.ts";

/** A round is taken so often: systems count retries, wrong passwords and open windows, and seldom beyond a few. */
const ROUNDS = 6;

/** Leaves every state by every letter, and identifies the state behind it. */
function* everyArc({ roots, letters, target, access, identifying }: Walked): Generator<Word> {
  for (const state of roots) {
    for (let letter = 0; letter < letters; letter++) {
      for (const suffix of identifying(target[state * letters + letter])) {
        yield [...access(state), letter, ...suffix];
      }
    }
  }
}

/**
 * Goes round a loop of one or two letters several times, and identifies the state behind it. Of the loops of two letters, as
 * many as there are arcs: first those whose letters are the only ones that lead the same way.
 */
function* rounds(walked: Walked): Generator<Word> {
  const { roots, letters, target, access, identifying, isSink } = walked;
  /** Letters on which loops begin, and how many ways there are to go round. */
  const begun: { readonly state: number; readonly letter: Letter; readonly ways: number }[] = [];
  for (const state of roots) {
    if (isSink(state)) continue;
    for (let letter = 0; letter < letters; letter++) {
      const next = target[state * letters + letter];
      if (next === state) {
        yield [...access(state), ...power([letter], ROUNDS), ...identifying(state)[0]];
        continue;
      }
      // States are in the order of their access words: the loop is begun where it is nearer.
      if (next < state || next >= roots.length) continue;
      const ways = lettersTo(walked, state, next).length * lettersTo(walked, next, state).length;
      if (ways > 0) begun.push({ state, letter, ways });
    }
  }
  begun.sort((a, b) => a.ways - b.ways);
  let left = roots.length * letters;
  for (const { state, letter } of begun) {
    for (const back of lettersTo(walked, target[state * letters + letter], state)) {
      if (left-- === 0) return;
      yield [...access(state), ...power([letter, back], ROUNDS), ...identifying(state)[0]];
    }
  }
}

function lettersTo({ leading }: Walked, from: number, to: number): readonly Letter[] {
  return leading(from).get(to) ?? [];
}

/** A word that has this many letters goes on to no further path. */
const LONG = 50;
/** All words of one length may cost this share of what paths may cost. */
const SHARE = 0.4;

/** The length for which all words cost at most so much. Where letters cost nothing, and there is only one, every length does: then what so many words cost ends it. */
function shortLength(letters: number, most: number, { word, letter }: Prices): number {
  if (letters === 0) return 0;
  const longest = letter > 0 ? Number.POSITIVE_INFINITY : most / word;
  let length = 0;
  while (length < longest && letters ** (length + 1) * (word + letter * (length + 1)) <= most) length++;
  return length;
}

/** A path from a root, and the state behind it. */
interface Path {
  readonly likelihood: number;
  readonly root: number;
  /** Its letters behind the access word of the root. */
  readonly tail: Word;
  readonly state: number;
}

/** What a path tries: letters behind the access word of a root. */
interface Tried {
  readonly root: number;
  readonly tail: Word;
}

/**
 * The paths from every state, the likeliest first, without end: each is gone on by every letter, and the state behind it is
 * identified. On a machine, the letters that are believed to lead back to where a path ends are tried one after the other in one word.
 */
function* likeliest(walked: Walked): Generator<Tried> {
  const { roots, letters, target, access, identifying, likelihood, machine } = walked;
  const accessTree = new PrefixTree(letters);
  const begins = new Set(roots.map((state) => accessTree.insert(access(state))));
  const heap = new Heap<Path>((a, b) => a.likelihood > b.likelihood);
  for (const root of roots) heap.push({ likelihood: 1, root, tail: [], state: root });
  for (let path = heap.pop(); path !== undefined; path = heap.pop()) {
    const { root, tail, state } = path;
    const likely = likelihood(state, tail.at(-1) ?? access(root).at(-1));
    const back: Letter[] = [];
    for (let letter = 0; letter < letters; letter++) {
      const longer = [...tail, letter];
      const next = target[state * letters + letter];
      // A path that is an access word begins by itself.
      if (!begins.has(accessTree.find([...access(root), ...longer]))) {
        heap.push({ likelihood: path.likelihood * likely[letter], root, tail: longer, state: next });
      }
      if (machine && next === state && tail.length > 1) back.push(letter);
      else for (const suffix of identifying(next)) yield { root, tail: [...longer, ...suffix] };
    }
    if (back.length === 0) continue;
    for (const suffix of identifying(state)) yield { root, tail: [...tail, ...back, ...suffix] };
  }
}

/**
 * Words for what paths try, until they have cost so much. A word of a machine that has tried one path goes on to the next where
 * that is cheaper than a new word.
 */
function* inWords(
  walked: Walked,
  all: Iterable<Tried>,
  { spent, budget, prices }: { readonly spent: Spent; readonly budget: number; readonly prices: Prices },
): Generator<Word> {
  const { states, letters, target, access, machine } = walked;
  const shortest = new ShortestPaths({ states, letters, target });
  const tried = new Spent(walked);
  let word: Word = [];
  let state = 0;
  for (const { root, tail } of all) {
    if (spent.cost >= budget) break;
    const alone = [...access(root), ...tail];
    if (spent.knows(alone) || !tried.on(alone)) continue;
    const goesOn = machine && word.length > 0 && word.length < lengthened(LONG, prices);
    const way = goesOn ? shortest.path(state, root) : undefined;
    if (way !== undefined && isCheaper(way, access(root).length, prices)) {
      word = [...word, ...way, ...tail];
    } else {
      if (word.length > 0 && spent.on(word)) yield word;
      word = alone;
    }
    state = root;
    for (const letter of tail) state = target[state * letters + letter];
  }
  if (word.length > 0 && spent.on(word)) yield word;
}

/**
 * Tests the likeliest paths from every state. First every state is left by every letter, and what is behind is identified; then loops of one and two letters
 * are gone round six times, and all words up to a length are tried for which they are few. Then come the paths from every state in the order of their likelihood,
 * each gone on by every letter, until they have cost `perArc` for each arc of the hypothesis, or as if there were 10 arcs. The words are no random
 * ones: a run always tries the same.
 *
 * @example
 * const teacher = machineTeacher({
 *   kind: "mealy",
 *   alphabet: ["press", "look"],
 *   run: (word) => word.map((_, i) => (word.slice(0, i).filter((x) => x === "press").length < 3 ? "on" : "off")),
 *   equivalence: likelyPaths(80),
 * });
 * console.log(learn(teacher).automaton.size); // 4
 */
export function likelyPaths(perArc: number, prices = defaultPrices): EquivalenceTest {
  wholeNumber(perArc, 1, "paths");
  return {
    text: `paths:${perArc}`,
    *words(hypothesis) {
      const walked = walkedOn(withStates(hypothesis, "paths"));
      if (walked.letters === 0) return;
      const spent = new Spent(walked, prices);
      for (const word of everyArc(walked)) if (spent.on(word)) yield word;
      for (const word of rounds(walked)) if (spent.on(word)) yield word;
      const most = budgetOf(perArc, walked, prices);
      const length = shortLength(walked.letters, SHARE * most, prices);
      for (const word of allWords(walked.letters, length, length)) if (spent.on(word)) yield word;
      const budget = spent.cost + most;
      yield* inWords(walked, likeliest(walked), { spent, budget, prices });
    },
    claim: (hypothesis, terms = LANGUAGE_TERMS) => {
      const walked = walkedOn(withStates(hypothesis, "paths"));
      const { roots, letters } = walked;
      const from = roots.length === 1 ? "its state" : `each of ${countOf(roots.length, "state")}`;
      const short = shortLength(letters, SHARE * budgetOf(perArc, walked, prices), prices);
      const all = `all ${terms.word}s of up to ${countOf(short, terms.letter)}`;
      return agreedOn(
        `${all}, and from ${from} the likeliest paths and loops of one or two ${terms.letter}s, ${ROUNDS} times`,
      );
    },
  };
}
