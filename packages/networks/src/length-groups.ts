import type { Word } from "@hankel/core";

/** Words of a group differ in length by at most this share, so that little is padded. */
const SPREAD = 1 / 4;

/**
 * Puts words of similar length into groups of at most `size`; a group holds indices of words.
 *
 * @param equal groups have words of one length only
 */
export function lengthGroups(words: readonly Word[], size: number, equal: boolean): number[][] {
  const order = words.map((_, i) => i).sort((a, b) => words[a].length - words[b].length || a - b);
  const groups: number[][] = [];
  for (const i of order) {
    const group = groups.at(-1);
    const shortest = group === undefined ? 0 : words[group[0]].length;
    const most = equal ? shortest : Math.ceil((shortest + 1) * (1 + SPREAD));
    if (group === undefined || group.length === size || words[i].length > most) groups.push([i]);
    else group.push(i);
  }
  return groups;
}
