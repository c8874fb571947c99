/** Lemmas 6.14 to 6.17: what the machine learner observes, believes and proves. */

import {
  Alphabet,
  Contradiction,
  exactTeacher,
  freeWord,
  type Learner,
  type Machine,
  type MachineKind,
  MachineLearner,
  machineOf,
  machineToWdfsa,
  minimize,
  type Prices,
  type Question,
  Random,
  runMachine,
  type Teacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fold } from "../../src/learning/machine/fold.ts";
import { PrefixTree } from "../../src/words/prefix-tree.ts";
import { bytes } from "../support/drafts.ts";
import { interview, type Subject } from "../support/interview.ts";
import { minimalSize } from "../support/machines.ts";
import { windingTeacher } from "../support/targets.ts";

/** The shapes of machines on which learners have their troubles. */
const SHAPES = ["any", "sink", "loops", "one letter", "one state", "equal outputs", "counter"] as const;

interface Drawn {
  readonly seed: number;
  readonly shape: (typeof SHAPES)[number];
  readonly kind: MachineKind;
}

const drawn = fc.record({
  seed: fc.nat(1e6),
  shape: fc.constantFrom(...SHAPES),
  kind: fc.constantFrom<MachineKind>("mealy", "moore"),
});

function machineFrom({ seed, shape, kind }: Drawn): Machine {
  const random = new Random(seed, 61);
  const letters = shape === "one letter" ? 1 : 1 + random.below(3);
  const states = shape === "one state" ? 1 : 2 + random.below(9);
  const loudness = 2 + random.below(5);
  const target = (state: number, letter: number): number => {
    if (shape === "sink" && random.below(3) > 0) return states - 1;
    if (shape === "loops" && random.below(2) === 0) return state;
    if (shape === "counter") return letter === 0 ? (state + 1) % states : state;
    return random.below(states);
  };
  const output = () =>
    shape === "equal outputs" || random.below(loudness) > 0 ? "no" : `yes ${random.below(2)}`;
  return {
    kind,
    alphabet: Alphabet.letters(letters),
    target: Array.from({ length: states * letters }, (_, arc) =>
      target(Math.floor(arc / letters), arc % letters),
    ),
    output: Array.from({ length: kind === "mealy" ? states * letters : states }, output),
  };
}

/** A machine that hardly ever shows anything. */
function quietMachine(seed: number): Machine {
  const random = new Random(seed, 64);
  const states = 12 + random.below(10);
  return {
    kind: "mealy",
    alphabet: Alphabet.letters(2),
    target: Array.from({ length: 2 * states }, () => random.below(states)),
    output: Array.from({ length: 2 * states }, () => (random.below(12) === 0 ? "yes" : "no")),
  };
}

const PRICES: readonly Prices[] = [
  { word: 1, letter: 1 },
  { word: 0, letter: 1 },
  { word: 1, letter: 0 },
  { word: 20, letter: 1 },
];

/** A learner with its own prices, for machines of one kind. */
function subjectOf(kind: MachineKind, prices?: Prices): Subject {
  return {
    name: "machine",
    make: <W>(_: unknown, alphabet: Alphabet) =>
      new MachineLearner(kind, alphabet, { prices }) as unknown as Learner<W>,
  };
}

/** Outputs by word, for every prefix of the words that were asked. */
type Observed = Map<string, string>;

function observe(observed: Observed, machine: Machine, words: readonly Word[]): void {
  for (const word of words) {
    const outputs = runMachine(
      machine,
      word.map((letter) => machine.alphabet.symbols[letter]),
    ).slice(-word.length);
    for (let end = 1; end <= word.length; end++) observed.set(word.slice(0, end).join(), outputs[end - 1]);
  }
}

/** The length of a shortest suffix by which two words are apart; infinite if there is none. Tries all that were observed. */
function lengthApart(observed: Observed, letters: number, one: Word, other: Word): number {
  let least = Number.POSITIVE_INFINITY;
  for (let letter = 0; letter < letters; letter++) {
    const longer = [...one, letter];
    const twin = [...other, letter];
    const [output, another] = [observed.get(longer.join()), observed.get(twin.join())];
    if (output === undefined || another === undefined) continue;
    if (output !== another) return 1;
    least = Math.min(least, 1 + lengthApart(observed, letters, longer, twin));
  }
  return least;
}

const areApart = (...words: Parameters<typeof lengthApart>) => Number.isFinite(lengthApart(...words));

/**
 * Looks for access words that are closed under prefixes, follow arcs of the hypothesis and are pairwise apart: one for each
 * state, a state having one that is made from that of an earlier state.
 */
function hasAccessWords(hypothesis: Wdfsa<string>, observed: Observed, access: Word[] = [[]]): boolean {
  const state = access.length;
  if (state === hypothesis.size) return true;
  const letters = hypothesis.alphabet.size;
  for (let arc = 0; arc < state * letters; arc++) {
    if (hypothesis.target[arc] !== state) continue;
    const word = [...access[Math.floor(arc / letters)], arc % letters];
    if (!access.every((other) => areApart(observed, letters, word, other))) continue;
    if (hasAccessWords(hypothesis, observed, [...access, word])) return true;
  }
  return false;
}

