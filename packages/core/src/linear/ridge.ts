/**
 * Linear regression with a ridge, for data that come one by one: the affine map from vectors x to vectors y that
 * minimises Σ ‖p(x) − y‖² + s·‖p‖², where s is a share of the mean square of the data. So nothing blows up where there are
 * fewer data than numbers in a vector. An addition costs O(inputs·(inputs + outputs)), and a fit O(inputs²·(inputs + outputs)).
 */
export class Ridge {
  /** The numbers of an input, and a constant 1. */
  readonly #width: number;
  readonly #outputs: number;
  readonly #share: number;
  /** Σ x xᵀ, the lower triangle, row by row. */
  readonly #gram: Float64Array;
  /** Σ x yᵀ, row by row. */
  readonly #products: Float64Array;
  /** The fitted map: a row for each number of an input. */
  #map: Float64Array;

  constructor(inputs: number, outputs: number, share = 1e-6) {
    this.#width = inputs + 1;
    this.#outputs = outputs;
    this.#share = share;
    this.#gram = new Float64Array(this.#width ** 2);
    this.#products = new Float64Array(this.#width * outputs);
    this.#map = new Float64Array(this.#width * outputs);
  }

  /** Takes a pair into account, from the next fit on. */
  add(x: Float64Array, y: Float64Array): void {
    const [width, outputs, gram, products] = [this.#width, this.#outputs, this.#gram, this.#products];
    for (let i = 0; i < width; i++) {
      const xi = i < x.length ? x[i] : 1;
      for (let j = 0; j <= i; j++) gram[i * width + j] += xi * (j < x.length ? x[j] : 1);
      for (let k = 0; k < outputs; k++) products[i * outputs + k] += xi * y[k];
    }
  }

  /** Fits the map to all pairs so far. */
  fit(): void {
    const width = this.#width;
    let trace = 0;
    for (let i = 0; i < width; i++) trace += this.#gram[i * width + i];
    if (trace === 0) return;
    const factor = this.#gram.slice();
    for (let i = 0; i < width; i++) factor[i * width + i] += (this.#share * trace) / width;
    factorize(factor, width);
    this.#map = this.#products.slice();
    substitute(factor, width, this.#map, this.#outputs);
  }

  /** p(x). */
  predict(x: Float64Array): Float64Array {
    const [outputs, map] = [this.#outputs, this.#map];
    const y = map.slice((this.#width - 1) * outputs);
    for (let i = 0; i < x.length; i++) {
      for (let k = 0; k < outputs; k++) y[k] += x[i] * map[i * outputs + k];
    }
    return y;
  }
}

/** Cholesky: replaces the lower triangle of a positive definite matrix A by L with L Lᵀ = A. */
function factorize(a: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i === j ? Math.sqrt(sum) : sum / a[j * n + j];
    }
  }
}

/** Replaces B by X with L Lᵀ X = B; B has `columns` columns. */
function substitute(l: Float64Array, n: number, b: Float64Array, columns: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) subtract(b, i, j, l[i * n + j], columns);
    divide(b, i, l[i * n + i], columns);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) subtract(b, i, j, l[j * n + i], columns);
    divide(b, i, l[i * n + i], columns);
  }
}

/** Row i −= factor · row j. */
function subtract(b: Float64Array, i: number, j: number, factor: number, columns: number): void {
  for (let k = 0; k < columns; k++) b[i * columns + k] -= factor * b[j * columns + k];
}

function divide(b: Float64Array, i: number, by: number, columns: number): void {
  for (let k = 0; k < columns; k++) b[i * columns + k] /= by;
}
