/** Who is beaten by nobody in both cost and equivalence questions. */

export interface Spent {
  readonly cost: number;
  readonly equivalences: number;
}

/** Nobody else needs at most as much of both, and less of one. */
export function isOnFront(entry: Spent, entries: readonly Spent[]): boolean {
  return !entries.some(
    (other) =>
      other.cost <= entry.cost &&
      other.equivalences <= entry.equivalences &&
      (other.cost < entry.cost || other.equivalences < entry.equivalences),
  );
}

/** The border of the front as steps: below it and to its left there is nobody. */
export function frontSteps(entries: readonly Spent[]): (readonly [cost: number, equivalences: number])[] {
  const front = entries
    .filter((entry) => isOnFront(entry, entries))
    .toSorted((a, b) => a.cost - b.cost || a.equivalences - b.equivalences);
  return front.flatMap(({ cost, equivalences }, i) =>
    i === 0
      ? [[cost, equivalences] as const]
      : [[cost, front[i - 1].equivalences] as const, [cost, equivalences] as const],
  );
}
