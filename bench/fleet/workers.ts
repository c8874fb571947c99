/** Some workers of a fleet in one process: `workers.ts SERVER NAME COUNT MILLISECONDS`. They end with their standard input. */

import { type BlackBox, runWorker } from "@hankel/teachers";
import { sleepingBox } from "./sleeping-box.ts";

const [fleet, name, count, milliseconds] = process.argv.slice(2);
const stop = new AbortController();
process.stdin.on("end", () => stop.abort()).resume();
const box = sleepingBox(Number(milliseconds)) as BlackBox<unknown>;
await Promise.all(
  Array.from({ length: Number(count) }, () => runWorker({ fleet, name, box, signal: stop.signal })),
);
