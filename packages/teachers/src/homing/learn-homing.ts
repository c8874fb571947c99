import { checkPrices, countOf, HankelError } from "@hankel/core";
import type { OneRun } from "../box.ts";
import type { LiveOptions, LiveResult } from "../run/live-options.ts";

type Shared = Pick<LiveOptions<unknown>, "journal" | "prices" | "maxQuestions"> & {
  readonly store?: unknown;
};
type Sharing = Pick<LiveResult<unknown>, "outcome" | "statistics" | "statement">;

/**
 * Learns a machine that is never reset, by runs that begin again whenever its home has moved. Their questions count together, and what was
 * paid is the inputs of the one run.
 */
export async function learnHoming<O extends Shared, R extends Sharing>(
  homing: OneRun,
  options: O,
  run: (options: O) => Promise<R>,
): Promise<R> {
  const { journal, maxQuestions = Number.POSITIVE_INFINITY } = options;
  if (journal !== undefined) {
    throw new HankelError(
      "usage",
      "a machine that is never reset has no journal: its answers belong to the one run that gave them",
    );
  }
  const { letter } = checkPrices(options.prices);
  let asked = 0;
  let questions = 0;
  for (;;) {
    homing.moved = false;
    // What was known is void.
    const result = await run({ ...options, store: undefined, maxQuestions: maxQuestions - questions });
    asked += result.statistics.asked;
    questions += result.statistics.questions;
    if (homing.moved) continue;
    const statistics = { ...result.statistics, asked, questions, cost: letter * homing.sent };
    const told = `It was never reset: ${countOf(homing.sent, "input")} in one run, and the initial state is ${homing.whereHomeIs()}.`;
    const statement = result.outcome === "accepted" ? `${result.statement} ${told}` : result.statement;
    return { ...result, statistics, statement };
  }
}
