import { type AnswerType, type Distribution, distanceOfRows } from "@hankel/core";
import type { Combined, OnConflict } from "./combine.ts";

/** Makes one distribution of several, all for one word: their mean, or the first one if that should stand. */
export function combineDistributions(
  type: AnswerType<Distribution>,
  answers: readonly Distribution[],
  rule: OnConflict,
): Combined<Distribution> {
  const [first] = answers;
  let [spread, conflict] = [0, false];
  answers.forEach((answer, i) => {
    for (let j = 0; j < i; j++) {
      spread = Math.max(spread, distanceOfRows(answer, answers[j]));
      conflict ||= !type.equals(answer, answers[j]);
    }
  });
  const keep = spread === 0 || rule === "keep-first" || (rule === "stop" && conflict);
  return { weight: keep ? first : mean(answers), spread, conflict, decided: true };
}

/** A mean of distributions is a distribution. */
function mean(answers: readonly Distribution[]): Distribution {
  return answers[0].map((_, i) => answers.reduce((sum, answer) => sum + answer[i], 0) / answers.length);
}

/** The number of the row where the answers differ most from the first one, and what they say there. */
export function furthestRows(
  answers: readonly Distribution[],
  width: number,
): { readonly row: number; readonly rows: readonly Distribution[] } {
  const at = (answer: Distribution, row: number) => answer.subarray(row * width, (row + 1) * width);
  const [first] = answers;
  let [place, most] = [0, -1];
  for (let row = 0; row * width < first.length; row++) {
    for (const answer of answers) {
      const distance = distanceOfRows(at(first, row), at(answer, row));
      if (distance > most) [place, most] = [row, distance];
    }
  }
  return { row: place, rows: answers.map((answer) => at(answer, place)) };
}
