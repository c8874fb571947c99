import { isField } from "../algebra.ts";
import { basisOf } from "../automata.ts";
import {
  type Automaton,
  HankelError,
  isDeterministic,
  type MachineKind,
  machineOf,
  machineSize,
  minimize,
  trim,
  Wfsa,
} from "../index.ts";
import { countOf, RANK_TOLERANCE } from "../internal/core.ts";
import { flag } from "../options/files.ts";
import { statesOf } from "../show/machine.ts";
import { print } from "../support/output.ts";
import { onAutomaton } from "./define.ts";

export const info = onAutomaton({
  options: { json: flag("print a JSON object") },
  examples: ["hankel info target.json", "hankel info --json target.json"],
  async run(automaton, { json }) {
    const facts = describe(automaton);
    await print(json ? `${JSON.stringify(facts)}\n` : table(facts));
  },
});

/** What a complete Mealy or Moore machine is; its states are not always those of the automaton. */
interface MachineFacts {
  readonly kind: MachineKind;
  readonly states: number;
  readonly inputs: number;
  readonly outputs: number;
}

interface Facts {
  readonly machine?: MachineFacts | undefined;
  /** A machine has no weights: neither these, nor finals, nor dof. */
  readonly semifield?: string;
  readonly exact?: boolean;
  readonly alphabet: readonly string[];
  readonly states: number;
  readonly arcs: number;
  readonly finals?: number;
  readonly deterministic: boolean;
  readonly trim: boolean;
  /** Only for deterministic automata over an algebra with more than one non-zero weight. */
  readonly dof?: number | undefined;
  /** Only for deterministic automata. */
  readonly minimal?: boolean;
  /** Only over a field: the rank of the Hankel matrix, the states of a smallest automaton, deterministic or not. */
  readonly rank?: number | undefined;
  /** Only for nondeterministic automata. */
  readonly initials?: number;
  readonly epsilons?: number;
}

function describe<W>(automaton: Automaton<W>): Facts {
  const { algebra, alphabet, size, arcs, finals } = automaton;
  const common = {
    semifield: algebra.name,
    exact: algebra.exact,
    alphabet: alphabet.symbols,
    states: size,
    arcs,
    finals,
  };
  if (automaton instanceof Wfsa) {
    const { initials, epsilons } = automaton;
    return {
      ...common,
      rank: rankOf(automaton),
      initials: initials.length,
      epsilons,
      deterministic: isDeterministic(automaton),
      trim: trim(automaton).size === size,
    };
  }
  const machine = machineOf(automaton);
  const isTrim = trim(automaton).size === size;
  const minimal = statesOf(minimize(automaton)) === statesOf(automaton) && isTrim;
  if (machine !== undefined) {
    const outputs = new Set(machine.output).size;
    const facts = { kind: machine.kind, states: machineSize(machine), inputs: alphabet.size, outputs };
    return {
      machine: facts,
      alphabet: alphabet.symbols,
      states: size,
      arcs,
      deterministic: true,
      trim: isTrim,
      minimal,
    };
  }
  return {
    ...common,
    dof: automaton.dof,
    deterministic: true,
    trim: isTrim,
    rank: rankOf(automaton),
    minimal,
  };
}

/** The rank of larger automata is left out: it takes time that grows with the cube of the states. */
const MOST_STATES = 500;
const MOST_PRODUCTS = 3e7;

/** The rank of the Hankel matrix; `undefined` if the weights are no field, or if it takes too long. */
function rankOf<W>(automaton: Automaton<W>): number | undefined {
  if (!isField(automaton.algebra) || automaton.size > MOST_STATES) return undefined;
  try {
    return basisOf(automaton, { maxProducts: MOST_PRODUCTS }).prefixes.length;
  } catch (error) {
    if (error instanceof HankelError) return undefined;
    throw error;
  }
}

/** The rank in words, and whether a smaller automaton exists. */
function rankInWords({ rank, exact, states, deterministic }: Facts): string | undefined {
  if (rank === undefined) return undefined;
  const found = exact ? String(rank) : `${rank} (numerical, within ${RANK_TOLERANCE})`;
  if (rank >= states || exact !== true) return found;
  const smaller = `an automaton with ${countOf(rank, "state")} exists`;
  return deterministic ? `${found}: ${smaller}, which need not be deterministic` : `${found}: ${smaller}`;
}

function table(facts: Facts): string {
  const { machine, alphabet, exact, semifield, ...rest } = facts;
  const shown = alphabet.slice(0, 12).map((symbol) => JSON.stringify(symbol));
  const more = alphabet.length > shown.length ? ` … ${alphabet.length} symbols` : "";
  const rows = Object.entries({
    machine: machine && inSentence(machine),
    semifield: semifield && `${semifield} (${exact ? "exact" : "within a tolerance"})`,
    [machine === undefined ? "alphabet" : "inputs"]: shown.length === 0 ? "empty" : shown.join(" ") + more,
    ...rest,
    rank: rankInWords(facts),
    ...(machine?.kind === "moore" && { states: `${machine.states} (${rest.states} as a Mealy machine)` }),
  });
  return rows
    .flatMap(([name, fact]) => (fact === undefined ? [] : `${name.padEnd(15)}${inWords(fact)}\n`))
    .join("");
}

function inSentence({ kind, states, inputs, outputs }: MachineFacts): string {
  const name = kind === "mealy" ? "Mealy machine" : "Moore machine";
  return [name, countOf(states, "state"), countOf(inputs, "input"), countOf(outputs, "output")].join(", ");
}

function inWords(fact: string | number | boolean): string {
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  return String(fact);
}
