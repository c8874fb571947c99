/** Preloaded into a measured process: says on file descriptor 3 how much processor time it took, in microseconds. */
const { writeSync } = require("node:fs");

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, String(user + system));
});
