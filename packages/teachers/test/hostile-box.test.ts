/** Black boxes that say what would crash, stall or fill a careless learner. Each is an error that says what is wrong. */

import { Alphabet, type HankelError, kindOf, readHankel, toWdfsa } from "@hankel/core";
import { type BlackBox, type Connect, openConnections, openModule, openProcess } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { processorTime } from "../../core/test/support/processor-time.ts";
import { Account } from "../src/wire/account.ts";
import { answersIn } from "../src/wire/messages.ts";
import { SimulatedClock } from "./simulation/simulated-clock.ts";
import { workplace } from "./support/boxes.ts";

const DEEP = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
/** What would stall the learner takes the processor minutes; a slow one takes seconds for the rest. In milliseconds. */
const LONGEST = 60_000;
const HELLO = '"hankel":1,"semifield":"rational","alphabet":["a","b"],"counterexamples":true,"samples":true';

/** A program that introduces itself and answers every request with the same fields, as JSON text. */
function saying(hello: string, fields: string): Connect {
  return (listener) => {
    const say = (line: string) => queueMicrotask(() => listener.line(line));
    say(`{${hello}}`);
    return {
      send(request) {
        const { id } = JSON.parse(request) as { id: number };
        say(`{"id":${id},${fields}}`);
      },
      close: () => Promise.resolve(),
      kill: () => {},
    };
  };
}

/** The error of asking a program that answers with these fields. */
async function failureOf(
  fields: string,
  ask: (box: BlackBox<unknown>) => Promise<unknown> = (box) => box.weigh([[0]]),
  hello = HELLO,
): Promise<HankelError> {
  const clock = new SimulatedClock();
  const asked = async () => {
    const box = await openConnections(() => saying(hello, fields), { name: "box", clock });
    try {
      return await ask(box);
    } finally {
      await box.close();
    }
  };
  const answer = clock.until(asked());
  await expect(answer).rejects.toThrow();
  return answer.then(
    () => expect.unreachable(),
    (error: HankelError) => error,
  );
}

const conjecture = async (box: BlackBox<unknown>) => {
  const text = `{"format":"hankel/1","semifield":"rational","alphabet":["a","b"],"states":0,"initial":[],"final":[],"arcs":[]}`;
  return box.findCounterexample?.(toWdfsa(readHankel(text, box.kind.algebra)));
};
const draw = async (box: BlackBox<unknown>) => box.draw?.(1, 1);

describe("a black box cannot crash the learner", () => {
  it.each([
    ['"error":{"toString":1}', 'the black box failed on a: it says: {"toString":1}'],
    [`"error":${DEEP}`, "the black box failed on a: it says: [[[[[...]]]]]"],
    ['"error":null', 'the black box failed on a: the answer has no array "weights"'],
    ['"error":{"toJSON":1,"message":"no"}', 'it says: {"toJSON":1,"message":"no"}'],
    [`"weights":[${DEEP}]`, "the answer for a: [[[[[...]]]]] is not a weight of rational"],
    ['"weights":[{"toString":1}]', 'the answer for a: {"toString":1} is not a weight of rational'],
    [`"weights":${DEEP}`, "the answer for a: [[[[[...]]]]] is not a weight"],
  ])("with an answer %#", async (fields, message) => {
    const { code, message: told } = await failureOf(fields);
    expect({ code, told }).toEqual({ code: "teacher", told: expect.stringContaining(message) });
  });

  it.each([
    [conjecture, `"counterexample":${DEEP}`, "expected a word (an array of symbols), got [[[[[...]]]]]"],
    [conjecture, '"counterexample":{"length":-1}', 'got {"length":-1}'],
    [draw, `"words":[${DEEP}]`, "expected a word (an array of symbols), got [[[[[...]]]]]"],
  ])("with a word %#", async (ask, fields, message) => {
    const { code, message: told } = await failureOf(fields, ask);
    expect({ code, told }).toEqual({ code: "teacher", told: expect.stringContaining(message) });
  });

  it.each([
    [`"hankel":${DEEP}`, '("hankel": [[[[[...]]]]])'],
    ['"hankel":1,"machine":{"toString":1},"alphabet":[]', 'unknown kind of machine, {"toString":1},'],
    ['"hankel":1,"next":{"valueOf":1},"alphabet":["a"]', '"next" as {"valueOf":1}, not as true'],
    [`"hankel":1,"semifield":"real","alphabet":["a"],"states":${DEEP}`, '"states" as [[[[[...]]]]]'],
    ['"hankel":1,"semifield":"real","alphabet":["a","a"]', 'the symbol "a" occurs twice'],
  ])("with an introduction %#", async (hello, message) => {
    const { code, message: told } = await failureOf("", undefined, hello);
    expect({ code, told }).toEqual({ code: "teacher", told: expect.stringContaining(message) });
  });

  it("with what it throws, if it is a module", async () => {
    using place = workplace();
    const head = 'export const alphabet = ["a"], semifield = "real";';
    const path = place.file("box.mjs", `${head} export const weigh = () => { throw { toString: 1 }; };`);
    const box = await openModule({ path });
    await expect(box.weigh([[0]])).rejects.toThrow(
      /it says: it threw no error, but a value of the type object/u,
    );
    await box.close();
  });
});

