/** A run over a machine that is resumed after any cut of its journal leaves the journal of an uninterrupted run. */

import {
  Alphabet,
  type AnyLearnerName,
  freeWord,
  learners,
  type Machine,
  runMachine,
  runsOf,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { expectSameAfterEveryCut } from "./support/cuts.ts";
import { type Answering, boxOf, confirmations, digest, has, optionsFor } from "./support/resumed-runs.ts";

const machineLearners = Object.keys(learners) as AnyLearnerName[];

const machines: readonly Machine[] = (["mealy", "moore"] as const).map((kind) => ({
  kind,
  alphabet: new Alphabet("ab"),
  target: [1, 0, 2, 1, 0, 2],
  output: kind === "mealy" ? ["x", "y", "x", "x", "y", "y"] : ["x", "y", "x"],
}));

const machineBox = (machine: Machine, lies: (word: Word) => boolean = () => false) => {
  const answer: Answering = (word, _occurrence, again) => {
    const outputs = runMachine(machine, word);
    if (lies(word) && !again) outputs[digest(word, 1) % outputs.length] = "?";
    return freeWord(...outputs);
  };
  const { kind, alphabet } = machine;
  return boxOf(answer, { kind: runsOf(kind), alphabet });
};

describe.each(machineLearners)("the %s learner of machines resumes after any cut", (learner) => {
  it.each(machines)("of a $kind machine", async (machine) => {
    const options = () => optionsFor(learner, "walk:2+loops:2+states:0");
    const { text } = await expectSameAfterEveryCut({ box: () => machineBox(machine), options });
    expect(has(text, "recheck")).toBe(true);
  });

  it.each(machines)("of a $kind machine whose runs are disputed", async (machine) => {
    const lies = (word: Word) => word.length > 0 && digest(word) % 6 === 0;
    const options = () => optionsFor(learner, "short:15+walk:2", { onConflict: "majority" });
    const { text, result } = await expectSameAfterEveryCut({ box: () => machineBox(machine, lies), options });
    expect(confirmations(text)).toBeGreaterThan(0);
    expect(has(text, "correction")).toBe(true);
    expect(result.outcome).toBe("accepted");
  });
});
