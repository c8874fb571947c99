/** What a simulated run learns, and how: all of it drawn from a seed. */

import {
  Alphabet,
  type AnyLearnerName,
  createLearner,
  fieldLearners,
  freeWord,
  type JournalHeader,
  learners,
  type Machine,
  nextTeacherOf,
  parseEquivalence,
  Random,
  randomAutomaton,
  rational,
  runMachine,
  runsOf,
  type Wdfsa,
  writeHankel,
} from "@hankel/core";
import { automatonBox, type BlackBox, Journal, type LiveOptions, learnLive, nextBox } from "@hankel/teachers";
import { randomPdfa, tellingPrefixes } from "../../../core/test/support/pdfas.ts";
import { kindlessHeader } from "../support/bare-header.ts";
import { MemoryStorage } from "../support/memory-storage.ts";

export interface Plan {
  readonly kind: "weights" | "exact" | "machine" | "next";
  readonly target: number;
  readonly learner: AnyLearnerName;
  readonly equivalence: string;
  readonly recheck: number;
  readonly repeat: number;
  readonly certificate: boolean;
}

const KINDS = ["weights", "weights", "exact", "machine", "next"] as const;
/** How many targets there are of each kind. */
const TARGETS = 4;

const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)];

export function drawPlan(random: Random): Plan {
  const kind = pick(random, KINDS);
  const every = Object.keys(learners) as AnyLearnerName[];
  const suitable: Record<Plan["kind"], readonly AnyLearnerName[]> = {
    machine: every,
    next: ["soft"],
    weights: [
      ...every.filter((name) => name !== "machine"),
      ...(Object.keys(fieldLearners) as AnyLearnerName[]),
    ],
    exact: every.filter((name) => name !== "machine"),
  };
  const tests =
    kind === "exact" ? ["box", "samples:4+box"] : ["short:7+states:0", "walk:3+loops:2", "random:20"];
  return {
    kind,
    target: random.below(TARGETS),
    learner: pick(random, suitable[kind]),
    equivalence: pick(random, tests),
    recheck: pick(random, [0, 3, 8]),
    repeat: pick(random, [1, 1, 2]),
    certificate: kind === "weights" && random.below(4) === 0,
  };
}

/** The black box of a plan, in memory. */
export function boxOf({ kind, target }: Plan): BlackBox<unknown> {
  if (kind === "machine") return machineBox(target);
  if (kind === "next") {
    const pdfa = randomPdfa({ seed: target, states: 3, end: 0.3 });
    const box = nextBox(target % 2 === 0 ? nextTeacherOf(pdfa) : tellingPrefixes(pdfa));
    return box;
  }
  const automaton = randomAutomaton({
    algebra: rational,
    states: 2 + (target % 3),
    letters: 2,
    seed: target,
  });
  const box = automatonBox(automaton as unknown as Wdfsa<unknown>);
  if (kind === "weights") {
    const { findCounterexample: _, ...weighing } = box;
    return weighing;
  }
  return {
    ...box,
    async draw(count, seed) {
      const random = new Random(seed);
      const letters = () => Array.from({ length: random.below(6) }, () => random.below(2));
      return Array.from({ length: count }, letters);
    },
  };
}

function machineBox(target: number): BlackBox<unknown> {
  const random = new Random(target, 1);
  const machine: Machine = {
    kind: target % 2 === 0 ? "mealy" : "moore",
    alphabet: new Alphabet("ab"),
    target: Array.from({ length: 6 }, () => random.below(3)),
    output: Array.from({ length: target % 2 === 0 ? 6 : 3 }, () => pick(random, ["x", "y"])),
  };
  const { kind, alphabet } = machine;
  return {
    name: "a machine",
    kind: runsOf(kind),
    alphabet,
    async weigh(words, options) {
      const runs = words.map((word) => freeWord(...runMachine(machine, word)));
      options?.arrived?.(0, runs);
      return runs;
    },
  };
}

export function headerOf(plan: Plan): JournalHeader {
  const { kind, alphabet } = boxOf(plan);
  const { learner, equivalence, recheck, repeat } = plan;
  return {
    ...kindlessHeader,
    learner,
    ...kind.header,
    alphabet: alphabet.symbols,
    options: { equivalence, recheck, repeat },
  };
}

export function liveOptionsOf(plan: Plan): LiveOptions<unknown> {
  const { kind, learner, equivalence, recheck, repeat, certificate } = plan;
  const setting = { seed: 1, words: () => [], box: "counterexamples" as const, samples: kind === "exact" };
  return {
    createLearner: (setting) => createLearner<unknown>(setting, { learner }),
    tests: kind === "next" ? [] : parseEquivalence(equivalence, setting),
    recheck,
    repeat,
    certificate,
  };
}

/** What a run ends with if nothing goes wrong. */
export interface Expected {
  readonly automaton: string;
  readonly journal: string;
}

const calmRuns = new Map<string, Promise<Expected>>();

/** The calm run of a plan; each plan runs once. */
export function expectedOf(plan: Plan): Promise<Expected> {
  const key = JSON.stringify(plan);
  let expected = calmRuns.get(key);
  if (expected === undefined) {
    expected = learnCalmly(plan);
    calmRuns.set(key, expected);
  }
  return expected;
}

async function learnCalmly(plan: Plan): Promise<Expected> {
  const main = new MemoryStorage();
  const journal = new Journal("j", headerOf(plan), { main, early: new MemoryStorage() });
  const { automaton, outcome, reason } = await learnLive(boxOf(plan), { ...liveOptionsOf(plan), journal });
  if (outcome !== "accepted") throw new Error(`the calm run of ${JSON.stringify(plan)} ended: ${reason}`);
  return { automaton: writeHankel(automaton), journal: main.text };
}
