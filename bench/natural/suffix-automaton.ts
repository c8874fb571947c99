/**
 * A probabilistic suffix automaton (Ron, Singer and Tishby 1996): what comes next depends on the longest end of what was said that is
 * a context. Contexts are added one after the other, each time the one that gains most per state, until there are enough.
 */

import { type Alphabet, type Pdfa, PrefixTree, pdfaToWdfsa, type Wdfsa, type Word } from "@hankel/core";

/** Contexts have at most so many symbols; the beginning of a word is one. */
const LONGEST = 6;

/** Contexts that occur less often are not looked at. */
const RAREST = 3;

export function suffixAutomaton(alphabet: Alphabet, words: readonly Word[], most: number): Wdfsa<number> {
  const letters = alphabet.size;
  const width = letters + 1;
  /** Contexts, backwards: the parent of a context is the same without its first symbol. The letter after all others begins words. */
  const contexts = new PrefixTree();
  const counts: Map<number, number>[] = [];
  for (const word of words) {
    const whole = [letters, ...word];
    for (let at = 1; at <= whole.length; at++) {
      let node = 0;
      for (let back = 0; back <= Math.min(at, LONGEST); back++) {
        if (back > 0) node = contexts.extend(node, whole[at - back]);
        counts[node] ??= new Map();
        const next = at < whole.length ? whole[at] : letters;
        counts[node].set(next, (counts[node].get(next) ?? 0) + 1);
      }
    }
  }
  const total = (node: number) => [...counts[node].values()].reduce((sum, count) => sum + count, 0);
  /** As in n-grams: behind c steps with t different symbols, t more are like the shorter context. */
  const rows: Float64Array[] = [];
  const rowOf = (node: number): Float64Array => {
    const shorter = node === 0 ? new Float64Array(width).fill(1 / width) : rowOf(contexts.parent(node));
    rows[node] ??= shorter.map(
      (p, i) => ((counts[node].get(i) ?? 0) + counts[node].size * p) / (total(node) + counts[node].size),
    );
    return rows[node];
  };
  const gain = (node: number): number => {
    const shorter = rowOf(contexts.parent(node));
    const all = total(node);
    let sum = 0;
    for (const [symbol, count] of counts[node]) sum += count * Math.log(count / all / shorter[symbol]);
    return sum;
  };
  const chosen = new Set([0]);
  /** All parts of a context must be contexts, so that the state of a word tells that of the next. */
  const lacking = (node: number): number[] => {
    const context = contexts.word(node).reverse();
    const parts = new Set<number>();
    for (let from = 0; from < context.length; from++) {
      for (let to = from + 1; to <= context.length; to++) {
        const part = contexts.find(context.slice(from, to).reverse());
        if (part < 0) return [];
        if (!chosen.has(part)) parts.add(part);
      }
    }
    return [...parts];
  };
  const candidates = counts.flatMap((_, node) =>
    node > 0 && total(node) >= RAREST ? [{ node, gain: gain(node) }] : [],
  );
  candidates.sort((one, other) => other.gain - one.gain);
  // The beginning of a word is the first state.
  for (const node of lacking(contexts.find([letters]))) chosen.add(node);
  while (chosen.size < most) {
    let best: { parts: number[]; worth: number } | undefined;
    for (const candidate of candidates) {
      if (chosen.has(candidate.node)) continue;
      if (best !== undefined && candidate.gain <= best.worth) break;
      const parts = lacking(candidate.node);
      if (parts.length === 0 || chosen.size + parts.length > most) continue;
      const worth = candidate.gain / parts.length;
      if (best === undefined || worth > best.worth) best = { parts, worth };
    }
    if (best === undefined) break;
    for (const part of best.parts) chosen.add(part);
  }
  return automatonOf(alphabet, contexts, chosen, rowOf);
}

function automatonOf(
  alphabet: Alphabet,
  contexts: PrefixTree,
  chosen: ReadonlySet<number>,
  rowOf: (node: number) => Float64Array,
): Wdfsa<number> {
  const letters = alphabet.size;
  /** The longest end of a context that is chosen. */
  const longest = (context: Word): number => {
    let [node, found] = [0, 0];
    for (let i = context.length - 1; i >= 0; i--) {
      node = contexts.child(node, context[i]);
      if (node < 0) break;
      if (chosen.has(node)) found = node;
    }
    return found;
  };
  const nodes = [longest([letters])];
  const states = new Map([[nodes[0], 0]]);
  const target: number[] = [];
  for (const node of nodes) {
    for (let letter = 0; letter < letters; letter++) {
      const next = longest([...contexts.word(node).reverse(), letter]);
      if (!states.has(next)) states.set(next, nodes.push(next) - 1);
      target.push(states.get(next) ?? 0);
    }
  }
  const rows = Float64Array.from(nodes.flatMap((node) => [...rowOf(node)]));
  const pdfa: Pdfa = { size: nodes.length, letters, target: Int32Array.from(target), rows };
  return pdfaToWdfsa(pdfa, alphabet);
}
