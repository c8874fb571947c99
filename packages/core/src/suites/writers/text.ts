import { type SuiteFormat, traceOf } from "./writer.ts";

/** A trace on each line. */
export const text: SuiteFormat = {
  name: "text",
  about: "a trace on each line: coin/click  button/coffee",
  endings: [".txt"],
  write: (suite) => suite.tests.map((test) => `${traceOf(suite, test)}\n`).join(""),
};
