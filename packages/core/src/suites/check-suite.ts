import { agree } from "../algebra/margins.ts";
import { HankelError, quote, shortenedApart } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";
import { type Answer, answerOf, type ExaminationQuestion } from "../learning/protocol.ts";
import { growingBatches } from "../teachers/testing/equivalence-test.ts";
import { Batch } from "../words/batch.ts";
import type { Word } from "../words/word.ts";
import { type Expectation, expectationOfSuite } from "./expectation.ts";
import { type Shortened, shorten } from "./shorten.ts";
import {
  ACCEPT,
  isOfMachine,
  REJECT,
  type Speaks,
  type Suite,
  type SuiteTest,
  wordsOfTest,
} from "./suite.ts";

/** A word on which a system answers otherwise than expected, and what both say; answers stand as in `SuiteTest`. */
export interface Deviation {
  /** It ends where the answers differ for the first time. */
  readonly word: Word;
  readonly expected: readonly (string | undefined)[];
  readonly seen: readonly (string | undefined)[];
}

/** A test that failed. */
export interface SuiteFailure extends Deviation {
  /** Its number in the suite, from 0 on. */
  readonly test: number;
}

/** What came of the tests so far. */
export interface SuiteReport {
  readonly suite: Suite;
  /** The tests that were run, failed ones included: numbers from 0 up to this one. */
  readonly run: number;
  /** In the order of the suite. */
  readonly failures: readonly SuiteFailure[];
  /** A failure made as short as possible, once that was done. */
  readonly shortest: (Deviation & Pick<Shortened, "shortness" | "tried">) | undefined;
}

/** How a suite is run. */
export interface CheckOptions {
  /** What is expected on words that are no tests, to make failures shorter; unless given, the suite itself. */
  readonly expectation?: Expectation | undefined;
  /** Go on after a failure. */
  readonly all?: boolean | undefined;
  /** Try at most so many words to make a failure shorter; 200 unless given. */
  readonly shorten?: number | undefined;
}

/** Asks a system about a test, and again about one that failed. It ends with nothing: `report` has what came of it. */
export type SuiteChecking<W, A> = Generator<ExaminationQuestion<W>, null, Answer<A>>;

/** Asks a word once more. */
export type Again<W, A> = (word: Word) => SuiteChecking<W, A>;

/** The first batch is small, so that a failure among the first tests does not cost many others. */
const FIRST_BATCH = 16;
const LARGEST_BATCH = 2048;

const SHORTEN = 200;

/**
 * Runs a suite on a system that answers with a kind of answers: a generator of questions, as the examination of a conjecture is. After a
 * failure the rest of its batch is still judged, because it was asked; then it ends, unless all tests are wanted.
 */
export class SuiteCheck<W, A> {
  readonly #kind: Kind<W, A>;
  readonly #suite: Suite;
  readonly #expectation: Expectation;
  readonly #all: boolean;
  readonly #shorten: number;
  #run = 0;
  #failures: SuiteFailure[] = [];
  #shortest: SuiteReport["shortest"];
  /** The words of failures that were asked again. */
  readonly #confirmed = new Set<string>();

  constructor(kind: Kind<W, A>, suite: Suite, options: CheckOptions = {}) {
    const { expectation = expectationOfSuite(suite), all = false, shorten: most = SHORTEN } = options;
    refuseOther(kind, suite);
    this.#kind = kind;
    this.#suite = suite;
    this.#expectation = expectation;
    this.#all = all;
    this.#shorten = most;
  }

