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

  states(_kept: number, _gone: number): boolean {
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

/** States that are known already, by the nodes of the tree: only nodes of one state are merged. Counts outputs that agree, as EDSM does. */
export class KnownEvidence extends OutputEvidence {
  readonly #state: Int32Array;

  constructor(quotient: Quotient, state: Int32Array) {
    super(quotient, 0);
    this.#state = state;
  }

  override states(kept: number, gone: number): boolean {
    return this.#state[kept] === this.#state[gone];
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

/**
 * By how many nats a merge is better than the best alternative. In an alternative the two states stay apart, and of the pairs behind them any whose parents
 * stay apart, too (docs/theory/samples.md, 19.5).
 *
 * The sum over all pairs would not do: thousands of pairs that are hardly visited would outvote a pair that is plainly different.
 */
abstract class AlternativeEvidence implements Evidence {
  protected readonly quotient: Quotient;
  readonly #least: number;
  /** By how much it is better to keep the pairs apart from which the last one descends, by their depth; and the depth of the last one. */
  #apart = new Float64Array(1024);
  #last = -1;
  /** Is the blue state visited less often than `least`? Then it is compared with all others to the end, as the best one will get it. */
  protected rare = false;

  constructor(quotient: Quotient, least: number) {
    this.quotient = quotient;
    this.#least = least;
  }

  begin(): void {
    this.#last = -1;
  }

  states(kept: number, gone: number, depth: number): boolean {
    if (depth === this.#apart.length) {
      const shorter = this.#apart;
      this.#apart = new Float64Array(2 * depth);
      this.#apart.set(shorter);
    }
    this.#leave(depth);
    if (depth === 0) this.rare = this.quotient.visits[gone] < this.#least;
    else if (this.#apart[0] > HOPELESS && !this.rare) return false;
    this.#last = depth;
    this.#apart[depth] = -this.ofStates(kept, gone);
    return true;
  }

  arcs(kept: number, gone: number, letter: number): void {
    this.#apart[this.#last] -= this.ofArcs(kept, gone, letter);
  }

  /** Pairs of this depth and behind are complete: they stay apart if that is better. */
  #leave(depth: number): void {
    for (; this.#last >= depth; this.#last--) {
      if (this.#last > 0) this.#apart[this.#last - 1] += Math.max(0, this.#apart[this.#last]);
    }
  }

  outputs(): boolean {
    return true;
  }

  score(): number {
    this.#leave(1);
    return -this.#apart[0];
  }

  /** By how many nats it is better to merge this pair alone; and what two arcs add to that. */
  protected abstract ofStates(kept: number, gone: number): number;
  protected abstract ofArcs(kept: number, gone: number, letter: number): number;
}

/** Letters that two states use less often than this, together, count as one. */
const POOLED = 5;

/** By how much a merge lowers the likelihood of what two states were seen to do, and how many parameters it saves. */
abstract class CountsEvidence extends AlternativeEvidence {
  readonly #seldom: number;

  /** Pairs of which one state is visited less often than `least` say nothing: the approximations do not hold for them. */
  constructor(quotient: Quotient, least: number) {
    super(quotient, least);
    this.#seldom = least;
  }

  protected ofStates(kept: number, gone: number): number {
    const { visits, ends } = this.quotient;
    const [n, m] = [visits[kept], visits[gone]];
    if (!this.rare && Math.min(n, m) < this.#seldom) return 0;
    let loss = entropyOf(n, m);
    let [kinds, here, there] = [0, 0, 0];
    const pooled = this.rare ? 0 : POOLED;
    const add = (used: number, other: number) => {
      if (used + other < pooled) {
        here += used;
        there += other;
      } else if (used + other > 0) {
        loss -= entropyOf(used, other);
        kinds++;
      }
      return true;
    };
    add(ends[kept], ends[gone]);
    this.quotient.everyLetter(kept, gone, add);
    if (here + there > 0) {
      loss -= entropyOf(here, there);
      kinds++;
    }
    return this.favour(loss, Math.max(0, kinds - 1));
  }

  protected ofArcs(): number {
    return 0;
  }

  /** What speaks for a merge that lowers the logarithm of the likelihood by `loss` and saves so many parameters. */
  protected abstract favour(loss: number, parameters: number): number;
}

/** Akaike's criterion: the likelihood may drop by so many nats for each parameter that is saved. 1 is Akaike's, ½ log n that of Schwarz. */
export class InformationEvidence extends CountsEvidence {
  readonly #price: number;

  constructor(quotient: Quotient, price: number, least: number) {
    super(quotient, least);
    this.#price = price;
  }

  protected favour(loss: number, parameters: number): number {
    return this.#price * parameters - loss;
  }
}

/** The likelihood ratio test: 2 · loss has about a χ² distribution with as many degrees of freedom as parameters are saved. */
export class RatioEvidence extends CountsEvidence {
  readonly #quantile: number;

  constructor(quotient: Quotient, significance: number, least: number) {
    super(quotient, least);
    this.#quantile = normalQuantile(1 - significance);
  }

  /** Wilson and Hilferty 1931: the cube root of χ² over its degrees of freedom is nearly normal. */
  protected favour(loss: number, parameters: number): number {
    if (parameters === 0) return 0;
    const variance = 2 / (9 * parameters);
    const critical = parameters * (1 - variance + this.#quantile * Math.sqrt(variance)) ** 3;
    return critical / 2 - loss;
  }
}

/** Minimal divergence inference: the divergence from the sample may grow by so much, per word, for each state that is saved. */
export class DivergenceEvidence extends CountsEvidence {
  readonly #bound: number;

  constructor(quotient: Quotient, bound: number, least: number) {
    super(quotient, least);
    this.#bound = bound * quotient.tree.visits[0];
  }

  protected favour(loss: number): number {
    return this.#bound - loss;
  }
}

/** ALERGIA: the relative frequencies of each letter and of the end differ by less than Hoeffding's bound allows. */
export class HoeffdingEvidence implements Evidence {
  readonly #quotient: Quotient;
  readonly #factor: number;
  /** Akaike's criterion, which says what fits best of what passes. */
  #favour = 0;

  constructor(quotient: Quotient, alpha: number) {
    this.#quotient = quotient;
    this.#factor = Math.sqrt(Math.log(2 / alpha) / 2);
  }

  begin(): void {
    this.#favour = 0;
  }

  states(kept: number, gone: number): boolean {
    const { visits, ends } = this.#quotient;
    const [n, m] = [visits[kept], visits[gone]];
    if (n > 0 && m > 0) {
      const bound = this.#factor * (1 / Math.sqrt(n) + 1 / Math.sqrt(m));
      if (bound < 1) {
        if (Math.abs(ends[kept] / n - ends[gone] / m) >= bound) return false;
        if (
          !this.#quotient.everyLetter(kept, gone, (used, other) => Math.abs(used / n - other / m) < bound)
        ) {
          return false;
        }
      }
    }
    this.#favour -= entropyOf(n, m);
    if (ends[kept] > 0 && ends[gone] > 0) this.#favour += 1 + entropyOf(ends[kept], ends[gone]);
    return true;
  }

  arcs(kept: number, gone: number): void {
    const { uses } = this.#quotient;
    this.#favour += 1 + entropyOf(uses[kept], uses[gone]);
  }

  outputs(): boolean {
    return true;
  }

  score(): number {
    return Math.max(0, this.#favour);
  }
}

/**
 * The Bayes factor of two states as one against two, where the distributions of states are drawn from a Dirichlet distribution around the frequencies of
 * the letters; its concentration is how many observations that is worth (docs/theory/samples.md, 19.4).
 */
class DirichletFactor {
  readonly #quotient: Quotient;
  readonly #total: RisingFactorial;
  readonly #end: RisingFactorial;
  readonly #letters: readonly RisingFactorial[];

  constructor(quotient: Quotient, concentration: number, frequencies: ArrayLike<number>) {
    this.#quotient = quotient;
    const { width } = quotient;
    this.#total = new RisingFactorial(concentration);
    this.#end = new RisingFactorial(concentration * frequencies[width]);
    this.#letters = Array.from(
      { length: width },
      (_, a) => new RisingFactorial(concentration * frequencies[a]),
    );
  }

  /** The logarithm of the factor of two states without their arcs. */
  ofStates(kept: number, gone: number): number {
    const { visits, ends } = this.#quotient;
    if (visits[gone] === 0) return 0;
    const apart = this.#total.factor(visits[kept], visits[gone]);
    return ends[kept] > 0 && ends[gone] > 0 ? this.#end.factor(ends[kept], ends[gone]) - apart : -apart;
  }

  /** What two arcs add to it. */
  ofArcs(kept: number, gone: number, letter: number): number {
    const { uses } = this.#quotient;
    return this.#letters[letter].factor(uses[kept], uses[gone]);
  }
}

/** The Bayes factor; each pair that stays apart costs a price besides, as it is a state more. */
export class BayesEvidence extends AlternativeEvidence {
  readonly #factor: DirichletFactor;
  readonly #price: number;

  constructor(
    quotient: Quotient,
    concentration: number,
    frequencies: ArrayLike<number>,
    price: number,
    least: number,
  ) {
    super(quotient, least);
    this.#factor = new DirichletFactor(quotient, concentration, frequencies);
    this.#price = price;
  }

  protected ofStates(kept: number, gone: number): number {
    return this.#factor.ofStates(kept, gone) + this.#price;
  }

  protected ofArcs(kept: number, gone: number, letter: number): number {
    return this.#factor.ofArcs(kept, gone, letter);
  }
}

/** What outputs say, and with a weight the Bayes factor of how the letters are used, over all pairs. */
export class UsageEvidence implements Evidence {
  readonly #factor: DirichletFactor;
  readonly #outputs: Evidence;
  readonly #weight: number;
  #usage = 0;

  constructor(
    quotient: Quotient,
    concentration: number,
    frequencies: ArrayLike<number>,
    outputs: Evidence,
    weight: number,
  ) {
    this.#factor = new DirichletFactor(quotient, concentration, frequencies);
    this.#outputs = outputs;
    this.#weight = weight;
  }

  begin(): void {
    this.#usage = 0;
    this.#outputs.begin();
  }

  states(kept: number, gone: number): boolean {
    this.#usage += this.#factor.ofStates(kept, gone);
    return true;
  }

  arcs(kept: number, gone: number, letter: number): void {
    this.#usage += this.#factor.ofArcs(kept, gone, letter);
  }

  outputs(kept: number, gone: number): boolean {
    return this.#outputs.outputs(kept, gone);
  }

  score(): number {
    return this.#weight * this.#usage + this.#outputs.score();
  }
}

/** How many values of a rising factorial are kept: those at the beginning from the start, the others once they are asked for. */
const KEPT = 256;
const KEPT_LATER = 2 ** 13;

/** log Γ(n + α) − log Γ(α). */
class RisingFactorial {
  readonly #alpha: number;
  readonly #kept = new Float64Array(KEPT);
  readonly #base: number;
  #later: Float64Array | undefined;

  constructor(alpha: number) {
    this.#alpha = Math.max(alpha, 1e-9);
    for (let n = 1; n < KEPT; n++) this.#kept[n] = this.#kept[n - 1] + Math.log(this.#alpha + n - 1);
    this.#base = logGamma(this.#alpha);
  }

  at(n: number): number {
    if (n < KEPT_LATER && Number.isInteger(n)) return n < KEPT ? this.#kept[n] : this.#keptLater(n);
    return logGamma(n + this.#alpha) - this.#base;
  }

  #keptLater(n: number): number {
    this.#later ??= new Float64Array(KEPT_LATER).fill(Number.NaN);
    if (Number.isNaN(this.#later[n])) this.#later[n] = logGamma(n + this.#alpha) - this.#base;
    return this.#later[n];
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
