/**
 * How long test words may become, however large the hypothesis is. A language without a finite automaton makes it ever
 * larger, and a run keeps every word that it asks.
 */

/** A random walk has this many letters on average at most. */
export const LONGEST_MEAN = 100;

/** After so many letters a random walk turns to an end. */
export const LONGEST_WALK = 300;

/** A word with repeated parts has at most so many letters, unless the word itself has more. */
export const LONGEST_LOOP = 1000;
