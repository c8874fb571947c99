/** Models with any texts for symbols, outputs and names, and words with what the models say of them: what produced code must repeat. */

import {
  Alphabet,
  type Automaton,
  boolean,
  fromExpression,
  type Letter,
  type Machine,
  machineToWdfsa,
  minimize,
  Random,
  runMachine,
  Wdfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import { machines } from "../../packages/core/test/support/any-machine.ts";
import { randomMachine } from "../../packages/core/test/support/machines.ts";
import { namedAutomata } from "../../packages/core/test/support/named-automata.ts";
import { weightCases } from "../../packages/core/test/support/weights.ts";

/** What a machine answers where it lacks a transition. */
export const OPEN = null;

/** A word, and what the model says of it. */
export interface Replay {
  readonly word: readonly string[];
  /** The outputs, `OPEN` in place of the one that is missing, with which the word ends; or accepted; or a weight. */
  readonly expected: readonly (string | null)[] | boolean | string;
}

export interface Case {
  readonly kind: "mealy" | "moore" | "acceptor" | "weights";
  readonly model: Automaton<unknown>;
  readonly replays: readonly Replay[];
}

const SEED = Number(process.env["HANKEL_SEED"] ?? 1);
const WORDS = 12;

/** Random words, also long ones. */
function words(letters: number, seed: number): Letter[][] {
  const random = new Random(SEED, seed);
  if (letters === 0) return [[]];
  return Array.from({ length: WORDS }, (_, i) =>
    Array.from({ length: i < 4 ? i : random.below(30) }, () => random.below(letters)),
  );
}

function machineCase(machine: Machine, missing: ReadonlySet<number>, seed: number): Case {
  const { kind, alphabet, target } = machine;
  const full = machineToWdfsa(machine);
  const model = new Wdfsa({
    ...full,
    target: Int32Array.from(full.target, (to, arc) => (missing.has(arc) ? -1 : to)),
    arcWeight: Array.from({ length: full.target.length }, (_, arc) =>
      missing.has(arc) ? full.algebra.zero : full.arcWeight[arc],
    ),
  });
  const replays = words(alphabet.size, seed).map((word): Replay => {
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      const arc = state * alphabet.size + word[i];
      if (missing.has(arc)) {
        const before = runMachine(machine, word.slice(0, i));
        return { word: alphabet.spell(word.slice(0, i + 1)), expected: [...before, OPEN] };
      }
      state = target[arc];
    }
    return { word: alphabet.spell(word), expected: runMachine(machine, word) };
  });
  return { kind, model, replays };
}

function languageCase<W>(model: Wdfsa<W>, seed: number): Case {
  const { alphabet, algebra } = model;
  const isAcceptor = algebra.name === "boolean";
  const replays = words(alphabet.size, seed).map((word): Replay => {
    const weight = model.weigh(word);
    return {
      word: alphabet.spell(word),
      expected: isAcceptor ? !algebra.isZero(weight) : algebra.format(weight),
    };
  });
  return { kind: isAcceptor ? "acceptor" : "weights", model, replays };
}

/** Machines, half of which lack transitions. */
export function machineCases(count: number): Case[] {
  const strange = fc.sample(machines(), { numRuns: count, seed: SEED });
  const plain = Array.from({ length: count }, (_, i) => randomMachine(SEED * 1000 + i));
  return [...strange, ...plain].map((machine, i) => {
    const random = new Random(SEED, 1000 + i);
    const arcs = Array.from({ length: machine.target.length }, (_, arc) => arc);
    const missing = i % 2 === 0 ? [] : arcs.filter(() => random.below(4) === 0);
    return machineCase(machine, new Set(missing), i);
  });
}

/** Acceptors, also of nothing and over no letters. */
export function acceptorCases(count: number): Case[] {
  const truths = {
    algebra: boolean,
    weight: fc.boolean(),
    nonZero: fc.constant(true),
    small: fc.constant(true),
  };
  const drawn = fc.sample(namedAutomata(truths), { numRuns: count, seed: SEED });
  return drawn.map((model, i) => languageCase(model, i));
}

/** Weighted automata over the semifields of numbers. */
export function weightedCases(count: number, semifields: readonly string[]): Case[] {
  return weightCases.flatMap((weightCase) => {
    const { algebra, small } = weightCase;
    if (algebra === boolean || !semifields.includes(algebra.name)) return [];
    const drawn = fc.sample(
      namedAutomata({ ...weightCase, weight: fc.oneof(small, fc.constant(algebra.zero)) }),
      {
        numRuns: count,
        seed: SEED,
      },
    );
    return drawn.map((model, i) => languageCase(model, i));
  });
}

/** One state, no letters, and symbols that are words of the languages that are written. */
export function smallCases(): Case[] {
  const keywords = [
    "class",
    "None",
    "__proto__",
    "toString",
    "int",
    "*/",
    "--",
    "a.b",
    "*",
    "xstate.stop",
    "",
    "?",
    "start",
  ];
  const alphabet = new Alphabet(keywords);
  const output = [...keywords];
  const one: Machine = { kind: "mealy", alphabet, target: keywords.map(() => 0), output };
  const names = ["COUNT", "end"];
  const two: Machine = {
    kind: "moore",
    alphabet,
    target: Array.from({ length: 2 * keywords.length }, (_, i) => i % 2),
    output: ["none", "NONE"],
    names,
  };
  const none: Machine = { kind: "moore", alphabet: new Alphabet([]), target: [], output: ["still"] };
  const quiet: Machine = { kind: "mealy", alphabet: new Alphabet([]), target: [], output: [] };
  const nothing = new Set<number>();
  return [
    machineCase(one, nothing, 1),
    machineCase(one, new Set(keywords.keys()), 2),
    machineCase(two, nothing, 3),
    machineCase(none, nothing, 4),
    machineCase(quiet, nothing, 5),
    languageCase(Wdfsa.zero(boolean, alphabet), 6),
    languageCase(minimize(fromExpression("()", boolean)), 7),
  ];
}

/** A machine of 1,000 states. */
export function longCase(): Case {
  const random = new Random(SEED, 5);
  const alphabet = new Alphabet(["tick", "tock"]);
  const target = Array.from({ length: 2000 }, (_, arc) =>
    arc % 2 === 0 ? (arc / 2 + 1) % 1000 : random.below(1000),
  );
  const output = Array.from(target, () => `out ${random.below(20)}`);
  return machineCase({ kind: "mealy", alphabet, target, output }, new Set(), 8);
}
