/** Whole conversations: everything that a black box says, line by line, and runs that go on with a foreign journal. */

import { boolean, randomAutomaton } from "@hankel/core";
import { type Connect, openConnections } from "@hankel/teachers";
import { simulate } from "../../../packages/teachers/test/simulation/process-run.ts";
import { SimulatedClock } from "../../../packages/teachers/test/simulation/simulated-clock.ts";
import { MemoryStorage } from "../../../packages/teachers/test/support/memory-storage.ts";
import { type Target, target, textOf } from "../target.ts";

/** A program that says its first line at each start, and one more for each request, whatever it is asked; then it ends. */
function talker(
  [first = "", ...answers]: readonly string[],
  clock: SimulatedClock,
  broken: (error: unknown) => void,
): Connect {
  let said = 0;
  return (listener) => {
    let open = true;
    const speak = (line: string | undefined) =>
      clock.after(1, () => {
        if (!open) return;
        try {
          open = line !== undefined;
          if (line === undefined) listener.end("it ended", "never");
          else listener.line(line);
        } catch (error) {
          // Nothing is above the listener: the command would crash.
          broken(error);
        }
      });
    const stop = () => {
      open = false;
    };
    speak(first);
    return { send: () => speak(answers[said++]), kill: stop, close: async () => stop() };
  };
}

async function listen(lines: readonly string[]): Promise<string> {
  const clock = new SimulatedClock();
  let broken = (_error: unknown) => {};
  const crashed = new Promise<never>((_, reject) => {
    broken = reject;
  });
  const asked = async () => {
    const connect = talker(lines, clock, broken);
    const box = await openConnections(() => connect, { name: "box", timeout: 1, startTimeout: 1, clock });
    try {
      const answers = [...(await box.weigh([[]])), ...(await box.weigh([[0]]))];
      const drawn = (await box.draw?.(1, 1)) ?? [];
      return JSON.stringify([answers.map(String), drawn]);
    } finally {
      await box.close();
    }
  };
  return clock.until(Promise.race([asked(), crashed]));
}

const talk = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

const box = target({
  name: "box",
  codes: ["teacher", "algebra", "usage"],
  seeds: [
    talk(
      { hankel: 1, semifield: "rational", alphabet: ["a"], samples: true },
      { id: 1, weights: ["1/2"] },
      { id: 2, weights: [3] },
      { id: 3, words: [["a"]] },
    ),
    talk(
      { hankel: 1, machine: "moore", alphabet: ["a"] },
      { id: 1, outputs: [["x"]] },
      { id: 2, outputs: [["x", "y"]] },
    ),
    talk(
      { hankel: 1, semifield: "real", alphabet: ["a"] },
      { id: 1, error: "too hot" },
      { id: 2, weights: [1] },
      { id: 3, weights: [2] },
    ),
  ],
  found: [
    '{"hankel":1,"semifield":"real","alphabet":["a"]}\n{"id":1,"error":{"toString":1}}\n',
    `{"hankel":1,"semifield":"real","alphabet":["a"]}\n{"id":1,"error":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`,
  ],
  scraps: ["{", "}", "[", "]", ",", '"', "\n", '"id":1', '"error":', "null", "1"],
  json: "lines",
  read: (input) => listen(textOf(input).split("\n").slice(0, -1)),
  show: (answers) => answers,
});

const automaton = randomAutomaton({
  algebra: boolean,
  states: 3,
  letters: 2,
  seed: 1,
});
const SETTING = { learner: "tree", equivalence: "random:5" } as const;
const { journal } = await simulate(automaton, SETTING);

/** A run that goes on with a journal that someone has changed. */
const run = target({
  name: "run",
  codes: ["parse", "usage", "teacher"],
  seeds: [journal],
  scraps: ['{"undo":1}\n', "{", "}", "[", "]", ",", '"', "\n", "null", "0", '"a"'],
  json: "lines",
  read: (input) => simulate(automaton, { ...SETTING, main: new MemoryStorage(input) }),
  show: ({ text }) => text,
});

export const talkTargets: readonly Target[] = [box, run];
