export {
  type Again,
  type CheckOptions,
  type Deviation,
  expectationOver,
  SuiteCheck,
  type SuiteChecking,
  type SuiteFailure,
  type SuiteReport,
  suiteOver,
  unsteadySentence,
} from "./check-suite.ts";
export { type Expectation, expectationOf } from "./expectation.ts";
export { formatSuiteMethod, parseSuiteMethod, type SuiteMethod, suiteMethods } from "./method.ts";
export { readSuite } from "./read-suite.ts";
export { type ReportOptions, sentenceOfFailure, writeJunit, writeTap } from "./reports.ts";
export { type Shortened, type Shortness, shorten } from "./shorten.ts";
export { isOfMachine, type Speaks, type Suite, type SuiteTest, wordsOfTest } from "./suite.ts";
export { type SuiteOptions, testSuite } from "./test-suite.ts";
export { suiteFormatByEnding, suiteFormats, writeSuite } from "./writers/formats.ts";
export { keepConnection, type SuiteFormat, traceOf, type WriterOptions } from "./writers/writer.ts";
