/**
 * Compares OpenFst, which rounds, with Hankel, which is exact, on random automata whose right answers are known by
 * construction.
 *
 *     npm run exactness      runs it and writes docs/exactness.md
 */

import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  type Automaton,
  EPSILON,
  equivalent,
  minimize,
  type Rational,
  rationalToNumber,
  toWfsa,
  tropical,
} from "@hankel/core";
import {
  changed,
  disguised,
  negativeCycles,
  type Pair,
  probabilities,
  realWeights,
} from "./exactness-targets.ts";
import { missingCommand, OpenFst } from "./openfst.ts";

const SEEDS = Array.from({ length: 50 }, (_, i) => i + 1);
const TIMEOUT = 3_000;
/** For the questions on which OpenFst may run into the time limit. */
const FEW = SEEDS.slice(0, 20);

/** A question, and how often each program answered it correctly. */
interface Row {
  readonly question: string;
  readonly openfst: string;
  readonly hankel: string;
}

/** Asks about equivalent automata and about pairs that differ in one weight. */
function equivalence(fst: OpenFst, pairs: readonly Pair[], what: string): Row[] {
  const count = (test: (pair: Pair, i: number) => boolean) =>
    `${pairs.filter(test).length} of ${pairs.length}`;
  const theirs = (a: Automaton<unknown>, b: Automaton<unknown>, arcs: Pair["toLog"], name: string) => {
    const options = arcs === undefined ? {} : { arcType: "log" };
    const [x, y] = [
      fst.compile(`${name}x`, arcs?.(a) ?? a, options),
      fst.compile(`${name}y`, arcs?.(b) ?? b, options),
    ];
    return fst.run("fstequivalent", [`${x}.fst`, `${y}.fst`], TIMEOUT).code === 0;
  };
  return [
    {
      question: `${what}: equal automata called equal`,
      openfst: count(({ left, right, toLog }, i) => theirs(left, right, toLog, `q${i}`)),
      hankel: count(({ left, right }) => equivalent(left, right)),
    },
    {
      question: `${what}: different automata called different`,
      openfst: count(({ left, right, toLog }, i) => !theirs(left, changed(right), toLog, `r${i}`)),
      hankel: count(({ left, right }) => !equivalent(left, changed(right))),
    },
  ];
}

/** The states after minimizing, relative to the known minimal number. */
function minimality(fst: OpenFst, pairs: readonly Pair[], what: string): Row {
  const ratios = pairs.map(({ minimal, right, toLog }, i) => {
    const options = toLog === undefined ? {} : { arcType: "log" };
    const name = fst.compile(`z${i}`, toLog?.(right) ?? right, options);
    const { timedOut } = fst.run("fstminimize", [`${name}.fst`, `${name}-min.fst`], TIMEOUT);
    if (timedOut) return Number.POSITIVE_INFINITY;
    return (states(fst, `${name}-min`, name) - 1) / minimal;
  });
  const ours = pairs.map(({ minimal, right }) => minimize(right).size / minimal);
  return {
    question: `${what}: states after minimizing, per state needed`,
    openfst: range(ratios),
    hankel: range(ours),
  };
}

/** The number of states of a compiled automaton. */
function states(fst: OpenFst, name: string, like: string): number {
  const numbers = new Set<string>();
  for (const line of fst.print(name, like).trim().split("\n")) {
    const columns = line.split("\t");
    numbers.add(columns[0]);
    if (columns.length > 2) numbers.add(columns[1]);
  }
  return numbers.size;
}

function range(ratios: readonly number[]): string {
  const sorted = ratios.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return sorted[0] === sorted.at(-1)
    ? middle.toFixed(2)
    : `${middle.toFixed(2)} (up to ${sorted.at(-1)?.toFixed(2)})`;
}

/** Minimizes automata with a cycle of negative cost: every word has a weight, but there is no cheapest word. */
function negative(fst: OpenFst): Row {
  const targets = FEW.map(negativeCycles);
  const right = targets.filter((target, i) => {
    const name = fst.compile(`n${i}`, target);
    const { timedOut, code } = fst.run("fstminimize", [`${name}.fst`, `${name}-min.fst`], TIMEOUT);
    return !timedOut && code === 0 && weighsAlike(fst.read(`${name}-min`, name, tropical), target);
  });
  const ours = targets.filter((target) => weighsAlike(minimize(target), target));
  return {
    question: "negative cycles: minimized automata that weigh every word of up to 6 letters as before",
    openfst: `${right.length} of ${targets.length}`,
    hankel: `${ours.length} of ${targets.length}`,
  };
}

