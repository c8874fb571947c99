/** What the table learner is likely to ask next. */

import { type Learner, type Question, TableLearner, type Word } from "@hankel/core";

/**
 * The table is closed by one row at a time, though every row without a twin in P must be added sooner or later. These are
 * the rows of their successors, for one row of each class.
 */
export function* guessForTable(learner: Learner<unknown>, _question: Question<unknown>): Generator<Word> {
  if (!(learner instanceof TableLearner)) return;
  const { hankel, alphabet } = learner;
  const classes = new Set(hankel.representatives().keys());
  for (let row = 0; row < hankel.rows; row++) {
    if (hankel.isPrefix(row) || hankel.scale(row) === undefined) continue;
    const { size } = classes;
    if (classes.add(hankel.classOf(row)).size === size) continue;
    for (let letter = 0; letter < alphabet.size; letter++) {
      for (const suffix of hankel.suffixes) {
        const word = [...hankel.word(row), letter, ...suffix];
        const node = hankel.observations.tree.find(word, 0);
        if (node < 0 || !hankel.observations.knows(node)) yield word;
      }
    }
  }
}
