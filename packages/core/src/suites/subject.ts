import { type FreeWord, freeGroup, freeWord } from "../algebra/free-group.ts";
import { type Automaton, isDeterministic, toWdfsa } from "../automata/convert.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import {
  isOverFreeGroup,
  type Machine,
  machineOf,
  machineSize,
  machineToWdfsa,
  requireMachine,
  runMachine,
} from "../automata/machine.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { characterisingSet, identificationSet, splittingTree } from "../automata/minimal/splitting-tree.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { countOf } from "../errors.ts";
import { LinearWords } from "../teachers/testing/strategies/linear-words.ts";
import { MachineSplitting, remembered } from "../teachers/testing/strategies/states-apart.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import { ACCEPT, REJECT, type Speaks } from "./suite.ts";
import { type Walk, walkOn } from "./walk.ts";

/** Words that tell the states of a minimal model apart. */
export interface Identification {
  /** Enough for all states together. */
  readonly all: readonly Word[];
  /** Some of them, which tell a state, or the dead state -1, from all others. */
  identifying(state: number): readonly Word[];
  /** Some of them: any two states have one in common that tells them apart. */
  harmonised(state: number): readonly Word[];
}

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
  const notes = automaton instanceof Wdfsa ? unreached(automaton) : [];
  const machine = machineOf(automaton);
  if (machine !== undefined) return machineSubject(machine, notes);
  if (automaton instanceof Wdfsa && isOverFreeGroup(automaton)) {
    const whole = machineOf(completed(automaton));
    if (whole !== undefined) return machineSubject(whole, [...notes, missing(automaton)]);
  }
  return languageSubject(automaton, notes);
}

function walkOf<W>({ size, alphabet, target }: Wdfsa<W>): Walk {
  return walkOn(size, alphabet.size, target);
}

function unreached<W>(automaton: Wdfsa<W>): string[] {
  const count = automaton.size - walkOf(automaton).order.length;
  return count === 0
    ? []
    : [`${countOf(count, "state")} of the model cannot be reached, so no test comes there`];
}

function missing<W>(automaton: Wdfsa<W>): string {
  const { order, letters, target } = walkOf(automaton);
  let count = 0;
  for (const state of order) {
    for (let letter = 0; letter < letters; letter++) if (target[state * letters + letter] < 0) count++;
  }
  const all = order.length * letters;
  return `the model lacks ${count} of ${countOf(all, "transition")}: no test says what happens there, and states that differ only there are not told apart`;
}

/** What a machine writes where the model has no transition: no output of a file has this name. */
const OPEN = "\u0000open";

/** The machine with one more state, where all missing transitions lead. */
function completed(partial: Wdfsa<FreeWord>): Wdfsa<FreeWord> {
  const { alphabet, size, initialWeight } = partial;
  const width = alphabet.size;
  const target = new Int32Array((size + 1) * width).fill(size);
  const arcWeight = freeGroup.array(target.length);
  const open = freeWord(OPEN);
  for (let arc = 0; arc < target.length; arc++) {
    const from = Math.floor(arc / width);
    const exists = from < size && partial.target[arc] >= 0;
    if (exists) target[arc] = partial.target[arc];
    const before = from < size ? partial.finalWeight[from] : freeGroup.one;
    arcWeight[arc] = exists
      ? partial.arcWeight[arc]
      : freeGroup.isZero(before)
        ? open
        : freeGroup.times(before, open);
  }
  const finalWeight = Array.from({ length: size + 1 }, (_, q) =>
    q < size ? partial.finalWeight[q] : freeGroup.one,
  );
  return new Wdfsa({ algebra: freeGroup, alphabet, target, arcWeight, initialWeight, finalWeight });
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

/** What each arc of a machine writes: a Moore machine writes the output of the state that it enters. */
function writtenOnArcs({ kind, target, output }: Machine): readonly string[] {
  return kind === "moore" ? Array.from(target, (state) => output[state]) : output;
}

function answeredArcs(machine: Machine): Int32Array {
  const written = writtenOnArcs(machine);
  return Int32Array.from(machine.target, (to, arc) => (written[arc] === OPEN ? -1 : to));
}

function ofMachine(minimal: Machine): Identification {
  const { kind, alphabet, target, output } = minimal;
  const states = machineSize(minimal);
  const own = kind === "moore" ? output : undefined;
  const written = writtenOnArcs(minimal);
  const splitting = new MachineSplitting({ states, letters: alphabet.size, target, output: written, own });
  const differ = (p: number, q: number, word: Word) =>
    (own !== undefined && own[p] !== own[q]) || splitting.follow(p, q, word) < 0;
  const orNothing = (words: readonly Word[]): readonly Word[] => (words.length > 0 ? words : [[]]);
  return {
    all: orNothing(splitting.suffixes()),
    harmonised: remembered((state) => orNothing(splitting.path(state))),
    identifying: remembered((state) => {
      const others = Array.from({ length: states }, (_, other) => other).filter((other) => other !== state);
      return orNothing(fewest(splitting.path(state), others, (other, word) => differ(state, other, word)));
    }),
  };
}

/** Some of these words, such that every one of the others is told by one of them; greedily few. */
function fewest(
  words: readonly Word[],
  others: readonly number[],
  tells: (other: number, word: Word) => boolean,
): Word[] {
  const chosen: Word[] = [];
  for (let left = others; left.length > 0; ) {
    let best: { word: Word; left: readonly number[] } | undefined;
    for (const word of words) {
      const still = left.filter((other) => !tells(other, word));
      if (best === undefined || still.length < best.left.length) best = { word, left: still };
    }
    if (best === undefined || best.left.length === left.length) break;
    chosen.push(best.word);
    left = best.left;
  }
  return chosen;
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
