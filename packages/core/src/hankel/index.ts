export { Hankel, type Inconsistency, type Unclosed } from "./hankel.ts";
export { Observations } from "./observations.ts";
export { type ObservedBlock, observedBlock } from "./observed-block.ts";
export { RunObservations } from "./run-observations.ts";
