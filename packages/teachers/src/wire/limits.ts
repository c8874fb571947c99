/** The bounds of what a black box may say, so that a faulty or hostile one cannot fill the memory or stall the learner. */

import { MAX_MEMORY } from "@hankel/core";

/** A line takes about four times its length while it arrives and is read: a quarter of the memory of the run at most. */
const LINE_SHARE = 1 / 16;
/** However little memory a run may take, a line may have so many characters; and however much, no more than a string. */
const [LEAST_BOUND, LARGEST_BOUND] = [2 ** 20, 2 ** 28];

/** The most characters of a line on standard output, and of the body of an HTTP reply, in a run with so much memory. */
export function longestLine(maxMemory = MAX_MEMORY): number {
  return Math.min(LARGEST_BOUND, Math.max(LEAST_BOUND, Math.floor(LINE_SHARE * maxMemory)));
}

/** Says that a line or a body is too long. */
export function tooLong(what: string, longest: number): string {
  return `${what} of more than ${longest} characters, which is the bound with this --max-memory`;
}

/** The most characters that are read of a reply that reports an error: its beginning goes into a message. */
export const LONGEST_ERROR = 2 ** 16;

/** The most letters of a counterexample or of a sample: the learner asks about parts of it, again and again. */
export const LONGEST_WORD = 30_000;

/** The most arrays and objects in a message, and the most commas: as values they take many times the room of their text. */
export const MOST_LISTS = 2 ** 21;
export const MOST_COMMAS = 2 ** 23;
