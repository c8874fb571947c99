import type { Word } from "../words/word.ts";
import { AskedRows } from "./asked-rows.ts";
import type { Distribution } from "./distribution.ts";
import type { Arriving, NextTeacher } from "./next-teacher.ts";

/** The probabilities of whole words. */
export interface WeightsOfNext<Options> {
  (words: readonly Word[], options?: Options): Promise<number[]>;
  /** How many questions these words take if each prefix is one; with states, each word is one, too. */
  questions(words: readonly Word[], states?: boolean): number;
}

/**
 * The probabilities of whole words, from what comes next: that of w is the product of the probabilities of its letters,
 * each after those before it, and of the end. Exact learners can then learn a language model
 * (docs/theory/language-models.md, 13.1). With prefixes, one question tells it; otherwise every prefix of w is one. Nothing is
 * asked twice. The options are passed along.
 *
 * @example
 * const coin = nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational)));
 * const [weight] = await weightsOfNext(coin)([[0, 0]]);
 * console.log(weight); // 0.125
 */
export function weightsOfNext<Options extends Arriving<Distribution>>(
  next: NextTeacher<Options>,
): WeightsOfNext<Options> {
  const rows = new AskedRows(next);
  const { answers } = rows;
  const { tree, letters } = answers;
  const wanted = (nodes: readonly number[]): number[] => {
    if (answers.tellsPrefixes) return answers.missing(nodes);
    // Behind each word come its prefixes, the longest first.
    const found = new Set<number>();
    for (const node of tree.longest(nodes)) {
      for (let at = node; at >= 0 && !answers.knows(at) && !found.has(at); at = tree.parent(at))
        found.add(at);
    }
    return [...found];
  };
  const weight = (node: number): number => {
    let product = answers.values[answers.at(node) + letters];
    for (let at = node; at > 0; at = tree.parent(at)) {
      product *= answers.values[answers.at(tree.parent(at)) + tree.letter(at)];
    }
    return product;
  };
  const weigh = async (words: readonly Word[], options?: Options) => {
    const nodes = words.map((word) => tree.insert(word));
    await rows.ask(wanted(nodes), options);
    return nodes.map(weight);
  };
  const questions = (words: readonly Word[], states = false) => {
    const open = rows.unknownPrefixes(words);
    if (states) for (const word of words) open.add(tree.insert(word));
    return open.size;
  };
  return Object.assign(weigh, { questions });
}
