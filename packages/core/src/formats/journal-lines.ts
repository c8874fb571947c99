/**
 * The lines of a journal, one JSON object each: a header, then what happened in the order in which it was asked. This
 * file knows the lines; who keeps them on a disk is no concern of it, so that the browser can read them too.
 */

import { freeGroup, freeWord, generatorName, generatorsIn } from "../algebra/free-group.ts";
import { isMachine, type MachineKind } from "../automata/machine.ts";
import { HankelError, type Place, quote } from "../errors.ts";

/** How a target gives distributions: does an answer hold those of all prefixes of the word? */
export interface NextAnswers {
  readonly prefixes: boolean;
  /** The most letters of a word that it can be asked about, if there is a limit: a transformer has one. */
  readonly longest?: number | undefined;
}

/**
 * How journals name a kind of answers: weights by the semifield, distributions of what comes next by one more member, and
 * runs by the kind of the machine.
 */
export type KindHeader =
  | {
      readonly semifield: string;
      readonly next?: NextAnswers | undefined;
      readonly machine?: undefined;
    }
  | { readonly machine: MachineKind; readonly semifield?: undefined; readonly next?: undefined };

/** The members of a header that name the kind. */
export const kindMembers = ["semifield", "machine", "next"] as const satisfies readonly (keyof KindHeader)[];

/** What the questions of a run depend on: another value would ask others. Budgets and workers are not among it. */
export type JournalHeader = KindHeader & {
  readonly journal: "hankel/1";
  /** The version of the algorithms. */
  readonly algorithm: number;
  /** Empty where answers of several runs were merged. */
  readonly learner: string;
  readonly alphabet: readonly string[];
  readonly options: Readonly<Record<string, string | number>>;
  readonly seed: number;
};

/** What tells a version of a target from another one, by the name of each part: `{ "box.py": "1234 bytes, 5fa2c1d0e3" }`. */
export type Fingerprint = Readonly<Record<string, string>>;

/** A line of a journal, behind its header. */
export type JournalLine =
  /**
   * The weight of a word, or the run of a machine, and the single answers where it was asked several times. A correction is a
   * later, better one: of an answered word, or of one that another answer told wrongly. It starts the run anew:
   * conjectures before it are void. `heard` marks what a log says, and the target was not asked.
   */
  | {
      readonly kind: "answer" | "correction";
      readonly word: readonly string[];
      readonly weight: string;
      readonly answers?: readonly string[];
      readonly heard?: boolean;
    }
  /**
   * An answered word was asked again, at a conjecture, or before the first one: −1 stands for the beginning of the first run that found
   * answers here, −2 for that of the next. If that answer was another, and further ones were asked for and outvoted it, a second line has
   * all of them.
   */
  | {
      readonly kind: "recheck";
      readonly conjecture: number;
      readonly word: readonly string[];
      readonly weight: string;
      readonly answers?: readonly string[];
    }
  /** Words that the target drew for a test of a conjecture; tests count from 0. */
  | {
      readonly kind: "samples";
      readonly conjecture: number;
      readonly test: number;
      readonly words: readonly (readonly string[])[];
    }
  /** A conjecture and the verdict. */
  | {
      readonly kind: "conjecture";
      readonly conjecture: number;
      readonly states: number;
      readonly hash: string;
      readonly counterexample: readonly string[] | null;
    }
  /** What the target was when a run began: names of its parts, such as files, with what tells their versions apart. */
  | { readonly kind: "fingerprint"; readonly fingerprint: Fingerprint }
  /** The last answer or verdict that still stands is taken back. */
  | { readonly kind: "undo" };

/**
 * The header on a line, without its checksum, which `JournalSums` adds, and without its end.
 *
 * @example
 * const text = formatJournalHeader({
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * });
 * console.log(parseJournalHeader(text).alphabet.join(" ")); // a
 */
export function formatJournalHeader(header: JournalHeader): string {
  const { journal, algorithm, learner, semifield, alphabet, options, seed, ...kind } = header;
  return JSON.stringify({ journal, algorithm, learner, semifield, ...kind, alphabet, options, seed });
}

/**
 * A line of a journal with this header, without its checksum, which `JournalSums` adds, and without its end; the same for the
 * same content.
 *
 * @example
 * console.log(formatJournalLine({ kind: "answer", word: ["a"], weight: "1" }, {})); // {"word":["a"],"weight":"1"}
 */
export function formatJournalLine(line: JournalLine, { machine }: Pick<JournalHeader, "machine">): string {
  switch (line.kind) {
    case "answer":
    case "correction":
    case "recheck": {
      const { kind, word, weight, answers } = line;
      const outputs = machine && outputsIn(weight);
      return JSON.stringify({
        [kind === "answer" ? "word" : kind]: word,
        ...(outputs === undefined ? { weight } : { outputs }),
        ...(kind === "recheck" && { conjecture: line.conjecture }),
        ...(answers && { answers: machine ? answers.map((text) => outputsIn(text) ?? text) : answers }),
        ...(kind !== "recheck" && line.heard === true && { heard: true }),
      });
    }
    case "samples":
      return JSON.stringify({ samples: line.words, conjecture: line.conjecture, test: line.test });
    case "conjecture": {
      const { conjecture, states, hash, counterexample } = line;
      return JSON.stringify({ conjecture, states, hash, counterexample });
    }
    case "fingerprint":
      return JSON.stringify({ fingerprint: line.fingerprint });
    default:
      return '{"undo":1}';
  }
}

/**
 * Reads the first line; throws a `parse` error where it is no header.
 *
 * @example
 * const text = formatJournalHeader({
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * });
 * console.log(parseJournalHeader(text).learner); // tree
 */
