import { Random } from "@hankel/core";
import { describe, expect, it } from "vitest";

const MASK = 0xffffffffn;

/** The finaliser of MurmurHash3, in integers that do not overflow. */
function mix(bits: bigint): bigint {
  let h = bits & MASK;
  h = ((h ^ (h >> 16n)) * 0x85ebca6bn) & MASK;
  h = ((h ^ (h >> 13n)) * 0xc2b2ae35n) & MASK;
  return h ^ (h >> 16n);
}

/** sfc32 as its author wrote it, with the seeding described in `random.ts`. */
function reference(...seeds: bigint[]): () => number {
  let state = 0x9e3779b9n;
  for (const seed of seeds) {
    state = mix(state ^ mix(seed & MASK));
    state = mix(state ^ mix((seed >> 32n) & MASK));
  }
  let [a, b, c, counter] = [state, mix(state + 0x6d2b79f5n), mix(state + 0x1b56c4e9n), 1n];
  const next = () => {
    const result = (a + b + counter) & MASK;
    counter = (counter + 1n) & MASK;
    a = b ^ (b >> 9n);
    b = (c + (c << 3n)) & MASK;
    c = ((((c << 21n) | (c >> 11n)) & MASK) + result) & MASK;
    return Number(BigInt.asIntN(32, result));
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

const take = <T>(count: number, next: () => T): T[] => Array.from({ length: count }, next);

describe("Random", () => {
  const seeds = [
    [],
    [0n],
    [1n],
    [-1n],
    [1n, 2n],
    [2n, 1n],
    [2n ** 53n - 1n],
    [2n ** 32n],
    [-(2n ** 40n), 7n],
  ];
  it.each(seeds.map((seeds) => ({ name: seeds.join(), seeds })))(
    "is sfc32, from the seeds $name",
    ({ seeds }) => {
      const random = new Random(...seeds.map(Number));
      expect(take(50, () => random.bits())).toEqual(take(50, reference(...seeds)));
    },
  );

  it("gives the recorded numbers", () => {
    const random = new Random(1);
    expect(take(3, () => random.bits())).toEqual([-493816833, 652593663, 1361939000]);
    expect(take(3, () => random.real())).toEqual([
      0.8928442604334569, 0.9849499365387819, 0.3588255766285653,
    ]);
    expect(take(8, () => random.below(10))).toEqual([5, 3, 3, 0, 4, 4, 8, 6]);
  });

  it("depends on every seed and on their order", () => {
    const seeds = [[], [0], [1], [0, 0], [0, 1], [1, 0], [-1], [2 ** 32], [2 ** 32 + 1], [2 ** 52]];
    expect(new Set(seeds.map((seed) => new Random(...seed).bits())).size).toBe(seeds.length);
  });

  it("draws evenly", () => {
    for (const bound of [2, 3, 10]) {
      const random = new Random(7, bound);
      const counts = Array.from({ length: bound }, () => 0);
      for (let i = 0; i < 10_000 * bound; i++) counts[random.below(bound)]++;
      // Six standard deviations, of a binomial distribution with mean 10,000.
      for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(600);
    }
  });

  it("draws reals from [0, 1) with mean ½ and variance ¹⁄₁₂", () => {
    const random = new Random(8);
    const reals = take(50_000, () => random.real());
    const mean = reals.reduce((sum, x) => sum + x, 0) / reals.length;
    const variance = reals.reduce((sum, x) => sum + (x - mean) ** 2, 0) / reals.length;
    expect(reals.every((x) => x >= 0 && x < 1)).toBe(true);
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01);
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(0.005);
  });

  it("draws consecutive bits independently", () => {
    const random = new Random(9);
    let last = random.bits() & 1;
    let repeats = 0;
    for (let i = 0; i < 20_000; i++) {
      const bit = random.bits() & 1;
      if (bit === last) repeats++;
      last = bit;
    }
    expect(Math.abs(repeats - 10_000)).toBeLessThan(450);
  });
});
