/**
 * Targets that err: is the machine found, what does that take, and how far does it agree?
 *
 *     npm run bench -- acceptors [--only networks,simulated] [--dir FOLDER] [--quick]
 *
 * The networks are those of `examples/models`, or of a folder: acceptors whose names hold tomitaN. The constants of the learner
 * were chosen on the simulated machines 1 to 40; 101 to 140 are held out. Nothing is written down.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  boolean,
  breadthFirst,
  createLearner,
  functionTeacher,
  learn,
  minimize,
  parseEquivalence,
  Random,
  randomAutomaton,
  runLearner,
  TolerantLearner,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { type BlackBox, learnLive, openOnnx } from "@hankel/teachers";
import type { Cell, Column } from "./support/result.ts";
import { type Findings, progress, runSections, type Section } from "./support/section.ts";

const count = (text: string, symbol: string) => text.split(symbol).length - 1;

/** Tomita's languages. */
const TOMITA: Readonly<Partial<Record<string, (word: string) => boolean>>> = {
  1: (word) => /^1*$/u.test(word),
  2: (word) => /^(10)*$/u.test(word),
  3: (word) => !/(^|0)1(11)*0(00)*(1|$)/u.test(word),
  4: (word) => !word.includes("000"),
  5: (word) => count(word, "0") % 2 === 0 && count(word, "1") % 2 === 0,
  6: (word) => (count(word, "0") - count(word, "1")) % 3 === 0,
  7: (word) => /^0*1*0*1*$/u.test(word),
};

const MODELS = fileURLToPath(new URL("../examples/models/", import.meta.url));

/** The tests of a command that is not told others. */
const TESTS = "short:500+states:5+loops:100+walk:200";

/** How many random words say how good a network is: lengths up to 20 are equally likely. */
const RIGHT_WORDS = 2000;

const COLUMNS: readonly Column[] = [
  { name: "target" },
  { name: "group" },
  { name: "right, %", digits: 2 },
  { name: "states" },
  { name: "found" },
  { name: "same" },
  { name: "asked" },
  { name: "asked exactly" },
  { name: "agrees, %", digits: 1 },
];

/** Those up to here were looked at when constants were chosen. */
const LOOKED_AT = 40;
const HELD_OUT = 100;

/** What tests need to know. */
const SETTING = { seed: 1, words: () => [], box: "counterexamples", samples: false } as const;

const isSame = (a: Wdfsa<boolean>, b: Wdfsa<boolean>) =>
  String(a.target) === String(b.target) && String(a.finalWeight) === String(b.finalWeight);

/** The share of words on which the result agrees, in percent; null if it passed all tests. */
function agreementOf(learner: unknown): number | null {
  const agreement = learner instanceof TolerantLearner ? learner.agreement() : undefined;
  return agreement === undefined ? null : 100 * (1 - agreement.differing / agreement.words);
}

function findings(rows: (readonly Cell[])[]): Findings {
  const groups = [...new Set(rows.map(([, group]) => group))];
  const notes = groups.map((name) => {
    const of = rows.filter(([, group]) => group === name);
    return `${name}: the same machine in ${of.filter((row) => row[5] === "yes").length} of ${of.length} cases`;
  });
  return {
    columns: COLUMNS,
    rows,
    notes,
    incomplete: "these are figures for choosing, not for the documents",
  };
}

async function learnNetwork(box: BlackBox<boolean>, name: "tolerant" | "tree") {
  const tests = parseEquivalence(box.tests ?? TESTS, SETTING);
  let learner: unknown;
  const learned = await learnLive(box, {
    createLearner: (setting) => {
      const made = createLearner<boolean>(setting, { learner: name });
      learner = made;
      return made;
    },
    tests,
    recheck: 8,
    ...(name === "tree" && { maxStates: 50 }),
  });
  return { learned, agreement: agreementOf(learner) };
}

