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
 *     try {
 *       rational.parse("1/0");
 *     } catch (error) {
 *       if (error instanceof HankelError && error.code === "parse") console.log(error.message);
 *     }
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

/** The teacher has contradicted itself: no language gives all of its answers. */
export class Contradiction extends HankelError {
  constructor(message: string) {
    super("teacher", message);
  }
}

/** The message of anything that was thrown; it need not be an `Error`. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A number of things, for a message: "1 state", "2 states". */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A number of bytes, for a message: "1.5 GiB". */
export function bytesOf(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 1024 ** unit).toPrecision(3))} ${units[unit]}`;
}

/** A text for a message: quoted, and shortened if it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

/** Any value, as text for a message. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object" || value === null) return String(value);
  try {
    const text = JSON.stringify(value);
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  } catch {
    return "an object";
  }
}
