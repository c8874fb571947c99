/** The W-, Wp-, HSI- and SPY-suites of machines for m extra states find every machine that differs and has at most m states more (Theorem 11.4 for SPY). */

import {
  boolean,
  compare,
  type Machine,
  type MachineKind,
  machineSize,
  machineToWdfsa,
  minimize,
  Random,
  randomAutomaton,
  rational,
  type Suite,
  testSuite,
  Wdfsa,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { behaveAlike, drawnFault, passes, singleFaults, withCopy } from "../support/machine-faults.ts";
import { minimalSize, quietMachine, randomMachine } from "../support/machines.ts";

const METHODS = ["w", "wp", "hsi"];

/** A word for what went wrong, or nothing. */
function survivor(machine: Machine, mutant: Machine, suite: Suite): string | undefined {
  if (!passes(mutant, suite) || behaveAlike(machine, mutant)) return undefined;
  return JSON.stringify({ machine, mutant, method: suite.method });
}

describe.each([...METHODS, "spy"])("%s", (method) => {
  it("finds all single faults and many double faults of machines without extra states", () => {
    for (let seed = 0; seed < 60; seed++) {
      const machine = seed % 2 === 0 ? quietMachine(seed >> 1, 2 + (seed % 6), 2) : randomMachine(seed);
      // A fault may make equivalent states of a machine different: those are states more than the minimal one has.
      const extra = machineSize(machine) - minimalSize(machine);
      if (extra > 3) continue;
      const suite = testSuite(machineToWdfsa(machine), { method, extra });
      const random = new Random(seed, 7);
      for (const mutant of singleFaults(machine)) expect(survivor(machine, mutant, suite)).toBeUndefined();
      for (let i = 0; i < 300; i++) {
        const mutant = drawnFault(drawnFault(machine, random), random);
        expect(survivor(machine, mutant, suite)).toBeUndefined();
      }
    }
  });

  it.each([1, 2])("finds faults of machines with %d more", (more) => {
    let found = 0;
    for (let seed = 0; seed < 24; seed++) {
      const machine = quietMachine(seed, 2 + (seed % 4), 2);
      const extra = machineSize(machine) - minimalSize(machine) + more;
      if (extra > 3) continue;
      const suite = testSuite(machineToWdfsa(machine), { method, extra });
      const random = new Random(seed, 8);
      for (let i = 0; i < 400; i++) {
        let mutant = machine;
        for (let copies = 0; copies < more; copies++) mutant = withCopy(mutant, random);
        for (let faults = 1 + random.below(3); faults > 0; faults--) mutant = drawnFault(mutant, random);
        expect(survivor(machine, mutant, suite)).toBeUndefined();
        if (!passes(mutant, suite)) found++;
      }
    }
    expect(found).toBeGreaterThan(1000);
  });

  it("needs its extra states: a fault behind one more state than it allows may survive", () => {
    const alphabet = machineToWdfsa(quietMachine(0, 2, 1)).alphabet;
    const [letter] = alphabet.symbols;
    const machine: Machine = { kind: "mealy", alphabet, target: [0], output: ["no"] };
    const mutant: Machine = { kind: "mealy", alphabet, target: [1, 2, 2], output: ["no", "no", "yes"] };
    const suites = [0, 1, 2].map((extra) => testSuite(machineToWdfsa(machine), { method, extra }));
    expect(suites.map((suite) => passes(mutant, suite))).toEqual([true, true, false]);
    expect(letter).toBe("a");
  });

  it.each([
    [1, 2],
    [2, 1],
    [3, 0],
  ])("finds all machines of 3 states that differ from one of %d", (states, extra) => {
    const kinds = ["mealy", "moore"] as const;
    for (const machine of kinds.flatMap((kind) => minimalMachines(kind, states))) {
      const suite = testSuite(machineToWdfsa(machine), { method, extra });
      let passed = 0;
      for (const other of machinesOf3(machine)) {
        if (!passes(other, suite)) continue;
        expect(survivor(machine, other, suite)).toBeUndefined();
        passed++;
      }
      expect(passed).toBeGreaterThan(0);
    }
  });
});

describe.each(METHODS)("%s of languages", (method) => {
  it.each([boolean.name, rational.name])("finds differences of automata over %s", (name) => {
    let killed = 0;
    for (let seed = 0; seed < 40; seed++) {
      const shape = seed % 2 === 0 ? "dense" : "sparse";
      const options = { states: 1 + (seed % 4), letters: 2, shape, seed } as const;
      const faults = name === "boolean" ? booleanFaults(seed, options) : rationalFaults(seed, options);
      for (const { found, different } of faults(method)) {
        expect(found).toBe(different);
        if (found) killed++;
      }
    }
    expect(killed).toBeGreaterThan(100);
  });
});

describe("spy", () => {
  it("has fewer inputs in all than hsi, and fewer tests", () => {
    const sizes = (method: string) => {
      const suites = Array.from({ length: 40 }, (_, seed) =>
        testSuite(machineToWdfsa(quietMachine(seed, 6, 3)), { method, extra: seed % 2 }),
      );
      const all = suites.flatMap(({ tests }) => tests);
      return { tests: all.length, inputs: all.reduce((sum, { word }) => sum + word.length, 0) };
    };
    const [hsi, spy] = [sizes("hsi"), sizes("spy")];
    expect(spy.inputs).toBeLessThan(0.9 * hsi.inputs);
    expect(spy.tests).toBeLessThan(0.7 * hsi.tests);
  });
});

/** Two minimal machines with so many states and two letters. */
function minimalMachines(kind: MachineKind, states: number): Machine[] {
  const found: Machine[] = [];
  for (let seed = kind === "mealy" ? 0 : 1; found.length < 2; seed += 2) {
    const machine = quietMachine(seed, states, 2);
    if (minimalSize(machine) === states) found.push(machine);
  }
  return found;
}

/** All machines with three states, two letters and the outputs yes and no: also smaller ones, since states need not be reached. */
function* machinesOf3({ kind, alphabet }: Machine): Generator<Machine> {
  const places = kind === "mealy" ? 6 : 3;
  for (let targets = 0; targets < 3 ** 6; targets++) {
    const target = Array.from({ length: 6 }, (_, arc) => Math.floor(targets / 3 ** arc) % 3);
    for (let outputs = 0; outputs < 2 ** places; outputs++) {
      const output = Array.from({ length: places }, (_, place) => ((outputs >> place) & 1 ? "yes" : "no"));
      yield { kind, alphabet, target, output };
    }
  }
}

type Verdicts = (method: string) => Generator<{ found: boolean; different: boolean }>;
type Options = Omit<Parameters<typeof randomAutomaton>[0], "algebra">;

function booleanFaults(seed: number, options: Options): Verdicts {
  const automaton = randomAutomaton({ ...options, algebra: boolean });
  return (method) => verdicts(automaton, method, new Random(seed, 3), () => true);
}

function rationalFaults(seed: number, options: Options): Verdicts {
  const automaton = randomAutomaton({ ...options, algebra: rational });
  const weights = ["1", "2", "1/3"].map((text) => rational.parse(text));
  return (method) => verdicts(automaton, method, new Random(seed, 3), (random) => weights[random.below(3)]);
}

/** Whether the suite finds automata with one or two faults and perhaps one more state, and whether they differ. */
function* verdicts<W>(
  automaton: Wdfsa<W>,
  method: string,
  random: Random,
  weight: (random: Random) => W,
): Generator<{ found: boolean; different: boolean }> {
  const minimal = minimize(automaton);
  if (minimal.size === 0) return;
  const { algebra, alphabet } = minimal;
  const suites = [0, 1].map((extra) => testSuite(minimal, { method, extra }));
  for (let i = 0; i < 60; i++) {
    const extra = random.below(2);
    const size = minimal.size + extra;
    const copied = random.below(minimal.size);
    const source = (state: number) => (state < minimal.size ? state : copied);
    const target = Int32Array.from({ length: size * alphabet.size }, (_, arc) => {
      const from = source(Math.floor(arc / alphabet.size));
      return minimal.target[from * alphabet.size + (arc % alphabet.size)];
    });
    const arcWeight = algebra.array(target.length);
    for (let arc = 0; arc < target.length; arc++) {
      const from = source(Math.floor(arc / alphabet.size));
      arcWeight[arc] = minimal.arcWeight[from * alphabet.size + (arc % alphabet.size)];
    }
    const finalWeight = algebra.array(size);
    for (let state = 0; state < size; state++) finalWeight[state] = minimal.finalWeight[source(state)];
    for (let faults = 1 + random.below(3); faults > 0; faults--) {
      const arc = random.below(target.length);
      const state = random.below(size);
      switch (random.below(3)) {
        case 0:
          target[arc] = random.below(size + 1) - 1;
          arcWeight[arc] = target[arc] < 0 ? algebra.zero : weight(random);
          break;
        case 1:
          if (target[arc] >= 0) arcWeight[arc] = weight(random);
          break;
        default:
          finalWeight[state] = random.below(3) === 0 ? algebra.zero : weight(random);
      }
    }
    const { initialWeight } = minimal;
    const mutant = new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight });
    const different = compare(minimal, mutant) !== undefined;
    yield { found: !agree(mutant, suites[extra]), different };
  }
}

function agree<W>(mutant: Wdfsa<W>, suite: Suite): boolean {
  const { algebra } = mutant;
  return suite.tests.every(({ word, expected }) =>
    expected.every((answer, length) => {
      if (answer === undefined) return true;
      const weight = mutant.weigh(word.slice(0, length));
      const said =
        suite.speaks === "acceptor" ? (algebra.isZero(weight) ? "reject" : "accept") : algebra.format(weight);
      return said === answer;
    }),
  );
}
