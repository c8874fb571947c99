export { type ObservedBlock, observedBlock } from "./evidence.ts";
export { Hankel, type Inconsistency, type Unclosed } from "./hankel.ts";
export { Observations } from "./observations.ts";
