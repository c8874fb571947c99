import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import { AskedRows } from "./asked-rows.ts";
import type { Classes } from "./classes.ts";
import type { Distribution } from "./distribution.ts";
import type { Arriving, NextTeacher } from "./next-teacher.ts";

/** The class of every word that has probability 0. */
export const IMPOSSIBLE = "impossible";

/** A language model as a Moore machine. */
export interface ClassedTeacher<Options = unknown> {
  readonly alphabet: Alphabet;
  /** What the machine writes as it reads each word: the class of ε, then one class for each letter. */
  run(words: readonly Word[], options?: Options): Promise<readonly (readonly string[])[]>;
  /** How many questions these words take at most if each prefix is one. */
  questions(words: readonly Word[]): number;
}

/**
 * The quotient of a language model by classes of distributions: a Moore machine that writes, behind every prefix, the class
 * of what comes next. It has a state for each set of words that no continuation tells apart by classes (docs/theory/language-models.md, 13.8),
 * and machines are learned exactly. A word of probability 0 is impossible, and so is everything behind it, whatever the
 * model says there: all these words share one state.
 *
 * Rows are remembered, so a prefix is asked for once and has one class. The options are passed along.
 *
 * @example
 * const coin = nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational)));
 * console.log(classed(coin, topRanks(1)).alphabet.symbols.join(" ")); // a
 */
export function classed<Options extends Arriving<Distribution>>(
  next: NextTeacher<Options>,
  classes: Classes,
): ClassedTeacher<Options> {
  const { alphabet } = next;
  const model = new PossibleRows(next);
  return {
    alphabet,
    questions: (words) => model.unknownPrefixes(words).size,
    async run(words, options) {
      await model.learn(words, options);
      return words.map((word) => {
        const rows = model.along(word);
        return Array.from({ length: word.length + 1 }, (_, length) =>
          length < rows.length ? classes.of(rows[length], alphabet) : IMPOSSIBLE,
        );
      });
    },
  };
}

/** The rows along words, up to where a word is impossible. */
class PossibleRows<Options extends Arriving<Distribution>> extends AskedRows<Options> {
  /** Words that turned out to be impossible, and so were not asked. */
  readonly #impossible = new Set<number>();

  override unknownPrefixes(words: readonly Word[]): Set<number> {
    const unknown = super.unknownPrefixes(words);
    for (const node of unknown) if (this.#impossible.has(node)) unknown.delete(node);
    return unknown;
  }

  /**
   * Asks what is not known about the prefixes of some words. If answers tell the prefixes, the words themselves are asked;
   * otherwise one letter after the other, so that nothing is asked behind a word that is impossible.
   */
  async learn(words: readonly Word[], options?: Options): Promise<void> {
    const { tellsPrefixes } = this.answers;
    const longest = words.reduce((most, { length }) => Math.max(most, length), 0);
    for (let length = tellsPrefixes ? longest : 0; length <= longest; length++) {
      const wanted = new Set<number>();
      for (const word of words) {
        if (!tellsPrefixes && word.length < length) continue;
        const asked = word.slice(0, length);
        const node = this.answers.tree.insert(asked);
        if (!this.answers.knows(node) && !this.#isImpossible(asked)) wanted.add(node);
      }
      await this.ask([...wanted], options);
    }
    if (!tellsPrefixes) for (const node of super.unknownPrefixes(words)) this.#impossible.add(node);
  }

  /** The rows of the prefixes of a word, without those that are impossible. */
  along(word: Word): Distribution[] {
    const { answers } = this;
    const rows: Distribution[] = [];
    for (let node = 0, length = 0; node >= 0 && answers.knows(node); length++) {
      rows.push(answers.row(node));
      node = rows[length][word[length]] > 0 ? answers.tree.child(node, word[length]) : -1;
    }
    return rows;
  }

  #isImpossible(word: Word): boolean {
    const { answers } = this;
    for (let node = 0, i = 0; i < word.length && node >= 0; i++) {
      if (answers.knows(node) && !(answers.row(node)[word[i]] > 0)) return true;
      node = answers.tree.child(node, word[i]);
    }
    return false;
  }
}
