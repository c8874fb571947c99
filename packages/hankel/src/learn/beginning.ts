/** What a run begins with: logs of the target, or models that may be like it. Both may be wrong; the target decides. */

import {
  type Alphabet,
  type EquivalenceTest,
  HankelError,
  minimize,
  type Wdfsa,
  type Word,
  writeHankel,
} from "../index.ts";
import { isModelFile, readLogs } from "../infer/log-files.ts";
import { quote } from "../internal/core.ts";
import { type Inferred, type InferSample, infer, type LogTest, testByLog } from "../learning.ts";
import { type BlackBox, isNextBox } from "../node.ts";
import { readAs } from "../options/read-as.ts";
import type { Options } from "../options/table.ts";
import { misuse } from "../support/failures.ts";
import { readAutomaton } from "../support/input.ts";
import { likeModel } from "../testing.ts";

/** The tests of conjectures by what a run begins with. */
interface Beginning {
  readonly models: readonly Wdfsa<unknown>[];
  readonly tests: readonly EquivalenceTest[];
  /** The contents of the files, on which the questions of the run depend. */
  readonly contents: readonly string[];
  /** The test by the logs, if there are any; it is not among the others. */
  readonly log: LogTest | undefined;
  /** What they hold. */
  readonly heard: Heard | undefined;
  /** Words that a language model is said to have written. */
  readonly written: Written | undefined;
}

/** The words of a log of a language model, in its letters. */
export interface Written {
  readonly words: readonly Word[];
  /** How many words have symbols that the model does not know. */
  readonly unknown: number;
  /** The files. */
  readonly name: string;
}

/** What logs say, and the model that they suggest. */
export interface Heard {
  readonly sample: InferSample;
  readonly inferred: Inferred;
}

/** Reads the files of `--from`: models by their endings, and logs. What logs suggest is a model, too. */
export async function beginningOf(box: BlackBox<unknown>, options: Options): Promise<Beginning> {
  const files = (options.from ?? []).map((given) => readAs("--from", given));
  const paths = files.map(({ path }) => path);
  const modelFiles = paths.filter(isModelFile);
  const logs = paths.filter((path) => !isModelFile(path));
  const tests: EquivalenceTest[] = [];
  const models: Wdfsa<unknown>[] = [];
  const contents: string[] = [];
  let log: LogTest | undefined;
  let heard: Heard | undefined;
  let written: Written | undefined;
  if (logs.length > 0) {
    // Several logs are one, and so are their columns.
    const { semifield } = options;
    const given: Options = semifield === undefined ? {} : { semifield };
    const how = files.reduce((all, file) => ({ ...all, ...file.options }), given);
    const sample = await sampleOf(box, logs, how).catch((error: unknown) => {
      throw byNames(error, logs[0]);
    });
    const name = logs.join(",");
    if (isNextBox(box)) written = writtenWords(sample, box.alphabet, name);
    else log = testByLog(sample, box.kind, box.alphabet, name);
    contents.push(contentOf(sample));
    // Words that only occurred say nothing of answers.
    if (sample.kind !== "words" && written === undefined) heard = { sample, inferred: infer(sample) };
  }
  if (modelFiles.length > 0 && isNextBox(box)) {
    throw misuse(
      `${modelFiles[0]} is a model, and the target is a language model, which is learned from logs of its words; hankel evaluate says how well a model speaks like it`,
    );
  }
  for (const path of modelFiles) {
    const model = await modelOf(box, path, options);
    models.push(model);
    tests.push(likeModel(model, path));
    contents.push(writeHankel(model));
  }
  return { tests, models, contents, log, heard, written };
}

/** So many letters of a log are read where a language model is learned: the journal keeps them. */
const MOST_LETTERS = 2 ** 19;

/** What a log says of a language model: which words occurred, each as often as it did. */
function writtenWords(sample: InferSample, alphabet: Alphabet, name: string): Written {
  if (sample.kind !== "words") {
    const what = sample.kind === "labelled" ? "labels" : sample.kind === "weighted" ? "weights" : "outputs";
    throw misuse(
      `the log ${name} has ${what}, and the target is a language model: a log of it has words that it wrote, and a journal with its answers goes behind --warm`,
    );
  }
  const letterOf = sample.alphabet.symbols.map((symbol) => alphabet.letter(symbol));
  const { letters, starts, counts } = sample;
  const words: Word[] = [];
  let [unknown, read] = [0, 0];
  for (let i = 0; i + 1 < starts.length && read < MOST_LETTERS; i++) {
    const word = Array.from(letters.subarray(starts[i], starts[i + 1]), (letter) => letterOf[letter]);
    const times = counts?.[i] ?? 1;
    if (word.includes(-1)) unknown += times;
    else
      for (let time = 0; time < times && read < MOST_LETTERS; time++, read += word.length + 1)
        words.push(word);
  }
  return { words, unknown, name };
}

/** A model with weights like those of the target. */
async function modelOf(
  { kind, alphabet }: BlackBox<unknown>,
  path: string,
  { maxMemory }: Options,
): Promise<Wdfsa<unknown>> {
  const model = await readAutomaton(path, { maxMemory });
  const [there, here] = [model.algebra.name, kind.algebra.name];
  if (there !== here) {
    throw misuse(`${path} has weights of the semifield ${quote(there)}, and the target has ${quote(here)}`);
  }
  if (!model.alphabet.symbols.some((symbol) => alphabet.letter(symbol) >= 0)) {
    throw misuse(`${path} and the target have no ${kind.terms.letter} in common`);
  }
  return minimize(model);
}

async function sampleOf(
  { kind }: BlackBox<unknown>,
  paths: readonly string[],
  options: Options,
): Promise<InferSample> {
  const { machine } = kind.header;
  const watching = { signal: new AbortController().signal, progress: () => {} };
  return (await readLogs(paths, { ...options, ...(machine && { kind: machine }) }, watching)).sample;
}

function contentOf({ place: _place, alphabet, ...rest }: InferSample): string {
  return JSON.stringify([alphabet.symbols, rest], (_key, value) =>
    ArrayBuffer.isView(value) ? [...(value as Int32Array)] : (value as unknown),
  );
}

/** Columns of a log are named behind it. */
function byNames(error: unknown, path: string): unknown {
  if (!(error instanceof HankelError) || !/--(?:session|event|input|output)/u.test(error.message))
    return error;
  return new HankelError(error.code, `${error.message} (here: --from ${path}:session=user,event=page)`, {
    cause: error,
  });
}
