/**
 * Preloaded into a measured process: says on file descriptor 3 how much processor time it took, in microseconds. The main thread
 * says it for all threads, in one of which a command may run.
 */
const { writeSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, String(user + system));
  });
}
