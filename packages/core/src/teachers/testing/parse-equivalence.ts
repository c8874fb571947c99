import { countOf, HankelError, quote } from "../../errors.ts";
import type { Prices } from "../../learning/prices.ts";
import { MAX_QUESTIONS } from "../../limits.ts";
import { Random } from "../../random.ts";
import { countAllWords, type Word } from "../../words/word.ts";
import { askBox, type EquivalenceTest } from "./equivalence-test.ts";
import { stateRegression } from "./regression/search.ts";
import { affordableProof } from "./strategies/affordable-proof.ts";
import { guidedWords } from "./strategies/guided-words.ts";
import { likelyPaths } from "./strategies/likely-paths.ts";
import { breadthFirst, givenWords, shortWords } from "./strategies/listed-words.ts";
import { longTours } from "./strategies/long-tours.ts";
import { loopWords } from "./strategies/loop-words.ts";
import { pac } from "./strategies/pac.ts";
import { randomWalks } from "./strategies/random-walks.ts";
import { DEFAULT_LENGTHS, type Lengths, randomWords } from "./strategies/random-words.ts";
import { sampledWords } from "./strategies/sampled-words.ts";
import { stateTests } from "./strategies/state-tests.ts";
import { wMethod, wpMethod } from "./strategies/w-method.ts";

/** What the tests need to know of the run. */
export interface TestSetting {
  readonly seed: number;
  /** The words of a file, for `words:FILE`. */
  words(file: string): readonly Word[];
  /** Can the target find counterexamples, and is its answer a proof? */
  readonly box: "none" | "counterexamples" | "exact";
  /** Can the target draw words? */
  readonly samples: boolean;
  /** Does the target give its states? No, unless it is said. */
  readonly states?: boolean | undefined;
  /** How many letters there are. If it is given, tests that no run could finish are refused. */
  readonly letters?: number | undefined;
  /** Do answers show the outputs of a machine along the whole word? No, unless it is said. */
  readonly shows?: boolean | undefined;
  /** What words and letters cost, for tests that may cost so much: 1 each, unless it is said. */
  readonly prices?: Prices | undefined;
  /** What words and letters are called in messages; machines have traces of inputs. */
  readonly terms?: { readonly word: string; readonly letter: string } | undefined;
}

interface TestEntry {
  readonly usage: string;
  readonly about: string;
  /** Are there at least as many words as there are of up to so many letters? */
  readonly wordsOfLength?: true;
  make(parameters: readonly string[], setting: TestSetting, seed: number): EquivalenceTest;
}

/** Every test by its name, with its line in the help text. */
const kinds: Readonly<Record<string, TestEntry>> = {
  random: {
    usage: "random:N[,mean=L|max=L]",
    about: "N random words; lengths geometric (mean 10 unless given) or even up to max",
    make: ([count, lengths], _setting, seed) => randomWords(whole(count, 1), lengthsOf(lengths), seed),
  },
  walk: {
    usage: "walk:N",
    about: "N random walks on the hypothesis",
    make: ([count], _setting, seed) => randomWalks(whole(count, 1), seed),
  },
  paths: {
    usage: "paths:N",
    about: "the likeliest paths from every state, and loops; they cost about N for each state and letter",
    make: ([cost], { prices }) => likelyPaths(whole(cost, 1), prices),
  },
  tours: {
    usage: "tours:N",
    about: "long random tours that prefer what was seldom done; they cost about N for each state and letter",
    make: ([cost], { prices }, seed) => longTours(whole(cost, 1), seed, prices),
  },
  proof: {
    usage: "proof:N",
    about: "wp:M for the largest M, 5 at most, that costs no more than N for each state and letter",
    make: ([cost], { shows, prices }) => affordableProof(whole(cost, 1), { shows, prices }),
  },
  states: {
    usage: "states:N",
    about: "every state left by every letter: once with identifying suffixes, N times with random detours",
    make: ([detours], { prices }, seed) => stateTests(whole(detours, 0), seed, prices),
  },
  loops: {
    usage: "loops:N",
    about: "N words that repeat parts of accepted words, up to once more than there are states",
    make: ([count], _setting, seed) => loopWords(whole(count, 1), seed),
  },
  wmethod: {
    usage: "wmethod:M",
    about: "the weighted W-method: complete if the language has at most M states more",
    wordsOfLength: true,
    make: ([extra]) => wMethod(whole(extra, 0)),
  },
  wp: {
    usage: "wp:M",
    about: "the weighted Wp-method: the same with fewer words",
    wordsOfLength: true,
    make: ([extra]) => wpMethod(whole(extra, 0)),
  },
  bfs: {
    usage: "bfs:L",
    about: "every word of up to L letters, shortest first",
    wordsOfLength: true,
    make: ([length]) => breadthFirst(whole(length, 0)),
  },
  short: {
    usage: "short:N",
    about: "every word up to the length for which there are at most N words",
    make: ([count]) => shortWords(whole(count, 1)),
  },
  words: {
    usage: "words:FILE",
    about: "the words of a file, a line each",
    make: ([file], setting) => givenWords(setting.words(file), file),
  },
  samples: {
    usage: "samples:N",
    about: "N words drawn from the target where it can draw, else from the hypothesis as a distribution",
    make: ([count], setting, seed) =>
      sampledWords(whole(count, 1), setting.samples ? "target" : "hypothesis", seed),
  },
  guided: {
    usage: "guided:N",
    about: "N words around the decisions that were closest",
    make: ([count], _setting, seed) => guidedWords(whole(count, 1), seed),
  },
  regression: {
    usage: "regression:N",
    about: "up to N words where the target's states and the hypothesis seem to disagree; needs states",
    make([count], setting) {
      if (setting.states !== true) {
        throw new HankelError(
          "usage",
          'the target gives no states; a black box announces them ("states": n), and for a network --with hidden=NAME names an output',
        );
      }
      return stateRegression(whole(count, 1));
    },
  },
  pac: {
    usage: "pac:E,D[,mean=L|max=L|samples]",
    about: "as many random words as make it wrong on at most E of them, with confidence 1 - D",
    make([epsilon, delta, lengths], setting, seed) {
      if (lengths === "samples" && !setting.samples) {
        throw new HankelError("usage", "the target cannot draw samples");
      }
      const drawn = lengths === "samples" ? lengths : lengthsOf(lengths);
      return pac(share(epsilon), share(delta), drawn, seed);
    },
  },
  box: {
    usage: "box",
    about: "the black box looks for counterexamples itself",
    make(_parameters, setting) {
      if (setting.box === "none") throw new HankelError("usage", "the target cannot find counterexamples");
      return askBox(setting.box === "exact");
    },
  },
};

