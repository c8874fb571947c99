import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";
import type { Classes } from "./classes.ts";
import type { NextTeacher } from "./next-teacher.ts";

/** The class of every word that has probability 0. */
export const IMPOSSIBLE = "impossible";

/** A language model as a Moore machine. */
export interface ClassedTeacher {
  readonly alphabet: Alphabet;
  /** What the machine writes as it reads each word: the class of ε, then one class for each letter. */
  run(words: readonly Word[]): Promise<readonly (readonly string[])[]>;
}

/**
 * The quotient of a language model by classes of distributions: a Moore machine that writes, behind every prefix, the class
 * of what comes next. It has a state for each set of words that no continuation tells apart by classes (docs/theory/language-models.md, 13.8),
 * and machines are learned exactly. A word of probability 0 is impossible, and so is everything behind it, whatever the
 * model says there: all these words share one state.
 *
 * Classes are remembered, so a prefix is asked for once.
 */
export function classed(next: NextTeacher, classes: Classes): ClassedTeacher {
  const memory = new ClassMemory(next, classes);
  return {
    alphabet: next.alphabet,
    async run(words) {
      await memory.learn(words);
      return words.map((word) => memory.run(word));
    },
  };
}

/** What is known of a word: the name of its class, and which letters can come next. */
interface Known {
  readonly name: string;
  readonly possible: Uint8Array;
}

class ClassMemory {
  readonly #next: NextTeacher;
  readonly #classes: Classes;
  readonly #tree: PrefixTree;
  readonly #known: (Known | undefined)[] = [];

  constructor(next: NextTeacher, classes: Classes) {
    this.#next = next;
    this.#classes = classes;
    this.#tree = new PrefixTree(next.alphabet.size);
  }

  /**
   * Asks what is not known about the prefixes of some words. If answers tell the prefixes, the words themselves are asked;
   * otherwise one letter after the other, so that nothing is asked behind a word that is impossible.
   */
  async learn(words: readonly Word[]): Promise<void> {
    const longest = Math.max(0, ...words.map((word) => word.length));
    for (let length = this.#next.prefixes === true ? longest : 0; length <= longest; length++) {
      const wanted = new Map<number, Word>();
      for (const word of words) {
        if (this.#next.prefixes !== true && word.length < length) continue;
        const asked = word.slice(0, length);
        const node = this.#open(asked);
        if (node !== undefined) wanted.set(node, asked);
      }
      if (wanted.size === 0) continue;
      const answers = await this.#next.next([...wanted.values()]);
      [...wanted.keys()].forEach((node, i) => this.#note(node, answers[i]));
    }
  }

  /** The classes along a word whose prefixes are known. */
  run(word: Word): string[] {
    const names: string[] = [];
    let node = 0;
    let possible = true;
    for (let length = 0; length <= word.length; length++) {
      if (length > 0) {
        possible &&= this.#follows(node, word[length - 1]);
        if (possible) node = this.#tree.child(node, word[length - 1]);
      }
      names.push(possible ? (this.#known[node] as Known).name : IMPOSSIBLE);
    }
    return names;
  }

  #follows(node: number, letter: Letter): boolean {
    return this.#known[node]?.possible[letter] === 1;
  }

  /** The node of a word, unless its class is known, or a prefix of it shows that it is impossible. */
  #open(word: Word): number | undefined {
    let node = 0;
    for (const letter of word) {
      if (this.#known[node] !== undefined && !this.#follows(node, letter)) return undefined;
      node = this.#tree.extend(node, letter);
    }
    return this.#known[node] === undefined ? node : undefined;
  }

  /** Notes the rows of an answer: the last is that of the word, and those before it are of its prefixes. */
  #note(node: number, answer: Float64Array): void {
    const { alphabet } = this.#next;
    const width = alphabet.size + 1;
    for (let at = node, end = answer.length; at >= 0 && end > 0; at = this.#tree.parent(at), end -= width) {
      const row = answer.subarray(end - width, end);
      this.#known[at] ??= {
        name: this.#classes.of(row, alphabet),
        possible: Uint8Array.from(row, (probability) => (probability > 0 ? 1 : 0)),
      };
    }
  }
}
