import { Wdfsa } from "../automata/wdfsa.ts";
import { marginOfAll, QUANTILE } from "../evaluation/estimate.ts";
import { lookUp } from "../interruption.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import { findContradictions } from "./contradictions.ts";
import { supportOf } from "./fitted.ts";
import type { InferredWeights, WeightedSample } from "./sample.ts";
import { insertWord, type Part, wordsIn } from "./sample-tree.ts";
import { warningsOf } from "./warnings.ts";

/**
 * Learns a weighted language from words with weights, exactly. Two states may be merged if what is known of their residuals is the same up to a factor
 * in front: f_v(s) = k ⊗ f_r(s) for every s of which both are known. The factor becomes the weight of the arc. Of the red states that fit, the one is
 * taken with which most weights agree. Where words contradict each other, the first one counts
 * (docs/theory/samples.md, 19.3). Words that are held out measure the automaton of the others.
 */
export function inferWeights(sample: WeightedSample, heldOut?: Part): InferredWeights {
  const automaton = automatonOf(sample);
  const contradictions = findContradictions(sample);
  const wrong = contradictions.words;
  const figures = {
    ...(heldOut === undefined ? { heldOut: 0 } : measured(sample, heldOut)),
    contradicted: wrong / wordsIn(sample),
  };
  const target = Int32Array.from(automaton.target);
  const { size, alphabet } = automaton;
  return {
    kind: "weighted",
    automaton,
    measure: "residuals",
    parameter: undefined,
    tried: [],
    attempts: 0,
    support: supportOf({ size, letters: alphabet.size, target, rows: NONE, output: NO_OUTPUT }, sample),
    figures,
    contradictions: contradictions.list,
    contradictoryWords: wrong,
    warnings: warningsOf(sample, undefined, figures, contradictions),
    interrupted: false,
  };
}

function automatonOf(sample: WeightedSample): Wdfsa<unknown> {
  const residuals = new Residuals(sample);
  residuals.merge();
  return residuals.automaton();
}

/** How many of the words that are held out have the weight that the automaton of the others says. */
function measured(sample: WeightedSample, heldOut: Part) {
  const automaton = automatonOf(without(sample, heldOut));
  const { algebra, letters, starts, weights } = sample;
  let [words, right] = [0, 0];
  for (let word = 0; word < heldOut.length; word++) {
    if (heldOut[word] === 0) continue;
    words++;
    const said = automaton.weigh(Array.from(letters.subarray(starts[word], starts[word + 1])));
    if (algebra.equals(said, weights[word])) right++;
  }
  const mean = right / words;
  const margin = Math.max(QUANTILE * Math.sqrt((mean * (1 - mean)) / words), marginOfAll(words));
  return { heldOut: words, accuracy: { mean, margin } };
}

/** The words that are not held out. */
function without(sample: WeightedSample, heldOut: Part): WeightedSample {
  const { letters, starts, weights, kind, alphabet, algebra } = sample;
  const words = Array.from(heldOut.keys()).filter((word) => heldOut[word] === 0);
  const kept = { letters: new Int32Array(letters.length), starts: new Int32Array(words.length + 1) };
  words.forEach((word, i) => {
    kept.letters.set(letters.subarray(starts[word], starts[word + 1]), kept.starts[i]);
    kept.starts[i + 1] = kept.starts[i] + starts[word + 1] - starts[word];
  });
  kept.letters = kept.letters.slice(0, kept.starts[words.length]);
  return { kind, alphabet, algebra, ...kept, weights: words.map((word) => weights[word]) };
}

const NONE = new Float64Array(0);
const NO_OUTPUT = new Int32Array(0);

/** An arc: L_from(a s) = weight ⊗ L_to(s). */
interface Arc {
  readonly to: number;
  readonly weight: unknown;
}

interface Blue {
  readonly from: number;
  readonly letter: number;
}

class Residuals {
  readonly #sample: WeightedSample;
  /** The weight of ε in each residual, if it is known. */
  readonly #final: unknown[] = [];
  readonly #known: boolean[] = [];
  readonly #arcs: Map<number, Arc>[] = [];
  readonly #reds: number[] = [0];
  readonly #red = new Set([0]);
  /** How to take back what the last merge did. */
  #log: (() => void)[] = [];
  #agreed = 0;

  constructor(sample: WeightedSample) {
    this.#sample = sample;
    const tree = new PrefixTree(sample.alphabet.size);
    for (let word = 0; word < wordsIn(sample); word++) {
      const node = insertWord(tree, sample, word);
      if (this.#known[node] === true) continue;
      this.#known[node] = true;
      this.#final[node] = sample.weights[word];
    }
    const { one } = sample.algebra;
    for (let node = 0; node < tree.size; node++) {
      this.#arcs.push(new Map());
      if (node > 0) this.#arcs[tree.parent(node)].set(tree.letter(node), { to: node, weight: one });
    }
  }

  /** Merges or settles the blue states, in the order of the words that lead to them. A merge may hang new ones from an earlier state. */
  merge(): void {
    for (let blue = this.#nextBlue(); blue !== undefined; blue = this.#nextBlue()) {
      const node = this.#arcs[blue.from].get(blue.letter)?.to;
      if (node !== undefined) this.#settle(blue, node);
    }
  }

  #nextBlue(): Blue | undefined {
    for (let at = 0; at < this.#reds.length; at++) {
      const from = this.#reds[at];
      let letter = Number.POSITIVE_INFINITY;
      for (const [a, { to }] of this.#arcs[from]) if (a < letter && !this.#red.has(to)) letter = a;
      if (letter < Number.POSITIVE_INFINITY) return { from, letter };
    }
    return undefined;
  }

  /** Merges a blue state with the red one with which most weights agree, or makes it red. States with nothing but zeros behind them are one. */
  #settle(blue: Blue, node: number): void {
    const dead = this.#vanishes(node);
    let [best, most] = [-1, 0];
    for (const red of this.#reds) {
      const agreed = this.#try(red, blue, node, dead && red !== 0 && this.#vanishes(red));
      this.#undo();
      if (agreed > most) [best, most] = [red, agreed];
    }
    if (best < 0) {
      this.#reds.push(node);
      this.#red.add(node);
      return;
    }
    this.#try(best, blue, node, dead);
    this.#log = [];
  }

