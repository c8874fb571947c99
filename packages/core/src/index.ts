export * from "./algebra/index.ts";
export * from "./answers/index.ts";
export * from "./automata/index.ts";
export * from "./code/index.ts";
export * from "./drawing/index.ts";
export {
  addressWithoutSecrets,
  brief as briefNumber,
  bytesOf,
  Contradiction,
  CUT,
  countOf,
  type ErrorCode,
  foreignText,
  HankelError,
  messageOf,
  type Place,
  quote,
  shortened,
  shortenedApart,
  shown,
} from "./errors.ts";
export * from "./evaluation/index.ts";
export * from "./formats/index.ts";
export * from "./hankel/index.ts";
export * from "./inference/index.ts";
export { Interruption, interruptible, lookUp } from "./interruption.ts";
export * from "./kinds/index.ts";
export * from "./learning/index.ts";
export { LONGEST_SYMBOL } from "./limits.ts";
export * from "./linear/index.ts";
export * from "./logs/index.ts";
export * from "./next/index.ts";
export { wholeNumber } from "./numbers.ts";
export { Random } from "./random.ts";
export * from "./spectral/index.ts";
export * from "./suites/index.ts";
export * from "./teachers/index.ts";
export * from "./words/index.ts";
