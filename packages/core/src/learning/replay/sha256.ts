/** The fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8, 32 bits each. */
const [ROUND_CONSTANTS, INITIAL_HASH] = (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  return [primes.map((p) => fraction(Math.cbrt(p))), primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)))];
})();

const BLOCK = 64;

/**
 * SHA-256 (FIPS 180-4) of some bytes, in hexadecimal. Written out here because a replay is synchronous and pure: browsers
 * offer SHA-256 only as a promise, and Node only in a module of its own.
 */
export function sha256(bytes: Uint8Array): string {
  const hash = Int32Array.from(INITIAL_HASH);
  const schedule = new Int32Array(BLOCK);
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  for (let start = 0; start < padded.length; start += BLOCK) {
    for (let t = 0; t < 16; t++) schedule[t] = view.getInt32(start + 4 * t);
    compress(hash, schedule);
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Appends a one bit, zeros, and the number of bits, to fill whole blocks. */
function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  return padded;
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
