import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import type { Measure, Pdfa, Rows } from "./pdfa.ts";

/** Contexts have at most so many symbols; the beginning of a word is one. */
const LONGEST = 6;

/** Contexts that so few steps were seen behind are left out: their rows would be those of single words. */
const RAREST = 2;

/**
 * What comes next behind the contexts that occur: a context is an end of what was said, where the beginning of a word is a symbol, too.
 * With all contexts of n − 1 symbols this is an n-gram model; here some are longer than others, as in the probabilistic suffix
 * automata of Ron, Singer and Tishby 1996. It is made of rows, not of counts.
 */
export class Contexts {
  readonly #letters: number;
  readonly #step: number;
  /** Contexts, backwards: the parent of a context is the same without its first symbol. The letter behind all others begins words. */
  readonly #tree = new PrefixTree();
  /** How often each context occurs, and the row behind it, if that is often enough. */
  readonly #mass: number[] = [];
  readonly #rows: Float64Array[] = [];
  /** How much the loss falls if a context has a row of its own. */
  readonly #gain: number[] = [];

  /** The contexts of the words of a measure, in which one step of one word counts `step`. */
  constructor(known: Rows, letters: number, measure: Measure, step: number) {
    this.#letters = letters;
    this.#step = step;
    for (const [node, weight] of measure)
      for (const context of this.#contextsOf(known, node))
        this.#mass[context] = (this.#mass[context] ?? 0) + weight;
    const sums: Float64Array[] = [];
    for (const [node, weight] of measure) {
      const row = known.row(node);
      for (const context of this.#contextsOf(known, node)) {
        if (!this.#occurs(context)) break;
        sums[context] ??= new Float64Array(letters + 1);
        for (let j = 0; j <= letters; j++) sums[context][j] += weight * row[j];
      }
    }
    sums.forEach((sum, context) => this.#smooth(sum, context));
  }

  /** How many contexts occur often enough. */
  get count(): number {
    return this.#rows.reduce((count) => count + 1, 0);
  }

  /** The automaton of at most so many contexts: those that gain most, one after the other. */
  best(most: number): Pdfa {
    const chosen = new Set([0]);
    const start = this.#tree.child(0, this.#letters);
    if (most > 1 && this.#rows[start] !== undefined) chosen.add(start);
    const candidates = [...this.#rows.keys()]
      .filter((context) => this.#rows[context] !== undefined && context > 0)
      .sort((one, other) => this.#gain[other] - this.#gain[one]);
    while (chosen.size < most) {
      let best: { readonly parts: readonly number[]; readonly worth: number } | undefined;
      for (const context of candidates) {
        if (chosen.has(context)) continue;
        if (best !== undefined && this.#gain[context] <= best.worth) break;
        const parts = this.#lacking(context, chosen);
        if (chosen.size + parts.length > most) continue;
        const worth = this.#gain[context] / parts.length;
        if (best === undefined || worth > best.worth) best = { parts, worth };
      }
      if (best === undefined) break;
      for (const part of best.parts) chosen.add(part);
    }
    return this.#automaton(chosen);
  }

  /** The automaton of at most so many contexts, the most frequent ones. */
  frequent(most: number): Pdfa {
    const occurring = [...this.#rows.keys()].filter((context) => this.#rows[context] !== undefined);
    // Sorting is stable, and what a context is a part of occurs no more often: parts come first.
    if (occurring.length > most) occurring.sort((one, other) => this.#mass[other] - this.#mass[one]);
    return this.#automaton(new Set(occurring.slice(0, most)));
  }

  /** The contexts that a word ends with, the shortest first. */
  *#contextsOf({ tree }: Rows, node: number): Generator<number> {
    let context = 0;
    yield context;
    for (let [at, length] = [node, 0]; length < LONGEST && at >= 0; length++, at = tree.parent(at)) {
      context = this.#tree.extend(context, at === 0 ? this.#letters : tree.letter(at));
      yield context;
    }
  }

  #occurs(context: number): boolean {
    return context === 0 || this.#mass[context] >= RAREST * this.#step;
  }

  /** The row behind a context, as if one step more had been seen that is like the shorter context's. */
  #smooth(sum: Float64Array, context: number): void {
    const [mass, width] = [this.#mass[context], this.#letters + 1];
    const shorter = context === 0 ? undefined : this.#rows[this.#tree.parent(context)];
    this.#gain[context] = 0;
    this.#rows[context] = sum.map((value, j) => {
      const before = shorter === undefined ? 1 / width : shorter[j];
      if (value > 0) this.#gain[context] += value * Math.log(value / mass / before);
      return (value + this.#step * before) / (mass + this.#step);
    });
  }

  /** The parts of a context that are not chosen. All are needed, so that the state of a word tells that of the next. */
  #lacking(context: number, chosen: ReadonlySet<number>): number[] {
    const word = this.#tree.word(context);
    const parts = new Set<number>();
    for (let from = 0; from < word.length; from++) {
      for (let [node, at] = [0, from]; at < word.length; at++) {
        node = this.#tree.child(node, word[at]);
        if (node < 0 || this.#rows[node] === undefined) break;
        if (!chosen.has(node)) parts.add(node);
      }
    }
    return [...parts];
  }

  #automaton(chosen: ReadonlySet<number>): Pdfa {
    const letters = this.#letters;
    const nodes: number[] = [];
    const states = new Map<number, number>();
    const stateOf = (context: number): number => {
      const known = states.get(context);
      if (known !== undefined) return known;
      states.set(context, nodes.length);
      return nodes.push(context) - 1;
    };
    stateOf(this.#longest([letters], chosen));
    const target: number[] = [];
    for (const node of nodes) {
      const word = this.#tree.word(node);
      for (let letter = 0; letter < letters; letter++)
        target.push(stateOf(this.#longest([letter, ...word], chosen)));
    }
    const rows = new Float64Array(nodes.length * (letters + 1));
    nodes.forEach((node, state) => {
      rows.set(this.#rows[node], state * (letters + 1));
    });
    return { size: nodes.length, letters, target: Int32Array.from(target), rows };
  }

  /** The longest chosen context that this word, which is written backwards, begins with. */
  #longest(word: Word, chosen: ReadonlySet<number>): number {
    let [node, found] = [0, 0];
    for (const letter of word) {
      node = this.#tree.child(node, letter);
      if (node < 0) break;
      if (chosen.has(node)) found = node;
    }
    return found;
  }
}
