/** What a run begins with: logs of the target, or models that may be like it. Both may be wrong; the target decides. */

import { type EquivalenceTest, formatByEnding, minimize, Wdfsa, writeHankel } from "../index.ts";
import { readLogs } from "../infer/log-files.ts";
import { quote } from "../internal/core.ts";
import { type InferSample, infer, type LogTest, testByLog } from "../learning.ts";
import type { BlackBox } from "../node.ts";
import type { Options } from "../options/table.ts";
import { misuse } from "../support/failures.ts";
import { readAutomaton } from "../support/input.ts";
import { likeModel } from "../testing.ts";

/** The tests of conjectures by what a run begins with. */
interface Beginning {
  readonly tests: readonly EquivalenceTest[];
  /** The contents of the files, on which the questions of the run depend. */
  readonly contents: readonly string[];
  /** The test by the logs, if there are any. */
  readonly log: LogTest | undefined;
}

/** Reads the files of `--from`: models by their endings, and logs. What logs suggest is a model, too. */
export async function beginningOf(box: BlackBox<unknown>, options: Options): Promise<Beginning> {
  const files = options.from ?? [];
  const models = files.filter(isModel);
  const logs = files.filter((path) => !isModel(path));
  const tests: EquivalenceTest[] = [];
  const contents: string[] = [];
  let log: LogTest | undefined;
  if (logs.length > 0) {
    const sample = await sampleOf(box, logs, options);
    const name = logs.join(",");
    log = testByLog(sample, box.kind, box.alphabet, name);
    tests.push(log);
    contents.push(contentOf(sample));
    const { automaton } = infer(sample);
    if (automaton instanceof Wdfsa && automaton.algebra.name === box.kind.algebra.name)
      tests.push(likeModel(automaton, `what ${name} suggests`));
  }
  for (const path of models) {
    const model = await modelOf(box, path, options);
    tests.push(likeModel(model, path));
    contents.push(writeHankel(model));
  }
  return { tests, contents, log };
}

/** Does the ending say that this is an automaton, and no list of words? */
function isModel(path: string): boolean {
  const format = formatByEnding(path)?.name;
  return format !== undefined && format !== "samples" && format !== "abbadingo";
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
