import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Word } from "../words/word.ts";

/** A hypothesis with a word u_q that reaches each state q, and the scale d(u_q): L_u = d(u) ⊗ R_q if it is right. */
export interface Explained<W> {
  readonly hypothesis: Wdfsa<W>;
  access(state: number): Word;
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
 * Weighted Rivest–Schapire (docs/theory.md §6). The hypothesis runs w through states with access words
 * u₀ = ε, …, uₙ and accumulated weights; with cᵢ = accᵢ ⊗ d(uᵢ)⁻¹ put αᵢ = cᵢ ⊗ L(uᵢ · w[i…]), zero once it has died.
 * Then α₀ = L(w) and αₙ is the hypothesis' weight. They differ, so a binary search finds an i where αᵢ = L(w) and
 * αᵢ₊₁ ≠ L(w), in ⌈log₂ |w|⌉ questions, which it yields as words.
 */
export function* findBreakpoint<W>(
  algebra: GroupWithZero<W>,
  explained: Explained<W>,
  word: Word,
  weight: W,
): Generator<Word, Breakpoint, W> {
  const { hypothesis } = explained;
  const width = hypothesis.alphabet.size;
  const states: number[] = [0];
  const accumulated: W[] = [hypothesis.initialWeight];
  for (let i = 0; i < word.length; i++) {
    const arc = states[i] * width + word[i];
    const next = hypothesis.target[arc];
    if (next < 0) break;
    states.push(next);
    accumulated.push(algebra.times(accumulated[i], hypothesis.arcWeight[arc]));
  }
  let low = 0;
  // Once dead, αᵢ is zero without a question; if even the last live αᵢ is L(w), it broke on the missing arc.
  let high = states.length <= word.length ? states.length : word.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const state = states[middle];
    const answer = yield [...explained.access(state), ...word.slice(middle)];
    const factor = algebra.times(accumulated[middle], algebra.inverse(explained.scale(state)));
    if (algebra.equals(algebra.times(factor, answer), weight)) low = middle;
    else high = middle;
  }
  return { state: states[low], letter: word[low], suffix: word.slice(low + 1) };
}
