import { semifieldByName } from "../algebra/registry.ts";
import type { Automaton } from "../automata/convert.ts";
import { machineKindOf } from "../automata/machine.ts";
import type { KindHeader } from "../formats/journal-lines.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Kind } from "./kind.ts";
import { rowsOver } from "./rows.ts";
import { runsOf } from "./runs.ts";
import { weightsIn } from "./weights.ts";

/**
 * The kind that the header of a journal names: weights, if it has no member that names another one.
 *
 * @example
 * console.log(kindOf({ semifield: "tropical" }, new Alphabet("ab")).algebra.name); // tropical
 */
export function kindOf({ semifield, machine, next }: KindHeader, alphabet: Alphabet): Kind<unknown> {
  if (machine !== undefined) return runsOf(machine);
  return next === undefined ? weightsIn(semifieldByName(semifield)) : rowsOver(alphabet, next);
}

/**
 * The kind of an automaton as a target: it runs if it is a complete machine, and gives weights otherwise.
 *
 * @example
 * console.log(kindOfAutomaton(fromExpression("ab", boolean)).name); // weights
 */
export function kindOfAutomaton<W>(automaton: Automaton<W>): Kind<W>;
export function kindOfAutomaton(automaton: Automaton<unknown>): Kind<unknown> {
  const machine = machineKindOf(automaton);
  return machine === undefined ? weightsIn(automaton.algebra) : runsOf(machine);
}
