import { HankelError, quote } from "../errors.ts";
import type { Identifying } from "./identifying.ts";

/** How the tests of a suite are chosen. */
export type SuiteMethod =
  | { readonly name: "cover" | "states" }
  | { readonly name: Identifying | "spy"; readonly extra: number }
  | { readonly name: "tuples"; readonly k: number }
  | { readonly name: "random"; readonly count: number };

/**
 * The methods of suites, for help and messages.
 *
 * @example
 * console.log(suiteMethods.map(({ usage }) => usage).join(" ")); // cover states w wp hsi spy tuples:2 random:100
 */
export const suiteMethods: readonly { readonly usage: string; readonly about: string }[] = [
  { usage: "cover", about: "every transition once" },
  { usage: "states", about: "every state once" },
  { usage: "w", about: "every transition, and behind it all words that tell states apart" },
  {
    usage: "wp",
    about: "promises what w does with fewer tests: behind the last letter the words that tell that state",
  },
  { usage: "hsi", about: "promises what w does: behind every word only the words that tell its state" },
  {
    usage: "spy",
    about: "promises what w does, for machines: like hsi, but tests go on where others are proved to end",
  },
  { usage: "tuples:2", about: "paths that take every 2 consecutive transitions, or every 3 …" },
  { usage: "random:100", about: "100 random words" },
];

/**
 * Reads a method: `wp`, `tuples:3`, `random:500`.
 *
 * @example
 * console.log(parseSuiteMethod("tuples:3").name); // tuples
 */
export function parseSuiteMethod(text: string): SuiteMethod {
  const [, name, , number] = /^([a-z]+)(:(\d+))?$/u.exec(text.trim()) ?? [];
  const value = number === undefined ? undefined : Number(number);
  switch (name) {
    case "cover":
    case "states":
      if (value === undefined) return { name };
      break;
    case "w":
    case "wp":
    case "hsi":
    case "spy":
      return { name, extra: value ?? 0 };
    case "tuples":
      if (value === undefined || (value >= 1 && value <= 20)) return { name, k: value ?? 2 };
      break;
    case "random":
      if (value === undefined || (value >= 1 && Number.isSafeInteger(value)))
        return { name, count: value ?? 100 };
      break;
  }
  const known = suiteMethods.map(({ usage }) => usage).join(", ");
  throw new HankelError("usage", `${quote(text)} is no method of a suite: there are ${known}`);
}

/** The inverse of `parseSuiteMethod`. */
export function formatSuiteMethod(method: SuiteMethod): string {
  if (method.name === "tuples") return `tuples:${method.k}`;
  if (method.name === "random") return `random:${method.count}`;
  return "extra" in method && method.extra > 0 ? `${method.name}:${method.extra}` : method.name;
}
