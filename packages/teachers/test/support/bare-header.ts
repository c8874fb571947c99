import { ALGORITHM_VERSION, type JournalHeader } from "@hankel/core";

/** The header of a journal about words over a and b that are accepted or not. */
export const bareHeader: JournalHeader = {
  journal: "hankel/1",
  algorithm: ALGORITHM_VERSION,
  learner: "tree",
  semifield: "boolean",
  alphabet: ["a", "b"],
  options: {},
  seed: 1,
};
