/** The entry of the thread that runs a command under a supervisor. */

import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { reported, runToEnd } from "./run-to-end.ts";
import { silenceConsole } from "./support/process.ts";
import { beSupervised, hasInput, type Order, type Start, tell } from "./support/supervision.ts";

if (parentPort === null) throw new Error("this file is for threads");
const port = parentPort;
const start = workerData as Start;
beSupervised(port, start, () => receiveMessageOnPort(port)?.message as Order | undefined);
silenceConsole();
process.on("uncaughtException", async (error) => process.exit(await reported(error)));
const code = await runToEnd(start.args);
tell({ done: code });
// A thread that has begun to read standard input would live until the input ends, and it may have no end.
if (hasInput()) process.exit(code);
