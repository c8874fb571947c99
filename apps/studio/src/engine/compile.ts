import { HankelError } from "hankel";
import type { AnyAlgebra } from "hankel/algebra";
import { messageOf } from "./text.ts";

/** Compiles the text of a function from symbols to a weight in the notation of the algebra. */
export function compile(code: string, algebra: AnyAlgebra): (word: readonly string[]) => unknown {
  let value: unknown;
  try {
    value = new Function(`"use strict"; return (${code}\n);`)();
  } catch (cause) {
    throw new HankelError("parse", `the function cannot be read: ${messageOf(cause)}`, { cause });
  }
  if (typeof value !== "function") {
    throw new HankelError("parse", "expected a function, as in (word) => word.length % 2 === 0");
  }
  return (word) => {
    const returned: unknown = value([...word]);
    if (algebra.isWeight(returned)) return returned;
    return algebra.parse(String(returned));
  };
}
