import { boolean } from "../algebra/boolean.ts";
import type { FreeWord } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Answers } from "../answers/answers.ts";
import { Observations, RunObservations } from "../answers/observations.ts";
import type { Automaton } from "../automata/convert.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Wfsa } from "../automata/wfsa.ts";
import { HankelError, quote, shown } from "../errors.ts";
import type { Kind, KindName } from "../kinds/kind.ts";
import { isRows, RowAnswers } from "../kinds/rows.ts";
import { RunAnswers } from "../kinds/runs.ts";
import type { Distribution } from "../next/distribution.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { ApartLearner, type ApartOptions } from "./apart/apart.ts";
import type { DriveOptions } from "./driver.ts";
import { IntegralLearner, type IntegralOptions } from "./integral.ts";
import { type Learned, unlessFailed } from "./learned.ts";
import { MachineLearner } from "./machine/machine.ts";
import { MultiplicityLearner, type MultiplicityOptions } from "./multiplicity/multiplicity.ts";
import { checkPrices } from "./prices.ts";
import type { Learner, Teacher } from "./protocol.ts";
import { runLearner } from "./run.ts";
import type { SoftOptions } from "./soft/choice.ts";
import { SoftLearner } from "./soft/soft.ts";
import { TableLearner, type TableOptions } from "./table/table.ts";
import { Membership, Outputs } from "./tolerant/labels.ts";
import { TolerantLearner, type TolerantOptions } from "./tolerant/tolerant.ts";
import { TreeLearner } from "./tree/tree.ts";

/**
 * The learners of deterministic automata with weights by name, with what a line of help says of them.
 *
 * @example
 * console.log(Object.keys(learners).join(" ")); // machine tree apart table
 */
export const learners = {
  machine: "Mealy and Moore machines, from whole runs, at the least cost in words and letters: their default",
  tree: "a weighted discrimination tree: usually few words, and more conjectures; the default elsewhere",
  apart: "apartness, a weighted L#: usually fewer words than the table, about as few conjectures",
  table: "the paper's observation table: simple to follow; every prefix is asked with every suffix",
} as const;

/**
 * The learners of distributions by name.
 *
 * @example
 * console.log(Object.keys(softLearners).join(" ")); // soft
 */
export const softLearners = {
  soft: "language models that give distributions: states whose futures are near each other; their default",
} as const;

/**
 * The learners of targets that err by name.
 *
 * @example
 * console.log(Object.keys(tolerantLearners).join(" ")); // tolerant
 */
export const tolerantLearners = {
  tolerant:
    "networks that accept words, or give them classes, and err on some: the automaton that stands out; their default",
} as const;

/**
 * The learners of automata over a field, deterministic or not, by name.
 *
 * @example
 * console.log(Object.keys(fieldLearners).join(" ")); // multiplicity
 */
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

/** The name of a learner of targets that err: `"tolerant"`. */
export type TolerantLearnerName = keyof typeof tolerantLearners;

/** The name of any learner. */
export type AnyLearnerName = LearnerName | SoftLearnerName | TolerantLearnerName | FieldLearnerName;

/** The options of all learners. */
interface AnyOptions
  extends TableOptions,
    ApartOptions,
    SoftOptions,
    TolerantOptions,
    MultiplicityOptions,
    IntegralOptions {}

/** Which learner, its own options, and those of the run: budgets, cancelling, watching. */
export interface LearnOptions<W, A = W, H extends Automaton<W> = Wdfsa<W>>
  extends DriveOptions<W, A, H>,
    AnyOptions {
  /**
   * By name, or made by the caller. Unless given, it is `machine` for Mealy and Moore machines, `soft` for language models
   * that give distributions, and `tree` for others. None of them suits a target that errs: `tolerant` does.
   */
  readonly learner?: AnyLearnerName | ((algebra: GroupWithZero<W>, alphabet: Alphabet) => Learner<W, A, H>);
}

/** The options of a run that learns an automaton over a field. */
export type FieldLearnOptions<W> = LearnOptions<W, W, Wfsa<W>> & { readonly learner: FieldLearnerName };

