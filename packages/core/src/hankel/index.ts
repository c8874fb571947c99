export { Hankel, type Inconsistency, type Unclosed } from "./hankel.ts";
export { type ObservedBlock, observedBlock } from "./observed-block.ts";
