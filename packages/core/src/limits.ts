/** The bounds of what is read from others, so that neither a mistake nor malice fills the memory or stalls the machine. */

/** The most characters of an exact number: reading and reducing longer ones takes seconds each. */
export const LONGEST_NUMBER = 200_000;

/**
 * How long the exact weights of one message may be together: as one number of so many characters, or four of half of them, since the
 * time to read one grows with the square.
 */
export const LONGEST_MESSAGE_NUMBER = 200_000;

/**
 * The most digits of the numerator and of the denominator of a product or sum of exact weights: the time of the next one grows with
 * the square, and takes seconds from here on.
 */
export const MOST_DIGITS = 200_000;

/** The same for each coordinate of a quaternion, of which a product takes 16 products and 12 sums. */
export const MOST_QUATERNION_DIGITS = 10_000;

/** The most characters of a quaternion: four fractions of so many digits. */
export const LONGEST_QUATERNION = 8 * MOST_QUATERNION_DIGITS + 100;

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
