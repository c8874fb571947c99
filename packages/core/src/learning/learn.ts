import { freeGroup } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { MachineKind } from "../automata/machine.ts";
import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import { ApartLearner, type ApartOptions } from "./apart/apart.ts";
import type { DriveOptions } from "./driver.ts";
import type { Learned } from "./learned.ts";
import { MachineLearner, type MachineOptions } from "./machine/machine.ts";
import { checkPrices } from "./prices.ts";
import type { AsyncTeacher, Learner, Teacher } from "./protocol.ts";
import { type AsyncDriveOptions, runLearner, runLearnerAsync } from "./run.ts";
import { TableLearner, type TableOptions } from "./table/table.ts";
import { TreeLearner, type TreeOptions } from "./tree/tree.ts";

/** The learners by name, with what a line of help says of them. */
export const learners = {
  machine: "Mealy and Moore machines, from whole runs, at the least cost in words and letters: their default",
  tree: "a weighted discrimination tree: usually few words, and more conjectures; the default elsewhere",
  apart: "apartness, a weighted L#: usually fewer words than the table, about as few conjectures",
  table: "the paper's observation table: simple to follow; every prefix is asked with every suffix",
} as const;

/** The name of a learner of the library: `"machine"`, `"tree"`, `"apart"` or `"table"`. */
export type LearnerName = keyof typeof learners;

/** Which learner, its own options, and those of the run: budgets, cancelling, watching. */
export interface LearnOptions<W>
  extends DriveOptions<W>,
    TableOptions,
    TreeOptions,
    ApartOptions,
    MachineOptions {
  /** By name, or made by the caller; `machine` for Mealy and Moore machines and `tree` for others, unless given. */
  readonly learner?: LearnerName | ((algebra: GroupWithZero<W>, alphabet: Alphabet) => Learner<W>);
}

/** Learns the minimal automaton of a teacher's language. */
export function learn<W>(teacher: Teacher<W>, options: LearnOptions<W> = {}): Learned<W> {
  return runLearner(createLearner(teacher, options), teacher, options);
}

/** The same, from a teacher that may take its time. */
export async function learnAsync<W>(
  teacher: AsyncTeacher<W>,
  options: LearnOptions<W> & AsyncDriveOptions<W> = {},
): Promise<Learned<W>> {
  return runLearnerAsync(createLearner(teacher, options), teacher, options);
}

/** What a learner learns about, and the tree that its words are kept in: one that others use too, or its own. */
export interface LearnerSetting<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly tree?: PrefixTree;
  /** Set if every answer is the run of a complete machine, which tells the weights of all prefixes of the word. */
  readonly machine?: MachineKind | undefined;
}

/** The learner that the options ask for. */
export function createLearner<W>(setting: LearnerSetting<W>, options: LearnOptions<W> = {}): Learner<W> {
  const { algebra, alphabet, tree, machine } = setting;
  const { learner = machine === undefined ? "tree" : "machine" } = options;
  checkPrices(options.prices);
  if (typeof learner === "function") return learner(algebra, alphabet);
  if (learner === "machine") return machineLearner(setting, options);
  if (learner === "tree") return new TreeLearner(algebra, alphabet, options, tree, machine);
  if (learner === "apart") return new ApartLearner(algebra, alphabet, options, tree, machine);
  if (learner === "table") return new TableLearner(algebra, alphabet, options, tree, machine);
  const known = Object.keys(learners).join(", ");
  throw new HankelError("usage", `unknown learner ${JSON.stringify(learner)}; known are ${known}`);
}

function machineLearner<W>(setting: LearnerSetting<W>, options: LearnOptions<W>): Learner<W> {
  const { algebra, alphabet, tree, machine } = setting;
  if (machine === undefined || (algebra as GroupWithZero<unknown>) !== freeGroup) {
    throw new HankelError(
      "usage",
      "the machine learner is for Mealy and Moore machines, and the target gives words weights " +
        `(${algebra.name}); use tree, apart or table`,
    );
  }
  return new MachineLearner(machine, alphabet, options, tree) as Learner<unknown> as Learner<W>;
}
