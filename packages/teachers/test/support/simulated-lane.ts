/** Workers in virtual time that take a fixed time for a request and a time for each word. */

import { Alphabet, Random, type Word } from "@hankel/core";
import type { Lane } from "../../src/pool/lane.ts";
import { Pool, type PoolOptions } from "../../src/pool/pool.ts";
import { SimulatedClock } from "../simulation/simulated-clock.ts";

export interface Speed {
  /** Milliseconds for a request. */
  readonly fixed?: number;
  /** Milliseconds for a word. */
  readonly perWord?: number;
  /** Times vary by up to this share, up and down. */
  readonly jitter?: number;
}

/** A request, as the worker saw it. */
export interface Served {
  readonly worker: number;
  readonly words: number;
  readonly start: number;
  readonly end: number;
}

/** A pool of simulated workers, and what they did. Each weighs a word by its letters and answers one request after another. */
export class SimulatedWorkers {
  readonly clock = new SimulatedClock();
  readonly served: Served[] = [];
  readonly pool: Pool<string>;
  readonly #speed: Speed;
  readonly #random: Random;

  constructor(workers: number, speed: Speed, options: PoolOptions & { readonly seed?: number } = {}) {
    this.#speed = speed;
    this.#random = new Random(options.seed ?? 1);
    const lanes = Array.from({ length: workers }, (_, worker) => this.#lane(worker));
    this.pool = new Pool(lanes, new Alphabet("ab"), { ...options, clock: this.clock });
  }

  /** Asks batches of these sizes, one after the other; returns the weights and how long it took. */
  async ask(sizes: readonly number[]): Promise<{ weights: string[]; milliseconds: number }> {
    const weights: string[] = [];
    const started = this.clock.now();
    let next = 0;
    for (const size of sizes) {
      const words = Array.from({ length: size }, () => wordOf(next++));
      weights.push(...(await this.clock.until(this.pool.weigh(words))));
    }
    return { weights, milliseconds: this.clock.now() - started };
  }

  #lane(worker: number): Lane<string> {
    let free = 0;
    return {
      depth: 4,
      state: "ready",
      reason: "",
      onChange: () => {},
      weigh: (words) => {
        const start = Math.max(free, this.clock.now());
        free = start + this.#time(words.length);
        this.served.push({ worker, words: words.length, start, end: free });
        return new Promise((resolve) => {
          this.clock.after(free - this.clock.now(), () =>
            resolve({ weights: words.map((word) => word.join("")) }),
          );
        });
      },
      close: () => Promise.resolve(),
    };
  }

  #time(words: number): number {
    const { fixed = 0, perWord = 0, jitter = 0 } = this.#speed;
    const vary = () => 1 + jitter * (2 * this.#random.real() - 1);
    let time = fixed * vary();
    for (let i = 0; i < words; i++) time += perWord * vary();
    return time;
  }
}

/** The n-th word over two letters. */
function wordOf(n: number): Word {
  return [...(n + 1).toString(2)].slice(1).map(Number);
}
