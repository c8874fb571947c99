import { countOf, isClose, type Learned } from "@hankel/core";
import type { LiveResult } from "@hankel/teachers";
import { harmless } from "../show/columns.ts";
import { type RunStatistics, showStatistics } from "../show/statistics.ts";

/** Statistics of live runs only. */
type LiveStatistics = Pick<LiveResult<unknown>["statistics"], "tests" | "asked" | "remembered">;

/** A finished run. */
export interface Finished {
  readonly result: Learned<unknown> &
    Pick<LiveResult<unknown>, "statement" | "margins" | "conflicts" | "spread">;
  readonly statistics: RunStatistics;
  readonly live?: LiveStatistics;
}

type Result = Finished["result"];

/** How many contradictions are listed. */
const SHOWN = 5;

/** The summary of a run, as lines. */
export function summaryLines({ result, statistics, live }: Finished): string[] {
  const more = Object.entries(live ?? {}).map(([name, value]) => `, ${name} ${value}`);
  return [
    `${showStatistics(statistics)}${more.join("")}`,
    ...conflictLines(result),
    ...marginLines(result),
    result.statement,
  ];
}

/** Warnings, which even a quiet run prints. */
export function warnings(result: Result): string[] {
  const close = result.margins !== undefined && isClose(result.margins);
  return [...conflictLines(result), ...(close ? marginLines(result) : [])];
}

function marginLines({ margins }: Result): string[] {
  if (margins === undefined) return [];
  const { apart, equal, tolerance } = margins;
  const told = Number.isFinite(apart) ? apart.toPrecision(3) : "none";
  const line = `Margins: least distance told apart ${told}, largest called equal ${equal.toPrecision(3)}, tolerance ${tolerance}`;
  if (!isClose(margins)) return [line];
  return [line, "Warning: these are close to the tolerance; another --tolerance may give another automaton"];
}

function conflictLines({ automaton, conflicts, spread }: Result): string[] {
  if (conflicts.length === 0) return [];
  const { algebra, alphabet } = automaton;
  const lines = conflicts.slice(0, SHOWN).map(({ word, answers, used }) => {
    const shown = answers.map((answer) => algebra.format(answer)).join(", ");
    return `  ${harmless(alphabet.show(word))}: ${shown}; used ${algebra.format(used)}`;
  });
  if (conflicts.length > SHOWN) lines.push(`  … and ${conflicts.length - SHOWN} more`);
  const widest = algebra.exact ? "" : `, the widest spread is ${spread.toPrecision(3)}`;
  return [`Warning: ${countOf(conflicts.length, "word")} had different answers${widest}`, ...lines];
}

/** The summary of a run, as a JSON object. */
export function summaryJson({ result, statistics, live }: Finished): string {
  const { outcome, reason, margins, evidence, conflicts, automaton, statement: established } = result;
  const { algebra, alphabet } = automaton;
  return JSON.stringify({
    outcome,
    ...(reason && { reason }),
    ...statistics,
    ...live,
    ...(live && { established }),
    ...(margins && { margins: { ...margins, apart: Number.isFinite(margins.apart) ? margins.apart : null } }),
    ...(evidence && { evidence }),
    ...(conflicts.length > 0 && {
      conflicts: conflicts.map(({ word, answers, used }) => ({
        word: alphabet.spell(word),
        answers: answers.map((answer) => algebra.format(answer)),
        used: algebra.format(used),
      })),
    }),
  });
}
