/**
 * Loaded before a program and into each of its threads: keeps a file for each thread, with the seconds of the processor that it took. A thread that is ended
 * from outside does not hear of it, so the file is written with each message, too.
 */

const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { MessagePort, threadId } = require("node:worker_threads");

/** The kernel counts hundredths of a second. */
const TICKS = 100;

function report() {
  // Behind the name of the thread, which may have blanks, the 12th and the 13th field are its time in the program and in the kernel.
  const fields = readFileSync("/proc/thread-self/stat", "utf8").split(") ").at(-1).split(" ");
  writeFileSync(
    join(process.env.THREADS_REPORT, String(threadId)),
    String((Number(fields[11]) + Number(fields[12])) / TICKS),
  );
}

const { postMessage } = MessagePort.prototype;
MessagePort.prototype.postMessage = function (...message) {
  postMessage.apply(this, message);
  report();
};
process.on("exit", report);
