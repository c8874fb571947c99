/**
 * Pseudo-random numbers that depend only on the seed: the same on every machine and in every browser.
 *
 * The generator is sfc32 (Doty-Humphrey's "small fast counter", from PractRand): 128 bits of state, period of at
 * least 2³², passes PractRand and BigCrush. The finaliser of MurmurHash3 mixes the seed.
 *
 * @example
 * const [first, second] = [new Random(7), new Random(7)];
 * console.log(first.below(100) === second.below(100), first.real() < 1); // true true
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** Combines several seeds, for example the seed of a run and the number of a question. */
  constructor(...seeds: readonly number[]) {
    let state = 0x9e3779b9;
    for (const seed of seeds) {
      state = mix(state ^ mix(seed | 0));
      state = mix(state ^ mix(Math.floor(seed / 2 ** 32) | 0));
    }
    this.#a = state;
    this.#b = mix(state + 0x6d2b79f5);
    this.#c = mix(state + 0x1b56c4e9);
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** 32 random bits, as a signed integer. */
  bits(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result;
  }

  /** A real in [0, 1) with 53 random bits. */
  real(): number {
    return ((this.bits() >>> 5) * 2 ** 26 + (this.bits() >>> 6)) / 2 ** 53;
  }

  /** A whole number in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.real() * bound);
  }
}

function mix(bits: number): number {
  let h = bits | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
