import { Wdfsa } from "../automata/wdfsa.ts";
import type { Distribution } from "../next/distribution.ts";
import type { NextTeacher } from "../next/next-teacher.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";
import { type DrawOptions, drawWords } from "./drawn-words.ts";
import { type Estimate, exponential } from "./estimate.ts";
import { type Figures, figuresOf, meanFigures, meanOver, type Steps } from "./figures.ts";
import { jointAlphabet, type Model, type RowOf, rowsAlong, translation, type Watch } from "./rows.ts";
import { compareRows, type Step } from "./step.ts";

/** How a model is judged. */
export interface EvaluateOptions extends DrawOptions {
  /** How many symbols of a ranking NDCG looks at; 5 by default. */
  readonly k?: number | undefined;
}

/**
 * How well a model speaks like a target, on words that are drawn from the target itself: at every place of every word, ends
 * included, what the model says comes next is compared with what the target says. The model is an automaton or another
 * teacher; symbols are matched by name. The confidence intervals treat the words as independent, not their places.
 *
 * @example
 * const coin = toWdfsa(fromExpression("(<0.5>a)*<0.5>", real));
 * const figures = await evaluate(nextTeacherOf(coin), coin, { words: 100, seed: 7 });
 * console.log(figures.totalVariation.mean); // 0
 */
export async function evaluate(
  target: NextTeacher,
  model: Model,
  options: EvaluateOptions = {},
): Promise<Figures> {
  const { k = 5, cancelled, maxLength = 200 } = options;
  const longest = model instanceof Wdfsa ? undefined : model.longest;
  const drawn = await drawWords(target, {
    ...options,
    draft: options.draft ?? (model instanceof Wdfsa ? model : undefined),
    maxLength: Math.min(maxLength, longest ?? maxLength),
  });
  const { tree, row, nodes } = drawn;
  const alphabet = jointAlphabet(target.alphabet, model.alphabet);
  const translate = translation(target.alphabet, alphabet);
  const said = await rowsAlong(model, tree, nodes, alphabet, { cancelled });
  const step = compared((node) => translate.row(row(node)), said, k);
  return figuresOf(stepsAlong(tree, nodes, alphabet.size, step), drawn, k);
}

/**
 * The same on given words, whose letters belong to the target's alphabet, instead of drawn ones.
 *
 * @example
 * const coin = toWdfsa(fromExpression("(<0.5>a)*<0.5>", real));
 * console.log((await evaluateOn([[], [0, 0]], nextTeacherOf(coin), coin)).words); // 2
 */
export async function evaluateOn(
  words: readonly Word[],
  target: NextTeacher,
  model: Model,
  options: { readonly k?: number | undefined } & Watch = {},
): Promise<Figures> {
  const { k = 5 } = options;
  const tree = new PrefixTree(target.alphabet.size);
  const nodes = words.map((word) => tree.insert(word));
  const alphabet = jointAlphabet(target.alphabet, model.alphabet);
  const right = await rowsAlong(target, tree, nodes, alphabet, options);
  const said = await rowsAlong(model, tree, nodes, alphabet, options);
  return figuresOf(stepsAlong(tree, nodes, alphabet.size, compared(right, said, k)), undefined, k);
}

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

/**
 * How well a model predicts words, which are given by the letters of an alphabet; symbols are matched by name. A word may count several times.
 *
 * @example
 * const coin = toWdfsa(fromExpression("(<0.5>a)*<0.5>", real));
 * const { perplexity } = await evaluateSample({ words: [[], [0]], alphabet: coin.alphabet }, coin);
 * console.log(perplexity.mean); // 2
 */
export async function evaluateSample(
  {
    words,
    alphabet,
    counts,
  }: {
    readonly words: readonly Word[];
    readonly alphabet: Alphabet;
    readonly counts?: ArrayLike<number> | undefined;
  },
  model: Model,
  options: { readonly k?: number | undefined } & Watch = {},
): Promise<SampleFigures> {
  const { k = 5 } = options;
  const tree = new PrefixTree(alphabet.size);
  const times = new Map<number, number>();
  words.forEach((word, i) => {
    const node = tree.insert(word);
    times.set(node, (times.get(node) ?? 0) + (counts?.[i] ?? 1));
  });
  const nodes = [...times.keys()];
  // The letters of the sample are the same in the joint alphabet, where they come first.
  const joint = jointAlphabet(alphabet, model.alphabet);
  const said = await rowsAlong(model, tree, nodes, joint, options);
  const judged = (row: Distribution, next: Letter) => {
    // The distribution in which this symbol, or the end, comes next for sure.
    const certain = new Float64Array(joint.size + 1);
    certain[next] = 1;
    return compareRows(certain, row, k);
  };
  const step = model instanceof Wdfsa ? oncePerRow(judged) : judged;
  const steps = stepsAlong(tree, nodes, joint.size, (at, next) => step(said(at), next));
  const often = [...times.values()];
  const mean = meanOver(steps, often);
  const figures = meanFigures(mean, exponential(mean((step) => step.entropy + step.divergence)), k);
  return {
    words: often.reduce((sum, count) => sum + count, 0),
    symbols: steps.reduce((sum, { length }, i) => sum + length * often[i], 0),
    perplexity: figures.perplexity,
    smoothedPerplexity: exponential(figures.smoothedDivergence),
    wordErrorRate: figures.wordErrorRate,
    ndcg: figures.ndcg,
    k,
    excluded: figures.excluded.places,
  };
}

/** The same, computed once for each row and symbol: an automaton has one row for each state, and long logs pass through it often. */
function oncePerRow(
  judged: (row: Distribution, next: Letter) => Step,
): (row: Distribution, next: Letter) => Step {
  const known = new Map<Distribution, Step[]>();
  return (row, next) => {
    let steps = known.get(row);
    if (steps === undefined) known.set(row, (steps = []));
    return (steps[next] ??= judged(row, next));
  };
}

/** What happens at a node is computed once, however many words go through it. */
function compared(right: RowOf, said: RowOf, k: number): (at: number) => Step {
  const known: Step[] = [];
  return (at) => {
    known[at] ??= compareRows(right(at), said(at), k);
    return known[at];
  };
}

/** The steps of each word, given at which node they are and what comes next; behind a word comes the end. */
function stepsAlong(
  tree: PrefixTree,
  nodes: readonly number[],
  end: number,
  step: (at: number, next: Letter) => Step,
): readonly Steps[] {
  return nodes.map((node) => {
    const steps: Step[] = [];
    for (let at = node, next = end; at >= 0; next = tree.letter(at), at = tree.parent(at)) {
      steps.push(step(at, next));
    }
    return steps.reverse();
  });
}
