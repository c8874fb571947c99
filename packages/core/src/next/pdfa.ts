import { real } from "../algebra/float64.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import { type Distribution, totalVariation } from "./distribution.ts";

/**
 * A complete probabilistic deterministic finite automaton, in flat arrays. State 0 is initial; every arc leads somewhere,
 * and each row sums to 1.
 */
export interface Pdfa {
  readonly size: number;
  readonly letters: number;
  /** The state behind each arc: that of letter a in state q is at q·letters + a. */
  readonly target: Int32Array;
  /** What comes next in each state: letters + 1 probabilities, the end last. */
  readonly rows: Float64Array;
}

/** One state, in which all symbols and the end are equally likely. */
export function uniformPdfa(letters: number): Pdfa {
  const rows = new Float64Array(letters + 1).fill(1 / (letters + 1));
  return { size: 1, letters, target: new Int32Array(letters), rows };
}

/** The automaton over the reals. An arc of probability 0 is no arc. */
export function pdfaToWdfsa({ size, letters, target, rows }: Pdfa, alphabet: Alphabet): Wdfsa<number> {
  const arcWeight = new Float64Array(size * letters);
  const finalWeight = new Float64Array(size);
  const kept = new Int32Array(size * letters).fill(-1);
  for (let state = 0; state < size; state++) {
    for (let letter = 0; letter < letters; letter++) {
      const p = rows[state * (letters + 1) + letter];
      if (p <= 0) continue;
      arcWeight[state * letters + letter] = p;
      kept[state * letters + letter] = target[state * letters + letter];
    }
    finalWeight[state] = rows[state * (letters + 1) + letters];
  }
  return new Wdfsa({ algebra: real, alphabet, target: kept, arcWeight, initialWeight: 1, finalWeight });
}

/** The state that each word of a tree reaches. */
export function statesOf({ letters, target }: Pdfa, tree: PrefixTree): Int32Array {
  const states = new Int32Array(tree.size);
  for (let node = 1; node < states.length; node++) {
    states[node] = target[states[tree.parent(node)] * letters + tree.letter(node)];
  }
  return states;
}

/** The state with the nearest row to this one, by total variation. */
export function nearestState({ size, letters, rows }: Pdfa, row: Distribution): number {
  const width = letters + 1;
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let state = 0; state < size; state++) {
    const variation = totalVariation(row, 0, rows, state * width, width, least);
    if (variation < least) [nearest, least] = [state, variation];
  }
  return nearest;
}

/** How often each state is visited, and each arc used, per step of a word drawn from the automaton. */
export interface Uses {
  /** The expected number of steps of a word, the end included. */
  readonly steps: number;
  readonly states: Float64Array;
  readonly arcs: Float64Array;
}

/**
 * Words are followed for so many steps, or for as many as there are states, so that every state is visited. By then nearly
 * all have ended, and if not, their share of steps has settled.
 */
const STEPS = 60;

/** The share of the steps of drawn words that each state and each arc has. */
export function usesOf({ size, letters, target, rows }: Pdfa): Uses {
  const states = new Float64Array(size);
  let current = new Float64Array(size);
  let following = new Float64Array(size);
  current[0] = 1;
  let total = 0;
  // The way from a state to another is taken by any of their letters.
  const ways = new Float64Array(size * size);
  for (let state = 0, arc = 0, at = 0; state < size; state++, at++) {
    for (let letter = 0; letter < letters; letter++, arc++, at++)
      if (rows[at] > 0) ways[state * size + target[arc]] += rows[at];
  }
  for (let step = 0; step < Math.max(STEPS, size); step++) {
    following.fill(0);
    for (let state = 0; state < size; state++) {
      const mass = current[state];
      if (mass < 1e-12) continue;
      states[state] += mass;
      total += mass;
      for (let to = 0; to < size; to++) following[to] += mass * ways[state * size + to];
    }
    [current, following] = [following, current];
  }
  const arcs = new Float64Array(size * letters);
  for (let state = 0; state < size; state++) {
    states[state] /= total;
    for (let letter = 0; letter < letters; letter++) {
      arcs[state * letters + letter] = states[state] * rows[state * (letters + 1) + letter];
    }
  }
  return { steps: total, states, arcs };
}

/** What comes next after the words of a tree, as far as it is known. */
export interface Rows {
  readonly tree: PrefixTree;
  /** The rows in one array: that of a node begins at `at(node)`. */
  readonly shared: { readonly values: Float64Array; at(node: number): number };
  row(node: number): Distribution;
  /** Σ p log p over the row of a node. */
  negentropy(node: number): number;
}

/** Words whose rows are known, by their nodes, and how often each occurs in a word that is drawn from the model. */
export type Measure = ReadonlyMap<number, number>;

/** An automaton whose rows are averages, and how far the words of a measure are from them. */
export interface Fit {
  readonly pdfa: Pdfa;
  /** The mean Kullback–Leibler divergence of the words from their states per step, in nats, and the mean total variation. */
  readonly divergence: number;
  readonly variation: number;
  /** The largest total variation. */
  readonly largest: number;
}

