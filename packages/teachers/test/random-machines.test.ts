/** Random machines, learned live: every output is right, nothing known is asked, and every resumed run is the same. */

import {
  Alphabet,
  createLearner,
  equivalent,
  freeWord,
  type JournalHeader,
  type LearnerName,
  learners,
  type Machine,
  machineToWdfsa,
  parseEquivalence,
  parseJournal,
  Random,
  replayJournal,
  runMachine,
  runsOf,
  type Word,
  writeHankel,
} from "@hankel/core";
import { type BlackBox, Journal, learnLive } from "@hankel/teachers";
import { expect, it } from "vitest";
import { kindlessHeader } from "./support/bare-header.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

const OUTPUTS = ["0", "1", "x y", "", "x", 'a"b\\', "é\n", "x^-1"];
const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);
const EQUIVALENCE = "random:40,mean=5+wp:5";

function randomMachine(seed: number): Machine {
  const random = new Random(seed, 7);
  const kind = random.below(2) === 0 ? "mealy" : "moore";
  const letters = 1 + random.below(3);
  const states = 1 + random.below(5);
  const output = () => OUTPUTS[random.below(seed % 3 === 0 ? OUTPUTS.length : 3)];
  return {
    kind,
    alphabet: Alphabet.letters(letters),
    target: Array.from({ length: states * letters }, () => random.below(states)),
    output: Array.from({ length: kind === "mealy" ? states * letters : states }, output),
  };
}

/** A box that gives its answers in an order of its own. */
function boxOf(machine: Machine, seed: number): { box: BlackBox<unknown>; asked: Word[] } {
  const asked: Word[] = [];
  const random = new Random(seed, 8);
  const box: BlackBox<unknown> = {
    name: "random",
    kind: runsOf(machine.kind),
    alphabet: machine.alphabet,
    async weigh(words, options) {
      const weights = words.map((word) => freeWord(...runMachine(machine, word)));
      asked.push(...words);
      const order = words.map((_, i) => [random.bits(), i] as const).toSorted(([a], [b]) => a - b);
      for (const [, i] of order) options?.arrived?.(i, [weights[i]]);
      return weights;
    },
  };
  return { box, asked };
}

async function run(machine: Machine, learner: LearnerName, main: MemoryStorage, order: number) {
  const { kind, alphabet } = machine;
  const header: JournalHeader = {
    ...kindlessHeader,
    learner,
    machine: kind,
    alphabet: alphabet.symbols,
    options: { equivalence: EQUIVALENCE },
  };
  const { box, asked } = boxOf(machine, order);
  const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };
  const { automaton, outcome } = await learnLive(box, {
    createLearner: (setting) => createLearner(setting, { learner }),
    tests: parseEquivalence(EQUIVALENCE, setting),
    journal: new Journal("j", header, { main, early: new MemoryStorage() }),
  });
  expect(outcome).toBe("accepted");
  return { automaton, asked, text: writeHankel(automaton) };
}

for (const learner of Object.keys(learners) as LearnerName[]) {
  it.each(SEEDS)(`${learner} learns a random machine, and goes on from any line (seed %i)`, async (seed) => {
    const machine = randomMachine(seed);
    const main = new MemoryStorage();
    const { automaton, asked, text } = await run(machine, learner, main, 1);
    expect(equivalent(automaton, machineToWdfsa(machine) as typeof automaton)).toBe(true);
    // Words are told apart by their letters; no word begins another that was asked before it.
    const keys = asked.map((word) => `${word.join()},`);
    keys.forEach((key, i) => {
      const longer = keys.slice(0, i).filter((before) => before.startsWith(key === "," ? "" : key));
      expect(longer).toEqual([]);
    });
    const lines = main.text.split("\n");
    const cut = 1 + new Random(seed, 9).below(lines.length - 1);
    const again = new MemoryStorage(new TextEncoder().encode(`${lines.slice(0, cut).join("\n")}\n`));
    const resumed = await run(machine, learner, again, 2);
    expect(resumed.text).toBe(text);
    expect(again.text).toBe(main.text);
    const replayed = replayJournal(parseJournal(main.text)).learned;
    expect(writeHankel(replayed.automaton)).toBe(text);
  });
}
