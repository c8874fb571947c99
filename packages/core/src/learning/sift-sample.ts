import type { Sifter } from "../hankel/sifter.ts";
import type { Word } from "../words/word.ts";

/** Of the words that have left the root, the share that was live there. */
export function liveAtRoot<W>(sifter: Sifter<W>): number {
  const { algebra, observations } = sifter;
  const suffix = sifter.tree.suffix(0) as Word;
  let live = 0;
  let passed = 0;
  for (let i = 0; i < sifter.words; i++) {
    const { node, position } = sifter.word(i);
    if (position === 0) continue;
    passed++;
    if (!algebra.isZero(observations.weight(observations.node(node, suffix)))) live++;
  }
  return passed === 0 ? 1 : live / passed;
}

/** The nodes of some words, evenly spread. */
export function sampleWords<W>(sifter: Sifter<W>, count: number): number[] {
  const most = Math.min(count, sifter.words);
  return spread(sifter.words, most).map((word) => sifter.word(word).node);
}

/** Some arcs that have come to a state other than by its access word, evenly spread. */
export function sampleArcs<W>(
  sifter: Sifter<W>,
  count: number,
): { word: number; access: number; factor: W }[] {
  const arcs: number[] = [];
  for (let i = 0; i < sifter.words; i++) {
    const { target, isAccess } = sifter.word(i);
    if (target >= 0 && !isAccess) arcs.push(i);
  }
  return spread(arcs.length, Math.min(count, arcs.length)).map((i) => {
    const { node, target, factor } = sifter.word(arcs[i]);
    return { word: node, access: sifter.accessNode(target), factor };
  });
}

/** So many of the numbers below a bound, evenly spread. */
function spread(bound: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * bound) / count));
}