/**
 * Learns the minimal automaton of a teacher's language: deterministic, unless the learner is one of automata over a field. Throws
 * `RunFailed` if the teacher throws; for every other end there is an `outcome`, which says whether the automaton was accepted.
 *
 * @example
 * const teacher = functionTeacher({
 *   algebra: rational,
 *   alphabet: "ab",
 *   weigh: (word) => 2 ** word.filter((symbol) => symbol === "a").length,
 *   equivalence: wpMethod(1),
 * });
 * const { automaton, outcome } = learn(teacher);
 * console.log(outcome, automaton.size, automaton.weigh(["a", "b", "a"])); // accepted 1 4
 */
export function learn<W>(teacher: Teacher<W>, options: FieldLearnOptions<W>): Learned<W, Wfsa<W>>;
export function learn<W, A = W>(teacher: Teacher<W, A>, options?: LearnOptions<W, A>): Learned<W>;
export function learn<W, A, H extends Automaton<W>>(
  teacher: Teacher<W, A>,
  options: LearnOptions<W, A, H> = {},
): Learned<W, H> {
  requireKnown("learn", options, OPTION_NAMES);
  return unlessFailed(runLearner(createLearner(teacher, options), teacher, options));
}

/** Every option of a learner. A name that is missing here, or here alone, is an error of types. */
export const LEARNER_OPTION_NAMES: Readonly<
  Record<Exclude<keyof LearnOptions<never>, keyof DriveOptions<never>> | "prices", true>
> = {
  learner: true,
  counterexamples: true,
  probes: true,
  prices: true,
  tolerance: true,
  seed: true,
  log: true,
  rankTolerance: true,
  trials: true,
  integral: true,
  longest: true,
};

/** The same for a run. */
const OPTION_NAMES: Readonly<Record<keyof LearnOptions<never>, true>> = {
  ...LEARNER_OPTION_NAMES,
  maxStates: true,
  maxQuestions: true,
  maxSeconds: true,
  maxMemory: true,
  memory: true,
  limit: true,
  clock: true,
  started: true,
  announce: true,
  observe: true,
  cancelled: true,
  hear: true,
  best: true,
};

/** Refuses options that no run has: a limit with a wrong name would limit nothing. */
export function requireKnown(name: string, options: object, names: Readonly<Record<string, true>>): void {
  const unknown = Object.keys(options).find((option) => !Object.hasOwn(names, option));
  if (unknown === undefined) return;
  const known = Object.keys(names).join(", ");
  throw new HankelError("usage", `${name} has no option ${quote(unknown)}; it has ${known}`);
}

/** What a learner learns about, and the answers that it shares with others, if it does. */
export interface LearnerSetting<W, A = W> {
  readonly kind: Kind<W, A>;
  readonly alphabet: Alphabet;
  readonly answers?: Answers<A> | undefined;
}

/**
 * The learner that the options ask for. The caller says by A what the teacher answers with, and by H what the automata are:
 * nondeterministic for a learner over a field.
 *
 * @example
 * const learner = createLearner({ kind: weightsIn(boolean), alphabet: new Alphabet("ab") }, { learner: "table" });
 * console.log(learner.name); // table
 */
export function createLearner<W, A = W, H extends Automaton<W> = Wdfsa<W>>(
  setting: LearnerSetting<W, A>,
  options?: LearnOptions<W, A, H>,
): Learner<W, A, H>;
export function createLearner(
  setting: LearnerSetting<unknown>,
  options: LearnOptions<unknown, unknown, Automaton<unknown>> = {},
): Learner<unknown, unknown, Automaton<unknown>> {
  const { kind, alphabet } = setting;
  checkPrices(options.prices);
  if (typeof options.learner === "function") return options.learner(kind.algebra, alphabet);
  const name = options.learner ?? kind.learner;
  if (!isLearnerName(name)) {
    const known = Object.keys(allLearners).join(", ");
    throw new HankelError("usage", `unknown learner ${shown(name)}; known are ${known}`);
  }
  if (options.integral === true && kind.name !== "weights") {
    throw new HankelError(
      "usage",
      `integral is for targets that give words weights, and not for ${kind.answerer}`,
    );
  }
  const answers = setting.answers ?? kind.answers(alphabet);
  return learnersOf[kind.name](answers, setting, name, options);
}

