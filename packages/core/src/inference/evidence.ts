import { logGamma } from "./log-gamma.ts";
import type { Evidence, Quotient } from "./quotient.ts";

/** A merge that is so much less likely than its parts is not looked at to its end. */
const HOPELESS = 50;

/**
 * Outputs that agree (EDSM). Each pair of known outputs that a merge makes one counts 1 if they are equal. If they differ, it refuses, or with noise
 * costs the logarithm of how unlikely that many wrong outputs are, to the same scale: with k outputs, equal ones have the Bayes factor k.
 */
export class OutputEvidence implements Evidence {
  readonly #quotient: Quotient;
  readonly #price: number;
  readonly #noise: number;
  #score = 0;
  /** How many outputs are compared with others, and how many of them differ. */
  #compared = 0;
  #different = 0;

  constructor(quotient: Quotient, noise: number) {
    this.#quotient = quotient;
    this.#noise = noise;
    const outputs = Math.max(2, quotient.tree.outputs);
    this.#price = Math.log(((1 - noise) * (outputs - 1)) / noise) / Math.log(outputs);
  }

  begin(): void {
    this.#score = 0;
    this.#compared = 0;
    this.#different = 0;
  }

  states(): boolean {
    return true;
  }

  arcs(): void {}

  outputs(kept: number, gone: number): boolean {
    const { output, agree } = this.#quotient;
    const fewer = Math.min(agree[kept], agree[gone]);
    this.#score++;
    this.#compared += fewer;
    if (output[kept] === output[gone]) return true;
    this.#different += fewer;
    this.#score -= this.#price * fewer;
    return this.#score > -HOPELESS;
  }

  /** Each of two outputs may be wrong, so differences have twice the rate; three standard deviations more are too many. */
  score(): number {
    const expected = 2 * this.#noise * this.#compared;
    const tooMany = this.#different > 1 + expected + 3 * Math.sqrt(expected);
    return tooMany ? Math.min(-1, this.#score) : this.#score;
  }
}

/**
 * The same tails: as far as k letters go, what is seen behind one state is seen behind the other, unless nothing is seen there. Outputs never differ.
 */
export class TailEvidence implements Evidence {
  readonly #quotient: Quotient;
  readonly #k: number;
  #agreed = 0;

  constructor(quotient: Quotient, k: number) {
    this.#quotient = quotient;
    this.#k = k;
  }

  begin(): void {
    this.#agreed = 0;
  }