  #vanishes(node: number): boolean {
    const reached = new Set([node]);
    for (const at of reached) {
      if (this.#known[at] && !this.#sample.algebra.isZero(this.#final[at])) return false;
      for (const { to } of this.#arcs[at].values()) reached.add(to);
    }
    return true;
  }

  /** How many weights agree if the two are merged, the one included that gives the factor; 0 if they cannot be. */
  #try(red: number, { from, letter }: Blue, node: number, dead: boolean): number {
    const { times, one } = this.#sample.algebra;
    const factor = dead ? one : this.#factor(red, node);
    if (factor === undefined) return 0;
    const before = this.#arcs[from].get(letter);
    if (before === undefined) return 0;
    this.#setArc(from, letter, { to: red, weight: times(before.weight, factor) });
    this.#agreed = dead ? 1 : 0;
    return this.#fold(red, node, factor) ? this.#agreed : 0;
  }

  /** k with f_node(s) = k ⊗ f_red(s), from the first s of which both are known and not zero. */
  #factor(red: number, node: number): unknown {
    const { times, inverse, isZero, one } = this.#sample.algebra;
    const queue = [{ kept: red, gone: node, before: one, behind: one }];
    for (const { kept, gone, before, behind } of queue) {
      lookUp(10);
      if (this.#known[kept] && this.#known[gone]) {
        const [here, there] = [this.#final[kept], this.#final[gone]];
        if (!isZero(here) && !isZero(there)) return times(times(behind, there), inverse(times(before, here)));
      }
      for (const [letter, arc] of this.#arcs[gone]) {
        const other = this.#arcs[kept].get(letter);
        if (other === undefined) continue;
        queue.push({
          kept: other.to,
          gone: arc.to,
          before: times(before, other.weight),
          behind: times(behind, arc.weight),
        });
      }
    }
    return undefined;
  }

  /** Makes f_gone = factor ⊗ f_kept hold for all that is known; false if that is impossible. */
  #fold(red: number, node: number, start: unknown): boolean {
    const { times, inverse, equals } = this.#sample.algebra;
    const stack = [{ kept: red, gone: node, factor: start }];
    for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
      const { kept, gone, factor } = pair;
      lookUp(10);
      if (this.#known[gone]) {
        if (!this.#known[kept]) this.#setFinal(kept, times(inverse(factor), this.#final[gone]));
        else if (equals(this.#final[gone], times(factor, this.#final[kept]))) this.#agreed++;
        else return false;
      }
      for (const [letter, { to, weight }] of this.#arcs[gone]) {
        const other = this.#arcs[kept].get(letter);
        if (other === undefined) {
          this.#setArc(kept, letter, { to, weight: times(inverse(factor), weight) });
        } else {
          stack.push({
            kept: other.to,
            gone: to,
            factor: times(inverse(weight), times(factor, other.weight)),
          });
        }
      }
    }
    return true;
  }

  #setFinal(node: number, weight: unknown): void {
    this.#known[node] = true;
    this.#final[node] = weight;
    this.#log.push(() => {
      this.#known[node] = false;
      this.#final[node] = undefined;
    });
  }

  #setArc(node: number, letter: number, arc: Arc): void {
    const arcs = this.#arcs[node];
    const before = arcs.get(letter);
    arcs.set(letter, arc);
    this.#log.push(() => {
      if (before === undefined) arcs.delete(letter);
      else arcs.set(letter, before);
    });
  }

  #undo(): void {
    while (this.#log.length > 0) this.#log.pop()?.();
  }

  automaton(): Wdfsa<unknown> {
    const { algebra, alphabet } = this.#sample;
    if (this.#vanishes(0)) return Wdfsa.zero(algebra, alphabet);
    // States with nothing but zeros are left out: zero needs no arc.
    const reds = this.#reds.filter((node) => !this.#vanishes(node));
    const number = new Map(reds.map((node, state) => [node, state]));
    const target = new Int32Array(reds.length * alphabet.size).fill(-1);
    const arcWeight = algebra.array(target.length);
    const finalWeight = algebra.array(reds.length);
    reds.forEach((node, state) => {
      finalWeight[state] = this.#known[node] ? this.#final[node] : algebra.zero;
      for (const [letter, { to, weight }] of this.#arcs[node]) {
        const next = number.get(to);
        if (next === undefined) continue;
        target[state * alphabet.size + letter] = next;
        arcWeight[state * alphabet.size + letter] = weight;
      }
    });
    return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight: algebra.one, finalWeight });
  }
}
