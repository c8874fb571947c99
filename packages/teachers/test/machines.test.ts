/** Black boxes that are machines: they answer with runs, one output per letter. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  createLearner,
  freeWord,
  machineSize,
  requireMachine,
  runMachine,
  type Word,
  wpMethod,
} from "@hankel/core";
import {
  type BlackBox,
  findsOf,
  learnLive,
  openModule,
  openProcess,
  openUrl,
  type ProcessBoxOptions,
} from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { workplace } from "./support/boxes.ts";
import { COFFEE_MODULE, coffeeMachine } from "./support/machine-programs.ts";

/** coin, water, button. */
const BUY: Word = [0, 1, 2];
const BOUGHT = freeWord("ok", "1", "a coffee");

async function withProgram<T>(
  source: string,
  use: (box: BlackBox<unknown>, logged: () => unknown[]) => Promise<T>,
  options: Partial<ProcessBoxOptions> = {},
): Promise<T> {
  using place = workplace();
  const log = place.file("log", "");
  const box = await openProcess({
    command: process.execPath,
    args: [place.file("box.js", source), log],
    ...options,
  });
  try {
    return await use(box, () =>
      readFileSync(log, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    );
  } finally {
    await box.close();
  }
}

const learn = (box: BlackBox<unknown>, learner: "tree" | "apart" | "table" = "tree") =>
  learnLive(box, {
    createLearner: (setting) => createLearner(setting, { learner }),
    tests: [wpMethod(1)],
  });

const COFFEE = [
  ["ok", "1", "a coffee", "beep", ""],
  ["ok", "0", "1", "0", ""],
] as const;

function expectCoffee(box: BlackBox<unknown>, automaton: Parameters<typeof requireMachine>[0]): void {
  const machine = requireMachine(automaton);
  expect(machine.kind).toBe(box.kind.header.machine);
  expect(runMachine(machine, ["coin", "water", "button", "button", "water"])).toEqual(COFFEE[0]);
  expect(runMachine(machine, ["coin", "coin", "water", "coin", "water"])).toEqual(COFFEE[1]);
}

describe("a program that is a machine", () => {
  it("answers with runs: any strings, also the empty one, 0 and 1", () =>
    withProgram(coffeeMachine(), async (box) => {
      expect(box.kind.header.machine).toBe("mealy");
      expect(box.kind.algebra.name).toBe("free-group");
      const words: Word[] = [[], [0, 0], BUY, [1]];
      expect(await box.weigh(words)).toEqual(["1", 'ok "0"', BOUGHT, '""']);
    }));

  it.each(["tree", "apart", "table"] as const)("is learned by %s", (learner) =>
    withProgram(coffeeMachine(), async (box) => {
      const { automaton, statement } = await learn(box, learner);
      expectCoffee(box, automaton);
      expect(statement).toMatch(/it is right if the machine has at most 4 states\)/u);
    }),
  );

  it("is never asked a prefix of an answered word, and a batch is asked longest first", () =>
    withProgram(coffeeMachine(), async (box, logged) => {
      await learn(box);
      const words = (logged() as string[][]).map((word) => word.join(" "));
      expect(words.length).toBeGreaterThan(20);
      words.forEach((word, i) => {
        const longer = words.slice(0, i).filter((before) => before === word || before.startsWith(`${word} `));
        expect(longer).toEqual([]);
      });
      expect(words).not.toContain("");
    }));

  it("has one output more if it is a Moore machine", () =>
    withProgram(coffeeMachine("", 'hello.machine = "moore";'), async (box) => {
      expect(box.kind.header.machine).toBe("moore");
      expect(await box.weigh([[], [0]])).toEqual(["off", "off ok"]);
      const { automaton } = await learn(box);
      const machine = requireMachine(automaton);
      expect(machine.kind).toBe("moore");
      expect(runMachine(machine, ["coin", "button"])).toEqual(["off", "ok", "beep"]);
      // A Moore machine has a state for each pair of a state and the output on the way to it.
      expect(automaton.size).toBe(3);
      expect(machineSize(machine)).toBe(10);
    }));

  it.each([
    ["outputs[0] = outputs[0].slice(1);", "expected 3 outputs (one for each input), got 2"],
    ["outputs[0] = [...outputs[0], 'x'];", "expected 3 outputs (one for each input), got 4"],
    ["outputs[0] = 'ok';", 'expected an array of 3 outputs (one for each input), got "ok"'],
    ["outputs[0][1] = 7;", 'output 2 is 7: outputs are strings, so write "7"'],
    ["outputs[0][2] = null;", "output 3 is null: outputs are strings"],
  ])("names the word of a bad run: %s", async (misbehave, message) => {
    const failing = withProgram(coffeeMachine(misbehave), (box) => box.weigh([BUY]));
    await expect(failing).rejects.toThrow(
      `the black box failed on coin water button: the answer for coin water button: ${message}`,
    );
  });

  it.each([
    ["outputs.pop();", "asked for 1 run, got 0"],
    ["say(JSON.stringify({ id, weights: outputs })); return true;", 'the answer has no array "outputs"'],
  ])("refuses a reply that holds no runs: %s", async (misbehave, message) => {
    await expect(withProgram(coffeeMachine(misbehave), (box) => box.weigh([BUY]))).rejects.toThrow(message);
  });

  it("says how many outputs a Moore machine has to give", async () => {
    const source = coffeeMachine("outputs[0].shift();", 'hello.machine = "moore";');
    await expect(withProgram(source, (box) => box.weigh([[0]]))).rejects.toThrow(
      "the answer for coin: expected 2 outputs (one for the initial state and one for each input), got 1",
    );
  });

  it.each([
    ['hello.semifield = "real";', 'announced both a "semifield" and a "machine"'],
    ["delete hello.machine;", 'named neither its "semifield" nor its "machine"'],
    ['hello.machine = "mealie";', 'unknown kind of machine, "mealie", not "mealy"'],
    ["hello.machine = true;", "unknown kind of machine, true, not"],
  ])("has to say what it is: %s", async (hello, message) => {
    await expect(withProgram(coffeeMachine("", hello), (box) => box.weigh([[]]))).rejects.toThrow(message);
  });

  it("has no semifield or tolerance to choose, but its alphabet can be restricted", async () => {
    const source = coffeeMachine();
    const open = (options: Partial<ProcessBoxOptions>) =>
      withProgram(source, (box) => box.weigh([[0, 1]]), options);
    await expect(open({ semifield: "real" })).rejects.toThrow("is a Mealy machine: it answers with outputs");
    await expect(open({ tolerance: 0.1 })).rejects.toThrow("so leave --tolerance out");
    expect(await open({ alphabet: ["button", "coin"] })).toEqual(["beep ok"]);
  });

  it("gets conjectures in the form of a machine", async () => {
    const misbehave = `if (conjecture === undefined) return false;
      log(conjecture);
      say(JSON.stringify({ id, counterexample: conjecture.states < 3 ? ["coin", "water", "button"] : null }));
      return true;`;
    const conjectures = (kind: string) =>
      withProgram(
        coffeeMachine(misbehave, `hello.counterexamples = true; hello.machine = "${kind}";`),
        async (box, logged) => {
          const hypothesis = (await learn(box)).automaton;
          await box.findCounterexample?.(hypothesis);
          return logged().at(-1) as Record<string, unknown>;
        },
      );
    const mealy = await conjectures("mealy");
    expect(mealy).toMatchObject({
      machine: "mealy",
      alphabet: ["coin", "water", "button"],
      states: 3,
      initial: 0,
    });
    expect(mealy["transitions"]).toHaveLength(9);
    expect(mealy["transitions"]).toContainEqual([0, "water", "", 0]);
    const moore = await conjectures("moore");
    expect(moore).toMatchObject({ machine: "moore", states: 10 });
    expect((moore["outputs"] as string[])[0]).toBe("off");
    expect(moore["transitions"]).toContainEqual([0, "coin", 1]);
  });

  it("that dies while it answers is started again, and nothing else is asked twice", () =>
    withProgram(coffeeMachine("if (count === 3) process.exit(1);"), async (box) => {
      const { automaton, outcome } = await learn(box);
      expect(outcome).toBe("accepted");
      expectCoffee(box, automaton);
    }));
});

