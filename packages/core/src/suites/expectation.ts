import type { Automaton } from "../automata/convert.ts";
import { getOrAdd } from "../words/collections.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { subjectOf } from "./subject.ts";
import type { Suite } from "./suite.ts";
import { stateAfter, type Walk } from "./walk.ts";

/** What is expected of a system, also on words that no test has. */
export interface Expectation extends Pick<Suite, "speaks" | "semifield" | "alphabet"> {
  /** What is expected after all of a word: an output, `"accept"`, a weight; undefined where nothing is. A Mealy machine writes nothing after ε. */
  after(word: Word): string | undefined;
  /** Words that end like this one, from a shortest word to a state on its way: shorter than it, and like it for the model. */
  shortcuts(word: Word): Word[];
}

/** A machine or an automaton says what is expected on every word, but for transitions that it lacks. */
export function expectationOf<W>(model: Automaton<W>): Expectation {
  const subject = subjectOf(model);
  const { speaks, semifield, alphabet } = subject;
  const after = (word: Word) => {
    if (subject.answered(word).length < word.length) return undefined;
    return subject.expected(word, (length) => length === word.length).at(-1);
  };
  const walk = subject.linear === undefined ? subject.walk : undefined;
  return { speaks, semifield, alphabet, after, shortcuts: (word) => (walk ? shortcutsOn(walk, word) : []) };
}

function shortcutsOn(walk: Walk, word: Word): Word[] {
  const found: Word[] = [];
  for (let length = 1; length <= word.length; length++) {
    const access = walk.access[stateAfter(walk, word.slice(0, length))];
    if (access !== undefined && access.length < length) found.push([...access, ...word.slice(length)]);
  }
  return found;
}

/** Tests without their model say what is expected on their words, and on the prefixes that they look at. */
export function expectationOfSuite({ speaks, semifield, alphabet, tests }: Suite): Expectation {
  const tree = new PrefixTree(alphabet.size);
  const known = new Map<number, string>();
  const before = speaks === "mealy" ? 1 : 0;
  for (const { word, expected } of tests) {
    expected.forEach((answer, place) => {
      if (answer !== undefined) getOrAdd(known, tree.insert(word.slice(0, place + before)), () => answer);
    });
  }
  return { speaks, semifield, alphabet, after: (word) => known.get(tree.find(word)), shortcuts: () => [] };
}
