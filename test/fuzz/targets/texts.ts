/** Weights, words, expressions and other short texts that people write. */

import {
  Alphabet,
  type AnyAlgebra,
  formatExpression,
  fromExpression,
  HankelError,
  type Kind,
  parseEquivalence,
  parseExpression,
  rowsOver,
  semifieldByName,
  semifields,
  weightsIn,
} from "@hankel/core";
import { symbolsOf } from "../../../packages/hankel/src/target/open.ts";
import { type Target, target, textOf } from "../target.ts";

const NUMBER_SCRAPS = [
  "1",
  "0",
  "-",
  "+",
  "/",
  ".",
  "e",
  "E",
  "1/2",
  "Infinity",
  "-inf",
  "NaN",
  " ",
  "1e5",
  "1e99999",
];

/** Weights that the notations of some algebras need. */
const WEIGHTS: Readonly<Record<string, { seeds: readonly string[]; scraps: readonly string[] }>> = {
  boolean: { seeds: ["true", "false"], scraps: ["1", "0", "t", "T"] },
  "free-group": {
    seeds: ['x y^-1 "new york"', "1", "0", '"0"^-1'],
    scraps: ["^-1", '"', "\\", " ", "x", "\\u0041"],
  },
  quaternion: { seeds: ["1+2i-1/2j+3k", "-k", "0"], scraps: ["i", "j", "k", "+", "-", "1/2", "e5"] },
};

/** A notation that can be taken apart in many ways takes hours to refuse them. */
const LONG = [
  `${"7".repeat(2 ** 17)}!`,
  `0.${"7".repeat(2 ** 17)}!`,
  `1/${"7".repeat(2 ** 17)}!`,
  `${" ".repeat(2 ** 17)}!`,
];

const names = semifields.map(({ name }) => (name === "prime-field" ? "prime-field:7" : name));

const weightTargets: readonly Target[] = names.map((name) => {
  const algebra = semifieldByName(name);
  const { seeds, scraps } = WEIGHTS[algebra.name] ?? {
    seeds: ["3", "1/2", "0.125", "1e-3", algebra.format(algebra.zero), algebra.format(algebra.one)],
    scraps: NUMBER_SCRAPS,
  };
  return target({
    name: `weight/${name.replace(/:.*/u, "")}`,
    found: LONG,
    seeds: seeds.filter((text) => isWeight(algebra, text)),
    scraps,
    read: (input) => parsed(weightsIn(algebra), textOf(input)),
    write: (weight) => algebra.format(weight),
  });
});

/** What is read is an answer in its normal form. */
function parsed<A>(type: Pick<Kind<unknown, A>, "parse" | "isAnswer">, text: string): A {
  const answer = type.parse(text);
  if (type.isAnswer(answer)) return answer;
  throw new Error(`it was read as ${String(answer)}, which is not in its normal form`);
}

function isWeight(algebra: AnyAlgebra, text: string): boolean {
  try {
    algebra.parse(text);
    return true;
  } catch {
    return false;
  }
}

const rows = rowsOver(new Alphabet("ab"));

const distributionTarget = target({
  name: "distribution",
  found: ["1e999 0 0", ...LONG],
  seeds: ["0.5 0.25 0.25", "1 0 0 0.1 0.2 0.7"],
  scraps: NUMBER_SCRAPS,
  read: (input) => parsed(rows, textOf(input)),
  write: (row) => rows.format(row),
});

const semifieldTarget = target({
  name: "semifield",
  found: LONG.map((text) => `real:${text}`),
  codes: ["algebra"],
  seeds: [...names, "real:1e-6", "prime-field:101", "tropical-float64:0.5"],
  scraps: [":", "1e-6", "0", "1e400", "-", "prime-field:", "real:"],
  read: (input) => semifieldByName(textOf(input)),
  write: ({ name }) => name,
});

/** The algebras of expressions: exact, with ε cycles that do not converge, without ⊕, not commutative. */
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  rational: ["(<2/3>t)*<1/3>", '<1/2>a(b|"new york")+c?', "((a|<3>b)*ε)|()"],
  tropical: ["(<2>a|<3>b)*<Infinity>", "a\\*b<1/2>+"],
  real: ["<0.5>a*", "(<0.25>)*a"],
  boolean: ["(a|b)*abb", "<true>a"],
  "free-group": ["<x>a<y^-1>b", '<"new york">a'],
  quaternion: ["<i>a<j>b", "(<1/2k>)*"],
};

const expressionTargets: readonly Target[] = Object.entries(EXPRESSIONS).map(([name, seeds]) => {
  const algebra = semifieldByName(name);
  return target({
    name: `expression/${name}`,
    seeds,
    scraps: ["(", ")", "|", "*", "+", "?", "<", ">", "\\", '"', "ε", "()", "<0>", "<1>", "a", "<1/2>"],
    placed: true,
    read: (input) => parseExpression(textOf(input), algebra),
    write: (expression) => formatExpression(expression, algebra),
  });
});

const automatonTargets: readonly Target[] = Object.entries(EXPRESSIONS).map(([name, seeds]) => {
  const algebra = semifieldByName(name);
  return target({
    name: `regex/${name}`,
    found: ["(<1e999+k>)*", `t${"<1/2>".repeat(20_000)}`],
    codes: ["parse", "unsupported", "budget", "algebra"],
    seeds: seeds.filter((text) => isLanguage(text, algebra)),
    scraps: ["(", ")", "|", "*", "+", "?", "<0>", "<1>", "a", "<1/2>", "(a|b)*"],
    read: (input) => fromExpression(textOf(input), algebra, { maxArcs: 1e5 }),
    show: ({ size, arcs }) => `${size} states, ${arcs} arcs`,
  });
});

function isLanguage(text: string, algebra: AnyAlgebra): boolean {
  try {
    fromExpression(text, algebra);
    return true;
  } catch (error) {
    if (error instanceof HankelError) return false;
    throw error;
  }
}

const alphabet = new Alphabet(["a", "b", "new york", "[", ""]);

const wordTarget = target({
  name: "word",
  seeds: ["a b a", '["a", "new york", ""]', "", "[ a"],
  scraps: ["a", "b", "[", "]", '"', ",", " ", "new", '"b"'],
  read: (input) => alphabet.parse(textOf(input)),
  show: (word) => word.join(" "),
  write: (word) => alphabet.format(word),
});

const alphabetTarget = target({
  name: "alphabet",
  codes: ["usage"],
  found: [`["a", "${"b".repeat(1000)}`],
  seeds: ["a b", '["a", "new york"]', ""],
  scraps: ["a", "[", "]", '"', ",", " ", '"b"'],
  read: (input) => symbolsOf(textOf(input)),
  write: (symbols) => JSON.stringify(symbols),
});

const testsTarget = target({
  name: "tests",
  found: LONG.map((text) => `pac:${text}`),
  codes: ["usage"],
  seeds: ["walk:200+wp:1", "random:100,mean=5", "pac:0.01,0.05", "bfs:3+words:w.txt+box", "samples:100"],
  scraps: ["walk", "wp", ":", ",", "+", "max=", "mean=", "1", "0", "1e9", "words:"],
  read: (input) =>
    parseEquivalence(textOf(input), {
      seed: 1,
      words: () => [[0]],
      box: "exact",
      samples: true,
      states: true,
    }),
  show: (tests) => String(tests.length),
});

export const textTargets: readonly Target[] = [
  ...weightTargets,
  distributionTarget,
  semifieldTarget,
  ...expressionTargets,
  ...automatonTargets,
  wordTarget,
  alphabetTarget,
  testsTarget,
];
