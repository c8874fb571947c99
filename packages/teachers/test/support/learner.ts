/**
 * A program that starts others as black boxes, passes on what they say, and waits until it is ended. On SIGUSR2 it starts all
 * of them once more.
 */

import { childConnection } from "../../src/process/child.ts";

const [, , ...files] = process.argv;
const say = (line: string) => process.stdout.write(`${line}\n`);
const start = () => {
  for (const file of files) {
    childConnection({
      command: process.execPath,
      args: [file],
      follow: () => ({ line: say, answered: () => {}, ended: () => {} }),
    })({ line: say, end: say });
  }
};
process.on("SIGUSR2", start);
start();
setInterval(() => {}, 1000);
