import { countOf } from "@hankel/core";
import type { Report } from "../box.ts";
import type { Clock } from "../pool/time.ts";

/** So many notices may come at once, and then one in every so many milliseconds. */
const AT_ONCE = 20;
const PAUSE = 1000;

/** Passes notices on, but no flood of them: whoever may join a fleet may cause as many as it likes. Those left out are counted. */
export class Notices {
  readonly #report: Report;
  readonly #clock: Clock;
  #left = AT_ONCE;
  #since: number;
  #leftOut = 0;
  #stopTimer: () => void = () => {};

  constructor(report: Report, clock: Clock) {
    this.#report = report;
    this.#clock = clock;
    this.#since = clock.now();
  }

  say(notice: string): void {
    const now = this.#clock.now();
    const gained = Math.floor((now - this.#since) / PAUSE);
    this.#since += gained * PAUSE;
    this.#left = Math.min(this.#left + gained, AT_ONCE);
    // As long as some are left out, all are, until their number is told.
    if (this.#leftOut === 0 && this.#left > 0) {
      this.#left--;
      this.#report(notice);
    } else if (this.#leftOut++ === 0) this.#stopTimer = this.#clock.after(PAUSE, () => this.end());
  }

  /** Tells how many were left out. */
  end(): void {
    this.#stopTimer();
    if (this.#leftOut > 0)
      this.#report(`${countOf(this.#leftOut, "more notice")} about the fleet: too many to show`);
    this.#leftOut = 0;
  }
}