export function parseJournalHeader(text: string): JournalHeader {
  const value = objectOrNothing(text);
  const { journal, algorithm, learner, alphabet, options, seed } = value;
  const kind = readKind(value);
  const good =
    journal === "hankel/1" &&
    isNumber(algorithm) &&
    typeof learner === "string" &&
    kind !== undefined &&
    isWord(alphabet) &&
    typeof options === "object" &&
    options !== null &&
    Object.values(options).every((option) => typeof option === "string" || isNumber(option)) &&
    isNumber(seed);
  if (!good) {
    refuseAutomaton(text);
    const message =
      "this is no journal: expected a header with the journal version hankel/1, as hankel learn --journal writes it";
    const found = opensObject(text) ? "a JSON object over several lines" : quote(text);
    throw bad(`${message}, not ${found}`, 1);
  }
  return {
    journal,
    algorithm,
    learner,
    ...kind,
    alphabet,
    seed,
    options: options as JournalHeader["options"],
  };
}

/** Does this first line only open an object? Then the file is indented JSON, and no journal. */
export function opensObject(line: string): boolean {
  return line.trim() === "{";
}

/** Throws a `parse` error if a text is an automaton, or the beginning of one as Hankel writes it. */
export function refuseAutomaton(text: string): void {
  if (objectOrNothing(text)["format"] !== "hankel/1" && !AUTOMATON_START.test(text)) return;
  const message =
    'this is an automaton (a JSON object with "format": "hankel/1"), no journal: expected a journal as hankel learn --journal writes it';
  throw bad(message, 1);
}

const AUTOMATON_START = /^\s*\{\s*"format"\s*:\s*"hankel\/1"/u;

/**
 * Reads one of the other lines; throws a `parse` error with its number where it is none.
 *
 * @example
 * const line = parseJournalLine(formatJournalLine({ kind: "answer", word: ["a"], weight: "1" }, {}), 2);
 * console.log(line.kind); // answer
 */
export function parseJournalLine(text: string, line: number): JournalLine {
  const { word, correction, recheck, conjecture, ...rest } = object(text, line);
  const { samples, test, states, hash, counterexample, fingerprint, undo } = rest;
  const weight = readAnswer(rest["weight"] ?? rest["outputs"]);
  if (weight !== undefined) {
    const answers = Array.isArray(rest["answers"]) ? rest["answers"].map(readAnswer) : undefined;
    const weighed = { weight, ...(isWord(answers) && { answers }) };
    const heard = rest["heard"] === true && { heard: true };
    if (isWord(word)) return { kind: "answer", word, ...weighed, ...heard };
    if (isWord(correction)) return { kind: "correction", word: correction, ...weighed };
    if (isWord(recheck) && isNumber(conjecture))
      return { kind: "recheck", conjecture, word: recheck, ...weighed };
  }
  if (isNumber(conjecture)) {
    if (Array.isArray(samples) && samples.every(isWord) && isNumber(test))
      return { kind: "samples", conjecture, test, words: samples };
    if (isNumber(states) && typeof hash === "string" && (counterexample === null || isWord(counterexample))) {
      return { kind: "conjecture", conjecture, states, hash, counterexample };
    }
  }
  if (isFingerprint(fingerprint)) return { kind: "fingerprint", fingerprint };
  if (undo === 1) return { kind: "undo" };
  throw bad(`no line of a journal: ${quote(text)}`, line);
}

/** The outputs of a run, if the text is one. */
export function outputsIn(text: string): string[] | undefined {
  if (!freeGroup.isWeight(text)) return undefined;
  return generatorsIn(text)?.map((output) => generatorName(output) ?? output);
}

/** The text of an answer: as it is, or as the outputs of a run make it. */
function readAnswer(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return isWord(value) ? freeWord(...value) : undefined;
}

/** The members that name the kind; undefined if one of them is bad. */
function readKind({ semifield, machine, next }: Readonly<Record<string, unknown>>): KindHeader | undefined {
  if (machine !== undefined) {
    // A journal of the last version also names the algebra that its learner computes with.
    const alone = (semifield === undefined || semifield === "free-group") && next === undefined;
    return isMachine(machine) && alone ? { machine } : undefined;
  }
  if (typeof semifield !== "string") return undefined;
  if (next === undefined) return { semifield };
  if (!isNext(next) || semifield !== "real") return undefined;
  const { prefixes, longest } = next;
  return { semifield, next: { prefixes, ...(longest !== undefined && { longest }) } };
}

function isFingerprint(value: unknown): value is Fingerprint {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((part) => typeof part === "string");
}

function isNext(value: unknown): value is NextAnswers {
  if (typeof value !== "object" || value === null) return false;
  const { prefixes, longest } = value as Readonly<Record<string, unknown>>;
  return typeof prefixes === "boolean" && (longest === undefined || isNumber(longest));
}

/** JSON can write a number that becomes infinite, but an infinite number cannot be written as JSON. */
function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isWord(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((symbol) => typeof symbol === "string");
}

function object(text: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw bad(`not JSON: ${quote(text)}`, line, cause);
  }
  throw bad(`no JSON object: ${quote(text)}`, line);
}

/** The first line as an object; an empty one if it is none, since a file of others need not be JSON. */
function objectOrNothing(text: string): Record<string, unknown> {
  try {
    return object(text, 1);
  } catch {
    return {};
  }
}

function bad(message: string, line: number, cause?: unknown): HankelError {
  const place: Place = { line, column: 1 };
  return new HankelError("parse", message, { place, cause });
}
