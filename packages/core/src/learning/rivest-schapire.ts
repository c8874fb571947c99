import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Word } from "../words/word.ts";

/** How a hypothesis runs through a word, and by which words it knows its states. */
export interface Run<W> {
  /** q₀, q₁, …: the states on the way, as far as the run gets. */
  readonly states: readonly number[];
  /** acc₀ = λ, acc₁, …: the weights accumulated before each of them. */
  readonly accumulated: readonly W[];
  /** u_q: a word that reaches the state. */
  access(state: number): Word;
  /** d(u_q), the factor that makes L_u = d(u) ⊗ R_q if the hypothesis is right about q. */
  scale(state: number): W;
}

/** Where a counterexample breaks: the hypothesis is wrong about `u·a` for the suffix `s`. */
export interface Breakpoint {
  /** The state of u, before the letter a. */
  readonly state: number;
  readonly letter: number;
  /** What follows the letter. */
  readonly suffix: Word;
}

/**
 * Weighted Rivest–Schapire (docs/theory.md §6). With cᵢ = accᵢ ⊗ d(uᵢ)⁻¹ put αᵢ = cᵢ ⊗ L(uᵢ · w[i…]), zero once the run
 * has died. Then α₀ = L(w) and αₙ is the hypothesis' weight. They differ, so a binary search finds an i where
 * αᵢ = L(w) and αᵢ₊₁ ≠ L(w), in ⌈log₂ |w|⌉ questions, which it yields as words.
 */
export function* findBreakpoint<W>(
  algebra: GroupWithZero<W>,
  run: Run<W>,
  word: Word,
  weight: W,
): Generator<Word, Breakpoint, W> {
  const { states, accumulated } = run;
  let low = 0;
  // A run that died has αᵢ = 0 from there on without a question.
  let high = Math.min(states.length, word.length);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const state = states[middle];
    const answer = yield [...run.access(state), ...word.slice(middle)];
    const factor = algebra.times(accumulated[middle], algebra.inverse(run.scale(state)));
    if (algebra.equals(algebra.times(factor, answer), weight)) low = middle;
    else high = middle;
  }
  return { state: states[low], letter: word[low], suffix: word.slice(low + 1) };
}
