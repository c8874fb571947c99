import { type Failure, judge } from "./judge.ts";
import type { Target } from "./target.ts";

/** The search ends after this many readings, or after this many milliseconds. */
const MOST_READINGS = 2000;
const MOST_TIME = 10_000;

/** A shorter input that fails in the same way: pieces are left out, long ones first, as long as it still does. */
export async function minimise(target: Target, input: Uint8Array, failure: Failure): Promise<Uint8Array> {
  const end = performance.now() + MOST_TIME;
  let readings = 0;
  let best = input;
  const fails = async (shorter: Uint8Array) => {
    readings++;
    return (await judge(target, shorter))?.key === failure.key;
  };
  for (let size = best.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length; ) {
      if (readings >= MOST_READINGS || performance.now() > end) return best;
      const shorter = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if (await fails(shorter)) best = shorter;
      else at += size;
    }
  }
  return best;
}
