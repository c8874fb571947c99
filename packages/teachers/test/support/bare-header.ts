import { ALGORITHM_VERSION, type JournalHeader } from "@hankel/core";

/** The header of a journal over a and b, but for what names the kind of its answers. */
export const kindlessHeader = {
  journal: "hankel/1",
  algorithm: ALGORITHM_VERSION,
  learner: "tree",
  alphabet: ["a", "b"] as readonly string[],
  options: {} as JournalHeader["options"],
  seed: 1,
} as const;

/** The header of a journal about words over a and b that are accepted or not. */
export const bareHeader: JournalHeader = { ...kindlessHeader, semifield: "boolean" };
