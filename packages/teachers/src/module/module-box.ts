import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { HankelError } from "@hankel/core";
import type { OpenBox, Report } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import { poolBox } from "../pool/pool-box.ts";
import { DEFAULT_START_TIMEOUT, DEFAULT_TIMEOUT } from "../process/process-box.ts";
import { type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import { ModuleLane } from "./module-lane.ts";

/** Options of a box that is a module, run in threads. */
export interface ModuleBoxOptions extends VocabularyOptions {
  readonly path: string;
  /** How many threads run at once; 1 by default. */
  readonly workers?: number | undefined;
  /** The time limit for a request, in seconds; 60 by default. */
  readonly timeout?: number | undefined;
  /** The time limit for the announcement, in seconds; 300 by default. */
  readonly startTimeout?: number | undefined;
  /** The words in one request, where there are so many; by default they follow the measured times, up to 1000. */
  readonly batch?: number | undefined;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
  /** Called with the lines that the module prints, and the number of the thread; by default they go to the streams of this process. */
  readonly onOutput?: ((line: string, worker: number) => void) | undefined;
}

/**
 * Runs a JavaScript or TypeScript file in worker threads. It exports `alphabet`, and one of `semifield` and
 * `weigh`, `machine` and `run`, and `next`, with `logs` and `prefixes` if they are true. With `states`, the number of numbers in a
 * state, and `state(word)` it gives its states, too.
 */
export async function openModule(options: ModuleBoxOptions): Promise<OpenBox<unknown>> {
  const {
    workers = 1,
    timeout = DEFAULT_TIMEOUT,
    startTimeout = DEFAULT_START_TIMEOUT,
    alphabet,
    report = () => {},
    onOutput,
  } = options;
  const path = resolve(options.path);
  await access(path).catch((cause: unknown) => {
    throw new HankelError("usage", `cannot read ${options.path}: no such file, or no permission`, { cause });
  });
  const lanes = Array.from(
    { length: workers },
    (_, worker) =>
      new ModuleLane({
        path,
        alphabet,
        timeout: timeout * 1000,
        startTimeout: startTimeout * 1000,
        report,
        onOutput: onOutput && ((line) => onOutput(line, worker)),
      }),
  );
  const [first, ...others] = lanes;
  try {
    const announcement = await abortable(first.open(), options.signal);
    const vocabulary = vocabularyOf(announcement, options);
    for (const lane of lanes) lane.use(vocabulary);
    for (const lane of others) lane.join();
    return poolBox(options.path, vocabulary, announcement, lanes, {
      wish: options.batch,
      timeout: timeout * 1000,
    });
  } catch (error) {
    await first.close();
    throw error;
  }
}
