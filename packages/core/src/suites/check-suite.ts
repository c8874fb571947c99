import { agree } from "../algebra/margins.ts";
import { HankelError, quote, shortenedApart } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";
import { type Answer, answerOf, type ExaminationQuestion } from "../learning/protocol.ts";
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
  /** How many tests were run, from the first one on; where a limit cut a batch short, later ones may have failed, too. */
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
  /** How many words the system answers at the same time: no batch has fewer. */
  readonly lanes?: number | undefined;
  /** A clock, in milliseconds: a slow system is asked few words at a time. */
  readonly now?: (() => number) | undefined;
}

/** Asks a system about a test, and again about one that failed. It ends with nothing: `report` has what came of it. */
export type SuiteChecking<W, A> = Generator<ExaminationQuestion<W>, null, Answer<A>>;

/** Asks a word once more. */
export type Again<W, A> = (word: Word) => SuiteChecking<W, A>;

/** Batches are small at first, so that a failure among the first tests does not cost many others; each is at most twice as large as the last. */
const SMALLEST_BATCH = 4;
const LARGEST_BATCH = 2048;
/** A batch should not take longer than this, in milliseconds: whoever waits for a failure waits for the rest of its batch. */
const LONGEST = 2000;

const SHORTEN = 200;

/**
 * Runs a suite on a system that answers with a kind of answers: a generator of questions, as the examination of a conjecture is. Every test is
 * judged when its batch is answered, or as much of it as a budget allowed. After a failure the rest of its batch is judged, because it was asked;
 * then it ends, unless all tests are wanted.
 */
export class SuiteCheck<W, A> {
  readonly #kind: Kind<W, A>;
  readonly #suite: Suite;
  readonly #expectation: Expectation;
  readonly #all: boolean;
  readonly #shorten: number;
  readonly #lanes: number;
  readonly #now: () => number;
  /** The words of the tests: a test of a language stands for several, and is over with the last of them. */
  readonly #words: readonly { readonly word: Word; readonly test: number }[];
  /** How many of the words were judged. */
  #judged = 0;
  #failures: SuiteFailure[] = [];
  #shortest: SuiteReport["shortest"];
  /** The words of failures that were asked again. */
  readonly #confirmed = new Set<string>();

  constructor(kind: Kind<W, A>, suite: Suite, options: CheckOptions = {}) {
    const { expectation = expectationOfSuite(suite), all = false, shorten: most = SHORTEN } = options;
    const { lanes = 1, now = () => 0 } = options;
    refuseOther(kind, suite);
    this.#lanes = Math.max(SMALLEST_BATCH, Math.min(lanes, LARGEST_BATCH));
    this.#now = now;
    this.#words = suite.tests.flatMap((test, place) =>
      wordsOfTest(suite, test).map((word) => ({ word, test: place })),
    );
    this.#kind = kind;
    this.#suite = suite;
    this.#expectation = expectation;
    this.#all = all;
    this.#shorten = most;
  }

  get report(): SuiteReport {
    const [suite, failures, shortest] = [this.#suite, this.#failures, this.#shortest];
    const run = this.#words.at(this.#judged)?.test ?? suite.tests.length;
    return { suite, run, failures: [...failures], shortest };
  }

  /** `again` asks a word of a failure once more, and throws if its answer is another one. */
  *questions(again: Again<W, A>): SuiteChecking<W, A> {
    this.#judged = 0;
    this.#failures = [];
    this.#shortest = undefined;
    this.#confirmed.clear();
    let size = this.#lanes;
    while (this.#judged < this.#words.length && !this.#isOver) {
      const began = this.#now();
      const words = this.#words.slice(this.#judged, this.#judged + size).map(({ word }) => word);
      for (const answer of yield* this.#askSome(words)) {
        const failure = this.#judge(answer);
        if (failure !== undefined) yield* this.#confirm(failure.word, again);
        this.#note(failure);
      }
      const share = LONGEST / Math.max(1, this.#now() - began);
      size = Math.max(this.#lanes, Math.min(Math.floor(size * Math.min(2, share)), LARGEST_BATCH));
    }
    if (this.#failures.length > 0 && this.#shorten > 0) yield* this.#makeShorter(again);
    return null;
  }

  /** Judges what was answered although the run ended before its batch: a limit or the caller ended it. Nothing is asked again. */
  judgeKnown(answerTo: (word: Word) => A | undefined): void {
    if (this.#isOver) return;
    const rest = this.#words.slice(this.#judged, this.#judged + LARGEST_BATCH);
    let isEach = true;
    for (const { word, test } of rest) {
      const answer = answerTo(word);
      isEach &&= answer !== undefined;
      if (answer === undefined) continue;
      const failure = this.#judge(answer, { word, test });
      if (failure !== undefined) this.#failures.push(failure);
      if (isEach) this.#judged++;
    }
  }

  get #isOver(): boolean {
    return this.#failures.length > 0 && !this.#all;
  }

  /** The failure that an answer to the next word shows; a test fails once. */
  #judge(answer: A, { word, test } = this.#words[this.#judged]): SuiteFailure | undefined {
    if (this.#failures.at(-1)?.test === test) return undefined;
    const deviation = this.#deviation(word, answer);
    return deviation && { test, ...deviation };
  }

  #note(failure: SuiteFailure | undefined): void {
    this.#judged++;
    if (failure !== undefined) this.#failures.push(failure);
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

  /** The answers to the first words of a batch: a budget may allow only some of them. */
  *#askSome(words: readonly Word[]): Generator<ExaminationQuestion<W>, readonly A[], Answer<A>> {
    const { weights } = answerOf("weights", yield { kind: "test", batch: Batch.of(words) });
    if (weights.length === 0) throw new HankelError("teacher", "asked for answers, got none");
    return Array.from(weights);
  }

  /** The answers to all words, the longest first where an answer tells prefixes. */
  *#ask(words: readonly Word[]): Generator<ExaminationQuestion<W>, A[], Answer<A>> {
    const order = [...words.keys()];
    if (this.#kind.tellsPrefixes) order.sort((a, b) => words[b].length - words[a].length);
    const answers = new Array<A>(words.length);
    for (let done = 0; done < order.length; ) {
      const left = order.slice(done);
      const some = yield* this.#askSome(left.map((i) => words[i]));
      some.forEach((answer, i) => {
        answers[left[i]] = answer;
      });
      done += some.length;
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

const isMachineLike = (speaks: Speaks) => speaks === "mealy" || speaks === "moore";

function unlike<W, A>(
  kind: Kind<W, A>,
  { speaks, semifield }: Pick<Suite, "speaks" | "semifield">,
): HankelError {
  const own = `the tests are about ${ABOUT[speaks]}${semifield === undefined ? "" : ` over ${semifield}`}`;
  const lacks =
    isMachineLike(speaks) && kind.algebra.name === "free-group"
      ? "; a machine has a transition for every state and input"
      : "";
  return new HankelError("usage", `${own}, and the target is ${kind.describe()}${lacks}`);
}
