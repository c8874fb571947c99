/** What a run begins with: logs of the target, or models that may be like it. Both may be wrong; the target decides. */

import { type EquivalenceTest, HankelError, minimize, type Wdfsa, writeHankel } from "../index.ts";
import { isModelFile, readLogs } from "../infer/log-files.ts";
import { quote } from "../internal/core.ts";
import { type Inferred, type InferSample, infer, type LogTest, testByLog } from "../learning.ts";
import type { BlackBox } from "../node.ts";
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
  if (logs.length > 0) {
    // Several logs are one, and so are their columns.
    const { semifield } = options;
    const given: Options = semifield === undefined ? {} : { semifield };
    const how = files.reduce((all, file) => ({ ...all, ...file.options }), given);
    const sample = await sampleOf(box, logs, how).catch((error: unknown) => {
      throw byNames(error, logs[0]);
    });
    const name = logs.join(",");
    log = testByLog(sample, box.kind, box.alphabet, name);
    contents.push(contentOf(sample));
    // Words that only occurred say nothing of answers.
    if (sample.kind !== "words") heard = { sample, inferred: infer(sample) };
  }
  for (const path of modelFiles) {
    const model = await modelOf(box, path, options);
    models.push(model);
    tests.push(likeModel(model, path));
    contents.push(writeHankel(model));
  }
  return { tests, models, contents, log, heard };
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
