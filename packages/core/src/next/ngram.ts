import { real } from "../algebra/float64.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { getOrAdd } from "../words/collections.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { type Pdfa, pdfaToWdfsa } from "./pdfa.ts";

/**
 * The n-gram model of a sample: what comes next depends on the last n − 1 symbols only, where the beginning of a word is a
 * symbol. It is the simplest language model, and the baseline for the others; n = 1 is the unigram model.
 *
 * Probabilities are interpolated after Witten and Bell 1991: behind a history h that occurs c times with t different
 * symbols after it, p(a | h) = (c(h a) + t · p(a | h′)) / (c + t), where h′ is h without its first symbol; below the empty
 * history is the uniform distribution. So nothing has probability 0, and there is no parameter to choose.
 *
 * The states of the automaton are the histories that occur, of at most n − 1 symbols. Linear in the sample, times n, plus
 * states · letters.
 *
 * @example
 * const model = ngramModel(new Alphabet("ab"), [[0, 1], [0, 1, 1]], 2);
 * console.log(model.weigh(["a", "b"]).toFixed(3)); // 0.319
 */
export function ngramModel(alphabet: Alphabet, words: Iterable<Word>, n: number): Wdfsa<number> {
  if (!Number.isSafeInteger(n) || n < 1)
    throw new HankelError("usage", `the order of an n-gram model is 1 or more, not ${n}`);
  const found = ngramPdfa(alphabet.size, words, n, Number.POSITIVE_INFINITY);
  if (found === undefined) throw new HankelError("usage", "an n-gram model has states");
  const { pdfa, histories } = found;
  const shown = (letter: number) => (letter === alphabet.size ? "<s>" : alphabet.symbols[letter]);
  const names = histories.map((history) => history.map(shown).join(" ") || "ε");
  return new Wdfsa({ ...pdfaToWdfsa(pdfa, alphabet), alphabet, algebra: real, names });
}

/** An n-gram model in flat arrays, and the history of each state, where the beginning of a word is one more letter. */
export interface Ngram {
  readonly pdfa: Pdfa;
  readonly histories: readonly Word[];
}

/** The n-gram model of a sample; undefined if it has more than `most` states. */
export function ngramPdfa(
  letters: number,
  words: Iterable<Word>,
  n: number,
  most: number,
): Ngram | undefined {
  /** The beginning of a word is one more letter. */
  const begin = letters;
  /** The histories that occur. Backwards, so that the parent of a history is the same without its first symbol. */
  const occurring = new PrefixTree();
  /** What comes after each of them, and how often; the end counts as the symbol after the letters. */
  const counts = [new Map<number, number>()];
  const count = (node: number, symbol: number) => {
    while (counts.length <= node) counts.push(new Map());
    counts[node].set(symbol, (counts[node].get(symbol) ?? 0) + 1);
  };
  for (const word of words) {
    const whole = [begin, ...word];
    for (let at = 1; at <= whole.length; at++) {
      const symbol = at < whole.length ? whole[at] : letters;
      count(0, symbol);
      for (let node = 0, back = 1; back < n && back <= at; back++) {
        node = occurring.extend(node, whole[at - back]);
        count(node, symbol);
      }
    }
  }
  const rows = interpolated(counts, occurring, letters + 1);
  /** The node of the longest end of a history that occurs and is shorter than n. */
  const longest = (history: Word): number => {
    let node = 0;
    for (let back = 1; back < n && back <= history.length; back++) {
      const longer = occurring.child(node, history[history.length - back]);
      if (longer < 0) break;
      node = longer;
    }
    return node;
  };
  const states = new Map<number, number>();
  const nodes: number[] = [];
  const reach = (node: number) => getOrAdd(states, node, () => nodes.push(node) - 1);
  reach(longest([begin]));
  const target: number[] = [];
  const histories: Word[] = [];
  for (const node of nodes) {
    if (nodes.length > most) return undefined;
    const history = occurring.word(node).reverse();
    histories.push(history);
    for (let letter = 0; letter < letters; letter++) target.push(reach(longest([...history, letter])));
  }
  const flat = new Float64Array(nodes.length * (letters + 1));
  nodes.forEach((node, state) => {
    flat.set(rows[node], state * (letters + 1));
  });
  const pdfa = { size: nodes.length, letters, target: Int32Array.from(target), rows: flat };
  return { pdfa, histories };
}

/** The distribution after each history; shorter histories come first. */
function interpolated(
  counts: readonly ReadonlyMap<number, number>[],
  histories: PrefixTree,
  width: number,
): readonly Float64Array[] {
  const rows: Float64Array[] = [];
  counts.forEach((next, node) => {
    const shorter = node === 0 ? new Float64Array(width).fill(1 / width) : rows[histories.parent(node)];
    let total = 0;
    for (const count of next.values()) total += count;
    if (next.size === 0) return void rows.push(shorter);
    const row = shorter.map((probability) => (next.size * probability) / (total + next.size));
    for (const [symbol, count] of next) row[symbol] += count / (total + next.size);
    rows.push(row);
  });
  return rows;
}
