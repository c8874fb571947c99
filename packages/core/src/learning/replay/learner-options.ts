import { HankelError, quote } from "../../errors.ts";
import type { JournalHeader } from "../../formats/journal-lines.ts";
import { isLearnerName, type LearnOptions } from "../learn.ts";
import { checkPrices, defaultPrices, type Prices } from "../prices.ts";
import type { CounterexampleUse } from "../table/table.ts";

type HeaderOptions = JournalHeader["options"];

/** The options of learners decide what is asked, so a header holds them, as texts and numbers. */
const LEARNER_OPTIONS = [
  "counterexamples",
  "probes",
  "wordCost",
  "letterCost",
  "tolerance",
  "maxStates",
  "rankTolerance",
  "trials",
  "integral",
  "longest",
];

/** Options about tests and answers. A replay does not need them: it takes both from the journal. */
const RUN_OPTIONS = [
  "equivalence",
  "recheck",
  "words",
  "repeat",
  "onConflict",
  "certificate",
  "top",
  "guide",
  "classes",
];

/** Options of learners that journals of former versions may hold. */
const FORMER_OPTIONS = ["maxSuffix", "savings"];

/** What the tree learner did to spend less could once be chosen; now it does all of it. */
const SAVINGS = ["ask-ahead", "shorter-suffixes"];

/**
 * The options of a learner for the header of a journal. How many states are wanted decides what the soft and the tolerant learner
 * ask; for the others it is a budget.
 */
export function headerOptionsOf(options: LearnOptions<unknown>, learner?: string): HeaderOptions {
  const { counterexamples, probes, prices = defaultPrices, tolerance, maxStates } = options;
  const { rankTolerance, trials, integral, longest } = options;
  return {
    ...(learner === "soft" && tolerance !== undefined && { tolerance }),
    ...((learner === "soft" || learner === "tolerant") && maxStates !== undefined && { maxStates }),
    ...(learner === "tolerant" && longest !== undefined && { longest }),
    ...(rankTolerance !== undefined && { rankTolerance }),
    ...(trials === false && { trials: "no" }),
    ...(integral === true && { integral: "yes" }),
    ...(counterexamples !== undefined && { counterexamples }),
    ...(probes !== undefined && { probes }),
    ...(prices.word !== defaultPrices.word && { wordCost: prices.word }),
    ...(prices.letter !== defaultPrices.letter && { letterCost: prices.letter }),
  };
}

/** The learner that a header names, with its options. Refuses what this version does not know. */
export function learnOptionsOf({ learner, options, seed }: JournalHeader): LearnOptions<unknown> {
  if (learner === "") {
    throw new HankelError(
      "usage",
      "the journal holds the answers of several runs, so there is no run to replay",
    );
  }
  if (!isLearnerName(learner)) {
    throw new HankelError("usage", `the journal is of a learner that is not known here: ${quote(learner)}`);
  }
  const known = [...LEARNER_OPTIONS, ...RUN_OPTIONS, ...FORMER_OPTIONS];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new HankelError("usage", `the journal has an option that is not known here: ${quote(unknown)}`);
  }
  refuseOtherSavings(options);
  const { counterexamples, probes, tolerance, maxStates, rankTolerance, trials, integral, longest } = options;
  return {
    learner,
    seed,
    ...(tolerance !== undefined && { tolerance: Number(tolerance) }),
    ...(longest !== undefined && { longest: Number(longest) }),
    ...(maxStates !== undefined && { maxStates: Number(maxStates) }),
    ...(rankTolerance !== undefined && { rankTolerance: Number(rankTolerance) }),
    ...(trials !== undefined && { trials: trials !== "no" }),
    ...(integral !== undefined && { integral: integral === "yes" }),
    ...(counterexamples !== undefined && { counterexamples: counterexamples as CounterexampleUse }),
    ...(probes !== undefined && { probes: probes as number }),
    prices: pricesOf(options),
  };
}

function refuseOtherSavings({ savings }: HeaderOptions): void {
  if (savings === undefined || `${savings}`.split("+").sort().join() === SAVINGS.join()) return;
  throw new HankelError(
    "usage",
    `the journal is of the tree learner with the savings ${quote(`${savings}`)}; it always has ${SAVINGS.join(" and ")} now, so ` +
      "it would ask other words",
  );
}

function pricesOf({ wordCost, letterCost }: HeaderOptions): Prices {
  const { word, letter } = defaultPrices;
  return checkPrices({ word: (wordCost ?? word) as number, letter: (letterCost ?? letter) as number });
}
