/**
 * Loaded before a command, this makes the thread that runs it deaf: from the first message to its supervisor that has the member
 * that the query of this file's address names, the thread computes without an end and never looks up.
 */

import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const SIGN = new URL(import.meta.url).search.slice(1);

// The threads of black boxes hear.
if (workerData?.args !== undefined) {
  const post = parentPort.postMessage.bind(parentPort);
  const { now } = performance;
  let deaf = false;
  parentPort.postMessage = (message, ...rest) => {
    post(message, ...rest);
    deaf ||= Object.hasOwn(message, SIGN);
  };
  // The next look at the clock takes forever.
  performance.now = () => {
    if (deaf) {
      // By then the supervisor has heard what it was told, and listens to signals.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      writeSync(2, "deaf\n");
      for (;;);
    }
    return now.call(performance);
  };
}
