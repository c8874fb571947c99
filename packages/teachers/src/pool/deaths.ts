import type { Clock } from "./time.ts";

/** Deaths fade with this time, in milliseconds; and of a fleet about which nothing is known, a worker is expected to live so long. */
const MINUTE = 60_000;
/** A worker that nothing is known about is also expected to survive so many requests as long as the one in question. */
const TRIES = 20;
/** A request that was in hand when a worker died was in hand for this long at least, in milliseconds: nobody knows it better. */
const LEAST = 1000;

/** A request is suspect, and is asked alone, when its deaths are less likely than this to be chance. */
const SUSPECT = 0.05;
/** It is to blame when they are less likely than this. */
const GUILTY = 1e-9;

/** Deaths, and the milliseconds at work in which they happened. */
interface Tally {
  readonly deaths: number;
  readonly time: number;
}

/** What became of a request: how many workers died with it in hand, and for how long they had it. */
export interface Fate extends Tally {
  /** What is left of this among all deaths, which fade, and when. */
  readonly counted: Tally & { readonly at: number };
}

export const UNHARMED: Fate = { deaths: 0, time: 0, counted: { deaths: 0, time: 0, at: 0 } };

/**
 * The deaths of workers at work. Machines that come and go take innocent requests with them, so a request is blamed only if
 * workers die with it clearly more often than without it.
 *
 * The rule: let the others have had D deaths in the time T at work, both fading within a minute. A request that was in hand for
 * the time t expects t · (D + 1) / (T + a minute) deaths. If d workers died with it, and a Poisson variable with that mean is d or more with a
 * probability of less than 10⁻⁹, then it is to blame. In a quiet fleet this takes four deaths, or a few more at its beginning; where
 * everybody dies often it takes as many as tell this request from the others.
 */
export class Deaths {
  readonly #clock: Clock;
  /** All deaths, and all the time at work. */
  #all: Tally & { readonly at: number } = UNHARMED.counted;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A worker was at a request for so many milliseconds, and lives. */
  survived(time: number): void {
    this.#all = this.#plus(this.#all, 0, time);
  }

  /** A worker died after so many milliseconds at a request. Returns what has become of the request now. */
  died({ deaths, time, counted }: Fate, last: number): Fate {
    const had = Math.max(last, LEAST);
    this.#all = this.#plus(this.#all, 1, had);
    return { deaths: deaths + 1, time: time + had, counted: this.#plus(counted, 1, had) };
  }

  /** Did workers die with it more often than chance suggests? */
  verdict(fate: Fate): "chance" | "suspect" | "guilty" {
    const chance = this.#chance(fate);
    return chance < GUILTY ? "guilty" : chance < SUSPECT ? "suspect" : "chance";
  }

  /** How likely it is that so many workers die with an innocent request. */
  #chance({ deaths, time, counted }: Fate): number {
    const [all, own] = [this.#plus(this.#all), this.#plus(counted)];
    const others = { deaths: Math.max(all.deaths - own.deaths, 0), time: Math.max(all.time - own.time, 0) };
    const expected = (time * (others.deaths + 1)) / (others.time + Math.max(MINUTE, (TRIES * time) / deaths));
    return poissonTail(deaths, expected);
  }

  /** What is left of a tally by now, and what is new. */
  #plus({ deaths, time, at }: Fate["counted"], died = 0, took = 0): Fate["counted"] {
    const now = this.#clock.now();
    const left = Math.exp((at - now) / MINUTE);
    return { deaths: deaths * left + died, time: time * left + Math.max(took, 0), at: now };
  }
}

/** The probability that a Poisson variable with this mean is at least so large. It is summed from there on: it may be tiny. */
function poissonTail(least: number, mean: number): number {
  if (mean >= least) return 1;
  let term = Math.exp(-mean);
  for (let k = 1; k <= least; k++) term *= mean / k;
  let sum = 0;
  for (let k = least; term > sum * Number.EPSILON; k++) {
    sum += term;
    term *= mean / (k + 1);
  }
  return sum;
}

/** How long a request waits after so many deaths, in milliseconds, so that a wave of deaths passes by. */
export function pauseAfter(deaths: number): number {
  return deaths < 2 ? 0 : Math.min(500 * 2 ** (deaths - 2), 2000);
}
