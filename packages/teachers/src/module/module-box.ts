import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { HankelError } from "@hankel/core";
import type { BlackBox, Report } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import { poolBox } from "../pool/pool-box.ts";
import { DEFAULT_START_TIMEOUT, DEFAULT_TIMEOUT } from "../process/process-box.ts";
import { type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import { ModuleLane } from "./module-lane.ts";

/** Options of a box that is a module, run in threads. */
export interface ModuleBoxOptions extends VocabularyOptions {
  readonly path: string;
  /** How many threads; 1 unless given. */
  readonly workers?: number | undefined;
  /** How long one may take for a request, in seconds; 60 unless given. */
  readonly timeout?: number | undefined;
  /** How long it may take to introduce itself, in seconds; 300 unless given. */
  readonly startTimeout?: number | undefined;
  /** How many words a request holds at most; 1000 unless given. */
  readonly batch?: number | undefined;
  /** Gives up opening it when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
}

/** A JavaScript or TypeScript file that exports `alphabet`, `semifield` and `weigh`, run in threads of its own. */
export async function openModule(options: ModuleBoxOptions): Promise<BlackBox<unknown>> {
  const {
    workers = 1,
    timeout = DEFAULT_TIMEOUT,
    startTimeout = DEFAULT_START_TIMEOUT,
    alphabet,
    report = () => {},
  } = options;
  const path = resolve(options.path);
  await access(path).catch((cause: unknown) => {
    throw new HankelError("usage", `cannot read ${options.path}: no such file, or no permission`, { cause });
  });
  const lanes = Array.from(
    { length: workers },
    () =>
      new ModuleLane({ path, alphabet, timeout: timeout * 1000, startTimeout: startTimeout * 1000, report }),
  );
  const [first, ...others] = lanes;
  try {
    const announcement = await abortable(first.open(), options.signal);
    const vocabulary = vocabularyOf(announcement, options);
    for (const lane of lanes) lane.use(vocabulary);
    for (const lane of others) lane.join();
    return poolBox(options.path, vocabulary, announcement, lanes, { largestRequest: options.batch });
  } catch (error) {
    await first.close();
    throw error;
  }
}
