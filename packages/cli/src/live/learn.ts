import { counted } from "../show/columns.ts";
import { EXIT } from "../support/failures.ts";
import { type Destination, print, writeAutomaton } from "../support/output.ts";
import { boxOnlyOptions, type Source } from "./open-box.ts";
import { type LiveRunOptions, runLive } from "./run.ts";
import { stopSignal } from "./stop-signal.ts";
import { summaryJson, summaryLines, warnings } from "./summary.ts";

/** Options that make a run a live one, over an automaton file as well. */
const LIVE: readonly (keyof LiveRunOptions)[] = [
  "url",
  "module",
  "askMe",
  "journal",
  "warm",
  "events",
  "certificate",
  "equivalence",
  "repeat",
  "recheck",
  "onConflict",
];

/** Does a run need more than an automaton in memory? */
export function isLive(source: Source, options: LiveRunOptions): boolean {
  if (source.target === undefined || source.program.length > 0) return true;
  return LIVE.some((name) => options[name] !== undefined) || boxOnlyOptions(options).length > 0;
}

export interface Printed {
  readonly json?: true;
  readonly quiet?: true;
  readonly out?: string;
}

/** Learns from a black box and tells what came of it; returns the exit code. */
export async function learnFromBox(
  source: Source,
  options: LiveRunOptions & Printed,
  out: Destination,
): Promise<number> {
  const stop = stopSignal();
  try {
    const { result, statistics } = await runLive(source, options, stop.signal);
    if (!options.json || options.out !== undefined) await writeAutomaton(result.automaton, out);
    if (options.json) await print(`${summaryJson(result, statistics)}\n`);
    const { outcome, reason, evidence } = result;
    const lines: string[] = [];
    if (outcome !== "accepted") {
      const best = counted(statistics.states, "state");
      lines.push(...warnings(result), `hankel: stopped: ${reason}; the best automaton so far has ${best}`);
      if (evidence !== undefined) lines.push(evidence.sentence);
    } else if (options.quiet) lines.push(...warnings(result));
    else if (!options.json) lines.push(...summaryLines(result, statistics));
    for (const line of lines) process.stderr.write(`${line}\n`);
    if (outcome === "budget") return EXIT.budget;
    return outcome === "cancelled" ? stop.exitCode() : EXIT.done;
  } finally {
    stop.ignore();
  }
}
