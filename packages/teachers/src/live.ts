/** What needs no Node: black boxes, and live runs. Browsers have it, too. */

export type { BlackBox, WeighOptions } from "./box.ts";
export { runLive } from "./run/run-live.ts";
