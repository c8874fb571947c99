/** The files that `hankel infer` and `hankel anomalies` read. */

import { HankelError, semifieldByName } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { type InferSample, type Log, LogReader } from "../learning.ts";
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

/** What was understood, in one sentence, and what is to be said about it. */
export function understood({ sample, events, sessions, remarks }: Log): string[] {
  const words = sample.starts.length - 1;
  const several = sessions ? "session" : "word";
  const outputs =
    sample.kind === "mealy" || sample.kind === "moore" ? ` and ${outputsOf(sample.outputs.size)}` : "";
  const labels = sample.kind === "labelled" ? `, ${labelsOf(sample.labels)}` : "";
  const first =
    `read ${grouped(events)} ${events === 1 ? "event" : "events"} in ${grouped(words)} ${words === 1 ? several : `${several}s`}` +
    ` over ${grouped(sample.alphabet.size)} ${sample.alphabet.size === 1 ? "symbol" : "symbols"}${outputs}${labels}`;
  return [first, ...remarks];
}

const outputsOf = (size: number) => `${grouped(size)} ${size === 1 ? "output" : "outputs"}`;

function labelsOf(labels: Int8Array): string {
  const [inside, outside, unknown] = [1, 0, -1].map((label) => labels.filter((one) => one === label).length);
  const rest = unknown === 0 ? "" : `, ${grouped(unknown)} without a label`;
  return `${grouped(inside)} labelled 1, ${grouped(outside)} labelled 0${rest}`;
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
  if (wanted === "distribution" && sample.kind === "labelled") return accepted(sample);
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

/** The words with label 1, as words that occurred. */
function accepted(sample: Extract<InferSample, { kind: "labelled" }>): {
  readonly sample: InferSample;
  readonly remark: string;
} {
  const { labels, letters, starts, counts, place, alphabet } = sample;
  const kept = Array.from(labels, (label, word) => (label === 1 ? word : -1)).filter((word) => word >= 0);
  if (kept.length === 0) throw misuse("--kind distribution: no word is labelled 1");
  const begins = new Int32Array(kept.length + 1);
  kept.forEach((word, i) => {
    begins[i + 1] = begins[i] + starts[word + 1] - starts[word];
  });
  const chosen = new Int32Array(begins[kept.length]);
  kept.forEach((word, i) => chosen.set(letters.subarray(starts[word], starts[word + 1]), begins[i]));
  return {
    sample: {
      kind: "words",
      alphabet,
      letters: chosen,
      starts: begins,
      ...(counts && { counts: Float64Array.from(kept, (word) => counts[word]) }),
      ...(place && { place: (word: number) => place(kept[word]) }),
    },
    remark: `learned from the ${countOf(kept.length, "word")} with label 1`,
  };
}
