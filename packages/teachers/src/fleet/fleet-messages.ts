/** Reading the messages of a fleet (docs/fleet.md). Whatever arrives is checked: it may come from anyone on the server. */

import { type Alphabet, HankelError, shown, type Word } from "@hankel/core";
import { parseAnnouncement } from "../wire/announcement.ts";
import { parseReply, type Reply } from "../wire/messages.ts";

/** The version of these messages. */
export const FLEET_VERSION = 1;
/** The most words in a lease. */
const MOST_WORDS = 10_000;
/** The most leases that a worker may want, and the most ids in a list. */
const MOST_WANTED = 16;
const MOST_IDS = 1000;
/** The most words that a worker weighs at the same time. */
const MOST_COPIES = 10_000;
/** The most characters of names and other texts that are shown. */
export const LONGEST_NAME = 64;
const LONGEST_TEXT = 2000;

const decoder = new TextDecoder();

/** A message as a JSON object, whose values may take so many bytes. */
export function readMessage(data: Uint8Array, room?: number): Reply {
  return parseReply(decoder.decode(data), room);
}

/** A message; one without members if it cannot be read. */
export function readOr(data: Uint8Array): Reply {
  try {
    return readMessage(data);
  } catch {
    return {};
  }
}

/** A worker that wants to join. */
export type Join = Readonly<ReturnType<typeof readJoin>>;

export function readJoin(message: Reply) {
  if (message["fleet"] !== FLEET_VERSION) {
    const version = message["fleet"] === undefined ? "none" : shown(message["fleet"]);
    throw bad(`its messages have the version ${version}, not ${FLEET_VERSION}`);
  }
  const { session, copies = 1, fingerprint, longest, tests, probe = [] } = message;
  if (typeof session !== "string" || session === "" || session.length > LONGEST_NAME) {
    throw bad('its join has no "session", a random text of at most 64 characters');
  }
  if (!isCount(copies, MOST_COPIES) || copies === 0) throw bad('"copies" is not a number of copies');
  if (longest !== undefined && !isCount(longest)) throw bad('"longest" is not a number of letters');
  if (!isWords(probe)) throw bad('"probe" is not an array of words');
  return {
    announcement: parseAnnouncement(message),
    /** Random, new at each start of the worker. */
    session,
    host: shownText(message["host"], LONGEST_NAME) || "an unknown host",
    pid: isCount(message["pid"]) ? message["pid"] : 0,
    want: readWant(message) ?? 1,
    holds: readIds(message["holds"] ?? []),
    copies,
    fingerprint: typeof fingerprint === "string" ? fingerprint.slice(0, LONGEST_TEXT) : undefined,
    /** Its distributions are divided by their sums already. */
    normalized: message["normalized"] === true,
    longest,
    /** The tests of conjectures that suit its box. */
    tests: readTests(tests),
    /** Words that it has asked its own box; the answers are in the message. */
    probe,
    message,
  };
}

/** Tests that a box suggests. None that reads a file: what comes over the wire must not choose files. */
function readTests(tests: unknown): string | undefined {
  if (tests === undefined) return undefined;
  if (typeof tests === "string" && /^[a-z0-9:.,+-]{1,200}$/u.test(tests) && !tests.includes("words"))
    return tests;
  throw bad('"tests" is not a list of tests of conjectures');
}

/** How many leases a worker wants to have in hand; undefined if the message does not say. */
export function readWant({ want }: Reply): number | undefined {
  if (want === undefined) return undefined;
  if (!isCount(want)) throw bad('"want" is not a number of leases');
  return Math.min(want, MOST_WANTED);
}

/** The ids of leases. */
export function readIds(value: unknown): readonly number[] {
  if (Array.isArray(value) && value.length <= MOST_IDS && value.every((id) => isCount(id))) return value;
  throw bad("the leases in hand are not an array of their ids");
}

/** The words of a lease. */
export function readLease(alphabet: Alphabet, value: unknown): Word[] {
  if (!isWords(value)) throw bad("the words are not arrays of symbols");
  if (value.length > MOST_WORDS) throw bad(`a lease of ${value.length} words, more than ${MOST_WORDS}`);
  return value.map((symbols) => alphabet.word(symbols));
}

function isWords(value: unknown): value is string[][] {
  return (
    Array.isArray(value) &&
    value.every((word) => Array.isArray(word) && word.every((symbol) => typeof symbol === "string"))
  );
}

/** Seconds from a message; undefined if they are not between a hundredth and an hour. */
export function readSeconds(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0.01 && value <= 3600 ? value : undefined;
}

/** Is it a whole number that is not negative? */
export function isCount(value: unknown, most = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

/** A text from a message that is fit to be shown: cut, without control characters and without marks that turn text round. */
export function shownText(value: unknown, most = LONGEST_TEXT): string {
  const text = typeof value === "string" ? value : "";
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").slice(0, most);
}

function bad(problem: string): HankelError {
  return new HankelError("teacher", `a message of the fleet is wrong: ${problem}`);
}
