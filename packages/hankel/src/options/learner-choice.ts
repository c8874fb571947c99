/** What `--learner` says: a learner and, behind it, its own options, written like tests: `table:suffixes`, `soft:states=10`. */

import { InvalidArgumentError } from "commander";
import { type LearnOptions, learners } from "../index.ts";
import { quote, RANK_TOLERANCE } from "../internal/core.ts";
import { type AnyLearnerName, fieldLearners } from "../learning.ts";
import { softLearners } from "../models.ts";
import { count, nearness, share } from "./values.ts";

/** All learners by name, with what a line of help says of them. */
export const allLearners: Readonly<Record<AnyLearnerName, string>> = {
  ...learners,
  ...fieldLearners,
  ...softLearners,
};

/** The options of a learner, for the library. */
type Own = Pick<LearnOptions<unknown>, "counterexamples" | "rankTolerance" | "maxStates" | "tolerance">;

/** A learner, and what is said about it. */
export interface LearnerChoice {
  readonly name: AnyLearnerName;
  readonly own: Own;
}

/** An option of one learner: how it is written, what it does, and what it means for the library. */
interface OwnOption {
  readonly form: string;
  readonly about: string;
  /** What is behind the name, or the name itself where there is no value. */
  readonly read: (value: string) => Own;
}

/** The options of the learners, by the name in front of `=`. */
export const ownOptions: Readonly<Partial<Record<AnyLearnerName, Readonly<Record<string, OwnOption>>>>> = {
  table: {
    prefixes: {
      form: "prefixes",
      about: "take all prefixes of a counterexample as rows, as the paper does: the default",
      read: () => ({ counterexamples: "prefixes" }),
    },
    suffixes: {
      form: "suffixes",
      about: "take all suffixes of it as columns (Maler and Pnueli)",
      read: () => ({ counterexamples: "suffixes" }),
    },
    "rivest-schapire": {
      form: "rivest-schapire",
      about: "take one suffix, found by bisection",
      read: () => ({ counterexamples: "rivest-schapire" }),
    },
  },
  multiplicity: {
    "rank-tolerance": {
      form: "rank-tolerance=X",
      about: `over real, a dimension counts above this share of the largest singular value (${RANK_TOLERANCE})`,
      read: (value) => ({ rankTolerance: share(value) }),
    },
  },
  soft: {
    states: {
      form: "states=N",
      about: "the best automaton of at most N states, instead of the one that stands out",
      read: (value) => ({ maxStates: count(1)(value) }),
    },
    distance: {
      form: "distance=X",
      about: "as few states as keep what follows within X of each other, in expectation",
      read: (value) => ({ tolerance: nearness(value) }),
    },
  },
};

function isLearner(name: string): name is AnyLearnerName {
  return Object.hasOwn(allLearners, name);
}

/** Reads `NAME`, or `NAME:OPTION,…`. */
export function learnerChoice(text: string): LearnerChoice {
  const [, name = text, rest] = /^([^:]*):(.*)$/su.exec(text) ?? [];
  if (!isLearner(name))
    throw new InvalidArgumentError(`Allowed choices are ${Object.keys(allLearners).join(", ")}.`);
  const parts = rest === undefined ? [] : rest.split(",");
  let own: Own = {};
  for (const part of parts) {
    const said = ownOf(name, part);
    if (Object.keys(said).some((key) => key in own))
      throw new InvalidArgumentError(
        `${quote(part)} contradicts or repeats what is said before it; leave one out.`,
      );
    own = { ...own, ...said };
  }
  return { name, own };
}

function ownOf(learner: AnyLearnerName, part: string): Own {
  const [, name = part, value = ""] = /^([^=]*)=(.*)$/su.exec(part) ?? [];
  const known = ownOptions[learner] ?? {};
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  if (option !== undefined && option.form.includes("=") === part.includes("=")) return option.read(value);
  const forms = Object.values(known).map(({ form }) => `${learner}:${form}`);
  const has = forms.length === 0 ? "has no options of its own" : `is written ${forms.join(", ")}`;
  throw new InvalidArgumentError(`${quote(part)} is no option of ${learner}, which ${has}.`);
}
