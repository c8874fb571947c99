import { freeGroup } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import type { MachineKind } from "../automata/machine.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Wfsa } from "../automata/wfsa.ts";
import { HankelError, shown } from "../errors.ts";
import type { Distribution } from "../next/distribution.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import { ApartLearner, type ApartOptions } from "./apart/apart.ts";
import type { DriveOptions } from "./driver.ts";
import type { Learned } from "./learned.ts";
import { MachineLearner, type MachineOptions } from "./machine/machine.ts";
import { MultiplicityLearner, type MultiplicityOptions } from "./multiplicity/multiplicity.ts";
import { checkPrices } from "./prices.ts";
import type { AsyncTeacher, Learner, NextAnswers, Teacher } from "./protocol.ts";
import { type AsyncDriveOptions, runLearner, runLearnerAsync } from "./run.ts";
import { SoftLearner, type SoftOptions } from "./soft/soft.ts";
import { TableLearner, type TableOptions } from "./table/table.ts";
import { TreeLearner, type TreeOptions } from "./tree/tree.ts";

/** The learners of deterministic automata with weights by name, with what a line of help says of them. */
export const learners = {
  machine: "Mealy and Moore machines, from whole runs, at the least cost in words and letters: their default",
  tree: "a weighted discrimination tree: usually few words, and more conjectures; the default elsewhere",
  apart: "apartness, a weighted L#: usually fewer words than the table, about as few conjectures",
  table: "the paper's observation table: simple to follow; every prefix is asked with every suffix",
} as const;

/** The learners of distributions by name. */
export const softLearners = {
  soft: "language models that give distributions: states whose futures are near each other; their default",
} as const;

/** The learners of automata over a field, deterministic or not, by name. */
export const fieldLearners = {
  multiplicity:
    "automata over a field, deterministic or not, with as few states as the Hankel matrix has rank",
} as const;

/** The name of a learner of weights: `"machine"`, `"tree"`, `"apart"` or `"table"`. */
export type LearnerName = keyof typeof learners;

/** The name of a learner of distributions: `"soft"`. */
export type SoftLearnerName = keyof typeof softLearners;

/** The name of a learner of automata over a field: `"multiplicity"`. */
export type FieldLearnerName = keyof typeof fieldLearners;

/** The name of any learner. */
export type AnyLearnerName = LearnerName | SoftLearnerName | FieldLearnerName;

/** Which learner, its own options, and those of the run: budgets, cancelling, watching. */
export interface LearnOptions<W, A = W, H extends Automaton<W> = Wdfsa<W>>
  extends DriveOptions<W, A, H>,
    TableOptions,
    TreeOptions,
    ApartOptions,
    MachineOptions,
    SoftOptions,
    MultiplicityOptions {
  /**
   * By name, or made by the caller. Unless given, it is `machine` for Mealy and Moore machines, `soft` for language models
   * that give distributions, and `tree` for others.
   */
  readonly learner?: AnyLearnerName | ((algebra: GroupWithZero<W>, alphabet: Alphabet) => Learner<W, A, H>);
}

/** The options of a run that learns an automaton over a field. */
export type FieldLearnOptions<W> = LearnOptions<W, W, Wfsa<W>> & { readonly learner: FieldLearnerName };

/**
 * Learns the minimal automaton of a teacher's language: deterministic, unless the learner is one of automata over a field.
 *
 *     learn(fieldTeacher(automaton), { learner: "multiplicity" }).automaton // a Wfsa
 */
export function learn<W>(teacher: Teacher<W>, options: FieldLearnOptions<W>): Learned<W, Wfsa<W>>;
export function learn<W, A = W>(teacher: Teacher<W, A>, options?: LearnOptions<W, A>): Learned<W>;
export function learn<W, A, H extends Automaton<W>>(
  teacher: Teacher<W, A>,
  options: LearnOptions<W, A, H> = {},
): Learned<W, H> {
  return runLearner(createLearner(teacher, options), teacher, options);
}

/** The same, from a teacher that may take its time. */
export function learnAsync<W>(
  teacher: AsyncTeacher<W>,
  options: FieldLearnOptions<W> & AsyncDriveOptions<W, W, Wfsa<W>>,
): Promise<Learned<W, Wfsa<W>>>;
export function learnAsync<W, A = W>(
  teacher: AsyncTeacher<W, A>,
  options?: LearnOptions<W, A> & AsyncDriveOptions<W, A>,
): Promise<Learned<W>>;
export async function learnAsync<W, A, H extends Automaton<W>>(
  teacher: AsyncTeacher<W, A>,
  options: LearnOptions<W, A, H> & AsyncDriveOptions<W, A, H> = {},
): Promise<Learned<W, H>> {
  return runLearnerAsync(createLearner(teacher, options), teacher, options);
}

