import { freeGroup, generatorName } from "../../algebra/free-group.ts";
import type { GroupWithZero, ReadonlyWeights, Weights } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import { Alphabet } from "../../words/alphabet.ts";
import { getOrAdd } from "../../words/collections.ts";
import type { Word } from "../../words/word.ts";
import { type Automaton, isDeterministic, toWdfsa } from "../convert.ts";
import { type DeterminizeLimits, determinize } from "../determinization/determinize.ts";
import { align } from "../equivalence/align.ts";
import { isOverFreeGroup, type Machine, machineOf, machineSize, requireMachine } from "../machine.ts";
import { potentials } from "../minimal/canonical.ts";
import { leastSuffixes } from "../minimal/least-suffixes.ts";
import { minimize } from "../minimal/minimize.ts";
import { weightIds } from "../minimal/weight-ids.ts";
import { type ReadonlyInts, Wdfsa } from "../wdfsa.ts";
import type { Version, Versions } from "./version.ts";

/**
 * Two automata as versions that can be compared: their minimal forms. Of weighted automata there are two: in the gauge in which each was given, where a
 * change in one place is one change, and in the canonical one, where equal languages look equal whoever wrote them.
 */
export function versionsOf<W>(
  before: Automaton<W>,
  after: Automaton<W>,
  limits: DeterminizeLimits,
): readonly Versions[] {
  const [left, right] = [machineOf(before), machineOf(after)];
  if (left?.kind === "moore" && right?.kind === "moore")
    return [
      mooreVersions([left, requireMachine(minimize(before))], [right, requireMachine(minimize(after))]),
    ];
  if (left !== undefined && right !== undefined && left.kind !== right.kind) {
    const of = (machine: Machine) => (machine.kind === "moore" ? "a Moore machine" : "a Mealy machine");
    throw new HankelError(
      "usage",
      `the old version is ${of(left)} and the new one ${of(right)}: a Moore machine writes an output before the first input, so they ` +
        "differ in every answer. Compare two of one kind",
    );
  }
  const [a, b] = align(deterministic(before, limits), deterministic(after, limits));
  const canonical = [minimize(a), minimize(b)] as const;
  const named = [represented(a, canonical[0]), represented(b, canonical[1])] as const;
  if (isOverFreeGroup(canonical[0]) && isOverFreeGroup(canonical[1])) {
    const [p, q] = canonical;
    if (writesOutputs(p) && writesOutputs(q)) return [weightedVersions([p, q], named, "mealy")];
  }
  const versions = weightedVersions(canonical, named, "weights");
  if (a.algebra.trivial === true) return [versions];
  const own = [inGaugeOf(a, canonical[0], named[0]), inGaugeOf(b, canonical[1], named[1])] as const;
  return [weightedVersions(own, named, "weights"), versions];
}

function deterministic<W>(automaton: Automaton<W>, limits: DeterminizeLimits): Wdfsa<W> {
  return isDeterministic(automaton) ? toWdfsa(automaton) : determinize(automaton, limits);
}

/** For each state of a minimal automaton, in breadth-first order, one of the states that it stands for; the first one met. */
interface Represented {
  readonly states: Int32Array;
  readonly names: readonly string[];
}

function represented(
  { target, names }: { readonly target: ReadonlyInts; readonly names?: readonly string[] | undefined },
  minimal: { readonly alphabet: Alphabet; readonly target: ReadonlyInts; readonly size: number },
): Represented {
  const { size } = minimal;
  const width = minimal.alphabet.size;
  const states = new Int32Array(size).fill(-1);
  if (size > 0) states[0] = 0;
  for (let state = 0; state < size; state++) {
    for (let letter = 0; letter < width; letter++) {
      const to = minimal.target[state * width + letter];
      if (to >= 0 && states[to] < 0) states[to] = target[states[state] * width + letter];
    }
  }
  return { states, names: Array.from(states, (state) => names?.[state] ?? String(state)) };
}

/** Does every word of an automaton over the free group, in the canonical gauge, have an output for each letter, as in a machine that lacks transitions? */
function writesOutputs({ size, target, arcWeight, finalWeight, initialWeight }: Wdfsa<string>): boolean {
  if (initialWeight !== freeGroup.one && size > 0 && generatorName(initialWeight) === undefined) return false;
  for (let state = 0; state < size; state++) if (finalWeight[state] !== freeGroup.one) return false;
  for (let arc = 0; arc < target.length; arc++) {
    if (target[arc] >= 0 && generatorName(arcWeight[arc]) === undefined) return false;
  }
  return true;
}

/**
 * A minimal automaton in canonical gauge with the weights of the automaton that it was made of: each state has the right language of the
 * state that represents it there.
 */
function inGaugeOf<W>(given: Wdfsa<W>, minimal: Wdfsa<W>, { states }: Represented): Wdfsa<W> {
  const { algebra, target, size } = minimal;
  if (size === 0) return minimal;
  const width = minimal.alphabet.size;
  const potential = potentials(given, leastSuffixes(given));
  const arcWeight = algebra.array(target.length);
  const finalWeight = algebra.array(size);
  for (let state = 0; state < size; state++) {
    finalWeight[state] = given.finalWeight[states[state]];
    for (let letter = 0; letter < width; letter++) {
      const arc = state * width + letter;
      if (target[arc] < 0) continue;
      const own = states[state] * width + letter;
      const [to, stands] = [given.target[own], states[target[arc]]];
      const weight = given.arcWeight[own];
      arcWeight[arc] =
        to === stands
          ? weight
          : algebra.times(algebra.times(weight, potential[to]), algebra.inverse(potential[stands]));
    }
  }
  return new Wdfsa({ ...minimal, arcWeight, finalWeight, initialWeight: given.initialWeight }, false);
}

