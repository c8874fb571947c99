/** The files that `hankel infer` and `hankel anomalies` read. */

import { HankelError, semifieldByName } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { acceptedWords, type InferSample, type Log, LogReader } from "../learning.ts";
import type { Options } from "../options/table.ts";
import { misuse } from "../support/failures.ts";
import { feedLog, inputName } from "../support/input.ts";

/** Who watches the reading. */
export interface Watching {
  readonly signal: AbortSignal;
  readonly progress: (text: () => string) => void;
}

/** Reads all files of a command line as one log. */
export async function readLogs(
  paths: readonly string[],
  options: Options,
  { signal, progress }: Watching,
): Promise<Log> {
  const { format, letters, maxSymbols, semifield, kind } = options;
  const machine = kind === "moore" || kind === "mealy" ? kind : undefined;
  const algebra = semifield === undefined ? undefined : semifieldByName(semifield);
  const logs = new LogReader({ format, letters, maxSymbols, columns: options, machine, algebra });
  for (const path of paths) {
    const name = inputName(path);
    await feedLog(logs.file(name), path, (bytes, of) => {
      if (signal.aborted) throw new HankelError("cancelled", "cancelled");
      const share = of === 0 ? "" : `${Math.floor((100 * Math.min(bytes, of)) / of)} % of `;
      progress(() => `reading ${share}${name}: ${grouped(logs.events)} events`);
    });
  }
  try {
    return logs.end();
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    throw new HankelError(error.code, `${paths.map(inputName).join(", ")}: ${error.message}`, {
      cause: error,
    });
  }
}

/** A number as people write it: 36,270. */
export function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}

type Wanted = NonNullable<Options["kind"]>;

/** What each kind of sample is learned as. */
const LEARNED_AS: Readonly<Record<InferSample["kind"], Wanted>> = {
  words: "distribution",
  labelled: "dfa",
  mealy: "mealy",
  moore: "moore",
  weighted: "weighted",
};

/** The sample as the kind that is wanted, and what there is to say about that. */
export function asKind(
  log: Log,
  wanted: Wanted | undefined,
): { readonly sample: InferSample; readonly remark?: string } {
  const { sample } = log;
  if (sample.kind === "labelled" && wanted === undefined && isOnlyAccepted(sample.labels))
    return {
      sample: { ...sample, kind: "words" },
      remark:
        "every label is 1, and without words that are rejected no language can be told from any larger one: " +
        "the words are learned as a distribution",
    };
  if (wanted === undefined || wanted === LEARNED_AS[sample.kind]) return { sample };
  if (wanted === "distribution" && sample.kind === "labelled") {
    const accepted = acceptedWords(sample);
    if (accepted === undefined) throw misuse("--kind distribution: no word is labelled 1");
    const remark = `learned from the ${countOf(accepted.starts.length - 1, "word")} with label 1`;
    return { sample: accepted, remark };
  }
  throw misuse(`--kind ${wanted}: ${NEEDS[wanted]}`);
}

const NEEDS: Readonly<Record<Wanted, string>> = {
  distribution: "a distribution is learned from words alone; leave --output and --weight out",
  dfa: "a language is learned from words with labels, of accepted and of rejected words (--label); words alone say nothing about what is rejected",
  mealy: "a machine is learned from inputs with their outputs (--input, --output)",
  moore: "a machine is learned from inputs with their outputs (--input, --output)",
  weighted: "a weighted automaton is learned from words with weights (--word, --weight)",
};

function isOnlyAccepted(labels: Int8Array): boolean {
  return labels.every((label) => label === 1);
}
