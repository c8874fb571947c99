export { align, withAlphabet } from "./align.ts";
export { WdfsaBuilder } from "./builder.ts";
export { canonicalNumbering, canonicalScale } from "./canonical.ts";
export { compare, type Difference, residual, shortestDifference } from "./compare.ts";
export { minimize } from "./minimize.ts";
export { type RandomOptions, randomAutomaton, type Shape, shapes } from "./random.ts";
export { type LeastSuffixes, leastSuffix, leastSuffixes } from "./suffixes.ts";
export { trim } from "./trim.ts";
export { type ReadonlyInts, Wdfsa, type WdfsaParts } from "./wdfsa.ts";
