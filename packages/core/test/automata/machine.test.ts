import {
  Alphabet,
  compare,
  exactTeacher,
  freeGroup,
  freeWord,
  HankelError,
  type LearnerName,
  learn,
  learners,
  type Machine,
  machineOf,
  machineSize,
  machineToWdfsa,
  minimize,
  Random,
  rational,
  requireMachine,
  runMachine,
  Wdfsa,
  WdfsaBuilder,
} from "@hankel/core";
import { assert, nat, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { minimalSize, randomMachine } from "../support/machines.ts";
import { wordsUpTo } from "../support/reference.ts";

const seeds = nat({ max: 1_000_000 });

/** The same language with other weights: every state gets a factor, which its arcs multiply and divide away. */
function regauged(automaton: Wdfsa<string>): Wdfsa<string> {
  const { algebra, alphabet, size } = automaton;
  const { times, inverse } = algebra;
  const factor = (state: number) => freeWord(...["x", "f", "0"].slice(0, state % 4));
  const arcWeight = algebra.array(automaton.target.length);
  for (let arc = 0; arc < arcWeight.length; arc++) {
    if (automaton.target[arc] < 0) continue;
    const from = factor(Math.floor(arc / alphabet.size));
    arcWeight[arc] = times(times(inverse(from), automaton.arcWeight[arc]), factor(automaton.target[arc]));
  }
  const finalWeight = algebra.array(size);
  for (let state = 0; state < size; state++) {
    finalWeight[state] = times(inverse(factor(state)), automaton.finalWeight[state]);
  }
  return new Wdfsa({
    algebra,
    alphabet,
    target: Int32Array.from(automaton.target),
    arcWeight,
    initialWeight: times(automaton.initialWeight, factor(0)),
    finalWeight,
  });
}

// Proposition 10.1; the Moore machines are those of Proposition 10.5.
describe("machines are automata over the free group", () => {
  test("the weight of a word is the product of its outputs", () => {
    assert(
      property(seeds, (seed) => {
        const machine = randomMachine(seed);
        const automaton = machineToWdfsa(machine);
        const teacher = exactTeacher(automaton);
        expect(teacher.kind.header.machine).toBe(machine.kind);
        const words = [...wordsUpTo(machine.alphabet.size, 4)];
        const weights = words.map((word) => freeWord(...runMachine(machine, word)));
        expect(words.map((word) => automaton.weigh(word))).toEqual(weights);
        expect(teacher.weigh(words)).toEqual(weights);
      }),
    );
  });

  test("and in every gauge it is the same machine", () => {
    assert(
      property(seeds, (seed) => {
        const machine = randomMachine(seed);
        const automaton = machineToWdfsa(machine);
        const back = requireMachine(regauged(automaton));
        expect(back).toEqual(machineOf(automaton));
        for (const word of wordsUpTo(machine.alphabet.size, 5)) {
          expect(runMachine(back, word)).toEqual(runMachine(machine, word));
        }
      }),
    );
  });

  test("a Mealy machine comes back with its states as they are", () => {
    assert(
      property(seeds, (seed) => {
        const machine = randomMachine(seed, "mealy");
        const back = requireMachine(machineToWdfsa(machine));
        expect({ ...back, target: Array.from(back.target) }).toEqual(machine);
      }),
    );
  });

  test("minimal automata give minimal machines, numbered breadth-first", () => {
    assert(
      property(seeds, (seed) => {
        const machine = randomMachine(seed);
        const back = requireMachine(minimize(machineToWdfsa(machine)));
        expect(machineSize(back)).toBe(minimalSize(machine));
        const firstSeen = [0, ...Array.from(back.target)].filter(
          (state, at, all) => all.indexOf(state) === at,
        );
        expect(firstSeen).toEqual([...firstSeen.keys()]);
      }),
    );
  });

  test.each(Object.keys(learners) as LearnerName[])("the %s learner finds it", (learner) => {
    assert(
      property(seeds, (seed) => {
        const machine = randomMachine(seed);
        const { automaton } = learn(exactTeacher(machineToWdfsa(machine)), { learner });
        const back = requireMachine(automaton);
        expect(machineSize(back)).toBe(minimalSize(machine));
        for (const word of wordsUpTo(machine.alphabet.size, 5)) {
          expect(runMachine(back, word)).toEqual(runMachine(machine, word));
        }
      }),
    );
  });

  test("without letters there is one state", () => {
    const machine: Machine = { kind: "mealy", alphabet: new Alphabet([]), target: [], output: [] };
    expect(machineSize(machine)).toBe(1);
    expect(machineOf(machineToWdfsa(machine))).toEqual({ ...machine, target: new Int32Array(0) });
  });

  test("a Moore machine with two ways in has two states", () => {
    const automaton = new WdfsaBuilder(freeGroup, new Alphabet(["a", "b"]));
    const state = automaton.state(freeGroup.one);
    automaton.initial(state, "i").arc(state, "a", "x", state).arc(state, "b", '""', state);
    const { kind, target, output } = requireMachine(automaton.build());
    expect({ kind, target: Array.from(target), output }).toEqual({
      kind: "moore",
      target: [1, 2, 1, 2, 1, 2],
      output: ["i", "x", ""],
    });
  });
});

describe("machines are compared output by output", () => {
  /** The same automaton over an equal algebra that is not known as the free group: it is compared by ratios. */
  const byRatios = (automaton: Wdfsa<string>) =>
    new Wdfsa({
      algebra: { ...freeGroup },
      alphabet: automaton.alphabet,
      target: Int32Array.from(automaton.target),
      arcWeight: Array.from(automaton.arcWeight),
      initialWeight: automaton.initialWeight,
      finalWeight: Array.from(automaton.finalWeight),
    });

  /** The machine with some arcs or outputs changed, which may also be missing, and with states that are not final. */
  const changed = (machine: Machine, seed: number) => {
    const random = new Random(seed, 43);
    const { algebra, alphabet, target, arcWeight, initialWeight, finalWeight } = machineToWdfsa(machine);
    const [to, weights, finals] = [Int32Array.from(target), Array.from(arcWeight), Array.from(finalWeight)];
    for (let times = random.below(3); times > 0; times--) {
      const arc = random.below(to.length);
      const change = random.below(5);
      if (change === 0) to[arc] = random.below(finals.length);
      else if (change === 1) weights[arc] = ["x", '"0"', "x y", "1"][random.below(4)];
      else if (change === 2) finals[random.below(finals.length)] = "0";
      if (change === 3) to[arc] = -1;
      if (to[arc] < 0) weights[arc] = "0";
      else if (weights[arc] === "0") weights[arc] = "x";
    }
    return new Wdfsa({
      algebra,
      alphabet,
      target: to,
      arcWeight: weights,
      initialWeight,
      finalWeight: finals,
    });
  };

  test("and the word is the one that ratios give", () => {
    let different = 0;
    assert(
      property(seeds, seeds, (seed, change) => {
        const machine = randomMachine(seed);
        const left = machineToWdfsa(machine);
        const right = changed(machine, change);
        const expected = compare(byRatios(left), byRatios(right))?.word;
        if (expected !== undefined) different++;
        for (const a of [left, regauged(left)]) {
          for (const b of [right, regauged(right)]) expect(compare(a, b)?.word).toEqual(expected);
        }
        const found = exactTeacher(left).findCounterexample(right);
        expect(found).toEqual(exactTeacher(byRatios(left)).findCounterexample(byRatios(right)));
        const first = [...wordsUpTo(machine.alphabet.size, 4)].find(
          (word) => left.weigh(word) !== right.weigh(word),
        );
        if (first !== undefined) expect(found).toEqual(first);
      }),
      { numRuns: 1000 },
    );
    expect(different).toBeGreaterThan(300);
  });

  test("and a teacher can be asked again", () => {
    const machine: Machine = {
      kind: "mealy",
      alphabet: new Alphabet("ab"),
      target: [1, 0, 0, 1],
      output: [..."xyyx"],
    };
    const teacher = exactTeacher(machineToWdfsa(machine));
    const other = machineToWdfsa({ ...machine, target: [1, 0, 1, 1] });
    const found = teacher.findCounterexample(other);
    expect(found).toEqual([0, 0, 0]);
    expect(teacher.findCounterexample(machineToWdfsa(machine))).toBeNull();
    expect(teacher.findCounterexample(other)).toEqual(found);
    expect(teacher.findCounterexample(Wdfsa.zero(freeGroup, machine.alphabet))).toEqual([]);
  });
});

describe("an automaton that is no machine", () => {
  const one = (build: (builder: WdfsaBuilder<string>) => void) => {
    const builder = new WdfsaBuilder(freeGroup, new Alphabet(["a"]));
    build(builder);
    return builder.build();
  };

  test.each([
    ["has no states", () => undefined, /zero language/u],
    ["has a state that is not final", (b: WdfsaBuilder<string>) => b.state(), /state 0 is not final/u],
    [
      "has no arc for a letter",
      (b: WdfsaBuilder<string>) => b.state(freeGroup.one),
      /state 0 has no arc for "a"/u,
    ],
    [
      "writes two outputs for ε",
      (b: WdfsaBuilder<string>) => b.initial(b.state(freeGroup.one), "x y"),
      /"x y" for the empty word/u,
    ],
    [
      "writes two outputs for a letter",
      (b: WdfsaBuilder<string>) => {
        const state = b.state(freeGroup.one);
        b.arc(state, "a", freeWord("x", "y"), state);
      },
      /state 0 writes "x y" for "a"/u,
    ],
    [
      "writes nothing for a letter",
      (b: WdfsaBuilder<string>) => {
        const state = b.state(freeGroup.one);
        b.arc(state, "a", freeGroup.one, state);
      },
      /state 0 writes "1" for "a"/u,
    ],
    [
      "writes an inverse",
      (b: WdfsaBuilder<string>) => {
        const state = b.state(freeGroup.one);
        b.arc(state, "a", "x^-1", state);
      },
      /not a single output/u,
    ],
  ])("%s", (_, build, message) => {
    const automaton = one(build);
    expect(machineOf(automaton)).toBeUndefined();
    expect(() => requireMachine(automaton)).toThrow(message);
    expect(() => requireMachine(automaton)).toThrow(HankelError);
    expect(exactTeacher(automaton).kind.header.machine).toBeUndefined();
  });

  test("has other weights", () => {
    const builder = new WdfsaBuilder(rational, new Alphabet([]));
    builder.state(rational.one);
    expect(() => requireMachine(builder.build())).toThrow(/its weights are rational, not free-group/u);
  });

  test("unless only unreachable states are in the way: a teacher knows the language alone", () => {
    const builder = new WdfsaBuilder(freeGroup, new Alphabet(["a"]));
    const state = builder.state(freeGroup.one);
    builder.state();
    builder.arc(state, "a", "x", state);
    expect(machineOf(builder.build())).toBeUndefined();
    expect(exactTeacher(builder.build()).kind.header.machine).toBe("mealy");
  });
});
