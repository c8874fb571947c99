import { Wdfsa } from "../automata/wdfsa.ts";
import type { NextTeacher } from "../next/next-teacher.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { type DrawOptions, drawWords } from "./drawn-words.ts";
import { type Figures, figuresOf, type Steps } from "./figures.ts";
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
 *     const figures = await evaluate(nextTeacherOf(target), automaton, { words: 1000, seed: 7 });
 *     figures.totalVariation.mean;
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
  const steps = stepsAlong(tree, nodes, (node) => translate.row(row(node)), said, k);
  return figuresOf(steps, drawn, k);
}

/** The same on given words, whose letters belong to the target's alphabet, instead of drawn ones. */
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
  return figuresOf(stepsAlong(tree, nodes, right, said, k), undefined, k);
}

/** The steps of each word. What happens at a node is computed once, however many words go through it. */
function stepsAlong(
  tree: PrefixTree,
  nodes: readonly number[],
  right: RowOf,
  said: RowOf,
  k: number,
): readonly Steps[] {
  const known: Step[] = [];
  return nodes.map((node) => {
    const steps: Step[] = [];
    for (let at = node; at >= 0; at = tree.parent(at)) {
      known[at] ??= compareRows(right(at), said(at), k);
      steps.push(known[at]);
    }
    return steps.reverse();
  });
}
