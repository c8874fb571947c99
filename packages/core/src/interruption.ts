/**
 * How a long computation ends early. Whoever runs one gives it a check, which throws; whatever computes looks up now and then, and
 * that calls the check. The check holds for all that is computed until the run returns, so that no function between the two
 * passes it on, and there is no clock here. A computation that nobody limits looks up in vain.
 */

/**
 * Thrown by a check. It is no `HankelError`, so that nobody takes it for the refusal of one operation and goes on with another.
 *
 * @example
 * console.log(new Interruption("budget", "a minute has passed").outcome); // budget
 */
export class Interruption extends Error {
  readonly outcome: "budget" | "cancelled";

  constructor(outcome: "budget" | "cancelled", reason: string) {
    super(reason);
    this.name = "Interruption";
    this.outcome = outcome;
  }
}

/** The check is called about once in so many products of short weights: every millisecond or so. */
const OFTEN = 2 ** 14;

let check: (() => void) | undefined;
let done = 0;

/**
 * Computes something under a check, which is called about every millisecond, and under those that hold already.
 *
 * @example
 * console.log(interruptible(() => {}, () => minimize(fromExpression("(a|b)*a", boolean)).size)); // 2
 */
export function interruptible<T>(look: () => void, compute: () => T): T {
  const outer = check;
  // What was done before does not count: a computation that is short does not look up at all.
  done = 0;
  check =
    outer === undefined
      ? look
      : () => {
          outer();
          look();
        };
  try {
    return compute();
  } finally {
    check = outer;
  }
}

/** To be called in every loop that may take long, with about how many products of short weights a round takes. What is half done is left so. */
export function lookUp(work = 1): void {
  if (check === undefined || (done += work) < OFTEN) return;
  done = 0;
  check();
}

/** To be called before an operation that takes a tenth of a millisecond or more by itself. */
export function lookUpAtOnce(): void {
  check?.();
}
