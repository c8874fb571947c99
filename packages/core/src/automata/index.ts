export { WdfsaBuilder, WfsaBuilder } from "./builders.ts";
export {
  type ChangeKind,
  type Changes,
  type ComparedState,
  changesOf,
  type StartChange,
  type TransitionChange,
  type TransitionSide,
} from "./changes/changes.ts";
export { type ChangeTrace } from "./changes/traces.ts";
export { type VersionKind } from "./changes/version.ts";
export { type Automaton, isDeterministic, toWdfsa, toWfsa } from "./convert.ts";
export { type DeterminizeLimits, determinize, disambiguate } from "./determinization/determinize.ts";
export {
  findAmbiguity,
  isUnambiguous,
  type PairLimits,
  type UnequalCycles,
} from "./determinization/pairs.ts";
export { type TwinsAnswer, twins } from "./determinization/twins.ts";
export { bestPath, bestPaths, type Path, type SearchLimits } from "./distances/best-paths.ts";
export { heaviestWords, type WeightedWord } from "./distances/heaviest-words.ts";
export { type PushOptions, push } from "./distances/push.ts";
export {
  type DistanceOptions,
  shortestDistance,
  totalWeight,
  type WorkLimit,
} from "./distances/shortest-distance.ts";
export { align, withAlphabet } from "./equivalence/align.ts";
export { compare, equivalent } from "./equivalence/compare.ts";
export { type Difference } from "./equivalence/compare-deterministic.ts";
export { type Expression, formatExpression, parseExpression } from "./expressions/expression.ts";
export { type ExpressionOptions, fromExpression } from "./expressions/positions.ts";
export { type EliminationLimits, toExpression } from "./expressions/state-elimination.ts";
export { findFraction, integral } from "./fields/integral.ts";
export { reduceNumerically } from "./fields/numerical.ts";
export { basisOf, reduce } from "./fields/reduce.ts";
export { type HankelBasis } from "./fields/word-spaces.ts";
export {
  type Machine,
  type MachineKind,
  machineNames,
  machineOf,
  machineSize,
  machineToWdfsa,
  requireMachine,
  runMachine,
} from "./machine.ts";
export { accessWords, canonicalNumbering, canonicalScale } from "./minimal/canonical.ts";
export { type LeastSuffixes, leastSuffix, leastSuffixes } from "./minimal/least-suffixes.ts";
export { minimize } from "./minimal/minimize.ts";
export {
  characterisingSet,
  identificationSet,
  type SplittingNode,
  type SplittingTree,
  splittingTree,
} from "./minimal/splitting-tree.ts";
export { type Gap, gapsOf, unreachedStates } from "./open-machine.ts";
export { type RandomOptions, randomAutomaton, type Shape, shapes } from "./random.ts";
export { relabel, relabelLetters, reverse, support } from "./rational/images.ts";
export { closure, concat, union } from "./rational/join.ts";
export { difference, intersect, type ProductLimits } from "./rational/products.ts";
export { type EpsilonLimits, removeEpsilon } from "./rational/remove-epsilon.ts";
export { type Conditionals, conditionals, isStochastic } from "./stochastic/conditionals.ts";
export { entropy, expectedLength, klDivergence } from "./stochastic/expectations.ts";
export { Forward } from "./stochastic/forward.ts";
export {
  drawWordRange,
  MOST_LETTERS_DRAWN,
  type SampleOptions,
  sample,
  type WordDrawing,
  type WordTable,
  wordTable,
} from "./stochastic/sample.ts";
export { trim } from "./trim.ts";
export { type ReadonlyInts, residual, Wdfsa, type WdfsaParts } from "./wdfsa.ts";
export { EPSILON, Wfsa, type WfsaParts } from "./wfsa.ts";
export { project, Wfst, WfstBuilder } from "./wfst.ts";
