/** A program that locks a journal, prints a line, holds the lock for a while, prints another and releases it. */

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
