/** Reads the files of a log, piece by piece, in a worker. */

import { type Log, type LogColumns, LogReader } from "hankel/learning";
import type { LogSource, LogSpec } from "./log-spec.ts";
import { messageOf } from "./text.ts";

/** What was read, or why it could not be. The columns are known even then. */
export type ReadLog = { readonly columns: LogColumns | undefined } & (
  | { readonly log: Log }
  | { readonly problem: string }
);

/** `look` is called now and then with how many events there are; it may throw to end the reading. */
export async function readLog(
  { sources, choices }: LogSpec,
  look: (events: number) => Promise<void>,
): Promise<ReadLog> {
  const { format, columns, dates, skipBad, letters, kind } = choices;
  const machine = kind === "mealy" || kind === "moore" ? kind : undefined;
  const logs = new LogReader({
    format: format === "" ? undefined : format,
    dates: dates === "" ? undefined : dates,
    columns,
    skipBad,
    letters,
    machine,
  });
  for (const source of sources) {
    const pieces = (await streamOf(source)).getReader();
    try {
      const file = logs.file(source.name);
      for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
        file.push(piece.value);
        await look(logs.events);
      }
      file.end();
    } catch (error) {
      await pieces.cancel().catch(() => undefined);
      if (error instanceof Stopped) throw error;
      return {
        columns: logs.columns,
        problem: `${source.name}${placeOf(error)}: ${inWords(messageOf(error))}`,
      };
    }
  }
  try {
    return { columns: logs.columns, log: logs.end() };
  } catch (error) {
    return { columns: logs.columns, problem: inWords(messageOf(error)) };
  }
}

/** Thrown by `look` to end the reading. */
export class Stopped extends Error {}

async function streamOf(source: LogSource): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const stream = "text" in source ? new Blob([source.text]).stream() : await bytesOf(source);
  if (!/\.gz$/iu.test(source.name)) return stream;
  return stream.pipeThrough(new DecompressionStream("gzip"));
}

async function bytesOf(source: Exclude<LogSource, { text: string }>) {
  if ("blob" in source) return source.blob.stream();
  const response = await fetch(source.address);
  if (!response.ok || response.body === null) throw new Error(`${source.name} could not be loaded`);
  return response.body;
}

function placeOf(error: unknown): string {
  const place = (error as { readonly place?: { readonly line: number; readonly column: number } }).place;
  return place === undefined ? "" : `, line ${place.line}, column ${place.column}`;
}

/** The page has fields where the command line has options. */
export function inWords(message: string): string {
  return message
    .replaceAll("; --delimiter says what stands between columns", "")
    .replaceAll(
      "name the one with the symbols by --event",
      "choose the one with the symbols below, as “event”",
    )
    .replaceAll("columns have numbers: --session 1 --event 2", "say so below")
    .replaceAll(" (--letters)", " (“each character is a symbol”)")
    .replaceAll(/--format (\w+)/gu, "the format “$1”")
    .replaceAll(/--(\w+) none leaves/gu, "“none” for “$1” leaves")
    .replaceAll("--skip-bad leaves out what cannot be read", "“leave out what cannot be read” goes on")
    .replaceAll(/ \(--dates (\w+)\)/gu, "")
    .replaceAll(/--kind (\w+)/gu, "“$1”")
    .replaceAll(/--(session|event|input|output|label|time|word|weight|count)\b/gu, "“$1”")
    .replaceAll(/--max-symbols \d+ learns from it as it is/gu, "the command line learns from it as it is");
}
