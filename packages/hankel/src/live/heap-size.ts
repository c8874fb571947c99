import { getHeapStatistics } from "node:v8";
import { bytesOf } from "@hankel/core";
import { HEAP_SHARE } from "@hankel/teachers";
import { InvalidArgumentError } from "commander";
import { byteSize } from "../support/options.ts";

/** A number of bytes for what a run keeps on the heap of this process. */
export function heapSize(text: string): number {
  const bytes = byteSize(text);
  const most = HEAP_SHARE * getHeapStatistics().heap_size_limit;
  if (bytes <= most) return bytes;
  const option = `NODE_OPTIONS=--max-old-space-size=${Math.ceil(bytes / HEAP_SHARE / 2 ** 20)}`;
  throw new InvalidArgumentError(
    `Node's heap has room for at most ${bytesOf(most)} here; start with ${option} in the environment to let it grow.`,
  );
}
