import { HankelError, type Log, type LogOptions, LogReader } from "@hankel/core";

/** Reads one file, in pieces of a few bytes, as a stream may give them. */
export function read(name: string, text: string | Uint8Array, options: LogOptions = {}, piece = 7): Log {
  const logs = new LogReader(options);
  const reader = logs.file(name);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
  reader.end();
  return logs.end();
}

/** The words of a log as texts. */
export function words({ sample }: Log): string[] {
  return Array.from({ length: sample.starts.length - 1 }, (_, i) =>
    sample.alphabet.spell([...sample.letters.subarray(sample.starts[i], sample.starts[i + 1])]).join(" "),
  );
}

/** What the machine wrote on each word; Moore machines write one output more. */
export function outputs({ sample }: Log): string[] {
  if (sample.kind !== "mealy" && sample.kind !== "moore") throw new Error(sample.kind);
  const more = sample.kind === "moore" ? 1 : 0;
  return Array.from({ length: sample.starts.length - 1 }, (_, i) =>
    Array.from(
      sample.seen.subarray(sample.starts[i] + more * i, sample.starts[i + 1] + more * (i + 1)),
      (output) => sample.outputs.symbols[output] ?? "?",
    ).join(" "),
  );
}

export function labels({ sample }: Log): number[] {
  if (sample.kind !== "labelled") throw new Error(sample.kind);
  return [...sample.labels];
}

/** The message and the place of what reading throws. */
export function refusal(name: string, text: string | Uint8Array, options: LogOptions = {}): string {
  try {
    read(name, text, options);
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    return error.place ? `${error.place.line}:${error.place.column}: ${error.message}` : error.message;
  }
  throw new Error("it was read");
}
