/**
 * The library: learn automata, build them, work with them. Pure: it runs in a browser as it is.
 *
 * What needs Node is in `hankel/node`; the rest of the algebras, operations, formats, learners and tests is in
 * `hankel/algebra`, `hankel/automata`, `hankel/formats`, `hankel/learning`, `hankel/spectral` and `hankel/testing`.
 */

// Learning: theory in docs/theory.md, by example in docs/teachers.md.

export {
  type Budget,
  type Evidence,
  type Learned,
  type LearnerName,
  type LearnOptions,
  learn,
  learners,
  type Outcome,
  type Prices,
  RunFailed,
  type Statistics,
} from "@hankel/core";

export { type AsyncLearnOptions, learnAsync } from "@hankel/teachers/live";

// Teachers: what is asked.

export {
  type Counts,
  cached,
  counted,
  exactTeacher,
  type FunctionTeacherOptions,
  fieldTeacher,
  functionTeacher,
  type Kind,
  type MachineTeacherOptions,
  machineTeacher,
  runsOf,
  type Teacher,
  weightsIn,
} from "@hankel/core";
export { functionBox } from "@hankel/teachers/live";

// Tests of conjectures, for teachers that cannot find counterexamples themselves.

export {
  breadthFirst,
  type EquivalenceTest,
  type EquivalenceTests,
  loopWords,
  pac,
  randomWalks,
  randomWords,
  stateTests,
  wMethod,
  wpMethod,
} from "@hankel/core";

// Algebras: what weights are.

export {
  arctic,
  boolean,
  brokenLaws,
  defineGroupWithZero,
  defineSemifield,
  type FreeWord,
  fraction,
  freeGroup,
  freeWord,
  type GroupWithZero,
  log,
  primeField,
  type Quaternion,
  quaternion,
  quaternionOf,
  type Rational,
  rational,
  rationalToNumber,
  real,
  type Semifield,
  semifieldByName,
  semifields,
  tropical,
  viterbi,
} from "@hankel/core";

// Words and automata.

export {
  Alphabet,
  type Automaton,
  EPSILON,
  isDeterministic,
  type Letter,
  type Machine,
  type MachineKind,
  machineOf,
  machineSize,
  machineToWdfsa,
  project,
  requireMachine,
  runMachine,
  type Spelling,
  toWdfsa,
  toWfsa,
  Wdfsa,
  WdfsaBuilder,
  Wfsa,
  WfsaBuilder,
  Wfst,
  WfstBuilder,
  type Word,
} from "@hankel/core";

// Operations on automata.

export {
  bestPaths,
  closure,
  compare,
  concat,
  type Difference,
  determinize,
  difference,
  entropy,
  equivalent,
  expectedLength,
  formatExpression,
  fromExpression,
  heaviestWords,
  intersect,
  klDivergence,
  minimize,
  parseExpression,
  push,
  randomAutomaton,
  removeEpsilon,
  residual,
  reverse,
  sample,
  toExpression,
  totalWeight,
  trim,
  twins,
  union,
} from "@hankel/core";

// Files, as texts; those on a disk are in hankel/node.

export {
  formatByEnding,
  formatByName,
  formats,
  readFormat,
  readHankel,
  writeDot,
  writeHankel,
} from "@hankel/core";

// Errors.

export {
  type ErrorCode,
  HankelError,
} from "@hankel/core";
