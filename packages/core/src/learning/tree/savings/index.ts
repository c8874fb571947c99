import type { Learner } from "../../protocol.ts";
import { AskAhead } from "./ask-ahead.ts";
import type { Saving } from "./saving.ts";
import { ShorterSuffixes } from "./shorter-suffixes.ts";

/** The savings by name, with what a line of help says of them. */
export const savings = {
  "shorter-suffixes": "replaces long suffixes that counterexamples leave behind by short ones",
  "ask-ahead": "asks two questions of a word in one round where both are sure to come",
} as const;

/** The name of a saving of the tree learner. */
export type SavingName = keyof typeof savings;

export function createSaving<W>(name: SavingName, learner: Learner<W>): Saving<W> {
  return name === "ask-ahead" ? new AskAhead() : new ShorterSuffixes(learner);
}