describe("apartness", () => {
  it("is a shortest suffix with different outputs after both words, among those observed", () => {
    fc.assert(
      fc.property(drawn, fc.nat(1e6), (choice, seed) => {
        const machine = machineFrom({ ...choice, kind: "mealy" });
        const letters = machine.alphabet.size;
        const random = new Random(seed, 62);
        const words = Array.from({ length: 12 }, () =>
          Array.from({ length: 1 + random.below(6) }, () => random.below(letters)),
        );
        const observed: Observed = new Map();
        observe(observed, machine, words);
        const tree = new PrefixTree(letters);
        const numbers = new Map([...new Set(observed.values())].map((output, i) => [output, i + 1]));
        const prefixes = words.flatMap((word) => word.map((_, i) => word.slice(0, i + 1)));
        const outputOf = (word: Word) => numbers.get(observed.get(word.join()) as string) as number;
        const fold = new Fold({ tree, outputNumber: (node) => outputOf(tree.word(node)) }, letters);
        for (const word of prefixes) fold.observe(tree.insert(word));
        for (const [i, one] of prefixes.entries()) {
          const other = prefixes[i >> 1];
          const suffix = fold.apart(tree.find(one), tree.find(other));
          expect(suffix?.length ?? Number.POSITIVE_INFINITY).toBe(lengthApart(observed, letters, one, other));
          if (suffix === undefined) continue;
          const [last, another] = [one, other].map((word) => observed.get([...word, ...suffix].join()));
          expect(last).toBeDefined();
          expect(another).toBeDefined();
          expect(last).not.toBe(another);
        }
      }),
      { seed: 6140, numRuns: 60 },
    );
  });
});

describe("the machine learner", () => {
  it("has access words that are pairwise apart after every answer, never more than the minimal machine has states", () => {
    fc.assert(
      fc.property(drawn, (choice) => {
        const machine = machineFrom(choice);
        const target = machineToWdfsa(machine);
        const N = minimize(target).size;
        const observed: Observed = new Map();
        let states = 1;
        const watch = (learner: Learner<string>, question: Question<string>) => {
          expect(learner.states).toBeLessThanOrEqual(N);
          expect(learner.states).toBeGreaterThanOrEqual(states);
          states = learner.states;
          expect(hasAccessWords((learner as MachineLearner).hypothesis(), observed)).toBe(true);
          if (question.kind === "weigh") observe(observed, machine, question.batch.words);
        };
        interview(subjectOf(choice.kind), windingTeacher(target, choice.seed), { watch });
        expect(states).toBe(N);
      }),
      { seed: 6141, numRuns: 80 },
    );
  });

  it("conjectures complete minimal machines that agree with every answer, at most one for each fact and one more", () => {
    fc.assert(
      fc.property(drawn, (choice) => {
        const target = machineToWdfsa(machineFrom(choice));
        const N = minimize(target).size;
        const asked: Word[] = [];
        const watch = (_: Learner<string>, question: Question<string>) => {
          if (question.kind === "weigh") {
            asked.push(...question.batch.words);
            return;
          }
          const { hypothesis } = question;
          expect(Array.from(hypothesis.target).every((state) => state >= 0)).toBe(true);
          expect(minimize(hypothesis).size).toBe(hypothesis.size);
          for (const word of asked) expect(hypothesis.weigh(word)).toBe(target.weigh(word));
        };
        const teacher = windingTeacher(target, choice.seed);
        const { conjectures } = interview(subjectOf(choice.kind), teacher, { watch });
        expect(conjectures.length).toBeLessThanOrEqual(1 + (N - 1) * (1 + target.alphabet.size * N));
      }),
      { seed: 6170, numRuns: 80 },
    );
  });

  it("learns the minimal machine, whatever words cost", () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom(...PRICES), (choice, prices) => {
        const machine = machineFrom(choice);
        const target = machineToWdfsa(machine);
        const subject = subjectOf(choice.kind, prices);
        const { result } = interview(subject, exactTeacher(target), { informed: true });
        expect(bytes(result)).toBe(bytes(minimize(target)));
        const presented = machineOf(result);
        expect(presented?.kind).toBe(choice.kind);
        // Proposition 10.5, against an independent refinement.
        const size = presented && presented.target.length / machine.alphabet.size;
        expect(size).toBe(minimalSize(machine));
      }),
      { seed: 6171, numRuns: 300 },
    );
  });

  // On each of these, candidates that fit were once ruled out by observations alone, until none was left.
  it.each([741, 1370, 2357, 2729, 5601, 501118, 511872])(
    "asks on where predictions do not go far enough, with seed %i",
    (seed) => {
      const target = machineToWdfsa(quietMachine(seed));
      const { result } = interview(subjectOf("mealy"), windingTeacher(target, seed));
      expect(bytes(result)).toBe(bytes(minimize(target)));
    },
  );

  it("ends in a contradiction within 50 words if outputs are drawn anew each time", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed, 63);
      const alphabet = Alphabet.letters(2 + (seed % 3));
      const honest = exactTeacher(machineToWdfsa(machineFrom({ seed, shape: "any", kind: "mealy" })));
      let words = 0;
      const teacher: Teacher<string> = {
        kind: honest.kind,
        alphabet,
        weigh(batch) {
          words += batch.length;
          expect(words, `seed ${seed}`).toBeLessThanOrEqual(50);
          return batch.map((word) => freeWord(...word.map(() => String(random.below(2)))));
        },
        findCounterexample: () => Array.from({ length: 6 }, () => random.below(alphabet.size)),
      };
      expect(() => interview(subjectOf("mealy"), teacher), `seed ${seed}`).toThrow(Contradiction);
    }
  });
});