/** What a learner learns about, and the tree that its words are kept in: one that others use too, or its own. */
export interface LearnerSetting<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly tree?: PrefixTree;
  /** Set if every answer is the run of a complete machine, which tells the weights of all prefixes of the word. */
  readonly machine?: MachineKind | undefined;
  /** Set if the answers are distributions of what comes next. */
  readonly next?: NextAnswers | undefined;
}

/**
 * The learner that the options ask for. The caller says by A what the teacher answers with: distributions where `next` is
 * set, and weights otherwise; and by H what the automata are: nondeterministic for a learner over a field.
 */
export function createLearner<W, A = W, H extends Automaton<W> = Wdfsa<W>>(
  setting: LearnerSetting<W>,
  options: LearnOptions<W, A, H> = {},
): Learner<W, A, H> {
  const { algebra, alphabet } = setting;
  checkPrices(options.prices);
  if (typeof options.learner === "function") return options.learner(algebra, alphabet);
  const name = options.learner ?? defaultLearner(setting);
  if (!isLearnerName(name)) {
    const known = Object.keys({ ...learners, ...fieldLearners, ...softLearners }).join(", ");
    throw new HankelError("usage", `unknown learner ${shown(name)}; known are ${known}`);
  }
  return learnerNamed(setting, name, options) as Learner<W, A, H>;
}

function learnerNamed<W>(
  setting: LearnerSetting<W>,
  name: AnyLearnerName,
  options: WeightsOptions & SoftOptions & MultiplicityOptions,
): unknown {
  if (name === "soft" || setting.next !== undefined) return softLearner(setting, name, options);
  if (name === "multiplicity") return multiplicityLearner(setting, options);
  return learnerOfWeights(setting, name, options);
}

/** Is this the name of a learner of the library? */
export function isLearnerName(name: string): name is AnyLearnerName {
  return [learners, fieldLearners, softLearners].some((known) => Object.hasOwn(known, name));
}

function defaultLearner<W>({ machine, next }: LearnerSetting<W>): LearnerName | SoftLearnerName {
  if (next !== undefined) return "soft";
  return machine === undefined ? "tree" : "machine";
}

type WeightsOptions = TableOptions & TreeOptions & ApartOptions & MachineOptions;

function learnerOfWeights<W>(
  setting: LearnerSetting<W>,
  name: LearnerName,
  options: WeightsOptions,
): Learner<W> {
  const { algebra, alphabet, tree, machine } = setting;
  if (name === "machine") return machineLearner(setting, options);
  if (name === "tree") return new TreeLearner(algebra, alphabet, options, tree, machine);
  if (name === "apart") return new ApartLearner(algebra, alphabet, options, tree, machine);
  return new TableLearner(algebra, alphabet, options, tree, machine);
}

function softLearner<W>(
  { algebra, alphabet, next, tree }: LearnerSetting<W>,
  name: AnyLearnerName,
  options: SoftOptions,
): Learner<number, Distribution> {
  if (next === undefined) {
    throw new HankelError(
      "usage",
      "the soft learner is for language models that give distributions, and the target gives words weights " +
        `(${algebra.name}); use tree, apart or table`,
    );
  }
  if (name !== "soft") {
    throw new HankelError(
      "usage",
      `the ${name} learner asks for the weights of words, and the target gives distributions; use soft, or make weights ` +
        "of them with weightsOfNext",
    );
  }
  return new SoftLearner(alphabet, options, next, tree);
}

function multiplicityLearner<W>(
  { algebra, alphabet, tree, machine }: LearnerSetting<W>,
  options: MultiplicityOptions,
): Learner<W, W, Wfsa<W>> {
  if (machine !== undefined) {
    throw new HankelError(
      "usage",
      `the multiplicity learner is for weights that form a field, and the target is a ${machine} machine; use machine, tree, ` +
        "apart or table",
    );
  }
  return new MultiplicityLearner(algebra, alphabet, options, tree);
}

function machineLearner<W>(setting: LearnerSetting<W>, options: MachineOptions): Learner<W> {
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
