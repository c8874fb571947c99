/** The fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8, 32 bits each. */
const [ROUND_CONSTANTS, INITIAL_HASH] = (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  return [primes.map((p) => fraction(Math.cbrt(p))), primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)))];
})();

const BLOCK = 64;

/**
 * SHA-256 (FIPS 180-4) of bytes that come in chunks, in hexadecimal. Written out here because a replay is synchronous and
 * pure: browsers offer SHA-256 only as a promise, and Node only in a module of its own.
 */
export function sha256(chunks: Iterable<Uint8Array>): string {
  const hash = Int32Array.from(INITIAL_HASH);
  const schedule = new Int32Array(BLOCK);
  const block = new Uint8Array(BLOCK);
  const view = new DataView(block.buffer);
  let length = 0;
  const mix = (bytes: Uint8Array) => {
    for (let from = 0; from < bytes.length; ) {
      const filled = length % BLOCK;
      const taken = Math.min(BLOCK - filled, bytes.length - from);
      block.set(bytes.subarray(from, from + taken), filled);
      from += taken;
      length += taken;
      if (length % BLOCK > 0) return;
      for (let t = 0; t < 16; t++) schedule[t] = view.getInt32(4 * t);
      compress(hash, schedule);
    }
  };
  for (const chunk of chunks) mix(chunk);
  mix(padding(length));
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** A one bit, zeros, and the number of bits, to fill whole blocks. */
function padding(length: number): Uint8Array {
  const bytes = new Uint8Array(BLOCK - ((length + 8) % BLOCK) + 8);
  bytes[0] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(bytes.length - 4, length << 3);
  return bytes;
}

const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** Mixes a block, the first 16 words of the schedule, into the hash. */
function compress(hash: Int32Array, w: Int32Array): void {
  for (let t = 16; t < BLOCK; t++) {
    const [x, y] = [w[t - 15], w[t - 2]];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let t = 0; t < BLOCK; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[t] + w[t]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
  }
  const worked = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) hash[i] += worked[i];
}
