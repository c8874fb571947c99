import { type Automaton, isDeterministic, toWdfsa } from "../automata/convert.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import {
  type Machine,
  machineSize,
  machineToWdfsa,
  requireMachine,
  runMachine,
} from "../automata/machine.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { characterisingSet, identificationSet, splittingTree } from "../automata/minimal/splitting-tree.ts";
import { answeredArcs, OPEN, openMachineOf, transitionsOf, writtenOnArcs } from "../automata/open-machine.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { countOf } from "../errors.ts";
import { type Identification, identificationOf } from "../teachers/testing/strategies/identification.ts";
import { LinearWords } from "../teachers/testing/strategies/linear-words.ts";
import { remembered } from "../teachers/testing/strategies/states-apart.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import { ACCEPT, REJECT, type Speaks } from "./suite.ts";
import { type Walk, walkOn } from "./walk.ts";

/** A model as the methods see it. */
export interface Subject {
  readonly speaks: Speaks;
  readonly semifield: string | undefined;
  readonly alphabet: Alphabet;
  /** The states as they are given. */
  readonly walk: Walk;
  /** Those of the minimal model, which `identification` is about. */
  readonly minimal: Walk;
  readonly identification: Identification;
  /** The words of the W-method for an automaton over a field that need not be deterministic. */
  readonly linear: LinearWords | undefined;
  /** The longest prefix of a word that the model answers. */
  answered(word: Word): Word;
  /** The answers of the model: see `SuiteTest`. A language answers where `looks` says so. */
  expected(word: Word, looks: (length: number) => boolean): (string | undefined)[];
  readonly notes: readonly string[];
}

/** A model as a subject: a machine, also one that lacks transitions, or an automaton. */
export function subjectOf<W>(automaton: Automaton<W>): Subject {
  if (!(automaton instanceof Wdfsa)) return languageSubject(automaton, []);
  const machine = openMachineOf(automaton);
  if (machine === undefined) return languageSubject(automaton, unreached(automaton));
  return machineSubject(machine, [...unreached(automaton), ...missing(automaton)]);
}

function walkOf<W>({ size, alphabet, target }: Wdfsa<W>): Walk {
  return walkOn(size, alphabet.size, target);
}

function unreached<W>(automaton: Wdfsa<W>): string[] {
  const count = automaton.size - walkOf(automaton).order.length;
  if (count === 0) return [];
  return [`${countOf(count, "state")} of the model cannot be reached, so no test comes there`];
}

function missing<W>(automaton: Wdfsa<W>): string[] {
  const { missing: count, all } = transitionsOf(automaton);
  if (count === 0) return [];
  return [
    `the model lacks ${count} of ${countOf(all, "transition")}: no test says what happens there, and states that differ only there are not told apart`,
  ];
}

function machineSubject(machine: Machine, notes: readonly string[]): Subject {
  const { kind, alphabet } = machine;
  const minimal = requireMachine(minimize(machineToWdfsa(machine)));
  const minimalWalk = walkOn(machineSize(minimal), alphabet.size, minimal.target);
  return {
    speaks: kind,
    semifield: undefined,
    alphabet,
    walk: walkOn(machineSize(machine), alphabet.size, answeredArcs(machine)),
    minimal: minimalWalk,
    identification: ofMachine(minimal),
    linear: undefined,
    answered(word) {
      const at = runMachine(machine, word).indexOf(OPEN);
      if (at < 0) return word;
      return word.slice(0, kind === "moore" ? at - 1 : at);
    },
    expected: (word) => runMachine(machine, word),
    notes,
  };
}

function ofMachine(minimal: Machine): Identification {
  const { kind, alphabet, target, output } = minimal;
  const own = kind === "moore" ? output : undefined;
  const written = writtenOnArcs(minimal);
  return identificationOf({
    states: machineSize(minimal),
    letters: alphabet.size,
    target,
    output: written,
    own,
  });
}

function languageSubject<W>(automaton: Automaton<W>, notes: readonly string[]): Subject {
  const linear = isDeterministic(automaton) ? undefined : LinearWords.of(automaton);
  const { alphabet, algebra } = automaton;
  const isAcceptor = algebra.name === "boolean";
  const written = (weight: W) => {
    if (!isAcceptor) return algebra.format(weight);
    return algebra.isZero(weight) ? REJECT : ACCEPT;
  };
  const given = linear === undefined ? walked(automaton) : noWalk(alphabet);
  return {
    speaks: isAcceptor ? "acceptor" : "weights",
    semifield: isAcceptor ? undefined : algebra.name,
    alphabet,
    ...given,
    linear,
    answered: (word) => word,
    expected: (word, looks) =>
      Array.from({ length: word.length + 1 }, (_, length) =>
        looks(length) ? written(automaton.weigh(word.slice(0, length))) : undefined,
      ),
    notes,
  };
}

type States = Pick<Subject, "walk" | "minimal" | "identification">;

function walked<W>(automaton: Automaton<W>): States {
  const deterministic = isDeterministic(automaton) ? toWdfsa(automaton) : determinize(automaton);
  const minimal = minimize(deterministic);
  if (minimal.size === 0) {
    const nothing = () => [];
    const none = { all: [], identifying: nothing, harmonised: nothing };
    return { walk: walkOf(deterministic), minimal: walkOf(minimal), identification: none };
  }
  const tree = splittingTree(minimal);
  const harmonised = remembered((state: number): readonly Word[] => [[], ...identificationSet(tree, state)]);
  return {
    walk: walkOf(deterministic),
    minimal: walkOf(minimal),
    identification: {
      all: characterisingSet(tree),
      harmonised,
      identifying: remembered((state) => identificationSet(tree, state)),
    },
  };
}

/** An automaton over a field that need not be deterministic has no states that words lead to. */
function noWalk({ size }: Alphabet): States {
  const none = walkOn(0, size, []);
  const nothing = () => [];
  return {
    walk: none,
    minimal: none,
    identification: { all: [], identifying: nothing, harmonised: nothing },
  };
}
