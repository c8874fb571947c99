import { accessWord, breadthFirst } from "../automata/breadth-first.ts";
import { type Automaton, isDeterministic, toWdfsa } from "../automata/convert.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import { isOverFreeGroup, type Machine, machineSize, machineToWdfsa } from "../automata/machine.ts";
import { answeredArcs, OPEN, openMachineOf } from "../automata/open-machine.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { countOf, HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";

/** What is said on the way: outputs, accepted or not, or weights. */
export type Says =
  | {
      readonly kind: "mealy" /** The output of each arc. */;
      readonly output: readonly (string | undefined)[];
    }
  | { readonly kind: "moore" /** The output of each state. */; readonly output: readonly string[] }
  | { readonly kind: "acceptor" /** Of each state. */; readonly accepting: readonly boolean[] }
  | Weighs;

/** Weights in the notation of their semifield; `undefined` is its zero. */
export interface Weighs {
  readonly kind: "weights";
  readonly semifield: string;
  readonly initial: string | undefined;
  readonly arc: readonly (string | undefined)[];
  readonly final: readonly (string | undefined)[];
}

/**
 * A deterministic model as code is made of it. Its states are those that a word reaches, numbered breadth-first; state 0 is initial. There
 * is at least one.
 */
export interface CodeModel {
  readonly alphabet: Alphabet;
  readonly size: number;
  /** The state that an arc leads to, or -1 where the model has none. */
  readonly target: Int32Array;
  readonly says: Says;
  /** A shortest word to each state. */
  readonly access: readonly Word[];
  /** The names of the states, if the file has any. */
  readonly names: readonly string[] | undefined;
  /** What the code leaves out or rounds, in sentences. */
  readonly notes: readonly string[];
}

/** A machine, also one that lacks transitions, or an automaton, as a model; what has no deterministic form is refused. */
export function codeModelOf<W>(given: Automaton<W> | Machine): CodeModel {
  if ("kind" in given) return codeModelOf(machineToWdfsa(given));
  const automaton = deterministic(given);
  const { size, alphabet, target } = automaton;
  const unreached = size - breadthFirst(size, alphabet.size, target).order.length;
  const notes =
    unreached > 0 ? [`${countOf(unreached, "state")} of the model cannot be reached: left out`] : [];
  return { ...partsOf(automaton), notes };
}

function partsOf<W>(automaton: Wdfsa<W>): Omit<CodeModel, "notes"> {
  const machine = openMachineOf(automaton);
  if (machine !== undefined) return machineModel(machine);
  if (isOverFreeGroup(automaton)) {
    throw new HankelError(
      "unsupported",
      "no code is written of weights in the free group, except those of Mealy and Moore machines, which write one output at each step",
    );
  }
  return reachedModel(languageParts(automaton));
}

function deterministic<W>(automaton: Automaton<W>): Wdfsa<W> {
  if (isDeterministic(automaton)) return toWdfsa(automaton);
  if (automaton.algebra.name === "boolean") return determinize(automaton);
  throw new HankelError(
    "unsupported",
    "the automaton is nondeterministic, and code follows one state at a time: hankel determinize may help",
  );
}

type Parts = Omit<CodeModel, "access" | "notes">;

function machineModel(machine: Machine): Omit<CodeModel, "notes"> {
  const { kind, alphabet, output, names } = machine;
  const parts = { alphabet, size: machineSize(machine), target: answeredArcs(machine), names };
  if (kind === "moore") return reachedModel({ ...parts, says: { kind, output } });
  const known = output.map((text) => (text === OPEN ? undefined : text));
  return reachedModel({ ...parts, says: { kind, output: known } });
}

