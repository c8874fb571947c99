/** The numbers that callers give: how many words, states, seconds. `NaN` passes every comparison unseen, so each is looked at. */

import { HankelError, shown } from "./errors.ts";

/** The number, if it is whole and at least `least`. `name` says whose it is. */
export function wholeNumber(value: number, least: number, name: string): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new HankelError("usage", `${name} expects a whole number, ${least} or more, not ${shown(value)}`);
}

/** The number, if it is not negative; it may be infinite. */
export function notNegative(value: number, name: string): number {
  if (typeof value === "number" && value >= 0) return value;
  throw new HankelError("usage", `${name} expects a number that is 0 or more, not ${shown(value)}`);
}
