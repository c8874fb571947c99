/** A log as the page opens it, as plain data for the worker, and the logs that come with the page. */

import type { DateOrder, LogFormat, MeasureName, NamedColumns } from "hankel/learning";
import orders from "../../../../examples/logs/orders.csv?url&no-inline";
import vending from "../../../../examples/logs/vending.jsonl?url&no-inline";

/** A file of a log: what it holds, or where it can be fetched. */
export type LogSource = { readonly name: string } & (
  | { readonly text: string }
  | { readonly blob: Blob }
  | { readonly address: string }
);

/** What the user says about a log; an empty text leaves it to the log. */
export interface LogChoices {
  readonly format: LogFormat | "";
  readonly columns: NamedColumns;
  /** Which number of a date such as 3/4/2026 is the day. */
  readonly dates: DateOrder | "";
  /** Is what cannot be read left out? */
  readonly skipBad: boolean;
  /** In files of words: is every character a symbol? */
  readonly letters: boolean;
  readonly kind: "" | "distribution" | "dfa" | "mealy" | "moore";
  readonly measure: MeasureName | "";
  /** The share of wrong labels or outputs that is tolerated. */
  readonly noise: number;
}

export interface LogSpec {
  readonly kind: "log";
  readonly name: string;
  readonly sources: readonly LogSource[];
  readonly choices: LogChoices;
}

export const NO_CHOICES: LogChoices = {
  format: "",
  columns: {},
  dates: "",
  skipBad: false,
  letters: false,
  kind: "",
  measure: "",
  noise: 0,
};

export interface LogExample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly spec: LogSpec;
}

function log(
  id: string,
  title: string,
  about: string,
  source: LogSource,
  measure: MeasureName | "",
): LogExample {
  const choices = { ...NO_CHOICES, measure };
  return { id, title, about, spec: { kind: "log", name: title, sources: [source], choices } };
}

/** All words of up to four letters: + has an even number of a's, - an odd one. */
function evenWords(): string {
  const words = [""];
  for (let at = 0; words[at].length < 4; at++) words.push(`${words[at]}a`, `${words[at]}b`);
  const isEven = (word: string) => word.replaceAll("b", "").length % 2 === 0;
  return words.map((word) => [isEven(word) ? "+" : "-", ...word].join(" ")).join("\n");
}

export const logExamples: readonly LogExample[] = [
  log(
    "even",
    "Words that are right or wrong",
    "All words of up to four letters, each with a + or a −. Thirty-one states become two: the best one to begin with.",
    { name: "even.txt", text: evenWords() },
    "rpni",
  ),
  log(
    "vending",
    "What a vending machine did",
    "Forty traces of coins and buttons, and what the machine answered. Its states are found without pressing a button.",
    { name: "vending.jsonl", address: vending },
    "edsm",
  ),
  log(
    "orders",
    "The orders of a shop",
    "120 orders, an event on each line. What usually follows what, and how often?",
    { name: "orders.csv", address: orders },
    "alergia",
  ),
];
