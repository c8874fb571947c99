import { type FreeWord, freeGroup, freeWord, generatorName } from "../algebra/free-group.ts";
import { HankelError, quote } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { isSpelled, type Spelling, type Word } from "../words/word.ts";
import type { Automaton } from "./convert.ts";
import { type ReadonlyInts, Wdfsa } from "./wdfsa.ts";

/** A Mealy machine writes an output for each letter that it reads; a Moore machine writes that of each state it enters. */
export type MachineKind = "mealy" | "moore";

/** What the kinds are called in messages. */
export const machineNames: Readonly<Record<MachineKind, string>> = {
  mealy: "Mealy machine",
  moore: "Moore machine",
};

export function isMachine(value: unknown): value is MachineKind {
  return value === "mealy" || value === "moore";
}

/** A complete Mealy or Moore machine. State 0 is initial; arcs are numbered as in `Wdfsa`, and every arc exists. */
export interface Machine {
  readonly kind: MachineKind;
  readonly alphabet: Alphabet;
  /** The state an arc leads to. */
  readonly target: ReadonlyInts;
  /** The output of each arc (Mealy) or of each state (Moore): any string, also `""`. */
  readonly output: readonly string[];
  /** The names of the states, if they have any. */
  readonly names?: readonly string[] | undefined;
}

/**
 * How many states a machine has.
 *
 * @example
 * const alphabet = new Alphabet(["press"]);
 * console.log(machineSize({ kind: "mealy", alphabet, target: [1, 0], output: ["on", "off"] })); // 2
 */
export function machineSize({ kind, alphabet, target, output }: Machine): number {
  if (kind === "moore") return output.length;
  return alphabet.size === 0 ? 1 : target.length / alphabet.size;
}

/**
 * What a machine writes as it reads a word, given by letters or symbols: one output per letter. A Moore machine writes
 * one more, first: that of its initial state.
 *
 * @example
 * const lamp = { kind: "mealy", alphabet: new Alphabet(["press"]), target: [1, 0], output: ["on", "off"] } as const;
 * console.log(runMachine(lamp, ["press", "press", "press"]).join(" ")); // on off on
 */
export function runMachine(machine: Machine, word: Word | Spelling): string[] {
  const { kind, alphabet, target, output } = machine;
  if (isSpelled(word)) return runMachine(machine, alphabet.word(word));
  const written = kind === "moore" ? [output[0]] : [];
  let state = 0;
  for (const letter of word) {
    if (letter >>> 0 >= alphabet.size) {
      throw new HankelError("usage", `letter ${letter} is outside 0…${alphabet.size - 1}`);
    }
    const arc = state * alphabet.size + letter;
    state = target[arc];
    written.push(output[kind === "moore" ? state : arc]);
  }
  return written;
}

/**
 * A machine as an automaton over the free group: the weight of a word is the product of its outputs, and every state is
 * final with weight 1. Linear. Right languages are homothetic if and only if the states are equivalent: at ε,
 * L_u = k ⊗ L_v determines k, and after dividing by k the outputs are equal (docs/theory/machines.md, 10.1). So the minimal automaton
 * has as many states as the minimal Mealy machine. A Moore machine is a Mealy machine that writes one output at first.
 *
 * @example
 * const alphabet = new Alphabet(["press"]);
 * const lamp = machineToWdfsa({ kind: "mealy", alphabet, target: [1, 0], output: ["on", "off"] });
 * console.log(freeGroup.format(lamp.weigh(["press", "press"]))); // on off
 */
export function machineToWdfsa(machine: Machine): Wdfsa<FreeWord> {
  const { kind, alphabet, output } = machine;
  const target = Int32Array.from(machine.target);
  const generators = output.map(memoized((name: string) => freeWord(name)));
  const arcWeight = freeGroup.array(target.length);
  for (let arc = 0; arc < target.length; arc++) {
    arcWeight[arc] = generators[kind === "moore" ? target[arc] : arc];
  }
  const finalWeight = freeGroup.array(machineSize(machine));
  for (let state = 0; state < finalWeight.length; state++) finalWeight[state] = freeGroup.one;
  const initialWeight = kind === "moore" ? generators[0] : freeGroup.one;
  const { names } = machine;
  return new Wdfsa({ algebra: freeGroup, alphabet, target, arcWeight, initialWeight, finalWeight, names });
}

/**
 * The machine of an automaton, whatever its gauge (docs/theory/machines.md, 10.5); `undefined` if it is no complete machine. Linear.
 *
 * @example
 * const machine = machineOf(fromExpression("a", boolean));
 * console.log(machine); // undefined
 */
export function machineOf<W>(automaton: Automaton<W>): Machine | undefined {
  if (!(automaton instanceof Wdfsa)) return undefined;
  const outputs = outputsOf(automaton);
  return typeof outputs === "string" ? undefined : machineWith(automaton, outputs);
}

/** The kind of machine that an automaton is; `undefined` if it is no complete machine. Linear. */
export function machineKindOf<W>(automaton: Automaton<W>): MachineKind | undefined {
  const outputs = automaton instanceof Wdfsa ? outputsOf(automaton) : "";
  if (typeof outputs === "string") return undefined;
  return outputs.first === freeGroup.one ? "mealy" : "moore";
}

