/** The tolerances that are tried, from coarse to fine. */
export const TOLERANCES = [0.4, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.035, 0.025, 0.018];

/**
 * The place of the automaton that persists over the widest range of tolerances: the first of the longest run of equal sizes.
 * One state, and no automaton (undefined), are no answers. Of runs that are equally long the finer one counts.
 */
export function plateau(sizes: readonly (number | undefined)[]): number | undefined {
  let [best, longest] = [undefined as number | undefined, 0];
  for (let start = 0; start < sizes.length; ) {
    let end = start;
    while (end < sizes.length && sizes[end] === sizes[start]) end++;
    const size = sizes[start];
    if (size !== undefined && size > 1 && end - start >= longest) [best, longest] = [start, end - start];
    start = end;
  }
  return best;
}
