/** A program that locks a journal, says so, holds it for a while, and says that it lets go. */

import { setTimeout } from "node:timers/promises";
import { lockJournal } from "../../src/journal/lock.ts";

const [, , path, milliseconds] = process.argv;
try {
  const lock = await lockJournal(path);
  process.stdout.write(`+${process.pid}\n`);
  await setTimeout(Number(milliseconds));
  process.stdout.write(`-${process.pid}\n`);
  lock.release();
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.message : ""}\n`);
}
