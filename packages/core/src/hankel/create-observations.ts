import { freeGroup } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { MachineKind } from "../automata/machine.ts";
import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import { Observations } from "./observations.ts";
import { RunObservations } from "./run-observations.ts";

/** Observations of words over an alphabet, or of runs if a machine answers. `tree`: where the words are kept. */
export function createObservations<W>(
  algebra: GroupWithZero<W>,
  alphabet: Alphabet,
  tree?: PrefixTree,
  machine?: MachineKind,
): Observations<W> {
  if (machine === undefined) return new Observations(algebra, alphabet.size, tree);
  if ((algebra as GroupWithZero<unknown>) !== freeGroup) {
    throw new HankelError("usage", `the weights of a ${machine} machine are free-group, not ${algebra.name}`);
  }
  return new RunObservations(machine, alphabet, tree) as Observations<unknown> as Observations<W>;
}
