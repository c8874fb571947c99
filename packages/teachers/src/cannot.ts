import { HankelError } from "@hankel/core";

/** How a black box refuses what it does not do: find counterexamples, draw samples. */
export function cannot(name: string, what: string): Promise<never> {
  return Promise.reject(new HankelError("usage", `${name} cannot ${what}`));
}
