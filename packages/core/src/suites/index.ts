export { formatSuiteMethod, parseSuiteMethod, type SuiteMethod, suiteMethods } from "./method.ts";
export { isOfMachine, type Speaks, type Suite, type SuiteTest, wordsOfTest } from "./suite.ts";
export { type SuiteOptions, testSuite } from "./test-suite.ts";
export { suiteFormatByEnding, suiteFormats, writeSuite } from "./writers/formats.ts";
export { keepConnection, type SuiteFormat, traceOf, type WriterOptions } from "./writers/writer.ts";
