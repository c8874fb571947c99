/** The bounds of what is read from others, so that neither a mistake nor malice fills the memory or stalls the machine. */

/** Decimal exponents beyond this are refused: a short text must not ask for gigabytes of digits. */
export const LARGEST_EXPONENT = 10_000;

/** The most characters of a value, of a word, and of what others say, in a message. */
export const LONGEST_VALUE_SHOWN = 60;
export const LONGEST_WORD_SHOWN = 1000;
export const LONGEST_SAYING_SHOWN = 2000;

/** The most characters of a symbol and of an output: each is repeated in many words. */
export const LONGEST_SYMBOL = 10_000;

/** The most characters of a weight. */
export const LONGEST_WEIGHT = 1_000_000;

/** The most words of a run, unless it is told otherwise: a `Map` holds no more entries. */
export const MAX_QUESTIONS = 2 ** 24;
