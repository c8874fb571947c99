/** The bounds of what a black box may say, so that a faulty or hostile one cannot fill the memory or stall the learner. */

/** The most characters of a line on standard output, and of the body of an HTTP reply. */
export const LONGEST_LINE = 2 ** 28;

/** The most characters that are read of a reply that reports an error: its beginning goes into a message. */
export const LONGEST_ERROR = 2 ** 16;

/** The most characters of a symbol and of an output: each is repeated in many words. */
export const LONGEST_SYMBOL = 10_000;

/** The most letters of a counterexample or of a sample: the learner asks about parts of it, again and again. */
export const LONGEST_WORD = 30_000;

/** The most characters of a weight. */
export const LONGEST_WEIGHT = 1_000_000;

/** The most arrays and objects in a message, and the most commas: as values they take many times the room of their text. */
export const MOST_LISTS = 2 ** 21;
export const MOST_COMMAS = 2 ** 23;
