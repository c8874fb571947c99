import { freeGroup } from "../algebra/free-group.ts";
import { semifieldByName } from "../algebra/registry.ts";
import { outputsOf } from "../automata/machine.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { KindHeader } from "../formats/journal-lines.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Kind, KindName } from "./kind.ts";
import { rowsOver } from "./rows.ts";
import { runsOf } from "./runs.ts";
import { weightsIn } from "./weights.ts";

/** Each kind from the header of a journal, if the header has the member that names it. */
const named: {
  readonly [N in Exclude<KindName, "weights">]: (
    header: KindHeader,
    alphabet: Alphabet,
  ) => Kind<unknown> | undefined;
} = {
  runs: ({ machine }) => machine && runsOf(machine),
  rows: ({ next }, alphabet) => next && rowsOver(alphabet, next),
};

/** The kind that the header of a journal names: weights, if it has no member that names another one. */
export function kindOf(header: KindHeader, alphabet: Alphabet): Kind<unknown> {
  for (const read of Object.values(named)) {
    const kind = read(header, alphabet);
    if (kind !== undefined) return kind;
  }
  return weightsIn(semifieldByName(header.semifield));
}

/** The kind of an automaton as a target: it runs if it is a complete machine, and gives weights otherwise. */
export function kindOfAutomaton<W>(automaton: Wdfsa<W>): Kind<W>;
export function kindOfAutomaton(automaton: Wdfsa<unknown>): Kind<unknown> {
  const outputs = outputsOf(automaton);
  if (typeof outputs === "string") return weightsIn(automaton.algebra);
  return runsOf(outputs.first === freeGroup.one ? "mealy" : "moore");
}
