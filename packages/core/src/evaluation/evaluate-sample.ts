import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { type Estimate, exponential } from "./estimate.ts";
import { figuresOf } from "./figures.ts";
import { jointAlphabet, type Model, rowsAlong, type Watch } from "./rows.ts";
import { compareRows, type Step } from "./step.ts";

/** How well a model predicts the words of a sample: what counts is the symbol that comes next in them, or the end. */
export interface SampleFigures {
  readonly words: number;
  /** Their letters and ends. */
  readonly symbols: number;
  /** e to the mean −ln q(next symbol); `Infinity` if the model excludes one of them. */
  readonly perplexity: Estimate;
  /** The same for the model mixed with a little of the uniform distribution: always finite. */
  readonly smoothedPerplexity: Estimate;
  /** The share of places where the model's likeliest symbol does not come next. */
  readonly wordErrorRate: Estimate;
  /** NDCG@k, where only the symbol that comes next is worth something. */
  readonly ndcg: Estimate;
  readonly k: number;
  /** The share of places where the model excludes what comes next. */
  readonly excluded: number;
}

/** How well a model predicts words, which are given by the letters of an alphabet; symbols are matched by name. */
export async function evaluateSample(
  { words, alphabet }: { readonly words: readonly Word[]; readonly alphabet: Alphabet },
  model: Model,
  options: { readonly k?: number | undefined } & Watch = {},
): Promise<SampleFigures> {
  const { k = 5 } = options;
  const tree = new PrefixTree(alphabet.size);
  const nodes = words.map((word) => tree.insert(word));
  // The letters of the sample are the same in the joint alphabet, where they come first.
  const joint = jointAlphabet(alphabet, model.alphabet);
  const said = await rowsAlong(model, tree, nodes, joint, options);
  const steps = nodes.map((node) => {
    const taken: Step[] = [];
    for (let at = node, next = joint.size; at >= 0; next = tree.letter(at), at = tree.parent(at)) {
      // The distribution in which this symbol, or the end, comes next for sure.
      const certain = new Float64Array(joint.size + 1);
      certain[next] = 1;
      taken.push(compareRows(certain, said(at), k));
    }
    return taken.reverse();
  });
  const figures = figuresOf(steps, undefined, k);
  return {
    words: words.length,
    symbols: figures.symbols,
    perplexity: figures.perplexity,
    smoothedPerplexity: exponential(figures.smoothedDivergence),
    wordErrorRate: figures.wordErrorRate,
    ndcg: figures.ndcg,
    k,
    excluded: figures.excluded.places,
  };
}
