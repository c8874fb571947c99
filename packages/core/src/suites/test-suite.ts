import type { Automaton } from "../automata/convert.ts";
import { countOf, grouped, HankelError } from "../errors.ts";
import { wholeNumber } from "../numbers.ts";
import { Random } from "../random.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { convergentTests } from "./convergent-tests.ts";
import { randomWords, stateCover, transitionCover, tuplePaths } from "./coverings.ts";
import { identifyingTests } from "./identifying.ts";
import { formatSuiteMethod, parseSuiteMethod, type SuiteMethod } from "./method.ts";
import { type Subject, subjectOf } from "./subject.ts";
import { isOfMachine, type Suite, type SuiteTest } from "./suite.ts";
import type { Walk } from "./walk.ts";

/** What a suite is made of. */
export interface SuiteOptions {
  /** `cover`, `states`, `w`, `wp`, `hsi`, `spy`, `tuples:2`, `random:100`; the default is `wp`. */
  readonly method?: string | undefined;
  /** How many states more the system may have, for `w`, `wp`, `hsi` and `spy`: the default is 0. */
  readonly extra?: number | undefined;
  /** For `random`: another seed, other words. */
  readonly seed?: number | undefined;
  /** A suite of more words is refused: the default is a million. */
  readonly maxTests?: number | undefined;
}

const MAX_TESTS = 1_000_000;

/**
 * Tests of a system against a model, a machine or an automaton; no test begins another.
 *
 * `w`, `wp`, `hsi` and `spy` are complete: a system that passes, and has at most as many states more than the minimal model as
 * `extra` says, is right. Their sizes grow with the number of letters to the power of `extra` + 1.
 *
 * @example
 * const alphabet = new Alphabet(["press", "wait"]);
 * const lamp = machineToWdfsa({ kind: "mealy", alphabet, target: [1, 0, 0, 1], output: ["on", "dark", "off", "light"] });
 * const { tests } = testSuite(lamp, { method: "cover" });
 * console.log(tests.map(({ word }) => alphabet.format(word)).join(", ")); // wait, press press, press wait
 * console.log(tests[1].expected.join(" ")); // on off
 */
export function testSuite<W>(automaton: Automaton<W>, options: SuiteOptions = {}): Suite {
  const { extra, seed = 1, maxTests = MAX_TESTS } = options;
  const method = parseSuiteMethod(options.method ?? "wp");
  wholeNumber(maxTests, 1, "the largest number of tests");
  if (extra !== undefined) {
    wholeNumber(extra, 0, "the number of extra states");
    if (!("extra" in method)) {
      throw new HankelError(
        "usage",
        `extra states are for the methods w, wp, hsi and spy, not for ${formatSuiteMethod(method)}`,
      );
    }
  }
  const chosen = "extra" in method ? { ...method, extra: extra ?? method.extra } : method;
  const subject = subjectOf(automaton);
  const gathered = new Gathered(subject, maxTests);
  for (const word of wordsOf(subject, chosen, seed, gathered)) gathered.add(word);
  const { speaks, semifield, alphabet, notes } = subject;
  return { speaks, semifield, alphabet, method: formatSuiteMethod(chosen), tests: gathered.tests(), notes };
}

function* wordsOf(subject: Subject, method: SuiteMethod, seed: number, gathered: Gathered): Generator<Word> {
  if (subject.linear !== undefined && !["w", "wp", "random"].includes(method.name)) {
    throw new HankelError(
      "unsupported",
      `the method ${method.name} follows states, and this automaton is nondeterministic: w, wp and random are for it, too`,
    );
  }
  switch (method.name) {
    case "states":
      yield* stateCover(subject);
      break;
    case "cover":
      yield* transitionCover(subject);
      break;
    case "tuples":
      for (const path of tuplePaths(subject, method.k)) yield* everyPrefix(path, subject, method.k);
      break;
    case "random":
      yield* drawn(subject, method.count, new Random(seed), gathered);
      break;
    case "spy":
      yield* convergentTests(complete(subject), subject.identification, method.extra, gathered.counter());
      break;
    default:
      yield* identifyingTests(subject, method.name, method.extra);
  }
}