/** A divergence is a difference of two entropies; below this share of them it is nothing but rounding. */
const ROUNDING = 1e-13;

/** Gives each state the average row of the words that reach it (docs/theory/language-models.md, 13.5). A state that no word reaches keeps its row. */
export function fit(known: Rows, pdfa: Pdfa, measure: Measure): Fit {
  return new Fitting(known, measure).fit(pdfa);
}

/**
 * The words of a measure, to which several automata are fitted: what does not depend on the automaton is looked up once, and how far words are from
 * their states is found out when somebody wants to know.
 */
export class Fitting {
  readonly measure: Measure;
  readonly #known: Rows;
  readonly #weights: Float64Array;
  /** Where the row of each word begins. */
  readonly #row: Int32Array;
  /** The words and all their prefixes, prefixes first: the place of that without the last letter, and the letter. */
  readonly #parent: Int32Array;
  readonly #letter: Int32Array;
  /** The place of each word among them. */
  readonly #place: Int32Array;
  readonly #entropy: number;
  readonly #total: number;

  constructor(known: Rows, measure: Measure) {
    const nodes = Int32Array.from(measure.keys());
    this.measure = measure;
    this.#known = known;
    this.#weights = Float64Array.from(measure.values());
    this.#row = nodes.map((node) => known.shared.at(node));
    let [entropy, total] = [0, 0];
    for (let i = 0; i < nodes.length; i++) {
      const weight = this.#weights[i];
      entropy -= weight * known.negentropy(nodes[i]);
      total += weight;
    }
    [this.#entropy, this.#total] = [entropy, total];
    const { tree } = known;
    const places = new Int32Array(tree.size).fill(-1);
    const all: number[] = [];
    for (const node of nodes)
      for (let at = node; places[at] < 0; at = tree.parent(at)) {
        places[at] = 0;
        all.push(at);
        if (at === 0) break;
      }
    // A node comes after its parent.
    const sorted = Int32Array.from(all).sort();
    for (let i = 0; i < sorted.length; i++) places[sorted[i]] = i;
    this.#parent = sorted.map((node) => (node === 0 ? 0 : places[tree.parent(node)]));
    this.#letter = sorted.map((node) => (node === 0 ? 0 : tree.letter(node)));
    this.#place = nodes.map((node) => places[node]);
  }

  /** The automaton of these arcs with average rows. */
  fit(pdfa: Pdfa): Fit {
    const width = pdfa.letters + 1;
    const states = this.#states(pdfa);
    const sums = this.#sums(pdfa.size, width, states);
    const rows = pdfa.rows.slice();
    for (let row = 0; row < rows.length; row += width) {
      let total = 0;
      for (let j = row; j < row + width; j++) total += sums[j];
      if (total > 0) for (let j = row; j < row + width; j++) rows[j] = sums[j] / total;
    }
    // The logarithms of a state's row are the same for all its words, whose rows are summed up already.
    let cross = 0;
    for (let i = 0; i < rows.length; i++) if (sums[i] > 0) cross -= sums[i] * Math.log(rows[i]);
    const lost = cross - this.#entropy;
    const divergence = lost <= ROUNDING * this.#entropy ? 0 : lost / this.#total;
    let found: { readonly variation: number; readonly largest: number } | undefined;
    const variations = () => (found ??= this.#variations(rows, width, states));
    return {
      pdfa: { ...pdfa, rows },
      divergence,
      get variation() {
        return variations().variation;
      },
      get largest() {
        return variations().largest;
      },
    };
  }

  /** The states of the words. */
  #states({ letters, target }: Pdfa): Int32Array {
    const [parent, letter] = [this.#parent, this.#letter];
    const states = new Int32Array(parent.length);
    for (let i = 1; i < states.length; i++) states[i] = target[states[parent[i]] * letters + letter[i]];
    return this.#place.map((place) => states[place]);
  }

  #sums(size: number, width: number, states: Int32Array): Float64Array {
    const { values } = this.#known.shared;
    const [weights, first] = [this.#weights, this.#row];
    const sums = new Float64Array(size * width);
    for (let i = 0; i < states.length; i++) {
      const weight = weights[i];
      const row = states[i] * width;
      const at = first[i];
      for (let j = 0; j < width; j++) sums[row + j] += weight * values[at + j];
    }
    return sums;
  }

  #variations(rows: Float64Array, width: number, states: Int32Array): Pick<Fit, "variation" | "largest"> {
    const { values } = this.#known.shared;
    let [variation, largest] = [0, 0];
    for (let i = 0; i < states.length; i++) {
      const distance = totalVariation(values, this.#row[i], rows, states[i] * width, width);
      variation += this.#weights[i] * distance;
      largest = Math.max(largest, distance);
    }
    return { variation: variation / this.#total, largest };
  }
}
