import { totalmem } from "node:os";
import { constrainedMemory } from "node:process";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { MAX_MEMORY } from "@hankel/core";

/** The memory is looked at so often, in milliseconds. */
const EVERY = 50;
/** After garbage was collected for nothing, it is not collected again before so much more is taken: a share of the limit. */
const SLACK = 1 / 8;

/** The platform, as far as a meter needs it; tests have their own. */
export interface MemoryPlatform {
  /** The bytes that are taken, garbage included. */
  taken(): number;
  collectGarbage(): void;
  /** The time in milliseconds. */
  now(): number;
}

/**
 * Measures how many bytes of memory this process holds: JavaScript objects and arrays, but not what other threads and
 * programs take. Garbage counts as long as that is within the limit; only then is it collected, since that takes long. The
 * limit may be a lower one at each look.
 */
export function memoryMeter(
  most: number,
  platform: MemoryPlatform = thisProcess,
): (limit?: number) => number {
  let [bytes, lookedAt, live] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let beyond = false;
  return (limit = most) => {
    const now = platform.now();
    if (now - lookedAt >= EVERY) {
      lookedAt = now;
      bytes = platform.taken();
      beyond = bytes > Math.max(limit, live + SLACK * most);
      if (beyond) {
        platform.collectGarbage();
        bytes = platform.taken();
        live = bytes;
      }
    }
    // Until it is collected again, what goes beyond the limit counts as garbage.
    return beyond ? bytes : Math.min(bytes, limit);
  };
}

let collect: (() => void) | undefined;

const thisProcess: MemoryPlatform = {
  taken() {
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    return heap + external;
  },
  collectGarbage() {
    if (collect === undefined) {
      setFlagsFromString("--expose-gc");
      collect = runInNewContext("gc") as () => void;
    }
    collect();
  },
  now: () => performance.now(),
};

/** How much memory this process may take: what the machine has, or less in a container. */
export function availableMemory(): number {
  // 0 where the process has no limit of its own; a huge number where the system reports none.
  const limit = constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
}

/** Beyond the limit of its heap Node ends the process, and it gets slow before: a run may take this share of it. */
export const HEAP_SHARE = 3 / 4;

/** The memory that a run may take unless its options say otherwise: a gibibyte, or half of what there is. */
export function defaultMaxMemory(
  available = availableMemory(),
  heap = getHeapStatistics().heap_size_limit,
): number {
  return Math.floor(Math.min(MAX_MEMORY, available / 2, HEAP_SHARE * heap));
}
