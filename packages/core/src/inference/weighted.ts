import { HankelError } from "../errors.ts";
import type { InferredWeights, WeightedSample } from "./sample.ts";

/** Learns a weighted language from words with weights. */
export function inferWeights(sample: WeightedSample): InferredWeights {
  throw new HankelError("usage", `not yet ${sample.kind}`);
}
