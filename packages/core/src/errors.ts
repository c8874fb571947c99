import { LONGEST_SAYING_SHOWN } from "./limits.ts";
import { addressWithoutSecrets, CUT, quote, shortened, shortenedApart, shown } from "./shown.ts";

export { addressWithoutSecrets, CUT, quote, shortened, shortenedApart, shown };

/**
 * The kind of an error: a stable `code` that programs may rely on. The message is for people and may change.
 *
 * - `usage`: a function was called with an invalid argument
 * - `algebra`: an operation the algebra does not define (the inverse of zero, an unknown semifield)
 * - `parse`: a weight, a word or a file that cannot be read
 * - `automaton`: arrays that do not form an automaton
 * - `unsupported`: the operation needs a property that the algebra or the automaton lacks
 * - `teacher`: the teacher failed, gave an invalid answer, or contradicted itself
 * - `tolerance`: floating-point weights are too close together, or out of range, to be compared reliably
 * - `system`: something other than the teacher failed during a run, such as a full disk
 * - `budget`: a limit set by the caller was reached
 * - `cancelled`: the caller asked to stop
 */
export type ErrorCode =
  | "usage"
  | "algebra"
  | "parse"
  | "automaton"
  | "unsupported"
  | "teacher"
  | "tolerance"
  | "system"
  | "budget"
  | "cancelled";

/** A place in a text; lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Every error of the library: a stable `code` for programs and a message for people, which says what was asked, what came,
 * and what to do.
 *
 * @example
 * try {
 *   rational.parse("1/0");
 * } catch (error) {
 *   if (error instanceof HankelError) console.log(error.code); // parse
 * }
 */
export class HankelError extends Error {
  readonly code: ErrorCode;
  readonly place: Place | undefined;

  constructor(code: ErrorCode, message: string, options: { place?: Place; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HankelError";
    this.code = code;
    this.place = options.place;
  }
}

/**
 * The teacher has contradicted itself: no language gives all of its answers.
 *
 * @example
 * const error = new Contradiction("the word a weighs 1 and 2");
 * console.log(error.code); // teacher
 */
export class Contradiction extends HankelError {
  constructor(message: string) {
    super("teacher", message);
  }
}

/** The message of anything that was thrown; it need not be an `Error`, and an `Error` need not have a text as its message. */
export function messageOf(error: unknown): string {
  if (error instanceof HankelError) return error.message;
  const message: unknown = error instanceof Error ? error.message : error;
  return foreignText(message);
}

/** What a black box, a server or a program says, for a message: a text as it is, unless it is very long. */
export function foreignText(value: unknown): string {
  return typeof value === "string" ? shortened(value, LONGEST_SAYING_SHOWN) : shown(value);
}

/** A number of things, for a message: "1 state", "2 states". */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A number as people write it: 36,270. */
export function grouped(value: number | string): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}

/** A number for a message: two digits are enough. */
export function brief(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** A number of bytes, for a message: "1.5 GiB". */
export function bytesOf(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 1024 ** unit).toPrecision(3))} ${units[unit]}`;
}
