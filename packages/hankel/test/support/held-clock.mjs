/**
 * Loaded before the command, this takes its clock away: time stands still, and no timeout is ever reached, until SIGWINCH
 * lets some milliseconds pass. Their number is the query of the address that this file is loaded by. Each time is told on
 * standard error, so that a test can wait for it. However busy the machine is, the command sees the same times. The signal is
 * one that does no harm to a process that is about to end.
 */

import { writeSync } from "node:fs";
import { BroadcastChannel, isMainThread, workerData } from "node:worker_threads";

const STEP = Number(new URL(import.meta.url).search.slice(1));

/** In milliseconds. */
const LONGEST = 2 ** 31 - 1;
const { setTimeout, clearTimeout } = globalThis;

let now = 0;
const timeouts = new Set();

/** A timeout of the held clock. As usual, the process does not end by itself before it unless `unref` is called. */
class HeldTimeout {
  #real = setTimeout(() => {}, LONGEST);

  constructor(callback, milliseconds = 0) {
    this.at = now + milliseconds;
    this.callback = callback;
    timeouts.add(this);
  }

  /** Was it still to come? */
  clear() {
    clearTimeout(this.#real);
    return timeouts.delete(this);
  }

  unref() {
    this.#real.unref();
    return this;
  }
}

/** The timeouts that are due, the first one first. */
function due() {
  return [...timeouts].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
}

function letPass() {
  now += STEP;
  for (const timeout of due()) if (timeout.clear()) timeout.callback();
}

/** The main thread tells the one in which the command runs, if there is one, to let time pass as well. */
const steps = new BroadcastChannel("steps of the clock");
steps.unref();

// The threads of black boxes keep their own time.
const runsCommand = workerData?.args !== undefined;
/** Is this the supervisor of a command? Its timeouts are real: on a busy machine the command may need time that its clock does not show. */
let supervises = false;
if (isMainThread || runsCommand) {
  performance.now = () => now;
  globalThis.setTimeout = (callback, milliseconds) =>
    supervises ? setTimeout(callback, milliseconds) : new HeldTimeout(callback, milliseconds);
  globalThis.clearTimeout = (timeout) =>
    timeout instanceof HeldTimeout ? timeout.clear() : clearTimeout(timeout);
}

if (runsCommand) {
  steps.postMessage("here");
  steps.onmessage = () => {
    writeSync(2, `the clock: ${now + STEP}\n`);
    letPass();
  };
  steps.unref();
}

if (isMainThread) {
  steps.onmessage = () => {
    supervises = true;
  };
  steps.unref();
  process.on("SIGWINCH", () => {
    if (!supervises) writeSync(2, `the clock: ${now + STEP}\n`);
    letPass();
    steps.postMessage("step");
  });
  // Of two signals, either may come first, so a test waits for the one before it sends the other.
  process.on("SIGINT", () => process.stderr.write("Ctrl-C came\n"));
}
