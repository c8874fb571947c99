/** The power of two that brings the largest entry near 1, so that squares neither overflow nor vanish. 1 for zeros. */
export function balance(data: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < data.length; i++) {
    const size = Math.abs(data[i]);
    if (size > largest) largest = size;
  }
  if (largest === 0 || !Number.isFinite(largest)) return 1;
  // 2^1023 is the largest power; below 2^-1022 numbers lose digits, so the factor stops short of both.
  return 2 ** Math.max(-1000, Math.min(1000, -Math.round(Math.log2(largest))));
}
