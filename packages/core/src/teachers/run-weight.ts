import { type FreeWord, freeWord } from "../algebra/free-group.ts";
import type { MachineKind } from "../automata/machine.ts";
import { countOf, HankelError, shown } from "../errors.ts";

/**
 * The weight of a machine's run on a word of `length` letters: the product of its outputs, one for each letter, and before
 * them one more if it is a Moore machine. Throws if this is no such run.
 */
export function runWeight(kind: MachineKind, length: number, run: unknown): FreeWord {
  const expected = kind === "moore" ? length + 1 : length;
  const rule = kind === "moore" ? "one for the initial state and one for each letter" : "one for each letter";
  const fail = (problem: string) => new HankelError("teacher", problem);
  if (!Array.isArray(run)) {
    throw fail(`expected an array of ${countOf(expected, "output")} (${rule}), got ${shown(run)}`);
  }
  if (run.length !== expected) {
    throw fail(`expected ${countOf(expected, "output")} (${rule}), got ${run.length}: ${shown(run)}`);
  }
  // `findIndex` visits the holes of an array too.
  const at = run.findIndex((output) => typeof output !== "string");
  if (at < 0) return freeWord(...(run as string[]));
  const advice = typeof run[at] === "number" ? `, so write ${JSON.stringify(String(run[at]))}` : "";
  throw fail(`output ${at + 1} is ${shown(run[at])}: outputs are strings${advice}`);
}
