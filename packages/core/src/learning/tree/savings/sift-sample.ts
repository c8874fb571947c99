import type { Key } from "../../../algebra/semifield.ts";
import type { Word } from "../../../words/word.ts";
import type { Sifter } from "../sifting.ts";

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
  return spread(sifter.words, count).map((word) => sifter.word(word).node);
}

/** An arc that has come to a state other than by its access word: the nodes of both words, and L_x = κ ⊗ L_u. */
export interface Arc<W> {
  readonly word: number;
  readonly access: number;
  readonly factor: W;
}

/** Some arcs, evenly spread. */
export function sampleArcs<W>(sifter: Sifter<W>, count: number): Arc<W>[] {
  const arcs: number[] = [];
  for (let i = 0; i < sifter.words; i++) {
    const { target, isAccess } = sifter.word(i);
    if (target >= 0 && !isAccess) arcs.push(i);
  }
  return spread(arcs.length, count).map((i) => {
    const { node, target, factor } = sifter.word(arcs[i]);
    return { word: node, access: sifter.accessNode(target), factor };
  });
}

/**
 * How likely two arcs have the same weight as far as the root's suffix shows it: the share of pairs of known ratios
 * L(ue₀)⁻¹ ⊗ L(uae₀) that agree. Free of charge, and a good guess of how often two states agree on a short splitter.
 */
export function coincidence<W>(sifter: Sifter<W>): number {
  const { algebra, alphabet, observations } = sifter;
  if (!algebra.exact) return 0;
  const pivot = sifter.tree.suffix(0) as Word;
  const answer = (word: number): W => {
    const node = observations.tree.find(pivot, sifter.word(word).node);
    return node >= 0 && observations.knows(node) ? observations.weight(node) : algebra.zero;
  };
  const counts = new Map<Key, number>();
  let [known, agreeing] = [0, 0];
  for (let state = 0; state < sifter.states; state++) {
    const own = answer(sifter.accessWord(state));
    for (let letter = 0; letter < alphabet.size && !algebra.isZero(own); letter++) {
      const next = answer(sifter.arc(state, letter));
      if (algebra.isZero(next)) continue;
      const key = algebra.key(algebra.times(algebra.inverse(own), next));
      const same = counts.get(key) ?? 0;
      counts.set(key, same + 1);
      agreeing += same;
      known++;
    }
  }
  return known < 2 ? 0 : (2 * agreeing) / (known * (known - 1));
}

/**
 * How many states there will be, by how seldom words have come to the same one: of w words drawn at random to N states
 * some w²/2N come where another has been. Those that only seem to, because their ratios agree, are taken off.
 */
export function statesToCome<W>(sifter: Sifter<W>, agreeing: number): number {
  let settled = 0;
  for (let word = 0; word < sifter.words; word++) if (sifter.target(word) >= 0) settled++;
  const pairs = settled ** 2 / 2;
  return Math.max(sifter.states, pairs / Math.max(0.5, settled - sifter.states - pairs * agreeing));
}

/** So many of the numbers below a bound, evenly spread; all where there are no more. */
export function spread(bound: number, most: number): number[] {
  const count = Math.min(bound, most);
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * bound) / count));
}
