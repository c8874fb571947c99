import { choosing, inferPlan, type LearnedModel, modelsApart } from "../internal/core.ts";
import { availableMemory } from "../internal/files.ts";
import type { Inferred, InferSample } from "../learning.ts";
import type { Options } from "../options/table.ts";
import { hear } from "../support/supervision.ts";
import type { Watched } from "../support/until-stopped.ts";
import type { Here, Why } from "../threads/common.ts";
import { inParts, threadsOf } from "../threads/in-parts.ts";
import { modelsOf, sent, stepping } from "./models.ts";

/**
 * Learns from a sample. Models that do not need each other are learned on several threads; what is chosen, and all that is said of it, is the
 * same for any number of them. Signals and the time limit end it with the best automaton so far. With fewer letters than `least`, for all
 * models together, this thread does it alone.
 */
export async function learnFrom(
  sample: InferSample,
  options: Options,
  started: number,
  { signal, progress }: Pick<Watched, "signal" | "progress">,
  least = LEAST_LETTERS,
): Promise<Inferred> {
  const { measure, noise, seed, maxSeconds = Number.POSITIVE_INFINITY } = options;
  const stopped = (): Why | undefined => {
    hear();
    if (signal.aborted) return "cancelled";
    return performance.now() - started > 1000 * maxSeconds ? "budget" : undefined;
  };
  const inferOptions = { ...measure, noise, seed };
  const plan = inferPlan(sample, inferOptions);
  const parts = modelsApart(plan);
  const { letters } = sample;
  const threads = letters.length * parts < least ? 1 : threadsFor(letters.length, options.threads);
  const known: (LearnedModel | null | undefined)[] = [];
  if (threads > 1) {
    const division = {
      job: "models",
      given: () => ({ sample: sent(sample), options: inferOptions }),
      here: (here: Here) => modelsOf(plan, here),
      parts,
      threads,
      stopped,
      progress,
    } as const;
    for await (const model of inParts(division)) known.push(model);
  }
  return stepping({ stopped, progress })(choosing(plan, (model) => known[model]));
}

/** With so many letters to learn from, those of all models together, another thread takes less time than it saves. */
const LEAST_LETTERS = 300_000;

/** Room to learn a model, in bytes for each letter of the log: the tree of its words and what is merged of it took less than half of that. */
const BYTES = 200;

/** On how many threads models are learned: all together take no more than half of the memory that the machine has. */
function threadsFor(letters: number, wanted: number | undefined): number {
  const room = Math.floor(availableMemory() / 2 / (BYTES * letters));
  return Math.max(1, Math.min(threadsOf(wanted), room));
}
