/** What `--learner` says: a learner and, behind it, its own options, written like tests: `table:suffixes`, `soft:states=10`. */

import { InvalidArgumentError } from "commander";
import { type LearnOptions, learners } from "../index.ts";
import { quote, RANK_TOLERANCE } from "../internal/core.ts";
import { type AnyLearnerName, fieldLearners, tolerantLearners } from "../learning.ts";
import { softLearners } from "../models.ts";
import { count, nearness, share } from "./values.ts";

/** All learners by name, with what a line of help says of them. */
export const allLearners: Readonly<Record<AnyLearnerName, string>> = {
  ...learners,
  ...fieldLearners,
  ...softLearners,
  ...tolerantLearners,
};

/** The options of a learner, for the library. */
type Own = Pick<
  LearnOptions<unknown>,
  "counterexamples" | "rankTolerance" | "maxStates" | "tolerance" | "integral"
>;

/** A learner, and what is said about it. */
export interface LearnerChoice {
  readonly name: AnyLearnerName;
  readonly own: Own;
  /** Was it asked for by `--exact`? A language model has no such learner. */
  readonly exact?: true;
}

/** What `--exact` says for the learner that follows every answer. */
export const EXACT = "exact";

/** An option of one learner: how it is written, `LEARNER:NAME` or `LEARNER:NAME=VALUE`, what it does, and what it means for the library. */
interface OwnOption {
  readonly form: string;
  readonly about: string;
  readonly read: (value: string) => Own;
}

const own = (form: string, about: string, read: OwnOption["read"]): OwnOption => ({ form, about, read });

const ofTable = (counterexamples: NonNullable<Own["counterexamples"]>, about: string) =>
  own(`table:${counterexamples}`, about, () => ({ counterexamples }));

const INTEGRAL = "integer weights, for a language over rational whose words all weigh integers";

const ofIntegers = (learner: "tree" | "apart" | "table" | "multiplicity") =>
  own(`${learner}:integral`, INTEGRAL, () => ({ integral: true }));

const ownOptions: readonly OwnOption[] = [
  ofIntegers("tree"),
  ofIntegers("apart"),
  ofTable("prefixes", "take all prefixes of a counterexample as rows, as the paper does: the default"),
  ofTable("suffixes", "take all suffixes of it as columns (Maler and Pnueli)"),
  ofTable("rivest-schapire", "take one suffix, found by bisection"),
  ofIntegers("table"),
  ofIntegers("multiplicity"),
  own(
    "multiplicity:rank-tolerance=X",
    `over real, a dimension counts above this share of the largest singular value (${RANK_TOLERANCE})`,
    (value) => ({ rankTolerance: share(value) }),
  ),
  own(
    "soft:states=N",
    "the best automaton of at most N states, instead of the one that stands out",
    (value) => ({ maxStates: count(1)(value) }),
  ),
  own(
    "soft:distance=X",
    "as few states as keep what follows within X of each other, in expectation",
    (value) => ({ tolerance: nearness(value) }),
  ),
  own(
    "tolerant:states=N",
    "at most N states: of the automata tried, the one that differs least",
    (value) => ({ maxStates: count(1)(value) }),
  ),
];

/** The options of a learner. */
export function ownOptionsOf(learner: string): readonly OwnOption[] {
  return ownOptions.filter(({ form }) => form.startsWith(`${learner}:`));
}

/** How an option of a learner is written, for someone who wrote it as an option of the command. */
export function ownOptionAdvice(flag: string): string | undefined {
  const name = flag.replace(/^--/u, "").replace(/=.*/su, "");
  const forms = ownOptions
    .map(({ form }) => form)
    .filter((form) => form.replace(/^[^:]*:/u, "").replace(/=.*/su, "") === name);
  return forms.length === 0 ? undefined : `It is an option of learners: --learner ${forms.join(", or ")}.`;
}

function isLearner(name: string): name is AnyLearnerName {
  return Object.hasOwn(allLearners, name);
}

/** Reads `NAME`, or `NAME:OPTION,…`. */
export function learnerChoice(text: string): LearnerChoice {
  if (text === EXACT) return { name: "tree", own: {}, exact: true };
  const [, name = text, rest] = /^([^:]*):(.*)$/su.exec(text) ?? [];
  if (!isLearner(name))
    throw new InvalidArgumentError(`Allowed choices are ${Object.keys(allLearners).join(", ")}.`);
  const parts = rest === undefined ? [] : rest.split(",");
  let said: Own = {};
  for (const part of parts) {
    const more = ownOf(name, part);
    if (Object.keys(more).some((key) => key in said))
      throw new InvalidArgumentError(
        `${quote(part)} contradicts or repeats what is said before it; leave one out.`,
      );
    said = { ...said, ...more };
  }
  return { name, own: said };
}

function ownOf(learner: AnyLearnerName, part: string): Own {
  const [, name, value] = /^([^=]*=?)(.*)$/su.exec(part) ?? [];
  const known = ownOptionsOf(learner);
  const option = known.find(({ form }) => form.replace(/=.*/su, "=") === `${learner}:${name}`);
  if (option !== undefined) return option.read(value);
  const forms = known.map(({ form }) => form);
  const has = forms.length === 0 ? "has no options of its own" : `is written ${forms.join(", ")}`;
  throw new InvalidArgumentError(`${quote(part)} is no option of ${learner}, which ${has}.`);
}
