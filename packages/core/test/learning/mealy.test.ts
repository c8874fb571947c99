import {
  Alphabet,
  exactTeacher,
  freeGroup,
  freeWord,
  HankelError,
  type LearnerName,
  learn,
  learners,
  type MealyMachine,
  mealyToWdfsa,
  minimize,
  Random,
  transduce,
  WdfsaBuilder,
  type Word,
  wdfsaToMealy,
} from "@hankel/core";
import { assert, nat, property } from "fast-check";
import { describe, expect, test } from "vitest";

/** Any machine, with unreachable states, equivalent states and missing arcs. */
function randomMachine(seed: number): MealyMachine {
  const random = new Random(seed, 42);
  const letters = 1 + random.below(3);
  const states = 1 + random.below(12);
  const outputs = 1 + random.below(3);
  const partial = random.below(3) === 0;
  const target = Array.from({ length: states * letters }, () =>
    partial && random.below(4) === 0 ? -1 : random.below(states),
  );
  // Outputs that look like the identity, the zero or several letters.
  const names = ["0", "1", "x y"];
  const output = target.map((to) => (to < 0 ? null : names[random.below(outputs)]));
  return { alphabet: Alphabet.letters(letters), target, output };
}

function wordsUpTo(length: number, letters: number): Word[] {
  const words: Word[] = [[]];
  for (let i = 0; i < words.length && words[i].length < length; i++) {
    for (let letter = 0; letter < letters; letter++) words.push([...words[i], letter]);
  }
  return words;
}

/** Moore's refinement of the reachable states, with maps of strings. */
function minimalSize({ alphabet, target, output }: MealyMachine): number {
  const letters = [...alphabet.symbols.keys()];
  const reached = new Set([0]);
  for (const state of reached) {
    for (const letter of letters) {
      const to = target[state * alphabet.size + letter];
      if (to >= 0) reached.add(to);
    }
  }
  let block = new Map([...reached].map((state) => [state, ""]));
  for (let count = 0; ; ) {
    const names = new Map<string, string>();
    const next = [...reached].map((state): [number, string] => {
      const arcs = letters.map((letter) => {
        const arc = state * alphabet.size + letter;
        return target[arc] < 0 ? null : [output[arc], block.get(target[arc])];
      });
      const key = JSON.stringify([block.get(state), arcs]);
      if (!names.has(key)) names.set(key, `${names.size}`);
      return [state, names.get(key) as string];
    });
    if (names.size === count) return count;
    count = names.size;
    block = new Map(next);
  }
}

const seeds = nat({ max: 1_000_000 });

describe("Mealy machines are automata over the free group", () => {
  test("the output is the weight, and converting back gives the same outputs", () => {
    assert(
      property(seeds, (seed) => {
        const machine = randomMachine(seed);
        const automaton = mealyToWdfsa(machine);
        // In any scaling: minimal automata are scaled by their least suffixes.
        const back = wdfsaToMealy(minimize(automaton));
        for (const word of wordsUpTo(5, machine.alphabet.size)) {
          const written = transduce(machine, word);
          expect(automaton.weigh(word)).toBe(written === null ? freeGroup.zero : freeWord(...written));
          expect(transduce(back, word)).toEqual(written);
        }
      }),
    );
  });

  test("the minimal automaton has as many states as the minimal machine", () => {
    assert(
      property(seeds, (seed) => {
        const machine = randomMachine(seed);
        expect(minimize(mealyToWdfsa(machine)).size).toBe(minimalSize(machine));
      }),
    );
  });

  test.each(Object.keys(learners) as LearnerName[])("the %s learner finds it", (learner) => {
    assert(
      property(seeds, (seed) => {
        const machine = randomMachine(seed);
        const { automaton } = learn(exactTeacher(mealyToWdfsa(machine)), { learner });
        expect(automaton.size).toBe(minimalSize(machine));
        const back = wdfsaToMealy(automaton);
        for (const word of wordsUpTo(5, machine.alphabet.size)) {
          expect(transduce(back, word)).toEqual(transduce(machine, word));
        }
      }),
    );
  });
});

describe("an automaton that is not a Mealy machine", () => {
  const one = (build: (builder: WdfsaBuilder<string>) => void) => {
    const builder = new WdfsaBuilder(freeGroup, new Alphabet(["a"]));
    build(builder);
    return () => wdfsaToMealy(builder.build());
  };

  test.each([
    ["has no states", () => undefined, /zero language/u],
    ["has a state that is not final", (b: WdfsaBuilder<string>) => b.state(), /state 0 is not final/u],
    [
      "writes something for ε",
      (b: WdfsaBuilder<string>) => b.initial(b.state(freeGroup.one), "x"),
      /"x" for the empty word/u,
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
      "writes an inverse",
      (b: WdfsaBuilder<string>) => {
        const state = b.state(freeGroup.one);
        b.arc(state, "a", "x^-1", state);
      },
      /not a single output/u,
    ],
  ])("%s", (_, build, message) => {
    expect(one(build)).toThrow(message);
    expect(one(build)).toThrow(HankelError);
  });
});
