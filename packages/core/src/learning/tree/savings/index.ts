import { HankelError } from "../../../errors.ts";
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

const creators: Record<SavingName, <W>(learner: Learner<W>) => Saving<W>> = {
  "shorter-suffixes": (learner) => new ShorterSuffixes(learner),
  "ask-ahead": () => new AskAhead(),
};

/** The savings of these names for a learner; all of them by default. */
export function createSavings<W>(
  learner: Learner<W>,
  names: readonly SavingName[] = Object.keys(savings) as SavingName[],
): readonly Saving<W>[] {
  const unknown = names.find((name) => !Object.hasOwn(savings, name));
  if (unknown === undefined) return names.map((name) => creators[name](learner));
  const known = Object.keys(savings).join(", ");
  throw new HankelError("usage", `unknown saving ${JSON.stringify(unknown)}; known are ${known}`);
}
