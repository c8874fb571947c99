import type { Learner } from "../../protocol.ts";
import { AskAhead } from "./ask-ahead.ts";
import type { Saving } from "./saving.ts";
import { ShorterSuffixes } from "./shorter-suffixes.ts";

/** The savings by name, each with a line for the help. */
export const savings = {
  "shorter-suffixes": "replaces the long suffixes of counterexamples by short ones",
  "ask-ahead": "asks two questions about a word in one round when it probably needs both",
} as const;

/** The name of a saving of the tree learner. */
export type SavingName = keyof typeof savings;

export function createSaving<W>(name: SavingName, learner: Learner<W>): Saving<W> {
  return name === "ask-ahead" ? new AskAhead() : new ShorterSuffixes(learner);
}
