/** The entry of the thread that runs a command under a supervisor. */

import { parentPort, workerData } from "node:worker_threads";
import { reported, runToEnd } from "./run-to-end.ts";
import { silenceConsole } from "./support/process.ts";
import { beSupervised, type Start, tell } from "./support/supervision.ts";

if (parentPort === null) throw new Error("this file is for threads");
const start = workerData as Start;
beSupervised(parentPort, start);
silenceConsole();
process.on("uncaughtException", async (error) => process.exit(await reported(error)));
tell({ done: await runToEnd(start.args) });
