/**
 * ALERGIA (Carrasco and Oncina 1994): the tree of a sample's prefixes is folded, state by state; two states are one if what follows them
 * is the same, as far as Hoeffding's bound tells for some α.
 */

import { type Alphabet, type Pdfa, PrefixTree, pdfaToWdfsa, type Wdfsa, type Word } from "@hankel/core";

/** A state while the tree is folded: how many words reach it and end there, and its arcs with how often each is taken. */
interface State {
  count: number;
  ends: number;
  readonly arcs: Map<number, { to: number; count: number }>;
}

/** The automaton; undefined if it has more than `most` states. */
export function alergia(
  alphabet: Alphabet,
  words: readonly Word[],
  alpha: number,
  most: number,
): Wdfsa<number> | undefined {
  const states = treeOf(alphabet.size, words);
  const bound = (n: number) => Math.sqrt(Math.log(2 / alpha) / 2) / Math.sqrt(n);
  const differs = (f1: number, n1: number, f2: number, n2: number) =>
    n1 > 0 && n2 > 0 && Math.abs(f1 / n1 - f2 / n2) > bound(n1) + bound(n2);
  const alike = (a: number, b: number): boolean => {
    const [one, other] = [states[a], states[b]];
    if (differs(one.ends, one.count, other.ends, other.count)) return false;
    for (const [letter, arc] of other.arcs) {
      const same = one.arcs.get(letter);
      if (differs(same?.count ?? 0, one.count, arc.count, other.count)) return false;
      if (same !== undefined && !alike(same.to, arc.to)) return false;
    }
    for (const [letter, arc] of one.arcs) {
      if (!other.arcs.has(letter) && differs(arc.count, one.count, 0, other.count)) return false;
    }
    return true;
  };
  /** Adds a state of the tree, and what is below it, to another one. */
  const fold = (into: number, from: number): void => {
    const [one, other] = [states[into], states[from]];
    one.count += other.count;
    one.ends += other.ends;
    for (const [letter, arc] of other.arcs) {
      const same = one.arcs.get(letter);
      if (same === undefined) one.arcs.set(letter, arc);
      else {
        same.count += arc.count;
        fold(same.to, arc.to);
      }
    }
  };
  const red = [0];
  const isRed = new Set(red);
  for (;;) {
    const blue = red
      .flatMap((state) => [...states[state].arcs.values()])
      .filter(({ to }) => !isRed.has(to))
      .toSorted((one, other) => states[other.to].count - states[one.to].count);
    if (blue.length === 0) return smoothed(alphabet, states, red);
    const [arc] = blue;
    const same = red.find((state) => alike(state, arc.to));
    if (same === undefined) {
      if (red.length === most) return undefined;
      red.push(arc.to);
      isRed.add(arc.to);
    } else {
      const from = arc.to;
      arc.to = same;
      fold(same, from);
    }
  }
}

function treeOf(letters: number, words: readonly Word[]): State[] {
  const tree = new PrefixTree(letters);
  const states: State[] = [{ count: 0, ends: 0, arcs: new Map() }];
  for (const word of words) {
    const path = tree.path(word);
    for (const [i, node] of path.entries()) {
      states[node] ??= { count: 0, ends: 0, arcs: new Map() };
      states[node].count++;
      if (i === word.length) {
        states[node].ends++;
        continue;
      }
      const arc = states[node].arcs.get(word[i]);
      if (arc === undefined) states[node].arcs.set(word[i], { to: path[i + 1], count: 1 });
      else arc.count++;
    }
  }
  return states;
}

/** Rows are smoothed towards what comes next anywhere, as in n-grams; a letter that never came leads to the start. */
function smoothed(alphabet: Alphabet, states: readonly State[], red: readonly number[]): Wdfsa<number> {
  const letters = alphabet.size;
  const whole = new Float64Array(letters + 1).fill(1);
  for (const state of red) {
    for (const [letter, { count }] of states[state].arcs) whole[letter] += count;
    whole[letters] += states[state].ends;
  }
  const sum = whole.reduce((total, count) => total + count, 0);
  const place = new Map(red.map((state, i) => [state, i]));
  const target = new Int32Array(red.length * letters);
  const rows = new Float64Array(red.length * (letters + 1));
  for (const [q, state] of red.entries()) {
    const { arcs, ends, count } = states[state];
    const different = arcs.size + (ends > 0 ? 1 : 0);
    for (let symbol = 0; symbol <= letters; symbol++) {
      const seen = symbol === letters ? ends : (arcs.get(symbol)?.count ?? 0);
      rows[q * (letters + 1) + symbol] = (seen + (different * whole[symbol]) / sum) / (count + different);
    }
    for (const [letter, { to }] of arcs) target[q * letters + letter] = place.get(to) ?? 0;
  }
  const pdfa: Pdfa = { size: red.length, letters, target, rows };
  return pdfaToWdfsa(pdfa, alphabet);
}