/** Do two automata agree on all short words, within the precision of OpenFst's floats? */
export function weighsAlike(a: Automaton<Rational>, b: Automaton<Rational>): boolean {
  const words: number[][] = [[]];
  for (const word of words) {
    const [x, y] = [rationalToNumber(a.weigh(word)), rationalToNumber(b.weigh(word))];
    if (x !== y && !(Math.abs(x - y) < 0.01)) return false;
    if (word.length < 6)
      for (let letter = 0; letter < a.alphabet.size; letter++) words.push([...word, letter]);
  }
  return true;
}

/** Minimizes automata with arcs into the initial state, without the frame that would protect it. */
function cyclicStart(fst: OpenFst): Row {
  const targets = SEEDS.map((seed) => disguised(seed, 1));
  const isMinimal = (automaton: Automaton<unknown>, minimal: number) =>
    automaton.size === minimal && !(toWfsa(automaton).letter as Int32Array).includes(EPSILON);
  const theirs = targets.filter(({ right, minimal }, i) => {
    const name = fst.compile(`c${i}`, right, { framed: false });
    fst.apply("fstminimize", [], name, `${name}-min`);
    return isMinimal(fst.read(`${name}-min`, name, tropical, false), minimal);
  });
  const ours = targets.filter(({ right, minimal }) => isMinimal(minimize(right), minimal));
  return {
    question: "cyclic initial state, without a frame: the result is minimal, and has no ε",
    openfst: `${theirs.length} of ${targets.length}`,
    hankel: `${ours.length} of ${targets.length}`,
  };
}

/** All rows of the page. */
export function figures(): Row[] {
  const fst = new OpenFst();
  try {
    const costs = SEEDS.map((seed) => realWeights(seed));
    const chances = SEEDS.map((seed) => probabilities(seed));
    return [
      ...equivalence(fst, costs, "costs with three decimals (tropical)"),
      minimality(fst, costs, "costs with three decimals (tropical)"),
      ...equivalence(fst, chances, "probabilities (rational; log for OpenFst)"),
      minimality(fst, chances, "probabilities (rational; log for OpenFst)"),
      negative(fst),
      cyclicStart(fst),
    ];
  } finally {
    fst.remove();
  }
}

function page(rows: readonly Row[], version: string): string {
  const table = rows.map(({ question, openfst, hankel }) => `| ${question} | ${openfst} | ${hankel} |`);
  return `# Where rounding goes wrong

OpenFst computes with 32-bit floats, sums weights to push them, and treats two weights as equal when they differ by less than
1/1024. That is fast and usually good enough, but not exact. The table puts to OpenFst ${version} and Hankel the same
questions about the same ${SEEDS.length} random automata each (${FEW.length} with negative cycles), whose answers are known by construction: an automaton, and
the same one in disguise (states copied, weights moved along the arcs). Automata are framed (see [formats](formats.md#att-openfst-and-atts-fsm))
unless stated otherwise.

This page is written by \`npm run exactness\`, which runs both; the targets are in \`scripts/exactness-targets.ts\`.

| question | OpenFst | Hankel |
|---|---|---|
${table.join("\n")}

## Why

- **Equal or not.** Weights that were moved along the arcs are equal only up to rounding, so OpenFst quantizes them to
  multiples of 1/1024 before comparing. Two equal weights that straddle the edge of a bucket are then different, and two
  different ones within a bucket are equal. Hankel compares ratios of exact weights ([theory, §8](theory.md#8-equivalence-without-sums)).
- **Minimal or not.** For the same reason, states that should be merged are not. Hankel divides each state by its shortlex-least
  accepted suffix, which is exact over any semifield ([§9](theory.md#9-the-canonical-automaton)), and then merges equal states.
- **Negative cycles.** Pushing by ⊕ needs the cheapest way to a final state. With a negative cycle there is none: OpenFst
  repeats the cycle until its floats stop changing, at -16777216, and the weights are lost. Hankel scales by the *least word*,
  not by the least weight, so it sums nothing.
- **Cyclic initial state.** OpenFst has no initial weight. The weight that is left after pushing needs a place, so OpenFst adds a state and
  an ε arc. An automaton with an initial weight needs neither.

An example with a cycle of negative cost: \`0 -a/2→ 1\`, \`1 -b/-3→ 0\`, \`1 -a/1→ 1\`, final weight 1/2 in 1. The word \`a\` weighs 2.5. After
\`fstminimize\` it weighs 2: an arc of -16777214 and a final weight of 16777216 is all that the floats have kept.
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const missing = missingCommand();
  if (missing !== undefined) throw new Error(`${missing} is missing: apt-get install libfst-tools`);
  const version = process.env["OPENFST_VERSION"] ?? "1.7.9";
  const path = fileURLToPath(new URL("../docs/exactness.md", import.meta.url));
  writeFileSync(path, page(figures(), version));
}