function languageParts<W>({ algebra, alphabet, names, ...automaton }: Wdfsa<W>): Parts {
  const { initialWeight, arcWeight, finalWeight } = automaton;
  // The zero language has no states; code has one, which is not final.
  const size = Math.max(1, automaton.size);
  const target = new Int32Array(size * alphabet.size).fill(-1);
  target.set(Array.from({ length: automaton.target.length }, (_, arc) => automaton.target[arc]));
  const finals = Array.from({ length: size }, (_, state) =>
    state < automaton.size ? finalWeight[state] : algebra.zero,
  );
  if (algebra.name === "boolean") {
    const accepting = finals.map((weight) => !algebra.isZero(weight));
    return { alphabet, size, target, says: { kind: "acceptor", accepting }, names };
  }
  const text = (weight: W) => (algebra.isZero(weight) ? undefined : algebra.format(weight));
  const says: Weighs = {
    kind: "weights",
    semifield: algebra.name,
    initial: text(initialWeight),
    arc: Array.from(target, (to, arc) => (to < 0 ? undefined : text(arcWeight[arc]))),
    final: finals.map(text),
  };
  return { alphabet, size, target, says, names: names?.length === size ? names : undefined };
}

/** The model without the states that no word reaches. */
function reachedModel({ alphabet, size, target, says, names }: Parts): Omit<CodeModel, "notes"> {
  const found = breadthFirst(size, alphabet.size, target);
  const { order, number } = found;
  const arcs = Array.from(order, (state) =>
    [...alphabet.symbols.keys()].map((a) => state * alphabet.size + a),
  );
  const ofArcs = <T>(values: readonly T[]) => arcs.flatMap((row) => row.map((arc) => values[arc]));
  const ofStates = <T>(values: readonly T[]) => Array.from(order, (state) => values[state]);
  return {
    alphabet,
    size: order.length,
    target: Int32Array.from(ofArcs([...target]), (to) => (to < 0 ? -1 : number[to])),
    says: reachedSays(says, ofArcs, ofStates),
    access: Array.from(order, (state) => accessWord(found, state) ?? []),
    names: names && ofStates(names),
  };
}

function reachedSays(
  says: Says,
  ofArcs: <T>(values: readonly T[]) => T[],
  ofStates: <T>(values: readonly T[]) => T[],
): Says {
  switch (says.kind) {
    case "mealy":
      return { ...says, output: ofArcs(says.output) };
    case "moore":
      return { ...says, output: ofStates(says.output) };
    case "acceptor":
      return { ...says, accepting: ofStates(says.accepting) };
    default:
      return { ...says, arc: ofArcs(says.arc), final: ofStates(says.final) };
  }
}

/** How many transitions are missing. */
export function missingOf({ target }: CodeModel): number {
  return target.filter((to) => to < 0).length;
}

/** An arc with its ends, as writers go through them. */
export interface CodeArc {
  readonly from: number;
  readonly letter: number;
  /** Its number, or that of the place where it would be. */
  readonly arc: number;
  /** -1 where the model has no arc. */
  readonly to: number;
}

/** The arcs that leave a state, in the order of the letters. */
export function arcsFrom({ alphabet, target }: CodeModel, from: number): CodeArc[] {
  const places = Array.from(alphabet.symbols, (_, letter) => {
    const arc = from * alphabet.size + letter;
    return { from, letter, arc, to: target[arc] };
  });
  return places.filter(({ to }) => to >= 0);
}

/** For each state: does a word lead from it to one of these? */
export function statesLeadingTo({ size, alphabet, target }: CodeModel, goals: readonly number[]): boolean[] {
  const into: number[][] = Array.from({ length: size }, () => []);
  target.forEach((to, arc) => {
    if (to >= 0) into[to].push(Math.floor(arc / alphabet.size));
  });
  const found = new Set(goals);
  for (const state of found) for (const from of into[state]) found.add(from);
  return Array.from({ length: size }, (_, state) => found.has(state));
}

/** An acceptor in which every symbol leads somewhere: where it had no arc, to a state from which nothing is accepted. */
export function completeAcceptor(model: CodeModel): CodeModel {
  const { alphabet, says, size, target } = model;
  if (says.kind !== "acceptor" || missingOf(model) === 0) return model;
  const width = alphabet.size;
  const completed = new Int32Array((size + 1) * width).fill(size);
  target.forEach((to, arc) => {
    if (to >= 0) completed[arc] = to;
  });
  const first = target.indexOf(-1);
  const access = [...model.access[Math.floor(first / width)], first % width];
  return {
    ...model,
    size: size + 1,
    target: completed,
    says: { kind: "acceptor", accepting: [...says.accepting, false] },
    access: [...model.access, access],
    names: undefined,
  };
}
