import { isField } from "../algebra.ts";
import { basisOf } from "../automata.ts";
import {
  type Automaton,
  HankelError,
  isDeterministic,
  machineOf,
  machineSize,
  minimize,
  trim,
  Wdfsa,
  Wfsa,
} from "../index.ts";
import { countOf, gapsOf, RANK_TOLERANCE, unreachedStates } from "../internal/core.ts";
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

type Facts = ReturnType<typeof describe>;

/** What there is to say; what an automaton does not have is undefined. */
function describe(automaton: Automaton<unknown>) {
  const { algebra, alphabet, size: states, arcs } = automaton;
  const machine = machineOf(automaton);
  const trimmed = automaton instanceof Wfsa ? trim(automaton) : trim(automaton);
  const isTrim = trimmed.size === states;
  const gaps = machine === undefined ? gapsOf(automaton) : undefined;
  const rank = machine === undefined ? rankOf(automaton) : undefined;
  return {
    machine: machine && {
      kind: machine.kind,
      states: machineSize(machine),
      inputs: alphabet.size,
      outputs: new Set(machine.output).size,
    },
    // A machine has no weights: neither these, nor finals, nor dof, nor a rank.
    ...(machine === undefined && { semifield: algebra.name, exact: algebra.exact }),
    ...(gaps !== undefined && gaps.length > 0 && { lacks: namedGaps(automaton, gaps) }),
    alphabet: alphabet.symbols,
    unreachable: automaton instanceof Wdfsa ? unreachable(automaton) : undefined,
    states,
    arcs,
    ...(machine === undefined && { finals: automaton.finals }),
    ...(automaton instanceof Wfsa
      ? {
          rank,
          initials: automaton.initials.length,
          epsilons: automaton.epsilons,
          deterministic: isDeterministic(automaton),
          trim: isTrim,
        }
      : {
          ...(machine === undefined && { dof: automaton.dof }),
          deterministic: true,
          trim: isTrim,
          rank,
          // An automaton that is not trim is not minimal, and to minimize takes longer than all else here.
          minimal: isTrim && statesOf(minimize(automaton)) === statesOf(automaton),
        }),
  };
}

/** The transitions that a machine lacks, by state and input. */
function namedGaps(
  { names, alphabet }: Pick<Automaton<unknown>, "names" | "alphabet">,
  gaps: NonNullable<ReturnType<typeof gapsOf>>,
): string[] {
  return gaps.map(({ state, letter }) => `${names?.[state] ?? state}: ${alphabet.symbols[letter]}`);
}

/** The states to which no word leads, by name, if there are any. */
function unreachable(automaton: Wdfsa<unknown>): string[] | undefined {
  const states = unreachedStates(automaton);
  return states.length === 0 ? undefined : states.map((state) => automaton.names?.[state] ?? String(state));
}

/** So many missing transitions are named. */
const MOST_NAMED = 8;

function lackInWords(lacks: readonly string[]): string {
  const these = lacks.length === 1 ? "this transition" : `these ${lacks.length} transitions`;
  return `a machine, but for ${these}: ${someOf(lacks)}`;
}

function someOf(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : "";
  return names.slice(0, MOST_NAMED).join(", ") + more;
}

/** The rank of larger automata is left out: it takes time that grows with the cube of the states. */
const MOST_STATES = 500;
const MOST_PRODUCTS = 3e7;

/** The rank of the Hankel matrix; `undefined` if the weights are no field, or if it takes too long. */
function rankOf(automaton: Automaton<unknown>): number | undefined {
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
  const { machine, alphabet, exact, semifield, lacks, unreachable: lost, ...rest } = facts;
  const shown = alphabet.slice(0, 12).map((symbol) => JSON.stringify(symbol));
  const more = alphabet.length > shown.length ? ` … ${alphabet.length} symbols` : "";
  const rows = Object.entries({
    machine: machine && inSentence(machine),
    ...(lacks && { incomplete: lackInWords(lacks) }),
    semifield: semifield && `${semifield} (${exact ? "exact" : "within a tolerance"})`,
    [machine === undefined ? "alphabet" : "inputs"]: shown.length === 0 ? "empty" : shown.join(" ") + more,
    ...rest,
    ...(lost && { unreachable: someOf(lost) }),
    rank: rankInWords(facts),
    ...(machine?.kind === "moore" && { states: `${machine.states} (${rest.states} as a Mealy machine)` }),
  });
  return rows
    .flatMap(([name, fact]) => (fact === undefined ? [] : `${name.padEnd(15)}${inWords(fact)}\n`))
    .join("");
}

function inSentence({ kind, states, inputs, outputs }: NonNullable<Facts["machine"]>): string {
  const name = kind === "mealy" ? "Mealy machine" : "Moore machine";
  return [name, countOf(states, "state"), countOf(inputs, "input"), countOf(outputs, "output")].join(", ");
}

function inWords(fact: string | number | boolean): string {
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  return String(fact);
}