  get report(): SuiteReport {
    const [suite, run, failures, shortest] = [this.#suite, this.#run, this.#failures, this.#shortest];
    return { suite, run, failures: [...failures], shortest };
  }

  /** `again` asks a word of a failure once more, and throws if its answer is another one. */
  *questions(again: Again<W, A>): SuiteChecking<W, A> {
    this.#run = 0;
    this.#failures = [];
    this.#shortest = undefined;
    this.#confirmed.clear();
    const { tests } = this.#suite;
    // Batches are of words, and a test of a language stands for several: each belongs to the test that it is the last word of.
    const places = tests.flatMap((test, place) =>
      wordsOfTest(this.#suite, test).map((word) => ({ word, place })),
    );
    let from = 0;
    for (const words of growingBatches(
      places.map(({ word }) => word),
      FIRST_BATCH,
      LARGEST_BATCH,
    )) {
      const answers = yield* this.#ask(words);
      for (let i = 0; i < words.length; i++) {
        const { place } = places[from + i];
        if (this.#failures.at(-1)?.test === place) continue;
        const deviation = this.#deviation(words[i], answers[i]);
        if (deviation === undefined) continue;
        yield* this.#confirm(deviation.word, again);
        this.#failures.push({ test: place, ...deviation });
      }
      from += words.length;
      this.#run = from < places.length ? places[from].place : tests.length;
      if (this.#failures.length > 0 && !this.#all) break;
    }
    if (this.#failures.length > 0 && this.#shorten > 0) yield* this.#makeShorter(again);
    return null;
  }

  /** Many tests may fail in the same way: a word is asked again once. */
  *#confirm(word: Word, again: Again<W, A>): SuiteChecking<W, A> {
    if (!this.#confirmed.has(word.join())) yield* again(word);
    this.#confirmed.add(word.join());
    return null;
  }

  *#makeShorter(again: Again<W, A>): SuiteChecking<W, A> {
    const length = (failure: Deviation) => failure.word.length;
    const least = this.#failures.reduce((best, one) => (length(one) < length(best) ? one : best));
    this.#shortest = { ...least, shortness: "unfinished", tried: 0 };
    const deviations = new Map<string, Deviation>();
    const { tellsPrefixes } = this.#kind;
    const shortening = shorten(this.#expectation, least.word, { most: this.#shorten, tellsPrefixes });
    let step = shortening.next();
    while (step.done !== true) {
      const words = step.value;
      const answers = yield* this.#ask(words);
      const found = words.map((word, i) => this.#deviation(word, answers[i]));
      for (const one of found) if (one !== undefined) deviations.set(one.word.join(), one);
      step = shortening.next(found.map((one) => one?.word.length));
    }
    const { word, ...rest } = step.value;
    const deviation = deviations.get(word.join());
    // What was found on the way may be an error of the moment, as the first failure may.
    if (deviation !== undefined) yield* this.#confirm(word, again);
    this.#shortest = { ...(deviation ?? least), ...rest };
    return null;
  }

  /** A budget may allow only some of the words of a batch. */
  *#ask(words: readonly Word[]): Generator<ExaminationQuestion<W>, A[], Answer<A>> {
    const order = [...words.keys()];
    if (this.#kind.tellsPrefixes) order.sort((a, b) => words[b].length - words[a].length);
    const answers = new Array<A>(words.length);
    for (let done = 0; done < order.length; ) {
      const left = order.slice(done);
      const { weights } = answerOf(
        "weights",
        yield { kind: "test", batch: Batch.of(left.map((i) => words[i])) },
      );
      if (weights.length === 0) throw new HankelError("teacher", "asked for answers, got none");
      left.slice(0, weights.length).forEach((place, i) => {
        answers[place] = weights[i];
      });
      done += weights.length;
    }
    return answers;
  }

  /** Where an answer differs from what is expected for the first time; undefined if it does not. */
  #deviation(word: Word, answer: A): Deviation | undefined {
    const { after, speaks } = this.#expectation;
    const isMachine = isOfMachine(this.#suite);
    const outputs = isMachine ? (this.#kind.write(answer) as readonly string[]) : [];
    const before = speaks === "mealy" ? 1 : 0;
    const lengths = isMachine ? outputs.map((_, place) => place + before) : [word.length];
    for (const length of lengths) {
      const prefix = word.slice(0, length);
      const wanted = after(prefix);
      if (wanted === undefined) continue;
      const seen = isMachine ? outputs[length - before] : this.#written(answer);
      if (isMachine ? seen === wanted : this.#agrees(prefix, wanted, answer)) continue;
      const places = Array.from({ length: length + 1 - before }, (_, place) => place);
      return {
        word: prefix,
        expected: places.map((place) =>
          isMachine || place === length ? after(word.slice(0, place + before)) : undefined,
        ),
        seen: isMachine
          ? outputs.slice(0, places.length)
          : places.map((place) => (place === length ? seen : undefined)),
      };
    }
    return undefined;
  }

  /** An answer that is no run, as suites write it. */
  #written(answer: A): string {
    const { algebra } = this.#kind;
    const weight = this.#weight(answer);
    if (this.#suite.speaks !== "acceptor") return algebra.format(weight);
    return algebra.isZero(weight) ? REJECT : ACCEPT;
  }

  #weight(answer: A): W {
    const { weight } = this.#kind;
    if (weight === undefined) throw unlike(this.#kind, this.#suite);
    return weight.call(this.#kind, answer);
  }

  #agrees(word: Word, wanted: string, answer: A): boolean {
    if (this.#suite.speaks === "acceptor") return this.#written(answer) === wanted;
    const { algebra } = this.#kind;
    return agree(algebra, algebra.parse(wanted), this.#weight(answer), word.length + 1);
  }
}

/**
 * Says that a system answered a word twice, and differently: which symbol it was, both answers, and what usually causes it.
 */
export function unsteadySentence<W, A>(
  { kind, alphabet }: { readonly kind: Kind<W, A>; readonly alphabet: Suite["alphabet"] },
  word: Word,
  [first, second]: readonly [A, A],
): string {
  const causes =
    "what usually causes this is a session or a database that is not reset before each test, time and load, random numbers, or " +
    "somebody else who uses the same system; --repeat 3 takes the majority of three answers";
  const named = alphabet.show(word, kind.terms);
  const twice = ([one, other]: readonly string[]) =>
    `${quote(one)}, and when it was asked again ${quote(other)}`;
  const [before, now] = [first, second].map((answer) => kind.write(answer));
  if (kind.header.machine === undefined || !Array.isArray(before) || !Array.isArray(now))
    return `the target is not deterministic: ${named} was answered by ${twice([first, second].map((one) => kind.format(one)))}; ${causes}`;
  const place = before.findIndex((output, i) => output !== now[i]);
  const letter = place - (kind.header.machine === "moore" ? 1 : 0);
  const at =
    letter < 0
      ? "its first output"
      : `the output for input ${letter + 1}, ${alphabet.symbols[word[letter]]},`;
  const outputs = shortenedApart([String(before[place]), String(now[place])]);
  return `the target is not deterministic: in the trace ${named} ${at} was ${twice(outputs)}; ${causes}`;
}

/** The same tests over another alphabet, which has all of their symbols. */
export function suiteOver(suite: Suite, alphabet: Suite["alphabet"]): Suite {
  const letters = alphabet.word(suite.alphabet.symbols);
  const carried = ({ word, expected }: SuiteTest): SuiteTest => ({
    word: word.map((letter) => letters[letter]),
    expected,
  });
  return { ...suite, alphabet, tests: suite.tests.map(carried) };
}

/** The same expectation over another alphabet, which has all of its symbols; nothing is expected on words with others. */
export function expectationOver(expectation: Expectation, alphabet: Suite["alphabet"]): Expectation {
  const letters = alphabet.word(expectation.alphabet.symbols);
  const own = new Map(letters.map((letter, i) => [letter, i]));
  const known = (word: Word) => word.every((letter) => own.has(letter));
  const back = (word: Word) => word.map((letter) => own.get(letter) ?? 0);
  return {
    ...expectation,
    alphabet,
    after: (word) => (known(word) ? expectation.after(back(word)) : undefined),
    shortcuts: (word) =>
      known(word)
        ? expectation.shortcuts(back(word)).map((each) => each.map((letter) => letters[letter]))
        : [],
  };
}

/** What a suite is about must be what the system answers with. */
function refuseOther<W, A>(kind: Kind<W, A>, suite: Pick<Suite, "speaks" | "semifield">): void {
  if (speaksOf(kind) === suite.speaks && (suite.speaks !== "weights" || alike(kind.algebra, suite.semifield)))
    return;
  throw unlike(kind, suite);
}

function speaksOf<W, A>({ header, weight, algebra }: Kind<W, A>): Speaks | undefined {
  if (header.machine !== undefined) return header.machine;
  if (weight === undefined) return undefined;
  return algebra.name === "boolean" ? "acceptor" : "weights";
}

/** Rounded weights can be compared whatever their tolerances are; a suite that was read from a file does not name its semifield. */
function alike({ name, exact }: Kind<unknown>["algebra"], semifield: string | undefined): boolean {
  const base = (text: string) => (exact ? text : text.replace(/:.*/su, ""));
  return semifield === undefined || base(semifield) === base(name);
}

const ABOUT: Readonly<Record<Speaks, string>> = {
  mealy: "a Mealy machine",
  moore: "a Moore machine",
  acceptor: "a language: words are accepted or not",
  weights: "weights of words",
};

function unlike<W, A>(
  kind: Kind<W, A>,
  { speaks, semifield }: Pick<Suite, "speaks" | "semifield">,
): HankelError {
  const own = `the tests are about ${ABOUT[speaks]}${semifield === undefined ? "" : ` over ${semifield}`}`;
  return new HankelError("usage", `${own}, and the target is ${kind.describe()}`);
}
