import { choosing, inferPlan, type LearnedModel, modelsApart } from "../internal/core.ts";
import type { Inferred, InferSample } from "../learning.ts";
import type { Options } from "../options/table.ts";
import { hear } from "../support/supervision.ts";
import type { Watched } from "../support/until-stopped.ts";
import type { Why } from "../threads/common.ts";
import { inParts, threadsOf } from "../threads/in-parts.ts";
import { modelsOf, sent, stepping } from "./models.ts";

/**
 * Learns from a sample. Models that do not need each other are learned on several threads; what is chosen, and all that is said of it, is the
 * same for any number of them. Signals and the time limit end it with the best automaton so far.
 */
export async function learnFrom(
  sample: InferSample,
  options: Options,
  started: number,
  { signal, progress }: Pick<Watched, "signal" | "progress">,
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
  const threads = pays(sample, parts) ? threadsOf(options.threads) : 1;
  const known: (LearnedModel | null | undefined)[] = [];
  if (threads > 1) {
    const division = {
      job: "models",
      given: () => ({ sample: sent(sample), options: inferOptions }),
      here: (here: Parameters<typeof modelsOf>[1]) => modelsOf(plan, here),
      parts,
      threads,
      stopped,
      progress,
    } as const;
    for await (const model of inParts(division)) known.push(model);
  }
  return stepping({ stopped, progress })(choosing(plan, (model) => known[model]));
}

/** Where so many letters are read, for all models together, another thread takes less time than it saves. */
const LEAST_LETTERS = 50_000;

function pays({ letters }: InferSample, models: number): boolean {
  return models > 1 && letters.length * models >= LEAST_LETTERS;
}
