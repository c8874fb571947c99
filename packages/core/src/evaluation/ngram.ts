import { real } from "../algebra/float64.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";

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
 */
export function ngramModel(alphabet: Alphabet, words: Iterable<Word>, n: number): Wdfsa<number> {
  if (!Number.isSafeInteger(n) || n < 1)
    throw new HankelError("usage", `the order of an n-gram model is 1 or more, not ${n}`);
  const counts = new Counts(alphabet.size, n);
  for (const word of words) counts.add(word);
  return counts.model(alphabet);
}

/** The histories that occur, as nodes of a tree of words read backwards, and what comes after each of them. */
class Counts {
  readonly #letters: number;
  readonly #n: number;
  /** Backwards, so that the parent of a history is the same without its first symbol. The beginning is one more letter. */
  readonly #histories = new PrefixTree();
  readonly #next = [new Map<number, number>()];

  constructor(letters: number, n: number) {
    this.#letters = letters;
    this.#n = n;
  }

  get #begin(): Letter {
    return this.#letters;
  }

  add(word: Word): void {
    const whole = [this.#begin, ...word];
    for (let at = 1; at <= whole.length; at++) {
      const symbol = at < whole.length ? whole[at] : this.#letters;
      this.#count(0, symbol);
      for (let node = 0, back = 1; back < this.#n && back <= at; back++) {
        node = this.#histories.extend(node, whole[at - back]);
        this.#count(node, symbol);
      }
    }
  }

  #count(node: number, symbol: number): void {
    while (this.#next.length <= node) this.#next.push(new Map());
    const next = this.#next[node];
    next.set(symbol, (next.get(symbol) ?? 0) + 1);
  }

  model(alphabet: Alphabet): Wdfsa<number> {
    const width = this.#letters;
    const rows = this.#rows();
    const states = new Map<number, number>();
    const nodes: number[] = [];
    const reach = (node: number): number => {
      let state = states.get(node);
      if (state === undefined) states.set(node, (state = nodes.push(node) - 1));
      return state;
    };
    reach(this.#longest([this.#begin]));
    const target: number[] = [];
    const arcWeight: number[] = [];
    const finalWeight: number[] = [];
    for (let state = 0; state < nodes.length; state++) {
      const history = this.#histories.word(nodes[state]).reverse();
      for (let letter = 0; letter < width; letter++) {
        target.push(reach(this.#longest([...history, letter])));
        arcWeight.push(rows[nodes[state]][letter]);
      }
      finalWeight.push(rows[nodes[state]][width]);
    }
    return new Wdfsa({
      algebra: real,
      alphabet,
      target: Int32Array.from(target),
      arcWeight: Float64Array.from(arcWeight),
      initialWeight: 1,
      finalWeight: Float64Array.from(finalWeight),
      names: nodes.map((node) => this.#name(node, alphabet)),
    });
  }

  /** The node of the longest end of a history that occurs and is shorter than n. */
  #longest(history: Word): number {
    let node = 0;
    for (let back = 1; back < this.#n && back <= history.length; back++) {
      const longer = this.#histories.child(node, history[history.length - back]);
      if (longer < 0) break;
      node = longer;
    }
    return node;
  }

  /** The distribution after each history; shorter histories come first. */
  #rows(): readonly Float64Array[] {
    const size = this.#letters + 1;
    const rows: Float64Array[] = [];
    this.#next.forEach((next, node) => {
      const shorter = node === 0 ? new Float64Array(size).fill(1 / size) : rows[this.#histories.parent(node)];
      let total = 0;
      for (const count of next.values()) total += count;
      if (next.size === 0) return void rows.push(shorter);
      const row = shorter.map((probability) => (next.size * probability) / (total + next.size));
      for (const [symbol, count] of next) row[symbol] += count / (total + next.size);
      rows.push(row);
    });
    return rows;
  }

  #name(node: number, alphabet: Alphabet): string {
    const history = this.#histories.word(node).reverse();
    if (history.length === 0) return "ε";
    return history.map((letter) => (letter === this.#begin ? "<s>" : alphabet.symbols[letter])).join(" ");
  }
}
