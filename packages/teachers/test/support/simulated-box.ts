/** Simulated programs: they answer from an automaton and misbehave as a seed decides. */

import { Random, type Wdfsa } from "@hankel/core";
import type { Connect } from "@hankel/teachers";
import type { VirtualClock } from "./virtual-clock.ts";

/** The faults that can replace an answer. */
export const faults = [
  "drop",
  "late",
  "duplicate",
  "stray id",
  "garbage",
  "half a line",
  "too few",
  "too many",
  "NaN",
  "not a number",
  "null",
  "crash before",
  "crash after",
  "error",
] as const;

export type Fault = (typeof faults)[number];

export interface SimulationOptions {
  readonly target: Wdfsa<unknown>;
  readonly clock: VirtualClock;
  readonly seed: number;
  /** The probability of a fault at each request. */
  readonly rate: number;
  readonly faults?: readonly Fault[];
  /** The probability that a start fails. */
  readonly startRate?: number;
}

export class Simulation {
  readonly #options: SimulationOptions;
  readonly #random: Random;
  /** Words whose weights were delivered to an open connection. */
  readonly answered = new Set<string>();
  /** Words that were asked again after they had been answered. */
  readonly askedTwice: string[] = [];
  /** How many words were asked, with repetitions. */
  asked = 0;
  faulty = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  connect(): Connect {
    return (listener) => {
      const { clock, target, startRate = 0 } = this.#options;
      let open = true;
      const later = (delay: number, action: () => void) => {
        clock.after(delay, () => {
          if (open) action();
        });
      };
      const end = (reason: string) => {
        if (!open) return;
        open = false;
        listener.end(reason, false);
      };
      if (this.#random.real() < startRate) later(this.#random.below(20), () => end("it ended (exit code 1)"));
      else {
        const { algebra, alphabet } = target;
        const hello = { hankel: 1, semifield: algebra.name, alphabet: alphabet.symbols };
        later(this.#random.below(20), () => listener.line(JSON.stringify(hello)));
      }
      return {
        send: (line) => {
          if (open) this.#answer(line, later, listener.line.bind(listener), end);
        },
        kill() {
          open = false;
        },
        async close() {
          open = false;
        },
      };
    };
  }

  #answer(
    line: string,
    later: (delay: number, action: () => void) => void,
    say: (line: string) => void,
    end: (reason: string) => void,
  ): void {
    const { target, rate, faults: kinds = faults } = this.#options;
    const { id, weigh } = JSON.parse(line) as { id: number; weigh: string[][] };
    this.asked += weigh.length;
    for (const word of weigh) if (this.answered.has(word.join())) this.askedTwice.push(word.join());
    const weights: unknown[] = weigh.map((word) =>
      target.algebra.format(target.weigh(target.alphabet.word(word))),
    );
    const good = () => {
      for (const word of weigh) this.answered.add(word.join());
      say(JSON.stringify({ id, weights }));
    };
    const delay = this.#random.below(30);
    const fault = this.#random.real() < rate ? kinds[this.#random.below(kinds.length)] : undefined;
    if (fault !== undefined) this.faulty++;
    switch (fault) {
      case "drop":
        break;
      case "late":
        later(delay + 400, good);
        break;
      case "duplicate":
        later(delay, good);
        later(delay + 1, () => say(JSON.stringify({ id, weights })));
        break;
      case "stray id":
        later(delay, () => say(JSON.stringify({ id: id + 1000, weights })));
        later(delay + 1, good);
        break;
      case "garbage":
        later(delay, () => say("Loading model... done"));
        break;
      case "half a line":
        later(delay, () => end("it ended (exit code 1) in the middle of a line"));
        break;
      case "too few":
        later(delay, () => say(JSON.stringify({ id, weights: weights.slice(1) })));
        break;
      case "too many":
        later(delay, () => say(JSON.stringify({ id, weights: [...weights, "1"] })));
        break;
      case "NaN":
        later(delay, () => say(`{"id":${id},"weights":[NaN]}`));
        break;
      case "not a number":
        later(delay, () => say(JSON.stringify({ id, weights: weights.map(() => "NaN") })));
        break;
      case "null":
        later(delay, () => say(JSON.stringify({ id, weights: null })));
        break;
      case "crash before":
        later(0, () => end("SIGKILL"));
        break;
      case "crash after":
        later(delay, good);
        later(delay, () => end("SIGKILL"));
        break;
      case "error":
        later(delay, () => say(JSON.stringify({ id, error: "out of memory" })));
        break;
      default:
        later(delay, good);
    }
  }
}
