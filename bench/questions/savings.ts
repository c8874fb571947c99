/** What each saving of the tree learner saves, on random targets and on machines that other people drew. */

import { exactTeacher, type SavingName, savings, type Teacher, type Wdfsa } from "@hankel/core";
import { sample } from "../peers/sample.ts";
import { readDotModels } from "../support/dot-models.ts";
import { type Family, nameOf, target } from "../support/families.ts";
import { withLongCounterexamples } from "../support/long-counterexamples.ts";
import { automatonOf, behindCache, teacherOf } from "../support/machines.ts";
import { progress, type Section } from "../support/section.ts";
import { study } from "../support/study.ts";
import { type Group, type Outcome, type Spending, savingsFindings } from "./savings-table.ts";

/** A target, the teacher that answers for it, and whether an answer shows the whole run. */
interface Subject {
  readonly automaton: Wdfsa<unknown>;
  readonly teacher: Teacher<unknown>;
  readonly showsRuns: boolean;
}

interface Targets extends Pick<Group, "name" | "kind" | "real"> {
  readonly subjects: readonly (() => Subject)[];
}

const names = Object.keys(savings) as SavingName[];

/** None, each alone, all but each, all; by what they are called in the table. */
const variants = new Map<string, readonly SavingName[]>([
  ["textbook", []],
  ...names.map((name) => [name, [name]] as const),
  // With two savings, all but one is the other alone.
  ...(names.length > 2
    ? names.map((name) => [`all but ${name}`, names.filter((other) => other !== name)] as const)
    : []),
  ["all", names],
]);

const FAMILIES: readonly (readonly [Family, states: number])[] = [
  [{ weights: "tropical", letters: 10, finals: 1 }, 400],
  [{ weights: "tropical", letters: 10, finals: 0.5 }, 400],
  [{ weights: "tropical", letters: 2, finals: 1 }, 400],
  [{ weights: "tropical", letters: 2, finals: 0.5 }, 400],
  [{ weights: "tropical", letters: 4, finals: 0.5, sparse: true }, 200],
  [{ weights: "rational", letters: 3, finals: 0.5 }, 200],
  [{ weights: "boolean", letters: 2, finals: 0.5 }, 400],
  [{ weights: "boolean", letters: 10, finals: 0.5 }, 200],
];
const MEALY = { letters: 4, states: 200, outputs: [2, 3, 10] } as const;

function randomTargets(quick: boolean, seeds: number): Targets[] {
  const each = (make: (seed: number) => Subject) =>
    Array.from({ length: seeds }, (_, i) => () => make(i + 1));
  const weighted = FAMILIES.map(([family, full]) => {
    const states = quick ? full / 4 : full;
    const subject = (seed: number): Subject => {
      const automaton = target(family, states, seed);
      return { automaton, teacher: exactTeacher(automaton), showsRuns: false };
    };
    const kind = family.weights === "boolean" ? "random DFAs" : "random weighted automata";
    return { name: `${nameOf(family)}, ${states} states`, kind, real: false, subjects: each(subject) };
  });
  const mealy = MEALY.outputs.map((outputs) => {
    const states = quick ? MEALY.states / 4 : MEALY.states;
    const subject = (seed: number): Subject => {
      const machine = sample("mealy", states, MEALY.letters, seed, outputs);
      const automaton = automatonOf(machine);
      return { automaton, teacher: teacherOf(machine, automaton), showsRuns: true };
    };
    const name = `Mealy, ${MEALY.letters} letters, ${outputs} outputs, ${states} states`;
    return { name, kind: "random Mealy machines", real: false, subjects: each(subject) };
  });
  return [...weighted, ...mealy];
}

/** The machines of a folder in two groups, those that write outputs and those that accept; and notes for the reader. */
function realTargets(folder: string): { targets: Targets[]; notes: string[] } {
  const { models, leftOut } = readDotModels(folder);
  const writes = (automaton: Wdfsa<unknown>) => automaton.algebra.name === "free-group";
  const group = (name: string, showsRuns: boolean): Targets => ({
    name,
    kind: name,
    real: true,
    subjects: models
      .filter(({ automaton }) => writes(automaton) === showsRuns)
      .map(({ automaton }) => () => ({ automaton, teacher: exactTeacher(automaton), showsRuns })),
  });
  const described = models.map(({ name, automaton }) => `${name} (${automaton.size})`);
  return {
    targets: [group("real Mealy and Moore machines", true), group("real DFAs", false)],
    notes: [
      `real machines, with their states: ${described.join(", ")}`,
      `left out: ${leftOut.length === 0 ? "none" : leftOut.join("; ")}`,
    ],
  };
}

/** Every variant on every target of a group. */
function spend({ subjects, ...group }: Targets, long: boolean): Group {
  progress(`${group.name}, ${long ? "long" : "shortest"} counterexamples`);
  const outcomes = subjects.map((make, i): Outcome => {
    const subject = make();
    return new Map([...variants].map(([variant, chosen]) => [variant, run(subject, chosen, long, i + 1)]));
  });
  return { ...group, long, outcomes };
}

function run(
  { automaton, teacher, showsRuns }: Subject,
  chosen: readonly SavingName[],
  long: boolean,
  seed: number,
): Spending {
  const system = behindCache(long ? withLongCounterexamples(teacher, automaton, seed) : teacher);
  const found = study(automaton, { learner: "tree", savings: chosen }, system);
  const { questions, cost, rounds, equivalences } = found;
  return showsRuns
    ? { cost: system.reachedCost, questions: system.reached, rounds, equivalences }
    : { cost, questions, rounds, equivalences };
}

export const savingsSection: Section = {
  name: "savings",
  title: "What each saving saves",
  about:
    "The tree learner without savings, with each alone and with all. Random targets: three seeds of each family of 200 to 400 states. Real machines: those of AALpy's repository " +
    "(Bluetooth, MQTT, TCP, TLS and small examples). Behind each sum, *times* is the geometric mean over the targets of the ratio to the textbook. *Shortest* " +
    "counterexamples come from a teacher that knows the target; *long* ones are the first of 300 random words of 20 to 60 letters that differs, a shortest one if none does. " +
    "Where an answer shows the whole run (Mealy and Moore machines), questions and cost are counted behind a prefix-tree cache.",
  measure({ quick, seeds, dir }) {
    const real = dir === undefined ? { targets: [], notes: [] } : realTargets(dir);
    const targets = [...randomTargets(quick, seeds), ...real.targets];
    const groups = [false, true].flatMap((long) => targets.map((group) => spend(group, long)));
    const found = savingsFindings(groups, [...variants.keys()], names);
    if (dir !== undefined) return { ...found, notes: real.notes };
    return { ...found, incomplete: "it needs real machines too: --dir FOLDER of DOT files" };
  },
};
