import {
  type Alphabet,
  breadthFirst,
  type EquivalenceTest,
  HankelError,
  randomWords,
  wMethod,
  wpMethod,
} from "hankel";
import type { AnyAlgebra } from "hankel/algebra";
import { messageOf } from "./text.ts";

/** Compiles the text of a function from symbols to a weight in the notation of the algebra. */
export function compile(code: string, algebra: AnyAlgebra): (word: readonly string[]) => unknown {
  let value: unknown;
  try {
    value = new Function(`"use strict"; return (${code}\n);`)();
  } catch (cause) {
    throw new HankelError("parse", `the function cannot be read: ${messageOf(cause)}`, { cause });
  }
  if (typeof value !== "function") {
    throw new HankelError("parse", "expected a function, as in (word) => word.length % 2 === 0");
  }
  return (word) => {
    const returned: unknown = value([...word]);
    if (algebra.isWeight(returned)) return returned;
    return algebra.parse(String(returned));
  };
}

/** The length up to which all words are tested. */
function depth(letters: number): number {
  return letters <= 1 ? 24 : Math.max(1, Math.floor(Math.log(2000) / Math.log(letters)));
}

/** All short words, random ones, and the Wp-method for one more state. */
export function testsFor(alphabet: Alphabet): EquivalenceTest[] {
  return [breadthFirst(depth(alphabet.size)), randomWords(300, 30), wpMethod(1)];
}

/** The same for automata over a field, where the W-method is complete for one more dimension. */
export function blockTestsFor(alphabet: Alphabet): EquivalenceTest[] {
  return [breadthFirst(depth(alphabet.size)), randomWords(300, 30), wMethod(1)];
}
