/** What the tree learner is likely to ask next. */

import { DEAD, type Learner, type Question, TreeLearner, type Word } from "@hankel/core";

/** A word on its way down the tree, the node where it may be, and how likely that is. */
interface Visit {
  readonly prefix: Word;
  readonly node: number;
  readonly chance: number;
}

/**
 * Two kinds of guesses. While a counterexample is analysed, the words of the whole binary search, the middle first. While
 * words go down the tree, what the nodes below would ask, and what follows if a word becomes a state.
 */
export function* guessForTree(
  learner: Learner<unknown>,
  question: Question<unknown>,
  room: number,
): Generator<Word> {
  if (!(learner instanceof TreeLearner) || question.kind !== "weigh") return;
  const { why, batch } = question;
  const known = (word: Word) => {
    const node = learner.sifting.observations.tree.find(word, 0);
    return node >= 0 && learner.sifting.observations.knows(node);
  };
  if (why.kind === "counterexample" && batch.length === 1) {
    for (const word of searched(learner, why.word)) if (!known(word)) yield word;
  }
  for (const word of sifted(learner, room)) if (!known(word)) yield word;
}

/** The words of the search for a breakpoint, as `findBreakpoint` may ask them, level by level. */
function* searched(learner: TreeLearner<unknown>, word: Word): Generator<Word> {
  const { sifting } = learner;
  const hypothesis = learner.hypothesis();
  if (hypothesis.size === 0) return;
  const { states } = hypothesis.trace(word);
  let level: (readonly [low: number, high: number])[] = [[0, Math.min(states.length, word.length)]];
  while (level.length > 0) {
    const below: (readonly [number, number])[] = [];
    for (const [low, high] of level) {
      if (high - low <= 1) continue;
      const middle = (low + high) >> 1;
      yield [...sifting.access(states[middle]), ...word.slice(middle)];
      below.push([low, middle], [middle, high]);
    }
    level = below;
  }
}

/** What the words on their way down would ask below, level by level, the likeliest of each level first. */
function* sifted({ sifting, alphabet }: TreeLearner<unknown>, room: number): Generator<Word> {
  const { tree } = sifting;
  let level = pending(sifting);
  let left = room;
  while (level.length > 0 && left > 0) {
    const below: Visit[] = [];
    for (const { prefix, node, chance } of level) {
      const branches = tree.branches(node);
      const share = chance / (branches.length + 1);
      for (const branch of branches) {
        if (!tree.isLeaf(branch)) below.push({ prefix, node: branch, chance: share });
      }
      for (let letter = 0; letter < alphabet.size; letter++) {
        below.push({ prefix: [...prefix, letter], node: 0, chance: share });
      }
    }
    level = below.sort((a, b) => b.chance - a.chance).slice(0, left);
    left -= level.length;
    for (const { prefix, node } of level) yield [...prefix, ...(tree.suffix(node) as Word)];
  }
}

/** The words that are at no leaf, each at the node whose answer it lacks. */
function pending(sifting: TreeLearner<unknown>["sifting"]): Visit[] {
  const { tree, observations, alphabet } = sifting;
  const visits: Visit[] = [];
  const words = 1 + sifting.states * alphabet.size;
  for (let word = 0; word < words; word++) {
    if (sifting.target(word) >= DEAD) continue;
    let node = 0;
    for (;;) {
      const ratio = sifting.ratio(word, tree.suffix(node) as Word);
      const next = ratio === undefined ? -1 : tree.branch(node, ratio);
      if (next < 0 || tree.isLeaf(next)) break;
      node = next;
    }
    const state = Math.floor((word - 1) / alphabet.size);
    const prefix =
      word === 0 ? [] : [...observations.word(sifting.accessNode(state)), (word - 1) % alphabet.size];
    visits.push({ prefix, node, chance: 1 });
  }
  return visits;
}
