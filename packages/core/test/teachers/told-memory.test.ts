import { describe, expect, it } from "vitest";
import {
  Alphabet,
  boolean,
  exactTeacher,
  learn,
  type Machine,
  machineToWdfsa,
  Random,
  randomAutomaton,
  type Semifield,
  type Teacher,
  tropical,
  type Wdfsa,
  writeHankel,
} from "../../src/index.ts";

function machine(kind: "mealy" | "moore", seed: number): Wdfsa<unknown> {
  const random = new Random(seed);
  const [states, letters] = [12, 3];
  const target = Int32Array.from({ length: states * letters }, () => random.below(states));
  const output = Array.from(
    { length: kind === "moore" ? states : target.length },
    () => ["x", "y z", ""][random.below(3)],
  );
  const drawn: Machine = { kind, alphabet: Alphabet.letters(letters), target, output };
  return machineToWdfsa(drawn);
}

function automaton<W>(algebra: Semifield<W>, seed: number): Wdfsa<unknown> {
  return randomAutomaton({ algebra, states: 12, letters: 2, shape: "sparse", seed });
}

/** Every question of a run with its answer, and the result. */
function transcript(teacher: Teacher<unknown>, learner: "tree" | "table" | "machine"): string[] {
  const lines: string[] = [];
  const { automaton } = learn(teacher, {
    learner,
    observe(question, answer) {
      if (question.kind === "conjecture")
        lines.push(writeHankel(question.hypothesis), JSON.stringify(answer));
      else if (answer.kind === "weights") {
        lines.push(
          question.batch.words.map((word) => word.join()).join("; "),
          Array.from(answer.weights).join("; "),
        );
      }
    },
  });
  return [...lines, writeHankel(automaton)];
}

describe("an exact teacher that tells the learner's memory", () => {
  const targets = [1, 2, 3].flatMap((seed): [string, Wdfsa<unknown>][] => [
    [`Mealy ${seed}`, machine("mealy", seed)],
    [`Moore ${seed}`, machine("moore", seed)],
    [`Boolean ${seed}`, automaton(boolean, seed)],
    [`tropical ${seed}`, automaton(tropical, seed)],
  ]);

  it.each(targets)("asks, answers and finds what one does that spells everything: %s", (name, target) => {
    const exact = exactTeacher(target);
    const learners = name.startsWith("M")
      ? (["tree", "table", "machine"] as const)
      : (["tree", "table"] as const);
    for (const learner of learners) {
      let told = 0;
      const telling = Object.defineProperty({ ...exact }, "answer", {
        value: (...asked: Parameters<NonNullable<typeof exact.answer>>) => {
          const weighed = exact.answer?.(...asked);
          if (weighed?.told !== undefined) told++;
          return weighed;
        },
      });
      // A copy has `weigh` only.
      expect(transcript(telling, learner)).toEqual(transcript({ ...exact }, learner));
      expect(told).toBeGreaterThan(0);
    }
  });

  it("leaves a memory that contradicts it to the learner, who says so", () => {
    const exact = exactTeacher(machine("mealy", 4));
    const other = exactTeacher(machine("mealy", 5));
    let batches = 0;
    const changing = Object.defineProperty({ ...exact }, "answer", {
      value: (...asked: Parameters<NonNullable<typeof exact.answer>>) =>
        (batches++ < 6 ? exact : other).answer?.(...asked),
    });
    expect(learn(changing, { learner: "tree" }).outcome).toBe("contradiction");
  });
});
