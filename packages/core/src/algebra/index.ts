export { boolean } from "./boolean.ts";
export {
  defineGroupWithZero,
  defineSemifield,
  type GroupDefinition,
  type InexactGroupDefinition,
  type InexactSemifieldDefinition,
  type SemifieldDefinition,
} from "./define.ts";
export { LARGEST_DIGITS, mostDigits, setMostDigits } from "./digits.ts";
export {
  arcticFloat64,
  arcticFloat64Within,
  log,
  logWithin,
  real,
  realWithin,
  tropicalFloat64,
  tropicalFloat64Within,
  viterbiFloat64,
  viterbiFloat64Within,
} from "./float64.ts";
export {
  addRationals,
  compareRationals,
  divideRationals,
  equalRationals,
  type Fraction,
  fraction,
  isRational,
  multiplyRationals,
  negateRational,
  type Rational,
  reciprocal,
  signOfRational,
  subtractRationals,
} from "./fraction.ts";
export { formatRational, parseRational, rationalFromNumber, rationalToNumber } from "./fraction-text.ts";
export { type FreeLetter, type FreeWord, freeGroup, freeLetters, freeWord } from "./free-group.ts";
export { brokenLaws, groupLaws, semifieldLaws } from "./laws.ts";
export { agree, isClose, type Margins, watchMargins } from "./margins.ts";
export { primeField } from "./prime-field.ts";
export { type Quaternion, quaternion, quaternionOf } from "./quaternion.ts";
export { arctic, rational, tropical, viterbi } from "./rational.ts";
export { type AnyAlgebra, type SemifieldEntry, semifieldByName, semifields } from "./registry.ts";
export {
  type Addition,
  type Embedding,
  type ExactField,
  type ExactGroup,
  type ExactSemifield,
  type Field,
  type FloatingField,
  type FloatingKernel,
  floatingField,
  type GroupWithZero,
  type InexactField,
  type InexactGroup,
  type InexactSemifield,
  isField,
  isSemifield,
  type Kernel,
  type Key,
  kernelOf,
  type ReadonlyWeights,
  type Semifield,
  type Weights,
} from "./semifield.ts";
export { type WeightMap, weightMap } from "./weight-map.ts";
