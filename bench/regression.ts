/**
 * Tests of conjectures by regression on the states of networks, beside plain tests.
 *
 *     npm run bench -- regression [--only acceptors,language-models,locks] [--quick]
 */

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Distribution, drawWords, Random, type Word } from "@hankel/core";
import { type BlackBox, nextOfBox, openOnnx, weightsBox } from "@hankel/teachers";
import { COLUMNS, compete, type Entry } from "./regression/contest.ts";
import { lockBox } from "./regression/lock-box.ts";
import { type Findings, progress, runSections, type Section } from "./support/section.ts";

const folder = (file: string) => fileURLToPath(new URL(`../examples/models/${file}`, import.meta.url));
const names = (pattern: RegExp) =>
  readdirSync(folder(""))
    .filter((file) => pattern.test(file))
    .map((file) => file.replace(".onnx", ""));

/** How far apart equal weights may be: a network is no automaton, so exact equality would never end. */
const TOLERANCE = 0.05;
/** What the command line tests with unless it is told. */
const DEFAULT = "short:500+states:5+loops:100+walk:200";
const COUNTED =
  "A test has at most the given number of words for each conjecture; *tested* counts those of all conjectures, and *asked* all words that the target was asked.";

async function measure(
  entries: readonly Entry[],
  tests: (entry: Entry) => readonly string[],
): Promise<Findings> {
  const rows = [];
  for (const entry of entries) {
    for (const test of tests(entry)) {
      progress(`${entry.name}, ${entry.learner}, ${test}`);
      rows.push(await compete(entry, test));
    }
  }
  return { columns: COLUMNS, rows };
}

/** Random words of up to 30 letters, all lengths equally likely. */
function evenWords(letters: number, count: number): Word[] {
  const random = new Random(99);
  return Array.from({ length: count }, () =>
    Array.from({ length: random.below(31) }, () => random.below(letters)),
  );
}

const acceptors: Section = {
  name: "acceptors",
  title: "Regression on states: acceptors",
  about: `The acceptors of \`examples/models\` with the tree learner. ${COUNTED} *Error* is the share of 4,000 random words of up to 30 letters on which automaton and network differ.`,
  async measure({ quick }) {
    const entries: Entry[] = [];
    for (const name of names(/^tomita.*\.onnx$/u).slice(0, quick ? 2 : undefined)) {
      const box = (await openOnnx({ path: folder(`${name}.onnx`) })) as BlackBox<unknown>;
      const heldOut = evenWords(box.alphabet.size, 4000);
      entries.push({ name, learner: "tree", maxStates: 20, open: () => box, heldOut });
    }
    return measure(entries, () => ["regression:500", "random:500", "short:500", DEFAULT]);
  },
};

const languageModels: Section = {
  name: "language-models",
  title: "Regression on states: language models",
  about: `The recurrent language models of \`examples/models\` as the probabilities of words over \`real\`, equal within ${TOLERANCE}, with at most 20 states. The multiplicity learner takes singular values above 0.001 of the largest for dimensions. ${COUNTED} *Error* is Σ|p′(w) − p(w)| / Σp(w) over 1,000 words drawn from the network, cut at 30 letters. The outcome *tolerance* means that the learner could not use a word on which the two differ.`,
  async measure({ quick }) {
    const entries: Entry[] = [];
    for (const name of names(/^(uhl|random-).*\.onnx$/u).slice(0, quick ? 1 : undefined)) {
      const network = (await openOnnx({ path: folder(`${name}.onnx`) })) as BlackBox<number, Distribution>;
      const { tree, nodes } = await drawWords(nextOfBox(network), { maxLength: 30, seed: 7 });
      const heldOut = nodes.map((node) => tree.word(node));
      const open = () => weightsBox(network, TOLERANCE) as unknown as BlackBox<unknown>;
      for (const learner of ["multiplicity", "tree"] as const) {
        entries.push({ name, learner, maxStates: 20, open, heldOut });
      }
    }
    return measure(entries, () => ["regression:500", "random:500", "short:500"]);
  },
};

const locks: Section = {
  name: "locks",
  title: "Regression on states: locks",
  about: `Combination locks: n states, k letters, one right letter in each state, and any other leads back to the start. Their states are random vectors with noise, as a network's could be. *Error* is the share of 4,000 words on which automaton and lock differ: half of them open it. ${COUNTED}`,
  measure({ quick }) {
    const sizes = quick
      ? [[6, 2]]
      : [
          [6, 2],
          [8, 3],
          [12, 4],
          [20, 4],
        ];
    const entries = sizes.map(([states, letters]): Entry => {
      const { box, heldOut } = lockBox(states, letters);
      return { name: `${states} × ${letters}`, learner: "tree", maxStates: 50, open: () => box, heldOut };
    });
    return measure(entries, () => ["regression:2000", "random:2000", "short:2000", DEFAULT]);
  },
};

export function run(args: readonly string[]): Promise<void> {
  return runSections("regression", [acceptors, languageModels, locks], args);
}