  states(kept: number, gone: number, depth: number): boolean {
    if (depth >= this.#k) return true;
    const here = this.#quotient.letters(kept);
    const there = this.#quotient.letters(gone);
    return here === 0 || there === 0 || (here === there && this.#quotient.sameLetters(kept, gone));
  }

  arcs(): void {}

  outputs(kept: number, gone: number): boolean {
    this.#agreed++;
    return this.#quotient.output[kept] === this.#quotient.output[gone];
  }

  score(): number {
    return this.#agreed;
  }
}

/** What a merge does to the likelihood of the sample. */
abstract class LikelihoodEvidence implements Evidence {
  readonly quotient: Quotient;
  /** By how much the logarithm of the likelihood drops, how many parameters are saved, and how many states. */
  protected loss = 0;
  protected parameters = 0;
  protected pairs = 0;

  constructor(quotient: Quotient) {
    this.quotient = quotient;
  }

  begin(): void {
    this.loss = 0;
    this.parameters = 0;
    this.pairs = 0;
  }

  states(kept: number, gone: number): boolean {
    const { visits, ends } = this.quotient;
    this.pairs++;
    this.loss += entropyOf(visits[kept], visits[gone]);
    if (ends[kept] > 0 && ends[gone] > 0) {
      this.loss -= entropyOf(ends[kept], ends[gone]);
      this.parameters++;
    }
    return true;
  }

  arcs(kept: number, gone: number): void {
    const { uses } = this.quotient;
    this.loss -= entropyOf(uses[kept], uses[gone]);
    this.parameters++;
  }

  outputs(kept: number, gone: number): boolean {
    return this.quotient.output[kept] === this.quotient.output[gone];
  }

  abstract score(): number;
}

/** Akaike's criterion: the likelihood may drop by so many nats for each parameter that is saved. 1 is Akaike's, ½ log n that of Schwarz. */
export class InformationEvidence extends LikelihoodEvidence {
  readonly #price: number;

  constructor(quotient: Quotient, price: number) {
    super(quotient);
    this.#price = price;
  }

  score(): number {
    return this.#price * this.parameters - this.loss;
  }
}

/** The likelihood ratio test: 2 · loss has about a χ² distribution with as many degrees of freedom as parameters are saved. */
export class RatioEvidence extends LikelihoodEvidence {
  readonly #quantile: number;

  constructor(quotient: Quotient, significance: number) {
    super(quotient);
    this.#quantile = normalQuantile(1 - significance);
  }

  /** Wilson and Hilferty 1931: the cube root of χ² over its degrees of freedom is nearly normal. */
  score(): number {
    if (this.parameters === 0) return 0;
    const variance = 2 / (9 * this.parameters);
    const deviate = (Math.cbrt((2 * this.loss) / this.parameters) - (1 - variance)) / Math.sqrt(variance);
    return this.#quantile - deviate;
  }
}

/** Minimal divergence inference: the divergence from the sample may grow by so much, per word, for each state that is saved. */
export class DivergenceEvidence extends LikelihoodEvidence {
  readonly #bound: number;

  constructor(quotient: Quotient, bound: number) {
    super(quotient);
    this.#bound = bound;
  }

  score(): number {
    return this.#bound - this.loss / this.quotient.tree.visits[0] / this.pairs;
  }
}

/** ALERGIA: the relative frequencies of each letter and of the end differ by less than Hoeffding's bound allows. */
export class HoeffdingEvidence extends LikelihoodEvidence {
  readonly #factor: number;

  constructor(quotient: Quotient, alpha: number) {
    super(quotient);
    this.#factor = Math.sqrt(Math.log(2 / alpha) / 2);
  }

  override states(kept: number, gone: number): boolean {
    const { visits, ends } = this.quotient;
    const [n, m] = [visits[kept], visits[gone]];
    if (n > 0 && m > 0) {
      const bound = this.#factor * (1 / Math.sqrt(n) + 1 / Math.sqrt(m));
      if (bound < 1) {
        if (Math.abs(ends[kept] / n - ends[gone] / m) >= bound) return false;
        if (!this.quotient.everyLetter(kept, gone, (used, other) => Math.abs(used / n - other / m) < bound)) {
          return false;
        }
      }
    }
    return super.states(kept, gone);
  }

  score(): number {
    return Math.max(0, this.parameters - this.loss);
  }
}

/**
 * The Bayes factor of one state against two, where the distributions of states are drawn from a Dirichlet distribution around the frequencies of the
 * letters; its concentration is how many observations that is worth (docs/theory/samples.md, 18.4).
 */
export class BayesEvidence implements Evidence {
  readonly #quotient: Quotient;
  readonly #outputs: OutputEvidence | undefined;
  readonly #total: RisingFactorial;
  readonly #end: RisingFactorial;
  readonly #letters: readonly RisingFactorial[];
  readonly #weight: number;
  #score = 0;

  /** `outputs` adds what outputs say; then letters count with a weight. */
  constructor(
    quotient: Quotient,
    concentration: number,
    frequencies: ArrayLike<number>,
    outputs?: OutputEvidence,
    weight = 1,
  ) {
    this.#quotient = quotient;
    this.#outputs = outputs;
    this.#weight = weight;
    const { width } = quotient;
    this.#total = new RisingFactorial(concentration);
    this.#end = new RisingFactorial(concentration * frequencies[width]);
    this.#letters = Array.from(
      { length: width },
      (_, a) => new RisingFactorial(concentration * frequencies[a]),
    );
  }

  begin(): void {
    this.#score = 0;
    this.#outputs?.begin();
  }

  states(kept: number, gone: number): boolean {
    const { visits, ends } = this.#quotient;
    this.#score -= this.#total.factor(visits[kept], visits[gone]);
    if (ends[kept] > 0 && ends[gone] > 0) this.#score += this.#end.factor(ends[kept], ends[gone]);
    return true;
  }

  arcs(kept: number, gone: number, letter: number): void {
    const { uses } = this.#quotient;
    this.#score += this.#letters[letter].factor(uses[kept], uses[gone]);
  }

  outputs(kept: number, gone: number): boolean {
    return this.#outputs === undefined || this.#outputs.outputs(kept, gone);
  }

  score(): number {
    return this.#weight * this.#score + (this.#outputs?.score() ?? 0);
  }
}

/** How many values of a rising factorial are kept. */
const KEPT = 256;

/** log Γ(n + α) − log Γ(α). */
class RisingFactorial {
  readonly #alpha: number;
  readonly #kept = new Float64Array(KEPT);
  readonly #base: number;

  constructor(alpha: number) {
    this.#alpha = Math.max(alpha, 1e-9);
    for (let n = 1; n < KEPT; n++) this.#kept[n] = this.#kept[n - 1] + Math.log(this.#alpha + n - 1);
    this.#base = logGamma(this.#alpha);
  }

  at(n: number): number {
    if (n < KEPT && Number.isInteger(n)) return this.#kept[n];
    return logGamma(n + this.#alpha) - this.#base;
  }

  /** log of the Bayes factor of n and m observations as one rather than as two. */
  factor(n: number, m: number): number {
    return this.at(n + m) - this.at(n) - this.at(m);
  }
}

/** How many values of x log x are kept. */
const TABLE = 2 ** 14;
const xLogX = new Float64Array(TABLE);
for (let x = 2; x < TABLE; x++) xLogX[x] = x * Math.log(x);

function timesLog(x: number): number {
  if (x < TABLE && Number.isInteger(x)) return xLogX[x];
  return x > 0 ? x * Math.log(x) : 0;
}

/** (n + m) log (n + m) − n log n − m log m. */
function entropyOf(n: number, m: number): number {
  return timesLog(n + m) - timesLog(n) - timesLog(m);
}

/** The quantile of the normal distribution; Acklam's rational approximation would be finer, but a test needs two digits. */
function normalQuantile(p: number): number {
  const tail = Math.min(p, 1 - p);
  const t = Math.sqrt(-2 * Math.log(tail));
  const z = t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
  return p < 0.5 ? -z : z;
}