/**
 * How each test is written and what it does, for a help text.
 *
 * @example
 * console.log(equivalenceUsages.some(({ usage }) => usage.startsWith("wp"))); // true
 */
export const equivalenceUsages: readonly { readonly usage: string; readonly about: string }[] =
  Object.values(kinds);

/**
 * Reads a list of tests such as `walk:200+wp:1`: 200 random walks, then the Wp-method.
 *
 * @example
 * const tests = parseEquivalence("walk:200+wp:1", { seed: 1, words: () => [], box: "none", samples: false });
 * console.log(tests.map(({ text }) => text).join(" ")); // walk:200 wp:1
 */
export function parseEquivalence(text: string, setting: TestSetting): EquivalenceTest[] {
  return text.split("+").map((part, place) => {
    const colon = part.indexOf(":");
    const name = colon < 0 ? part : part.slice(0, colon);
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const known = equivalenceUsages.map(({ usage }) => usage).join(", ");
      throw new HankelError("usage", `there is no equivalence test ${quote(name)}; known are ${known}`);
    }
    const rest =
      colon < 0 ? [] : name === "words" ? [part.slice(colon + 1)] : part.slice(colon + 1).split(",");
    const most = kind.usage.split(",").length - (kind.usage.includes(":") ? 0 : 1);
    try {
      if (rest.length > most) throw new HankelError("usage", `too many parameters`);
      if (kind.usage.includes(":") && (rest[0] ?? "") === "") {
        throw new HankelError("usage", "the parameter is missing");
      }
      // Each part of a chain draws its own words.
      const test = kind.make(rest, setting, new Random(setting.seed, place).bits());
      if (kind.wordsOfLength === true) refuseEndless(name, Number(rest[0]), setting);
      return test;
    } catch (error) {
      if (!(error instanceof HankelError)) throw error;
      throw new HankelError(error.code, `${quote(part)}: ${error.message}; written as ${kind.usage}`, {
        cause: error,
      });
    }
  });
}

/** Refuses a test of more words than a run can ask. */
function refuseEndless(
  name: string,
  length: number,
  { letters, terms = { word: "word", letter: "letter" } }: TestSetting,
): void {
  if (letters === undefined) return;
  const words = countAllWords(letters, length);
  if (words <= MAX_QUESTIONS) return;
  let most = 0;
  while (countAllWords(letters, most + 1) <= MAX_QUESTIONS) most++;
  const count = Number.isFinite(words) ? Math.floor(words * 0.99).toPrecision(2) : "1e308";
  throw new HankelError(
    "usage",
    `it would ask more than ${count} ${terms.word}s over ${countOf(letters, terms.letter)}, and a run asks at most ${MAX_QUESTIONS}; ` +
      `beyond ${name}:${most} there are always too many`,
  );
}

function whole(text: string, least: number): number {
  const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new HankelError("usage", `expected a whole number, ${least} or more, not ${quote(text)}`);
}

function share(text: string | undefined): number {
  const value = /^(?:\d+(?:\.\d+)?|\.\d+)(e-?\d+)?$/iu.test(text ?? "") ? Number(text) : Number.NaN;
  if (value > 0 && value < 1) return value;
  throw new HankelError("usage", `expected a number between 0 and 1, not ${quote(text ?? "")}`);
}

function lengthsOf(text: string | undefined): Lengths {
  if (text === undefined) return DEFAULT_LENGTHS;
  const match = /^(mean|max)=(\d+)$/u.exec(text);
  if (match === null) throw new HankelError("usage", `expected mean=L or max=L, not ${quote(text)}`);
  const length = whole(match[2], 0);
  return match[1] === "mean" ? { mean: length } : { max: length };
}
