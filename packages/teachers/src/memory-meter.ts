import { totalmem } from "node:os";
import { constrainedMemory } from "node:process";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { bytesOf, HankelError, MAX_MEMORY } from "@hankel/core";

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
  // The clock of `performance` has to be loaded first, which takes as long as to read a small file.
  now: () => 1000 * process.uptime(),
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
  return Math.floor(Math.min(MAX_MEMORY, available / 2, heapRoom(heap)));
}

/** The most bytes that this process may take on its heap. */
export function heapRoom(heap = getHeapStatistics().heap_size_limit): number {
  return HEAP_SHARE * heap;
}

/** Room for something that is read into the memory. */
export interface Room {
  /** Refuses something of so many bytes before it is read: what it becomes takes at least as much. */
  refuseLarger(size: number): void;
  /** Throws when what was read so far, and so many bytes that it will need at once, take more than there is. */
  check(more?: number): void;
}

/** The room that a command has for a file of this name: as much as `--max-memory` says, or what Node's heap has. */
export function roomFor(name: string, maxMemory?: number): Room {
  const most = maxMemory ?? heapRoom();
  const taken = memoryMeter(most);
  const limit = `${bytesOf(most)}, which is ${maxMemory === undefined ? "all that Node's heap has" : "the limit (--max-memory)"}`;
  return {
    refuseLarger(size) {
      if (size <= most) return;
      throw new HankelError("budget", `${name} is not read: it has ${bytesOf(size)}, more than ${limit}`);
    },
    check(more = 0) {
      const left = Math.max(0, most - more);
      if (taken(left) <= left) return;
      throw new HankelError("budget", `${name} is not read to its end: it takes more memory than ${limit}`);
    },
  };
}
