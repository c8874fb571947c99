import type { GroupWithZero } from "../algebra/semifield.ts";
import type { AsyncTeacher, Teacher } from "../learning/protocol.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import { firstMismatch } from "./testing/mismatch.ts";
import { batches, type WordSource } from "./testing/test.ts";

export interface FunctionTeacherOptions<W, Result = W> {
  readonly algebra: GroupWithZero<W>;
  /** The symbols; a string stands for its characters. */
  readonly alphabet: Alphabet | Iterable<string>;
  /** The weight of a word, given as its symbols. */
  readonly weigh: (word: readonly string[]) => Result;
  /** The words on which a hypothesis is tried. */
  readonly equivalence: WordSource;
}

const BATCH = 256;

/** A function `(word) => weight` as a teacher; a hypothesis is right when it agrees on all words of `equivalence`. */
export function functionTeacher<W>(options: FunctionTeacherOptions<W>): Teacher<W> {
  const { algebra, alphabet, weigh } = common(options);
  let equivalences = 0;
  return {
    algebra,
    alphabet,
    weigh,
    findCounterexample(hypothesis) {
      for (const words of batches(options.equivalence(hypothesis, equivalences++), BATCH)) {
        const found = firstMismatch(algebra, hypothesis, words, weigh(words));
        if (found !== null) return found;
      }
      return null;
    },
  };
}

/** The same for a function that returns promises; the words of a batch are asked at once. */
export function asyncFunctionTeacher<W>(options: FunctionTeacherOptions<W, W | Promise<W>>): AsyncTeacher<W> {
  const { algebra, alphabet, weigh } = common(options);
  let equivalences = 0;
  return {
    algebra,
    alphabet,
    weigh: (words) => Promise.all(weigh(words)),
    async findCounterexample(hypothesis) {
      for (const words of batches(options.equivalence(hypothesis, equivalences++), BATCH)) {
        const found = firstMismatch(algebra, hypothesis, words, await Promise.all(weigh(words)));
        if (found !== null) return found;
      }
      return null;
    },
  };
}

function common<W, Result>(options: FunctionTeacherOptions<W, Result>) {
  const alphabet = options.alphabet instanceof Alphabet ? options.alphabet : new Alphabet(options.alphabet);
  const weigh = (words: readonly Word[]) => words.map((word) => options.weigh(alphabet.spell(word)));
  return { algebra: options.algebra, alphabet, weigh };
}
