/** Languages without a finite deterministic automaton, as teachers that test conjectures as the command line does. */

import {
  boolean,
  type EquivalenceTest,
  functionTeacher,
  type GroupWithZero,
  parseEquivalence,
  type Rational,
  rational,
  real,
  type Teacher,
} from "@hankel/core";

const count = (word: readonly string[], symbol: string) => word.filter((other) => other === symbol).length;

function isPalindrome(word: readonly string[]): boolean {
  return word.every((symbol, i) => symbol === word[word.length - 1 - i]);
}

function isBalanced(word: readonly string[]): boolean {
  let depth = 0;
  for (const symbol of word) {
    depth += symbol === "a" ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** aⁿbⁿ. */
function isTwice(word: readonly string[]): boolean {
  return word.length % 2 === 0 && word.every((symbol, i) => symbol === (2 * i < word.length ? "a" : "b"));
}

export function defaultTests(): EquivalenceTest[] {
  const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };
  return parseEquivalence("short:500+states:5+loops:100+walk:200", setting);
}

function teacher<W>(algebra: GroupWithZero<W>, weigh: (word: readonly string[]) => W): Teacher<W> {
  return functionTeacher({ algebra, alphabet: "ab", weigh, equivalence: defaultTests() });
}

/** Languages that no automaton accepts. */
export const notRegular = {
  palindromes: () => teacher(boolean, isPalindrome),
  aⁿbⁿ: () => teacher(boolean, isTwice),
  brackets: () => teacher(boolean, isBalanced),
} as const;

/** 2^#a + 3^#b, which has rank 2. */
export const sums = {
  rational: (): Teacher<Rational> =>
    teacher(rational, (word) =>
      rational.parse(String(2n ** BigInt(count(word, "a")) + 3n ** BigInt(count(word, "b")))),
    ),
  real: (): Teacher<number> => teacher(real, (word) => 2 ** count(word, "a") + 3 ** count(word, "b")),
} as const;
