/** A log as knowledge of a target: what it says of words is believed until the target says otherwise. */

import { freeWord } from "../algebra/free-group.ts";
import type { Answers } from "../answers/answers.ts";
import type { AnswerStore } from "../answers/store.ts";
import type { InferSample, WeightedSample } from "../inference/sample.ts";
import { insertWord, type SampleTree, sampleTree, wholeOf, wordsIn } from "../inference/sample-tree.ts";
import { RunAnswers } from "../kinds/runs.ts";
import { PrefixTree } from "../words/prefix-tree.ts";

/**
 * Tells a store what a log says of the target's answers; what the log says in two ways, it does not say. A learner that has such answers need not ask for them;
 * tests of its conjectures ask the target. Words with symbols that the target does not know are left out.
 *
 * @example
 * const logs = new LogReader();
 * logs.read("log.txt", "+ a b\n- a\n");
 * const store = new AnswerStore(weightsIn(boolean), new Alphabet("ab"));
 * hearLog(store, logs.end().sample);
 * console.log(store.heard(store.tree.insert([0, 1]))?.weight, store.heard(store.tree.insert([1]))?.weight); // true undefined
 */
export function hearLog<A>(store: AnswerStore<A>, sample: InferSample): void {
  const letterOf = Int32Array.from(sample.alphabet.symbols, (symbol) => store.alphabet.letter(symbol));
  if (sample.kind === "weighted") hearWeights(store, sample, letterOf);
  else if (sample.kind !== "words") hearOutputs(store, sample, letterOf);
}

/** Labels and outputs: the most frequent of each node, if it is more frequent than all others together. */
function hearOutputs<A>(
  store: AnswerStore<A>,
  sample: Exclude<InferSample, WeightedSample>,
  letterOf: Int32Array,
): void {
  const tree = sampleTree(sample, wholeOf(sample));
  const here = nodesIn(store.tree, tree, letterOf);
  if (sample.kind === "labelled") {
    const answers = ["false", "true"].map((text) => store.kind.parse(text));
    store.hearsay().say((said) => {
      const told = Array.from(here.keys()).filter((node) => here[node] >= 0 && isSaid(tree, node));
      for (const node of told) said.tell(here[node], answers[tree.output[node]]);
      return told.map((node) => here[node]);
    });
  } else if (sample.kind !== "words") {
    const outputs = sample.outputs.symbols.map((name) => freeWord(name));
    store.hearsay().say((said) => {
      const runs: Answers<unknown> = said;
      return runs instanceof RunAnswers ? tellRuns(runs, tree, here, outputs) : [];
    });
  }
}

/** Whole runs, as far as the log knows each of their outputs. Returns the longest words. */
function tellRuns(
  said: RunAnswers,
  tree: SampleTree,
  here: Int32Array,
  outputs: readonly string[],
): number[] {
  const goesOn = new Uint8Array(tree.nodes);
  const isKnown = new Uint8Array(tree.nodes);
  isKnown[0] = 1;
  for (let node = 1; node < tree.nodes; node++) {
    const parent = tree.parent[node];
    if (isKnown[parent] === 0 || here[node] < 0 || !isSaid(tree, node)) continue;
    isKnown[node] = 1;
    goesOn[parent] = 1;
    said.take(here[node], [outputs[tree.output[node]]]);
  }
  if (said.before === 1 && isSaid(tree, 0)) said.take(0, [outputs[tree.output[0]]]);
  return Array.from(here).filter((_, node) => isKnown[node] === 1 && goesOn[node] === 0);
}

function isSaid({ output, agree, against }: SampleTree, node: number): boolean {
  return output[node] >= 0 && agree[node] > against[node];
}

/** The node of each word of a sample in another tree, in which letters have other numbers; -1 for those with unknown letters. */
function nodesIn(tree: PrefixTree, { nodes, parent, letter }: SampleTree, letterOf: Int32Array): Int32Array {
  const here = new Int32Array(nodes);
  for (let node = 1; node < nodes; node++) {
    const [before, last] = [here[parent[node]], letterOf[letter[node]]];
    here[node] = before < 0 || last < 0 ? -1 : tree.extend(before, last);
  }
  return here;
}

function hearWeights<A>(store: AnswerStore<A>, sample: WeightedSample, letterOf: Int32Array): void {
  const { algebra, weights, letters, starts } = sample;
  const words = new PrefixTree(sample.alphabet.size);
  const texts = new Map<number, { readonly word: number; readonly text: string | undefined }>();
  for (let word = 0; word < wordsIn(sample); word++) {
    const node = insertWord(words, sample, word);
    const text = algebra.format(weights[word]);
    const known = texts.get(node);
    texts.set(node, { word, text: known === undefined || known.text === text ? text : undefined });
  }
  store.hearsay().say((said) => {
    const told: number[] = [];
    for (const { word, text } of texts.values()) {
      const own = Array.from(letters.subarray(starts[word], starts[word + 1]), (letter) => letterOf[letter]);
      if (text === undefined || own.some((letter) => letter < 0)) continue;
      const node = store.tree.insert(own);
      said.tell(node, store.kind.parse(text));
      told.push(node);
    }
    return told;
  });
}