async function rowOfNetwork(path: string, name: string): Promise<readonly Cell[]> {
  const box = (await openOnnx({ path })) as BlackBox<boolean>;
  const accepts = TOMITA[/tomita(\d)/u.exec(name)?.[1] ?? ""] ?? (() => false);
  const weigh = (word: readonly string[]) => accepts(word.join(""));
  const { alphabet } = box;
  const { automaton: truth } = learn(
    functionTeacher({ algebra: boolean, alphabet, weigh, equivalence: breadthFirst(8) }),
  );
  const random = new Random(5);
  const words = Array.from(
    { length: RIGHT_WORDS },
    (): Word => Array.from({ length: random.below(21) }, () => random.below(alphabet.size)),
  );
  const answers = await box.weigh(words);
  const right = words.filter((word, i) => truth.weigh(word) === answers[i]).length;
  const { learned, agreement } = await learnNetwork(box, "tolerant");
  const exact = await learnNetwork(box, "tree");
  const { automaton, statistics } = learned;
  await box.close?.();
  const { outcome } = exact.learned;
  const before = outcome === "accepted" ? exact.learned.statistics.asked : null;
  const same = isSame(automaton, truth) ? "yes" : "no";
  const share = (100 * right) / RIGHT_WORDS;
  const group = share >= 99 ? "right on 99 %" : "right on less";
  return [name, group, share, truth.size, automaton.size, same, statistics.asked, before, agreement];
}

const networks: Section = {
  name: "networks",
  title: "Acceptors: networks for Tomita's languages",
  about:
    "*Right* is the share of random words of up to 20 letters, lengths equally likely, on which the network is; *asked exactly* what the tree learner asks, if it is done with at most 50 states.",
  async measure({ dir = MODELS, quick }) {
    const files = readdirSync(dir).filter((file) => /tomita\d.*\.onnx$/u.test(file));
    const rows: (readonly Cell[])[] = [];
    for (const file of files.slice(0, quick ? 4 : undefined)) {
      progress(file);
      rows.push(await rowOfNetwork(join(dir, file), file.replace(".onnx", "")));
    }
    return findings(rows);
  },
};

/** Does a simulated target err on a word? A hash says it, more often the longer the word is: on the share `level` up to 20 letters. */
function errs(word: Word, level: number, seed: number): boolean {
  const hash = new Random(seed, word.length, ...word.map((letter) => letter + 1)).real();
  return hash < 3 * level * (word.length / 20) ** 2;
}

function simulate(seed: number, level: number): readonly Cell[] {
  const random = new Random(seed, 77);
  const size = 2 + random.below(11);
  const letters = 2 + random.below(2);
  const shape = random.below(2) === 0 ? "sparse" : "dense";
  const truth = minimize(randomAutomaton({ algebra: boolean, states: size, letters, shape, seed }));
  const { alphabet } = truth;
  const run = (name: "tolerant" | "tree") => {
    const asked = new Set<string>();
    const teacher = functionTeacher({
      algebra: boolean,
      alphabet,
      weigh(symbols) {
        const word = alphabet.word(symbols);
        asked.add(word.join());
        return truth.weigh(word) !== errs(word, level, seed);
      },
      equivalence: parseEquivalence(TESTS, SETTING),
    });
    const learner = createLearner<boolean>(teacher, { learner: name });
    const limits = name === "tree" ? { maxStates: 50 } : {};
    const learned = runLearner(learner, teacher, limits);
    return { learner, learned, asked: asked.size };
  };
  const { learner, learned, asked } = run("tolerant");
  const exact = run("tree");
  const before = exact.learned.outcome === "accepted" ? exact.asked : null;
  const same = isSame(learned.automaton, truth) ? "yes" : "no";
  const share = 100 * (1 - level);
  const group = seed > LOOKED_AT ? "held out" : "looked at";
  const name = `machine ${seed}`;
  return [name, group, share, truth.size, learned.automaton.size, same, asked, before, agreementOf(learner)];
}

const simulated: Section = {
  name: "simulated",
  title: "Acceptors: random machines that err",
  about:
    "Random machines of up to 12 states over 2 or 3 letters, whose answer is wrong for some words by a hash, more often for long ones.",
  measure({ quick }) {
    const rows: (readonly Cell[])[] = [];
    for (const level of [0, 0.003, 0.01]) {
      for (let i = 1; i <= (quick ? 3 : LOOKED_AT); i++) {
        for (const seed of [i, HELD_OUT + i]) {
          progress(`machine ${seed}, ${level}`);
          rows.push(simulate(seed, level));
        }
      }
    }
    return findings(rows);
  },
};

export function run(args: readonly string[]): Promise<void> {
  return runSections("acceptors", [networks, simulated], args);
}
