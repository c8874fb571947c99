/** Sets of up to 32 numbers, as the bits of an integer. */

/** The first numbers, so many. */
export function firstBits(count: number): number {
  return count >= 32 ? -1 : ((1 << count) - 1) | 0;
}

/** The least number of a set that is not empty. */
export function firstOf(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** Has a set two members or more? */
export function isSeveral(mask: number): boolean {
  return (mask & (mask - 1)) !== 0;
}

/** How many members a set has. */
export function sizeOf(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const quads = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((quads + (quads >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
