import { setMostDigits } from "../algebra.ts";
import { HankelError } from "../index.ts";
import { LARGEST_DIGITS, messageOf } from "../internal/core.ts";
import { count } from "./values.ts";

/** What `HANKEL_DIGITS` says, for all commands: a file with long weights is to be read by each of them. */
export function allowDigits(value: string): void {
  try {
    setMostDigits(count(1, LARGEST_DIGITS)(value));
  } catch (error) {
    throw new HankelError("usage", `HANKEL_DIGITS: ${messageOf(error)}`, { cause: error });
  }
}
