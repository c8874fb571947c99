/** What a mistyped name may mean, or all that there is, for the end of a sentence. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = known
    .map((one) => ({ one, distance: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, distance: far }) => far <= Math.max(1, Math.floor(one.length / 3)) && far < one.length)
    .toSorted((a, b) => a.distance - b.distance);
  return near.length === 0 ? `; there are ${known.join(", ")}` : `; did you mean ${near[0].one}?`;
}

/** How many letters have to be changed, added, removed or swapped with their neighbours. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2] + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[other.length];
}
