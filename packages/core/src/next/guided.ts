import { copyWeights } from "../automata/convert.ts";
import { trim } from "../automata/trim.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import { type Distribution, rowAt } from "./distribution.ts";
import type { Arriving, NextTeacher } from "./next-teacher.ts";

/** The state behind a word that no word of the language begins with. */
const OUTSIDE = -1;

/**
 * A language model restricted to a language, as constrained decoding does it: at each step the letters that leave the
 * language get probability 0, the end too unless the word is in the language, and the others are divided by their sum. This
 * is not the distribution of words conditioned on the language: every step forgets how likely the language is behind it.
 *
 * A word that no word of the language begins with is over: its end has probability 1. Where the model gives probability 0
 * to everything that the language allows, all of that is equally likely, and `deadEnd` hears of the word.
 *
 * Symbols are matched by name. A symbol that the language does not know leaves it. The options are passed along.
 *
 * @example
 * const model = nextTeacherOf(minimize(fromExpression("(<1/4>a|<1/4>b)*<1/2>", rational)));
 * const onlyA = guided(model, minimize(fromExpression("a*", boolean)));
 * const [first] = await onlyA.next([[]]);
 * console.log(Array.from(first, (p) => p.toFixed(2)).join(" ")); // 0.33 0.00 0.67
 */
export function guided<Options extends Arriving<Distribution>>(
  next: NextTeacher<Options>,
  language: Wdfsa<boolean>,
  deadEnd: (word: Word) => void = () => {},
): NextTeacher<Options> {
  const restricted = restriction(next.alphabet, language, deadEnd);
  return {
    alphabet: next.alphabet,
    prefixes: next.prefixes,
    longest: next.longest,
    async next(words, options) {
      const restrict = (from: number, answers: readonly Distribution[]) =>
        answers.map((answer, i) => restricted(words[from + i], answer));
      const { arrived } = options ?? {};
      const passed = options &&
        arrived && {
          ...options,
          arrived: (from: number, answers: readonly Distribution[]) => arrived(from, restrict(from, answers)),
        };
      return restrict(0, await next.next(words, passed ?? options));
    },
  };
}

/**
 * Restricts the answer for a word to the language, row by row: the last row is that of the word, and those before it are of
 * its prefixes.
 */
function restriction(
  alphabet: Alphabet,
  language: Wdfsa<boolean>,
  deadEnd: (word: Word) => void,
): (word: Word, answer: Distribution) => Distribution {
  // In a trim automaton every state leads to a final one, so an arc never leaves the language.
  const { size, target, finalWeight } = trim(spelledWith(alphabet, language));
  if (size === 0)
    throw new HankelError("usage", "the guide has no word that consists of symbols of the target");
  const letters = alphabet.size;
  const width = letters + 1;
  /** 1 for each symbol that may come next. */
  const allowedIn = (state: number) =>
    Uint8Array.from({ length: width }, (_, symbol) => {
      if (state === OUTSIDE) return symbol === letters ? 1 : 0;
      const allows = symbol === letters ? finalWeight[state] : target[state * letters + symbol] !== OUTSIDE;
      return allows ? 1 : 0;
    });
  return (word, answer) => {
    const restricted = new Float64Array(answer.length);
    const rows = answer.length / width;
    let state = 0;
    for (let length = 0; length <= word.length; length++) {
      if (length > 0 && state !== OUTSIDE) state = target[state * letters + word[length - 1]];
      const row = rows - 1 - (word.length - length);
      if (row < 0) continue;
      const allowed = allowedIn(state);
      const kept = rowAt(answer, row, width).map((probability, symbol) =>
        allowed[symbol] === 1 ? probability : 0,
      );
      if (!kept.some((probability) => probability > 0)) {
        if (state !== OUTSIDE) deadEnd(word.slice(0, length));
        kept.set(allowed);
      }
      const sum = kept.reduce((total, probability) => total + probability, 0);
      for (let symbol = 0; symbol < width; symbol++) restricted[row * width + symbol] = kept[symbol] / sum;
    }
    return restricted;
  };
}

/** The words of a language that consist of the symbols of an alphabet, over that alphabet. */
function spelledWith(alphabet: Alphabet, language: Wdfsa<boolean>): Wdfsa<boolean> {
  const { algebra, size, alphabet: own, finalWeight, initialWeight } = language;
  const target = new Int32Array(size * alphabet.size).fill(-1);
  const arcWeight = algebra.array(target.length);
  for (let state = 0; state < size; state++) {
    alphabet.symbols.forEach((symbol, letter) => {
      const there = own.letter(symbol);
      const to = there < 0 ? OUTSIDE : language.target[state * own.size + there];
      if (to === OUTSIDE) return;
      target[state * alphabet.size + letter] = to;
      arcWeight[state * alphabet.size + letter] = true;
    });
  }
  const finals = copyWeights(algebra, finalWeight);
  return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight: finals });
}
