import { describe, expect, it } from "vitest";
import { batches, growingBatches } from "../../src/teachers/testing/equivalence-test.ts";

const words = Array.from({ length: 20 }, (_, i) => [i]);
const sizes = (cut: Iterable<readonly unknown[]>) => [...cut].map(({ length }) => length);

describe("batches of words", () => {
  it("double up to the largest size, and keep the order", () => {
    expect(sizes(growingBatches(words, 2, 5))).toEqual([2, 4, 5, 5, 4]);
    expect([...growingBatches(words, 3, 8)].flat()).toEqual(words);
  });

  it("have one size without growth; there is no empty one", () => {
    expect(sizes(batches(words, 5))).toEqual([5, 5, 5, 5]);
    expect(sizes(batches([], 5))).toEqual([]);
  });

  it("draw no word before it is needed", () => {
    let drawn = 0;
    const counted = (function* () {
      for (const word of words) {
        drawn++;
        yield word;
      }
    })();
    growingBatches(counted, 2, 8).next();
    expect(drawn).toBe(2);
  });
});
