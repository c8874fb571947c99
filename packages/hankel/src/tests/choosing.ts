/** How tests are chosen: what `hankel tests` and `hankel test` have in common. */

import { option } from "../options/files.ts";
import { count } from "../options/values.ts";
import { parseSuiteMethod, suiteMethods } from "../testing.ts";

export const CHOOSING = {
  method: option("<method>", "how tests are chosen (default: wp)", method),
  extra: option(
    "<m>",
    "for w, wp, hsi and spy: the system may have so many states more (default: 0)",
    count(0),
  ),
};

function method(text: string): string {
  parseSuiteMethod(text);
  return text;
}

/** The methods, for the help of both commands. */
export const METHODS = `Methods:\n${suiteMethods.map(({ usage, about }) => `  ${usage.padEnd(12)}${about}`).join("\n")}

A system that passes the tests of w, wp, hsi or spy, and has at most --extra states more than the minimal model, is right.`;
