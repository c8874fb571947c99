import { type GroupWithZero, weightMap } from "@hankel/core";

/** What to do when the answers to a word differ. */
export type OnConflict = "stop" | "keep-first" | "majority";

export interface Combined<W> {
  readonly weight: W;
  /** The largest distance between two answers. For exact weights it is 0 or Infinity. */
  readonly spread: number;
  /** Do they differ by more than the tolerance? */
  readonly conflict: boolean;
  /** Is there one most frequent answer? */
  readonly decided: boolean;
}

/**
 * Makes one weight of several answers: the most frequent one for exact weights, the mean for floats. For log weights this
 * is the mean of the logarithms.
 */
export function combine<W>(algebra: GroupWithZero<W>, answers: readonly W[], rule: OnConflict): Combined<W> {
  const [first] = answers;
  const spread = widest(algebra, answers);
  const conflict = algebra.exact ? spread > 0 : spread > algebra.tolerance;
  if (rule === "keep-first" || (rule === "stop" && conflict)) {
    return { weight: first, spread, conflict, decided: true };
  }
  // Averaging distinguishes only zero from non-zero.
  const kind = (answer: W) => (algebra.exact || algebra.isZero(answer) ? answer : algebra.one);
  const counts = weightMap<W, { weight: W; count: number }>(algebra);
  for (const answer of answers) counts.getOrAdd(kind(answer), () => ({ weight: answer, count: 0 })).count++;
  const groups = counts.values();
  const best = groups.reduce((most, group) => (group.count > most.count ? group : most));
  const decided = groups.filter(({ count }) => count === best.count).length === 1;
  if (algebra.exact || algebra.isZero(best.weight)) return { weight: best.weight, spread, conflict, decided };
  const mean = meanOf(answers.filter((answer) => !algebra.isZero(answer)));
  return { weight: mean ?? best.weight, spread, conflict, decided };
}

function widest<W>(algebra: GroupWithZero<W>, answers: readonly W[]): number {
  let most = 0;
  answers.forEach((answer, i) => {
    for (let j = 0; j < i; j++) {
      const distance = algebra.exact
        ? algebra.equals(answer, answers[j])
          ? 0
          : Number.POSITIVE_INFINITY
        : algebra.distance(answer, answers[j]);
      most = Math.max(most, distance);
    }
  });
  return most;
}

function meanOf<W>(answers: readonly W[]): W | undefined {
  const numbers = answers.filter((answer): answer is W & number => typeof answer === "number");
  const [first] = answers;
  if (numbers.length < answers.length) return undefined;
  // The mean of equal answers must not suffer from rounding.
  if (answers.every((answer) => answer === first)) return first;
  let sum = 0;
  for (const number of numbers) sum += number;
  return (sum / numbers.length) as W & number;
}