/** The arrays of two one after the other, so that equal weights of both get one number. */
function joined<W>(
  algebra: GroupWithZero<W>,
  one: ReadonlyWeights<W>,
  other: ReadonlyWeights<W>,
): Weights<W> {
  const both = algebra.array(one.length + other.length);
  for (let i = 0; i < one.length; i++) both[i] = one[i];
  for (let i = 0; i < other.length; i++) both[one.length + i] = other[i];
  return both;
}

function weightedVersions<W>(
  [a, b]: readonly [Wdfsa<W>, Wdfsa<W>],
  [left, right]: readonly [Represented, Represented],
  kind: "mealy" | "weights",
): Versions {
  const { algebra } = a;
  const labels = weightIds(algebra, joined(algebra, a.arcWeight, b.arcWeight)).ids;
  const marks = weightIds(algebra, joined(algebra, a.finalWeight, b.finalWeight)).ids;
  const starts = algebra.equals(a.initialWeight, b.initialWeight) ? [0, 0] : [0, 1];
  const parts = (automaton: Wdfsa<W>, names: readonly string[], side: 0 | 1): Version => {
    const from = (ids: Int32Array, count: number) =>
      side === 0 ? ids.slice(0, count) : ids.slice(ids.length - count);
    const { size, alphabet } = automaton;
    const target = Int32Array.from(automaton.target);
    const label = from(labels, target.length).map((id, arc) => (target[arc] < 0 ? -1 : id));
    const suffixes = leastSuffixes(automaton);
    return {
      kind,
      alphabet,
      size,
      target,
      label,
      mark: from(marks, size),
      start: starts[side],
      suffixLength: suffixes.length,
      suffixFirst: suffixes.first,
      names,
      ...textsOf(automaton, kind),
    };
  };
  return {
    before: parts(a, left.names, 0),
    after: parts(b, right.names, 1),
    differ: (word) => !algebra.equals(a.weigh(word), b.weigh(word)),
  };
}

type Texts = Pick<Version, "arcText" | "stateText" | "startText" | "answer">;

function textsOf<W>(automaton: Wdfsa<W>, kind: "mealy" | "weights"): Texts {
  if (kind === "mealy" && isOverFreeGroup(automaton)) return outputTexts(automaton);
  const { algebra, arcWeight, finalWeight, initialWeight, size } = automaton;
  const isSilent = algebra.trivial === true;
  const format = (weight: W) => algebra.format(weight);
  return {
    arcText: (arc) => (isSilent ? undefined : format(arcWeight[arc])),
    stateText: (state) =>
      algebra.isZero(finalWeight[state]) ? undefined : isSilent ? "accepts" : format(finalWeight[state]),
    startText: isSilent || size === 0 ? undefined : format(initialWeight),
    answer: (word) => [format(automaton.weigh(word))],
  };
}

/** A machine, perhaps without some transitions, or with an output before the first input. */
function outputTexts(machine: Wdfsa<string>): Texts {
  const { target, arcWeight, initialWeight, alphabet, size } = machine;
  const first = generatorName(initialWeight);
  const arcText = (arc: number) => generatorName(arcWeight[arc]) ?? "";
  return {
    arcText,
    stateText: () => undefined,
    startText: first,
    answer: (word) => {
      const told = runOf(word, size, alphabet.size, target, arcText);
      return first === undefined ? told : [first, ...told];
    },
  };
}

/** What is said at each letter of a word, undefined from where it leads nowhere. */
function runOf(
  word: Word,
  size: number,
  width: number,
  target: ReadonlyInts,
  said: (arc: number, to: number) => string,
): (string | undefined)[] {
  let state = size === 0 ? -1 : 0;
  return word.map((letter) => {
    if (state < 0) return undefined;
    const arc = state * width + letter;
    state = target[arc];
    return state < 0 ? undefined : said(arc, state);
  });
}

/** Two Moore machines, each as it was given and minimal: outputs stand at states, and arcs have none. */
function mooreVersions(...pair: readonly (readonly [given: Machine, minimal: Machine])[]): Versions {
  const alphabet = new Alphabet(new Set(pair.flatMap(([given]) => given.alphabet.symbols)));
  const numbers = new Map<string, number>();
  const number = (output: string) => getOrAdd(numbers, output, () => numbers.size);
  const [before, after] = pair.map(([given, machine]): Version => {
    const { output } = machine;
    const size = machineSize(machine);
    const target = widened(machine, alphabet);
    return {
      kind: "moore",
      alphabet,
      size,
      target,
      label: target.map((to) => (to < 0 ? -1 : 0)),
      mark: Int32Array.from(output, number),
      start: 0,
      suffixLength: new Int32Array(size),
      suffixFirst: new Int32Array(size),
      names: represented(given, { ...machine, size }).names,
      arcText: () => undefined,
      stateText: (state) => output[state],
      startText: undefined,
      answer: (word) => [output[0], ...runOf(word, size, alphabet.size, target, (_arc, to) => output[to])],
    };
  });
  return { before, after, differ: (word) => differentAnswers({ before, after }, word) };
}

function differentAnswers(
  { before, after }: { readonly before: Version; readonly after: Version },
  word: Word,
): boolean {
  const other = after.answer(word);
  return before.answer(word).some((said, i) => said !== other[i]);
}

/** The targets of a machine over an alphabet that has all of its symbols. */
function widened(machine: Machine, alphabet: Alphabet): Int32Array {
  const width = machine.alphabet.size;
  const letters = alphabet.word(machine.alphabet.symbols);
  const target = new Int32Array(machineSize(machine) * alphabet.size).fill(-1);
  for (let arc = 0; arc < machine.target.length; arc++) {
    target[Math.floor(arc / width) * alphabet.size + letters[arc % width]] = machine.target[arc];
  }
  return target;
}
