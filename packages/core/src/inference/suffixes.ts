import { Interruption, lookUp } from "../interruption.ts";
import type { Pdfa } from "../next/pdfa.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import { logGamma } from "./log-gamma.ts";
import type { ObservedWords } from "./sample.ts";
import type { Part } from "./sample-tree.ts";

/** No context is longer. */
const LONGEST = 16;

/** Contexts that occur less often are not looked at. */
const RAREST = 4;

/**
 * A model in which what comes next depends on the last letters only, on as many as the sample supports: a probabilistic suffix automaton. A context is
 * kept if what comes after it is more likely under a distribution of its own than under that of the context without its first letter, or if a longer
 * one is. Its own is drawn from a Dirichlet distribution around the shorter context's; the concentration is how many observations that is
 * worth. The same weighs the shorter context in the rows, so nothing has probability 0. An interruption leaves contexts out that were not looked at.
 */
export function suffixModel(
  sample: ObservedWords,
  part: Part,
  concentration: number,
  price: number,
): { readonly model: Pdfa; readonly complete: boolean } {
  const contexts = new Contexts(sample, part, concentration, price);
  return { model: contexts.automaton(), complete: contexts.complete };
}

class Contexts {
  readonly #letters: number;
  readonly #concentration: number;
  readonly #price: number;
  /** All words, one after the other, each with the end behind it, and how often each place counts. */
  readonly #text: Int32Array;
  readonly #weight: Float64Array;
  /** The contexts that are kept, backwards: the parent of a context is the same without its first letter. The beginning of a word is a letter. */
  readonly #kept: PrefixTree;
  readonly #rows: Float64Array[] = [];
  #complete = true;

  constructor(sample: ObservedWords, part: Part, concentration: number, price: number) {
    const { letters, starts, alphabet } = sample;
    this.#letters = alphabet.size;
    this.#concentration = concentration;
    this.#price = price;
    let length = 0;
    for (let word = 0; word < part.length; word++) {
      if (part[word] > 0) length += starts[word + 1] - starts[word] + 1;
    }
    this.#text = new Int32Array(length);
    this.#weight = new Float64Array(length);
    for (let word = 0, at = 0; word < part.length; word++) {
      if (part[word] === 0) continue;
      const from = at;
      this.#text.set(letters.subarray(starts[word], starts[word + 1]), at);
      at += starts[word + 1] - starts[word];
      this.#text[at++] = this.#letters;
      this.#weight.fill(part[word], from, at);
    }
    this.#kept = new PrefixTree(this.#letters + 1);
    const places = Int32Array.from({ length }, (_, place) => place);
    const uniform = new Float64Array(this.#letters + 1).fill(1 / (this.#letters + 1));
    this.#grow(places, [], uniform);
  }

  /** How much more likely the places are with this context and longer ones, in nats. It is kept if that is positive. */
  #grow(places: Int32Array, context: readonly number[], shorter: Float64Array): number {
    const width = this.#letters + 1;
    const row = new Float64Array(width);
    let total = 0;
    for (const place of places) {
      row[this.#text[place]] += this.#weight[place];
      total += this.#weight[place];
    }
    let gain = this.#gain(row, total, shorter);
    const k = this.#concentration;
    for (let a = 0; a < width; a++) row[a] = (row[a] + k * shorter[a]) / (total + k);
    const longer =
      this.#goesOn(places.length) && context.length < LONGEST && context.at(-1) !== this.#letters;
    for (const [letter, behind] of longer ? this.#split(places, context.length) : []) {
      gain += Math.max(0, this.#grow(behind, [...context, letter], row));
    }
    if (gain > 0 || context.length === 0) this.#keep(context, row);
    return gain;
  }

  get complete(): boolean {
    return this.#complete;
  }

  #goesOn(work: number): boolean {
    try {
      lookUp(work);
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      this.#complete = false;
    }
    return this.#complete;
  }

  #keep(context: readonly number[], row: Float64Array): void {
    const node = this.#kept.insert(context);
    while (this.#rows.length < this.#kept.size) this.#rows.push(NONE);
    this.#rows[node] = row;
  }

  /** The logarithm of the Bayes factor of a distribution of its own against that of the shorter context. */
  #gain(counts: Float64Array, total: number, shorter: Float64Array): number {
    const k = this.#concentration;
    let gain = logGamma(k) - logGamma(total + k) - this.#price;
    for (let a = 0; a < counts.length; a++) {
      if (counts[a] === 0) continue;
      const prior = k * shorter[a];
      gain += logGamma(counts[a] + prior) - logGamma(prior) - counts[a] * Math.log(shorter[a]);
    }
    return gain;
  }

  /** The places by the letter in front of their context; the rare ones are left out. */
  #split(places: Int32Array, length: number): [number, Int32Array][] {
    const [text, begin] = [this.#text, this.#letters];
    const counts = new Map<number, number>();
    const letterAt = (place: number) => (place > length ? text[place - length - 1] : begin);
    for (const place of places) counts.set(letterAt(place), (counts.get(letterAt(place)) ?? 0) + 1);
    const parts = new Map<number, Int32Array>();
    for (const [letter, count] of counts) if (count >= RAREST) parts.set(letter, new Int32Array(count));
    counts.clear();
    for (const place of places) {
      const part = parts.get(letterAt(place));
      if (part === undefined) continue;
      const at = counts.get(letterAt(place)) ?? 0;
      part[at] = place;
      counts.set(letterAt(place), at + 1);
    }
    return [...parts];
  }

  automaton(): Pdfa {
    const [kept, letters, width] = [this.#close(), this.#letters, this.#letters + 1];
    const states = new Map<number, number>();
    const nodes: number[] = [];
    const reach = (node: number) => {
      let state = states.get(node);
      if (state === undefined) states.set(node, (state = nodes.push(node) - 1));
      return state;
    };
    reach(Math.max(0, kept.child(0, letters)));
    const target: number[] = [];
    for (let at = 0; at < nodes.length; at++) {
      const context = kept.word(nodes[at]);
      for (let letter = 0; letter < letters; letter++) {
        let node = kept.child(0, letter);
        for (let back = 0; node >= 0 && back < context.length; back++) {
          const longer = kept.child(node, context[back]);
          if (longer < 0) break;
          node = longer;
        }
        target.push(reach(Math.max(0, node)));
      }
    }
    const rows = new Float64Array(nodes.length * width);
    nodes.forEach((node, state) => rows.set(this.#row(node), state * width));
    return { size: nodes.length, letters, target: Int32Array.from(target), rows };
  }

  /** The row of a context; one that was added has that of the shorter one. */
  #row(node: number): Float64Array {
    const row = this.#rows[node] ?? NONE;
    return row.length > 0 ? row : this.#row(this.#kept.parent(node));
  }

  /** Adds to every context the one without its last letter, so that a context and a letter determine the next context. */
  #close(): PrefixTree {
    const kept = this.#kept;
    for (let node = 1; node < kept.size; node++) kept.insert(kept.word(node).slice(1));
    return kept;
  }
}

const NONE = new Float64Array(0);