describe("a server that is a machine", () => {
  it("is learned over HTTP", async () => {
    const server = createServer(async (request, response) => {
      const asked = JSON.parse(await text(request)) as { id?: number; run?: string[][] };
      const lamp = (word: readonly string[]) => {
        let on = false;
        return word.map(() => {
          on = !on;
          return on ? "on" : "off";
        });
      };
      const answer =
        asked.run === undefined
          ? { hankel: 1, machine: "mealy", alphabet: ["switch"] }
          : { id: asked.id, outputs: asked.run.map(lamp) };
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const box = await openUrl({ url: `http://127.0.0.1:${port}/` });
    try {
      const { automaton } = await learn(box);
      expect(runMachine(requireMachine(automaton), [0, 0, 0])).toEqual(["on", "off", "on"]);
      expect(automaton.size).toBe(2);
    } finally {
      await box.close();
      server.close();
    }
  });
});

describe("a module that is a machine", () => {
  const withModule = async <T>(source: string, use: (box: BlackBox<unknown>) => Promise<T>): Promise<T> => {
    using place = workplace();
    const box = await openModule({ path: place.file("box.mjs", source) });
    try {
      return await use(box);
    } finally {
      await box.close();
    }
  };

  it.each([
    ["at once", COFFEE_MODULE],
    ["with promises", COFFEE_MODULE.replace("export function run", "export async function run")],
  ])("answers %s", (_how, source) =>
    withModule(source, async (box) => {
      expect(await box.weigh([BUY, []])).toEqual([BOUGHT, "1"]);
      expectCoffee(box, (await learn(box)).automaton);
    }),
  );

  it("gets conjectures in the form of a machine", () =>
    withModule(
      `${COFFEE_MODULE} export const findCounterexample = ({ machine, states, transitions }) =>
        machine === "mealy" && transitions.length === 3 * states && states === 3 ? null : ["coin", "water", "button"];`,
      async (box) => {
        const { automaton } = await learn(box);
        expect(findsOf(box)).toBe("counterexamples");
        expect(await box.findCounterexample?.(automaton)).toBe(null);
      },
    ));

  it.each([
    ['export const machine = "mealy", alphabet = ["a"];', "it exports no function `run`"],
    [
      'export const machine = "mealy", alphabet = ["a"], run = () => [];',
      "failed on a: the answer for a: expected 1 output (one for each input), got 0: []",
    ],
    [
      'export const machine = "mealy", semifield = "real", alphabet = ["a"], run = () => [];',
      'announced both a "semifield" and a "machine"',
    ],
  ])("that is broken is an error: %s", async (source, message) => {
    await expect(withModule(source, (box) => box.weigh([[0]]))).rejects.toThrow(message);
  });
});
