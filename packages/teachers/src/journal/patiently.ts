import { setImmediate } from "node:timers/promises";
import { HankelError } from "@hankel/core";
import { type Clock, systemClock } from "../pool/clock.ts";

/** How long the process is kept to itself, in milliseconds. */
const SLICE = 50;

interface PatientOptions {
  readonly signal?: AbortSignal | undefined;
  /** What is done meanwhile, as an error names it. */
  readonly work: string;
  readonly clock?: Clock | undefined;
}

/**
 * Takes many items, one after the other, and lets signals and timers have their turn now and then. If the signal aborts
 * meanwhile, it throws: what the signal says, or that the work was cancelled.
 */
export async function patiently<T>(
  items: Iterable<T>,
  take: (item: T) => void,
  { signal, work, clock = systemClock }: PatientOptions,
): Promise<void> {
  let since = clock.now();
  for (const item of items) {
    take(item);
    if (clock.now() - since < SLICE) continue;
    await setImmediate();
    since = clock.now();
    if (signal?.aborted !== true) continue;
    const reason: unknown = signal.reason;
    throw reason instanceof HankelError ? reason : new HankelError("cancelled", `cancelled while ${work}`);
  }
}
