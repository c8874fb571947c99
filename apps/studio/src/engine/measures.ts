/** The measures by which states are merged, and what their evidence is, in plain words. */

import type { InferSample, MeasureName } from "hankel/learning";

/** Those that merge: for words that only occurred, and for words with labels or outputs. */
const MEASURES: Readonly<Record<"words" | "outputs", readonly MeasureName[]>> = {
  words: ["bayes", "alergia", "likelihood", "aic", "mdi"],
  outputs: ["edsm", "bayes", "rpni", "k-tails"],
};

export function measuresFor(kind: InferSample["kind"]): readonly MeasureName[] {
  if (kind === "weighted") return [];
  if (kind === "mealy" || kind === "moore") return [...MEASURES.outputs, "homing"];
  return MEASURES[kind === "words" ? "words" : "outputs"];
}

const AGREE = "how many labels or outputs would agree if the two were folded into one";

const EVIDENCE: Readonly<Record<MeasureName, string>> = {
  rpni: `${AGREE}; the first state with which none differs is taken`,
  edsm: `${AGREE}; one that differs is a refusal`,
  "k-tails": `${AGREE}; the next letters must be the same, too`,
  alergia:
    "0 or more if every frequency behind the two differs by less than chance allows, and the more the less it differs",
  likelihood: "how far the test is from telling the two, and those behind them, apart: below 0 it does",
  aic: "how much shorter the description becomes, less how much worse it explains the log",
  mdi: "how much less the distribution changes than is allowed for each state that is saved",
  bayes:
    "the logarithm of how many times better one state explains the log than two do, at their best: below 0, two are better",
  homing: `${AGREE}; which states are one was found out before, by what came before them`,
  suffixes: "",
  residuals: "",
};

/** What the numbers in the table are. */
export function evidenceOf(measure: MeasureName): string {
  return EVIDENCE[measure];
}

/** A measure with its parameter, as options name it. */
export function measureText(measure: MeasureName, parameter: number | undefined): string {
  return parameter === undefined ? measure : `${measure}:${Number(parameter.toPrecision(3))}`;
}
