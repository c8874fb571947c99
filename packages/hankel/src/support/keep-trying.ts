import { setTimeout } from "node:timers/promises";

/** How long to wait between two attempts, in milliseconds: at first, and at most. */
const FIRST_WAIT = 1;
const LONGEST_WAIT = 50;
/** Once the command should end, attempts that bring nothing go on for so long, in milliseconds. */
const LAST_WAIT = 1000;

/**
 * Repeats an attempt until it brings something, for what depends on the reader of a pipe. Undefined if the command should end, and
 * for a while nothing came. Meanwhile the process hears signals, which it would not in a write that blocks.
 */
export async function keepTrying<T>(
  attempt: () => T | undefined,
  shouldEnd?: AbortSignal,
): Promise<T | undefined> {
  let since: number | undefined;
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    const result = attempt();
    if (result !== undefined) return result;
    if (shouldEnd?.aborted) {
      since ??= performance.now();
      if (performance.now() - since >= LAST_WAIT) return undefined;
    }
    await setTimeout(wait);
  }
}
