/** A learner and a worker in one process; the worker is stopped before it hears that the learner has left. */

import { type BlackBox, openFleet, runWorker } from "@hankel/teachers";
import { sleepingBox } from "../../bench/fleet/sleeping-box.ts";

const access = { fleet: process.argv[2], name: "leaving" };
const stop = new AbortController();
const box = sleepingBox(0) as BlackBox<unknown>;
const worker = runWorker({ ...access, box, signal: stop.signal });
const fleet = await openFleet(access);
await fleet.weigh([[], [0], [1]]);
await fleet.close();
stop.abort();
const { words } = await worker;
console.log(words);