/** The states of a machine without missing transitions, which SPY is for. */
function complete({ speaks, minimal, walk }: Subject): Walk {
  if (!isOfMachine({ speaks })) {
    const advice = "w, wp and hsi are for automata, too";
    throw new HankelError("unsupported", `the method spy is for Mealy and Moore machines: ${advice}`);
  }
  const { order, letters, target } = walk;
  const arcs = order.flatMap((state) =>
    Array.from({ length: letters }, (_, letter) => state * letters + letter),
  );
  if (arcs.some((arc) => target[arc] < 0)) {
    const advice = "w, wp and hsi are for such models, too";
    throw new HankelError("unsupported", `the method spy needs a model with all transitions: ${advice}`);
  }
  return minimal;
}

/** A machine shows its outputs on the way; a language is asked behind every transition. */
function* everyPrefix(path: Word, { speaks }: Subject, from: number): Generator<Word> {
  if (isOfMachine({ speaks })) yield path;
  else
    for (let length = Math.min(from, path.length); length <= path.length; length++)
      yield path.slice(0, length);
}

/** So many draws for each test: a small language may have too few words. */
const DRAWS = 50;

/** Draws until there are so many tests of which none begins another. */
function* drawn(subject: Subject, count: number, random: Random, gathered: Gathered): Generator<Word> {
  let draws = DRAWS * count;
  let found = 0;
  for (const word of randomWords(subject, random)) {
    if (draws-- === 0) return;
    if (!gathered.isNew(word)) continue;
    yield word;
    if (++found === count) return;
  }
}

/** The words of a suite, and which of them begins another. */
class Gathered {
  readonly #subject: Subject;
  readonly #most: number;
  readonly #tree: PrefixTree;
  /** The nodes of the words, in their order. */
  readonly #nodes = new Set<number>();

  constructor(subject: Subject, most: number) {
    this.#subject = subject;
    this.#most = most;
    this.#tree = new PrefixTree(subject.alphabet.size);
  }

  /** Does a word neither begin one that is here, nor go on from one? */
  isNew(word: Word): boolean {
    const node = this.#tree.find(word);
    if (node >= 0) return node === 0 && this.#nodes.size === 0;
    for (let length = 0; length < word.length; length++) {
      if (this.#nodes.has(this.#tree.find(word.slice(0, length)))) return false;
    }
    return true;
  }

  add(word: Word): void {
    const answered = this.#subject.answered(word);
    this.#nodes.add(this.#tree.insert(answered));
    this.#limit(this.#nodes.size);
  }

  /** Counts words before they are added. */
  counter(): () => void {
    let words = 0;
    return () => this.#limit(++words);
  }

  #limit(words: number): void {
    if (words <= this.#most) return;
    throw new HankelError(
      "budget",
      `the suite has more than ${countOf(this.#most, "word").replace(/\d+/u, grouped)}: take fewer extra states or a cheaper method, or allow more`,
    );
  }

  /** The words that begin no other, each with the answers to its prefixes that are words, too, and in no test before. */
  tests(): SuiteTest[] {
    const tree = this.#tree;
    const inner = new Uint8Array(tree.size);
    for (let node = 1; node < tree.size; node++) inner[tree.parent(node)] = 1;
    const looked = new Set<number>();
    const tests: SuiteTest[] = [];
    for (const leaf of this.#nodes) {
      if (inner[leaf] === 1) continue;
      const looks = new Set<number>();
      for (let node = leaf; node >= 0; node = tree.parent(node)) {
        if (!this.#nodes.has(node) || looked.has(node)) continue;
        looked.add(node);
        looks.add(tree.depth(node));
      }
      const word = tree.word(leaf);
      // A machine that reads nothing and writes nothing is not tested.
      const expected = this.#subject.expected(word, (length) => looks.has(length));
      if (expected.length > 0) tests.push({ word, expected });
    }
    return tests;
  }
}