/** The memory of a kind must be the kind's own. */
function notTheMemoryOf({ answerer }: Kind<unknown>): HankelError {
  return new HankelError("usage", `these are no answers of ${answerer}`);
}

/** Is this the name of a learner of the library? */
export function isLearnerName(name: string): name is AnyLearnerName {
  return Object.hasOwn(allLearners, name);
}

const allLearners = { ...learners, ...fieldLearners, ...softLearners, ...tolerantLearners };

/** What the learners are for that not every kind has. */
const purposes = {
  soft: "language models that give distributions",
  machine: "Mealy and Moore machines",
  multiplicity: "weights that form a field",
  tolerant: "languages and Moore machines",
};

/** Says that a learner does not fit the target. */
function notFor(name: keyof typeof purposes, given: string): HankelError {
  return new HankelError("usage", `the ${name} learner is for ${purposes[name]}, and ${given}`);
}

/** What each kind can be learned by. */
const learnersOf: {
  readonly [N in KindName]: (
    answers: Answers<unknown>,
    setting: LearnerSetting<unknown>,
    name: AnyLearnerName,
    options: AnyOptions,
  ) => Learner<unknown, unknown, Automaton<unknown>>;
} = {
  weights(answers, { kind, alphabet }, name, options) {
    const given = `the target gives words weights (${kind.algebra.name}); use tree, apart or table`;
    if (name === "soft") throw notFor(name, given);
    if (name === "machine") throw notFor(name, `${given}, or soft for a language model`);
    const view = () => new Observations(kind.algebra, alphabet.size, answers, kind);
    const observations = view();
    if (name === "tolerant") {
      if (kind.algebra.name !== boolean.name) throw notFor(name, given);
      const exact = new TreeLearner(kind.algebra, alphabet, options, view());
      const labels = new Membership(observations, alphabet);
      return new TolerantLearner({ observations, labels, exact }, alphabet, options);
    }
    const learner: Learner<unknown, unknown, Automaton<unknown>> = name === "multiplicity"
      ? new MultiplicityLearner(kind.algebra, alphabet, options, observations)
      : learnerOfWords(observations, alphabet, name, options);
    return options.integral === true ? new IntegralLearner(learner) : learner;
  },
  runs(answers, { kind, alphabet }, name, options): Learner<FreeWord> {
    if (!(answers instanceof RunAnswers)) throw notTheMemoryOf(kind);
    const { machine } = answers;
    const given = `the target is a ${machine === "mealy" ? "Mealy" : "Moore"} machine; use machine, tree, apart or table`;
    if (name === "soft" || name === "multiplicity") throw notFor(name, given);
    const observations = new RunObservations(machine, alphabet, answers);
    if (name === "tolerant") {
      if (machine !== "moore") throw notFor(name, given);
      // Not the machine learner: errors are conflicts to it, which it resolves by more and more states before it has a conjecture.
      const view = new RunObservations(machine, alphabet, answers);
      const exact = new TreeLearner(view.algebra, alphabet, options, view);
      const labels = new Outputs(observations, alphabet);
      return new TolerantLearner({ observations, labels, exact }, alphabet, options);
    }
    if (name === "machine") return new MachineLearner(machine, alphabet, options, observations);
    return learnerOfWords(observations, alphabet, name, options);
  },
  rows(answers, { kind, alphabet }, name, options): Learner<number, Distribution> {
    if (!(answers instanceof RowAnswers) || !isRows(kind)) throw notTheMemoryOf(kind);
    if (name === "soft") return new SoftLearner(alphabet, options, kind.next, answers);
    throw new HankelError(
      "usage",
      `the ${name} learner asks for the weights of words, and the target gives distributions; use soft, or make weights ` +
        "of them with weightsOfNext",
    );
  },
};

/** The learners of deterministic automata that ask for weights, whoever gives them. */
function learnerOfWords<W>(
  observations: Observations<W>,
  alphabet: Alphabet,
  name: "tree" | "apart" | "table",
  options: AnyOptions,
): Learner<W> {
  const { algebra } = observations;
  if (name === "tree") return new TreeLearner(algebra, alphabet, options, observations);
  if (name === "apart") return new ApartLearner(algebra, alphabet, options, observations);
  return new TableLearner(algebra, alphabet, options, observations);
}
