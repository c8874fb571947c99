/** A program that starts others as black boxes, passes on what they say, and waits until it is ended. */

import { childConnection } from "../../src/process/child.ts";

const [, , ...files] = process.argv;
const say = (line: string) => process.stdout.write(`${line}\n`);
for (const file of files) {
  childConnection({ command: process.execPath, args: [file], onStderr: say })({ line: say, end: say });
}
setInterval(() => {}, 1000);
