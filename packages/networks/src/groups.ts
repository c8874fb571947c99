/** Which words are run together. */

/** How words may be put together. */
export interface Grouping {
  /** The most words in one run, if its longest has so many tokens. */
  most(tokens: number): number;
  /** Must words that are run together have the same length? */
  readonly equal: boolean;
  /** At least so many groups are wanted, if they are not too small for it: one for each session. */
  readonly atLeast: number;
}

/**
 * A run costs as much as so many tokens, whatever it holds: with onnxruntime 5 for large networks, and up to 50 for small ones. No clock decides
 * this: the same words are put into the same groups in every run.
 */
const RUN = 24;

/** Groups are not halved below so many words: a word of a smaller group takes more time. */
const FEWEST = 8;

/**
 * Puts words, of which the numbers of tokens are given, into groups that take least together; a group holds the indices of
 * its words, shortest first. A word is padded to the longest of its group.
 */
export function groupsOf(
  tokens: readonly number[],
  chosen: readonly number[],
  grouping: Grouping,
): number[][] {
  const order = chosen.toSorted((a, b) => tokens[a] - tokens[b] || a - b);
  // best[i] is what the first i words take at least, and the last group of them begins at from[i].
  const best = new Float64Array(order.length + 1);
  const from = new Int32Array(order.length + 1);
  for (let i = 1; i <= order.length; i++) {
    const longest = tokens[order[i - 1]];
    const most = grouping.most(longest);
    best[i] = Number.POSITIVE_INFINITY;
    for (let j = i - 1; j >= 0 && i - j <= most; j--) {
      if (grouping.equal && tokens[order[j]] !== longest) break;
      const cost = best[j] + RUN + (i - j) * longest;
      if (cost < best[i]) [best[i], from[i]] = [cost, j];
    }
  }
  const groups: number[][] = [];
  for (let i = order.length; i > 0; i = from[i]) groups.push(order.slice(from[i], i));
  groups.reverse();
  return halved(groups, grouping.atLeast);
}

/** Halves the largest groups until there are enough. */
function halved(groups: readonly number[][], atLeast: number): number[][] {
  const parts = [...groups];
  while (parts.length > 0 && parts.length < atLeast) {
    const place = parts.reduce((most, part, i) => (part.length > parts[most].length ? i : most), 0);
    const middle = Math.ceil(parts[place].length / 2);
    if (middle < FEWEST) break;
    parts.splice(place, 1, parts[place].slice(0, middle), parts[place].slice(middle));
  }
  return parts;
}
