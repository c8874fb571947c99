/** A thread that sends back what it gets: the limit of what a module in a thread can do. */
import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ letters, lengths }) => {
  parentPort.postMessage({ letters, lengths }, [letters.buffer, lengths.buffer]);
});