/**
 * The machine of an automaton; an automaton that is none is refused with a message that names the place.
 *
 * @example
 * const alphabet = new Alphabet(["press"]);
 * const automaton = machineToWdfsa({ kind: "mealy", alphabet, target: [1, 0], output: ["on", "off"] });
 * console.log(requireMachine(automaton).output.join(" ")); // on off
 */
export function requireMachine<W>(automaton: Wdfsa<W>): Machine {
  const outputs = outputsOf(automaton);
  if (typeof outputs !== "string") return machineWith(automaton, outputs);
  throw new HankelError("automaton", `no Mealy or Moore machine: ${outputs}`);
}

/** What an automaton writes: single generators, in the gauge in which every final weight is 1. */
export interface Outputs {
  /** What it writes before the first letter: the identity (Mealy) or a generator (Moore). */
  readonly first: FreeWord;
  /** What each arc writes. */
  readonly arcs: readonly FreeWord[];
}

/**
 * The outputs of an automaton that is a complete machine, or the reason why it is none. With ρ(q)⁻¹ as the potential of q,
 * an arc p → q weighs ρ(p)⁻¹ ⊗ w ⊗ ρ(q), which must be a single generator, and λ ⊗ ρ(0) must be one, or 1.
 */
export function outputsOf<W>(automaton: Wdfsa<W>): Outputs | string {
  if (!isOverFreeGroup(automaton)) return `its weights are ${automaton.algebra.name}, not free-group`;
  const { alphabet, size, target, arcWeight, finalWeight } = automaton;
  if (size > 1 && alphabet.size === 0) return "without letters only the initial state can be reached";
  if (size === 0) return "the zero language, which refuses even the empty word";
  for (let state = 0; state < size; state++) {
    if (finalWeight[state] === freeGroup.zero) return `state ${state} is not final`;
  }
  const first = freeGroup.times(automaton.initialWeight, finalWeight[0]);
  if (first !== freeGroup.one && generatorName(first) === undefined) {
    return `it writes ${quote(first)} for the empty word, not a single output`;
  }
  const single = new Set<FreeWord>();
  const arcs = new Array<FreeWord>(target.length);
  for (let arc = 0; arc < target.length; arc++) {
    const place = () => `state ${Math.floor(arc / alphabet.size)}`;
    const symbol = () => quote(alphabet.symbols[arc % alphabet.size]);
    if (target[arc] < 0) return `${place()} has no arc for ${symbol()}`;
    const from = Math.floor(arc / alphabet.size);
    const weight = normalized(finalWeight[from], arcWeight[arc], finalWeight[target[arc]]);
    if (!single.has(weight)) {
      if (generatorName(weight) === undefined) {
        return `${place()} writes ${quote(weight)} for ${symbol()}, not a single output`;
      }
      single.add(weight);
    }
    arcs[arc] = weight;
  }
  return { first, arcs };
}

/** ρ(p)⁻¹ ⊗ w ⊗ ρ(q): the weight of an arc in the gauge in which every final weight is 1. */
export function normalized(before: FreeWord, weight: FreeWord, after: FreeWord): FreeWord {
  const { one, times, inverse } = freeGroup;
  if (before === one) return after === one ? weight : times(weight, after);
  return times(times(inverse(before), weight), after);
}

/** Are the weights of an automaton words of the free group? */
export function isOverFreeGroup<W>(automaton: Wdfsa<W> | Wdfsa<FreeWord>): automaton is Wdfsa<FreeWord> {
  return automaton.algebra === freeGroup;
}

function machineWith<W>(automaton: Wdfsa<W>, { first, arcs }: Outputs): Machine {
  const { alphabet, target, names } = automaton;
  const name = memoized((generator: FreeWord) => generatorName(generator) as string);
  const output = arcs.map(name);
  if (first === freeGroup.one) return { kind: "mealy", alphabet, target, output, ...(names && { names }) };
  return mooreMachine(automaton, name(first), output);
}

/**
 * A Mealy machine with a first output, presented as a Moore machine: its states are the pairs of a state and the output on
 * the way to it, numbered breadth-first. If the Mealy machine is minimal, so is this one: pairs with different outputs
 * differ at once, and pairs with different states later. Names stay if every state has one way in.
 */
function mooreMachine<W>(automaton: Wdfsa<W>, first: string, mealyOutput: readonly string[]): Machine {
  const { alphabet, names } = automaton;
  const numbers = new Map<string, Map<number, number>>();
  const states: number[] = [];
  const output: string[] = [];
  const number = (state: number, written: string) => {
    let ofOutput = numbers.get(written);
    if (ofOutput === undefined) numbers.set(written, (ofOutput = new Map<number, number>()));
    let known = ofOutput.get(state);
    if (known === undefined) {
      ofOutput.set(state, (known = states.push(state) - 1));
      output.push(written);
    }
    return known;
  };
  number(0, first);
  const target: number[] = [];
  for (let at = 0; at < states.length; at++) {
    for (let letter = 0; letter < alphabet.size; letter++) {
      const arc = states[at] * alphabet.size + letter;
      target.push(number(automaton.target[arc], mealyOutput[arc]));
    }
  }
  const keepsNames = names !== undefined && new Set(states).size === states.length;
  return {
    kind: "moore",
    alphabet,
    target: Int32Array.from(target),
    output,
    ...(keepsNames && { names: states.map((state) => names[state]) }),
  };
}

/** A function that remembers what it was asked. */
function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}
