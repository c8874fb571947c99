import { setImmediate } from "node:timers/promises";
import { HankelError } from "@hankel/core";

/** How long the process is kept to itself, in milliseconds. */
const SLICE = 50;

/**
 * Takes many items, one after the other, and lets signals and timers have their turn now and then. If the signal aborts
 * meanwhile, it throws: what the signal says, or that the work was cancelled.
 */
export async function patiently<T>(
  items: Iterable<T>,
  take: (item: T) => void,
  { signal, work }: { readonly signal?: AbortSignal | undefined; readonly work: string },
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    take(item);
    if (performance.now() - since < SLICE) continue;
    await setImmediate();
    since = performance.now();
    if (signal?.aborted !== true) continue;
    const { reason } = signal;
    throw reason instanceof HankelError ? reason : new HankelError("cancelled", `cancelled while ${work}`);
  }
}
