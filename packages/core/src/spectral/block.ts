import { bytesOf, HankelError } from "../errors.ts";
import type { LinearMap } from "../linear/matrix.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Basis } from "./basis.ts";
import type { Statistic } from "./statistic.ts";

/**
 * A block of the Hankel matrix of a function f, with what it takes to make an automaton of it: H(p, s) = f(ps), for each letter
 * H_a(p, s) = f(pas), and f itself on the prefixes and on the suffixes.
 */
export interface Block {
  readonly alphabet: Alphabet;
  readonly basis: Basis;
  /** What f is. */
  readonly statistics: Statistic;
  /** H. */
  readonly matrix: LinearMap;
  /** H_a, by letter. */
  readonly shifted: readonly LinearMap[];
  /** f(p) for each prefix. */
  readonly onPrefixes: Float64Array;
  /** f(s) for each suffix. */
  readonly onSuffixes: Float64Array;
  /** How far the singular values may be off because f was estimated from a sample; 0 if it was not. */
  readonly noise: number;
}

/** Refuses work that needs more memory than it may have. `less` says which option makes it smaller. */
export function requireMemory(bytes: number, maxBytes: number, what: string, less: string): void {
  if (bytes <= maxBytes) return;
  throw new HankelError(
    "usage",
    `${what} needs about ${bytesOf(bytes)} of memory, and ${bytesOf(maxBytes)} may be used: ${less}`,
  );
}
