export { accessWords } from "./access-words.ts";
export { align, withAlphabet } from "./align.ts";
export { findAmbiguity, isUnambiguous, type PairLimits } from "./ambiguity.ts";
export { bestPath, bestPaths, type Path, type SearchLimits } from "./best-paths.ts";
export { WdfsaBuilder } from "./builder.ts";
export { canonicalNumbering, canonicalScale } from "./canonical.ts";
export { closure } from "./closure.ts";
export { type Difference, Prepared, residual } from "./compare.ts";
export { concat } from "./concat.ts";
export { type Automaton, isDeterministic, toWdfsa, toWfsa } from "./convert.ts";
export { type DeterminizeLimits, determinize } from "./determinize.ts";
export { difference } from "./difference.ts";
export { disambiguate } from "./disambiguate.ts";
export { klDivergence } from "./divergence.ts";
export { entropy } from "./entropy.ts";
export { compare, equivalent } from "./equivalence.ts";
export { expectedLength } from "./expected-length.ts";
export { type Expression, formatExpression } from "./expression.ts";
export { heaviestWords, type WeightedWord } from "./heaviest-words.ts";
export { intersect, type ProductLimits } from "./intersect.ts";
export { type MealyMachine, mealyToWdfsa, transduce, wdfsaToMealy } from "./mealy.ts";
export { minimize } from "./minimize.ts";
export { type UnequalCycles } from "./pairs.ts";
export { parseExpression } from "./parse-expression.ts";
export { type ExpressionOptions, fromExpression } from "./positions.ts";
export { type PushOptions, push } from "./push.ts";
export { type RandomOptions, randomAutomaton, type Shape, shapes } from "./random.ts";
export { reduce } from "./reduce.ts";
export { relabel, relabelLetters } from "./relabel.ts";
export { type EpsilonLimits, removeEpsilon } from "./remove-epsilon.ts";
export { reverse } from "./reverse.ts";
export { type SampleOptions, sample } from "./sample.ts";
export { type DistanceOptions, shortestDistance, totalWeight, type WorkLimit } from "./shortest-distance.ts";
export {
  characterisingSet,
  identificationSet,
  type SplittingNode,
  type SplittingTree,
  splittingTree,
} from "./splitting-tree.ts";
export { type EliminationLimits, toExpression } from "./state-elimination.ts";
export { type LeastSuffixes, leastSuffix, leastSuffixes } from "./suffixes.ts";
export { support } from "./support.ts";
export { trim } from "./trim.ts";
export { type TwinsAnswer, twins } from "./twins.ts";
export { union } from "./union.ts";
export { type ReadonlyInts, Wdfsa, type WdfsaParts } from "./wdfsa.ts";
export { EPSILON, Wfsa, type WfsaParts } from "./wfsa.ts";
export { WfsaBuilder } from "./wfsa-builder.ts";
export { project, Wfst, WfstBuilder } from "./wfst.ts";
