import { HankelError, shown } from "../../../errors.ts";
import type { Prices } from "../../prices.ts";
import { AskAhead } from "./ask-ahead.ts";
import type { AskListed, Saving } from "./saving.ts";
import { ShorterSuffixes } from "./shorter-suffixes.ts";

/** The savings by name, each with a line for the help. */
export const savings = {
  "shorter-suffixes": "replaces the long suffixes of counterexamples by short ones",
  "ask-ahead": "asks two questions about a word in one round when it probably needs both",
} as const;

/** The name of a saving of the tree learner. */
export type SavingName = keyof typeof savings;

const creators: Record<SavingName, <W>(ask: AskListed<W>, prices: Prices) => Saving<W>> = {
  "shorter-suffixes": (ask, prices) => new ShorterSuffixes(ask, prices),
  "ask-ahead": () => new AskAhead(),
};

/** The savings of these names; all of them by default. */
export function createSavings<W>(
  ask: AskListed<W>,
  prices: Prices,
  names: readonly SavingName[] = Object.keys(savings) as SavingName[],
): readonly Saving<W>[] {
  const unknown = names.find((name) => !Object.hasOwn(savings, name));
  if (unknown === undefined) return names.map((name) => creators[name](ask, prices));
  const known = Object.keys(savings).join(", ");
  throw new HankelError("usage", `unknown saving ${shown(unknown)}; known are ${known}`);
}
