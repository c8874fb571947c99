/** The files that `hankel infer` and `hankel anomalies` read. */

import { HankelError, semifieldByName } from "../index.ts";
import { type Log, type LogOptions, LogReader } from "../learning.ts";
import type { Options } from "../options/table.ts";
import { feedLog, inputName } from "../support/input.ts";

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
  const logs = new LogReader({ ...how, columns: options, machine, algebra });
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

/** A number as people write it: 36,270. */
export function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}
