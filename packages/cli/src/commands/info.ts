import {
  type Automaton,
  countOf,
  isDeterministic,
  type MachineKind,
  machineOf,
  machineSize,
  minimize,
  trim,
  Wfsa,
} from "@hankel/core";
import { type Reading, readAny } from "../support/input.ts";
import { examples, readingOptions } from "../support/options.ts";
import { print } from "../support/output.ts";
import { statesOf } from "../support/states.ts";
import type { Define } from "./define.ts";

export const info: Define = (command) => {
  command
    .argument("<automaton>", "a file, or - for standard input")
    .option("--json", "print a JSON object")
    .action(async (file: string, options: Reading & { json?: true }) => {
      const facts = describe(await readAny(file, options));
      await print(options.json ? `${JSON.stringify(facts)}\n` : table(facts));
    });
  readingOptions(command);
  examples(command, ["hankel info target.json", "hankel info --json target.json"]);
};

/** What a complete Mealy or Moore machine is; its states are not always those of the automaton. */
interface MachineFacts {
  readonly kind: MachineKind;
  readonly states: number;
  readonly letters: number;
  readonly outputs: number;
}

interface Facts {
  readonly machine?: MachineFacts | undefined;
  readonly semifield: string;
  readonly exact: boolean;
  readonly alphabet: readonly string[];
  readonly states: number;
  readonly arcs: number;
  readonly finals: number;
  readonly deterministic: boolean;
  readonly trim: boolean;
  /** Only for deterministic automata over an algebra with more than one non-zero weight. */
  readonly dof?: number | undefined;
  /** Only for deterministic automata. */
  readonly minimal?: boolean;
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
      initials: initials.length,
      epsilons,
      deterministic: isDeterministic(automaton),
      trim: trim(automaton).size === size,
    };
  }
  const machine = machineOf(automaton);
  return {
    ...(machine && {
      machine: {
        kind: machine.kind,
        states: machineSize(machine),
        letters: alphabet.size,
        outputs: new Set(machine.output).size,
      },
    }),
    ...common,
    dof: automaton.dof,
    deterministic: true,
    trim: trim(automaton).size === size,
    minimal: statesOf(minimize(automaton)) === statesOf(automaton) && trim(automaton).size === size,
  };
}

function table(facts: Facts): string {
  const { machine, alphabet, exact, semifield, ...rest } = facts;
  const shown = alphabet.slice(0, 12).map((symbol) => JSON.stringify(symbol));
  const more = alphabet.length > shown.length ? ` … ${alphabet.length} symbols` : "";
  const rows = Object.entries({
    machine: machine && inSentence(machine),
    semifield: `${semifield} (${exact ? "exact" : "within a tolerance"})`,
    alphabet: shown.length === 0 ? "empty" : shown.join(" ") + more,
    ...rest,
    ...(machine?.kind === "moore" && { states: `${machine.states} (${rest.states} as a Mealy machine)` }),
  });
  return rows
    .flatMap(([name, fact]) => (fact === undefined ? [] : `${name.padEnd(15)}${inWords(fact)}\n`))
    .join("");
}

function inSentence({ kind, states, letters, outputs }: MachineFacts): string {
  const name = kind === "mealy" ? "Mealy machine" : "Moore machine";
  return [name, countOf(states, "state"), countOf(letters, "letter"), countOf(outputs, "output")].join(", ");
}

function inWords(fact: string | number | boolean): string {
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  return String(fact);
}