describe("a black box cannot fill the memory or stall the learner", () => {
  it.each([
    [
      `"weights":["${"7".repeat(5_000_000)}"]`,
      "5000000 characters, more than the 200000 that are read in one message",
    ],
    [
      `"weights":["1/${"7".repeat(200_000)}"]`,
      "200002 characters, more than the 200000 that are read in one message",
    ],
    [`"error":"${"x".repeat(1_000_000)}"`, "it says: xxx"],
  ])("with a weight or a message %#", async (fields, message) => {
    const started = processorTime();
    const { code, message: told } = await failureOf(fields);
    expect({ code, told }).toEqual({ code: "teacher", told: expect.stringContaining(message) });
    expect(told.length).toBeLessThan(2200);
    expect(processorTime() - started).toBeLessThan(LONGEST);
  });

  it.each([
    ["[".repeat(4_000_000)],
    [`[${"{},".repeat(3_000_000)}{}]`],
    [`[${"0,".repeat(9_000_000)}0]`],
    [`{${'"a":0,'.repeat(3_000_000)}"b":0}`],
  ])("with more values than fit %#", async (values) => {
    const { code, message } = await failureOf(`"error":${values}`);
    expect(code).toBe("teacher");
    expect(message).toContain("a message is not read whose values would take more than 256 MiB");
  });

  it("with weights of a message that are too long together, unless the user allows it", () => {
    const alphabet = new Alphabet("ab");
    const vocabulary = { kind: kindOf({ semifield: "rational" }, alphabet), alphabet };
    const long = "7".repeat(150_000);
    const read = (digits?: number) =>
      answersIn({ ...vocabulary, digits }, [[], [0], [1]], { weights: [long, "1/2", long] });
    expect(() => read()).toThrow(
      /^the answer for b: the weights of its message .* at most as long as one number of 200000 characters/u,
    );
    expect(read(300_000)).toHaveLength(3);
  });

  it("with a weight of many numbers that are just short enough", async () => {
    const started = processorTime();
    const numbers = Array.from({ length: 9 }, () => "9".repeat(100_000)).join("x");
    const { message } = await failureOf(`"weights":["${numbers}"]`);
    expect(message).toContain("900008 characters, more than the 200000 that are read in one message");
    expect(processorTime() - started).toBeLessThan(LONGEST);
  });

  it.each(["nonsense", "prime-field:8", "real:7"])(
    "with the semifield %s, which is its fault and not the user's",
    async (name) => {
      const hello = `"hankel":1,"semifield":"${name}","alphabet":["a"]`;
      const { code, message } = await failureOf('"weights":[1]', undefined, hello);
      expect(code).toBe("teacher");
      expect(message).toMatch(/^the semifield of the black box: /u);
    },
  );

  it("with long words, but words of some length are read", async () => {
    const word = (letters: number) => `[${new Array(letters).fill('"a"').join(",")}]`;
    for (const [ask, name] of [
      [conjecture, `"counterexample":${word(300_000)}`],
      [draw, `"words":[${word(300_000)}]`],
    ] as const) {
      const { code, message } = await failureOf(name, ask);
      expect({ code, message }).toEqual({
        code: "teacher",
        message: expect.stringContaining("a word of 300000 letters is longer than the 30000"),
      });
    }
    const clock = new SimulatedClock();
    const box = await clock.until(
      openConnections(() => saying(HELLO, `"counterexample":${word(30_000)}`), { name: "box", clock }),
    );
    expect(await clock.until(conjecture(box))).toHaveLength(30_000);
    await box.close();
  });

  it("with an endless line: it may have a share of the memory of the run", async () => {
    using place = workplace();
    const path = place.file("box.cjs", 'process.stdout.write(" ".repeat(2 ** 21 + 2 ** 17) + "\\n");');
    const command = process.execPath;
    const opening = openProcess({ command, args: [path], maxMemory: 2 ** 25 });
    await expect(opening).rejects.toThrow(
      "it wrote a line of more than 2097152 characters, which is the bound with this --max-memory",
    );
    const longest = (maxMemory?: number) => new Account(maxMemory).longest;
    expect([longest(), longest(2 ** 24 + 2 ** 20)]).toEqual([2 ** 26, 1_114_112]);
    // Node has no strings of 2 ** 29 characters: one that grows so long would end the learner.
    expect([longest(2 ** 40), longest(Number.POSITIVE_INFINITY)]).toEqual([2 ** 28, 2 ** 28]);
  });

  it("with long symbols and outputs", async () => {
    const long = "s".repeat(10_001);
    const symbol = await failureOf("", undefined, `"hankel":1,"semifield":"real","alphabet":["${long}"]`);
    expect(symbol.message).toContain("announced a symbol of 10001 characters");
    const machine = '"hankel":1,"machine":"mealy","alphabet":["a"]';
    const output = await failureOf(`"outputs":[["${long}"]]`, undefined, machine);
    expect(output.message).toContain("output 1 has 10001 characters; at most 10000 are read");
    for (const { code, message } of [symbol, output]) {
      expect(code).toBe("teacher");
      expect(message.length).toBeLessThan(400);
    }
  });
});
