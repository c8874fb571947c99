export { accessWords } from "./access-words.ts";
export { align, withAlphabet } from "./align.ts";
export { WdfsaBuilder } from "./builder.ts";
export { canonicalNumbering, canonicalScale } from "./canonical.ts";
export { compare, type Difference, Prepared, residual } from "./compare.ts";
export { type Automaton, isDeterministic, toWdfsa, toWfsa } from "./convert.ts";
export { minimize } from "./minimize.ts";
export { type RandomOptions, randomAutomaton, type Shape, shapes } from "./random.ts";
export { relabel, relabelLetters } from "./relabel.ts";
export {
  characterisingSet,
  identificationSet,
  type SplittingNode,
  type SplittingTree,
  splittingTree,
} from "./splitting-tree.ts";
export { type LeastSuffixes, leastSuffix, leastSuffixes } from "./suffixes.ts";
export { trim } from "./trim.ts";
export { type ReadonlyInts, Wdfsa, type WdfsaParts } from "./wdfsa.ts";
export { EPSILON, Wfsa, type WfsaParts } from "./wfsa.ts";
export { WfsaBuilder } from "./wfsa-builder.ts";
export { project, Wfst, WfstBuilder } from "./wfst.ts";
