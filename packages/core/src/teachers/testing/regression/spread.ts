/** How far apart vectors are that come one by one (Welford's sums). */
export class Spread {
  #count = 0;
  #mean: Float64Array | undefined;
  /** The sum of the squared distances from the mean. */
  #squares = 0;

  add(vector: Float64Array): void {
    this.#mean ??= new Float64Array(vector.length);
    this.#count++;
    for (let i = 0; i < vector.length; i++) {
      const off = vector[i] - this.#mean[i];
      this.#mean[i] += off / this.#count;
      this.#squares += off * (vector[i] - this.#mean[i]);
    }
  }

  /** The root of the mean squared distance of two of them; 1 where all are equal. */
  get distance(): number {
    return this.#squares > 0 ? Math.sqrt((2 * this.#squares) / this.#count) : 1;
  }
}
