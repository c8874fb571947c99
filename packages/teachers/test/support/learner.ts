/** A program that starts another one as a black box, passes on what it says, and waits until it is ended. */

import { childConnection } from "../../src/process/child.ts";

const [, , file] = process.argv;
const say = (line: string) => process.stdout.write(`${line}\n`);
childConnection({ command: process.execPath, args: [file], onStderr: say })({ line: say, end: say });
setInterval(() => {}, 1000);
