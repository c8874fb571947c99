/** The files that `hankel infer` and `hankel anomalies` read. */

import { formatByEnding, HankelError, semifieldByName } from "../index.ts";
import { type Log, type LogOptions, LogReader, type NamedColumns, type Role } from "../learning.ts";
import type { Options } from "../options/table.ts";
import { feedLog, inputName } from "../support/input.ts";

/** Does the ending say that this is an automaton, and no list of words? */
export function isModelFile(path: string): boolean {
  const format = formatByEnding(path)?.name;
  return format !== undefined && format !== "samples" && format !== "abbadingo";
}

const LOG = /\.(?:txt|log|csv|tsv|tab|jsonl|ndjson|xes)(?:\.gz)?$/iu;

/** Does the ending say that this is a log? */
export function isLogFile(path: string): boolean {
  return !isModelFile(path) && (LOG.test(path) || formatByEnding(path) !== undefined);
}

/** Who watches the reading. */
export interface Watching {
  readonly signal: AbortSignal;
  readonly progress: (text: () => string) => void;
}

/** Reads all files of a command line as one log. What a model knows about its answers need not be said. */
export async function readLogs(
  paths: readonly string[],
  options: Options,
  { signal, progress }: Watching,
  known: Pick<LogOptions, "machine" | "algebra"> = {},
): Promise<Log> {
  const { format, letters, maxSymbols, semifield, kind, delimiter, dates, skipBad } = options;
  const machine = kind === "moore" || kind === "mealy" ? kind : known.machine;
  const algebra = known.algebra ?? (semifield === undefined ? undefined : semifieldByName(semifield));
  const how = { format, letters, maxSymbols, delimiter, dates, skipBad };
  const logs = new LogReader({ ...how, columns: columnsOf(options), machine, algebra });
  for (const path of paths) {
    const name = inputName(path);
    await feedLog(logs.file(name), path, (bytes, of) => {
      if (signal.aborted) throw new HankelError("cancelled", "cancelled");
      const share = of === 0 ? "" : `${Math.floor((100 * Math.min(bytes, of)) / of)} % of `;
      progress(() => `reading ${share}${name}: ${grouped(logs.events)} events`);
    });
  }
  const names = paths.map(inputName);
  try {
    return logs.end();
  } catch (error) {
    // A message may begin with the place of what is wrong.
    if (!(error instanceof HankelError) || names.some((name) => error.message.startsWith(`${name}:`)))
      throw error;
    throw new HankelError(error.code, `${names.join(", ")}: ${error.message}`, { cause: error });
  }
}

const COLUMNS = [
  "session",
  "event",
  "input",
  "output",
  "label",
  "time",
  "word",
  "weight",
  "count",
] as const satisfies readonly Role[];

/** What stands for no column, also if a name leaves no doubt. */
const NONE = "none";

/** The columns that are named. For a distribution, outputs that nobody named are not read: they may be any texts. */
function columnsOf(options: Options): NamedColumns {
  const given = COLUMNS.map((role) => [role, options[role] === NONE ? null : options[role]] as const);
  const named: NamedColumns = Object.fromEntries(given);
  return options.kind === "distribution" && named.output === undefined ? { ...named, output: null } : named;
}

/** A number as people write it: 36,270. */
export function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}
