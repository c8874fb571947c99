/** What needs no Node: black boxes, and live runs. Browsers have it, too. */

export type { BlackBox, OneRun, WeighOptions } from "./box.ts";
export { type FunctionBoxOptions, functionBox, type Given } from "./function-box.ts";
export { withoutReset } from "./homing/homing-box.ts";
export { type AsyncLearnOptions, type AsyncTarget, learnAsync } from "./learn-async.ts";
export { type MachineBoxOptions, type MachineSession, machineBox } from "./machine-box.ts";
export { runLive } from "./run/run-live.ts";
export type { SuiteResult } from "./run/run-suite.ts";
export { TestsStopped, type TestTargetOptions, testHeaderOf, testTarget } from "./test-target.ts";
