/** What is questioned before anything is learned: names that hardly repeat are none. */

import { countOf, grouped, HankelError, quote } from "../errors.ts";
import type { LogColumns } from "./columns.ts";

/** How many names there are, and how many events. */
export interface NamesOf {
  readonly events: number;
  readonly symbols: number;
  readonly outputs: number;
  readonly columns: LogColumns | undefined;
}

/** Below this, symbols and outputs may be as rare as they are. */
const FEW_SYMBOLS = 100;
const FEW_OUTPUTS = 20;
/** More symbols are questioned, also if they repeat. */
const MOST_SYMBOLS = 1000;

/** A log whose names hardly repeat is one whose lines or columns are not what they seem, unless somebody says that so many are right. */
export function question({ events, symbols, outputs, columns }: NamesOf, most: number | undefined): void {
  const isTooMany = (count: number, few: number) =>
    count > (most ?? MOST_SYMBOLS) || (most === undefined && count > few && 2 * count > events);
  const found = (count: number, noun: string) =>
    `${grouped(count)} distinct ${noun}s in ${countOf(events, "event").replace(/\d+/u, grouped)}`;
  const refuse = (count: number, noun: string, why: string, advice: string, most: number): never => {
    throw new HankelError(
      "usage",
      `${found(count, noun)}: ${why}? ${advice}--max-symbols ${most} learns from it as it is`,
    );
  };
  const { event, input, word, output } = columns?.found ?? {};
  if (isTooMany(symbols, FEW_SYMBOLS)) {
    const name = word ?? event ?? input;
    const [what, role] = word === undefined ? ["events", "event"] : ["symbols", "word"];
    const [why, advice] =
      name === undefined
        ? [
            "is each line a word of letters (--letters), or a row of a table (--format table, with --session and --event)",
            "",
          ]
        : [
            `does ${quote(name)} hold names of ${what}, or texts, times and numbers`,
            `--${role} names another column, and `,
          ];
    refuse(symbols, "symbol", why, advice, symbols);
  }
  if (isTooMany(outputs, FEW_OUTPUTS)) {
    const why = `${output === undefined ? "do the outputs" : `does ${quote(output)}`} hold what a machine writes, or texts, times and numbers`;
    const advice =
      output === undefined
        ? ""
        : "--output names another column, --output none learns from the events alone, and ";
    refuse(outputs, "output", why, advice, Math.max(symbols, outputs));
  }
}
