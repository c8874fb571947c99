/** Black boxes that give their states: the vector of a recurrent network after a word. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type StateVector, topRanks, type Word } from "@hankel/core";
import { type BlackBox, classBox, openModule, openProcess, openUrl, weightsBox } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { workplace } from "./support/boxes.ts";
import { type Model, withModule } from "./support/open-models.ts";

const WORDS: readonly Word[] = [[], [0], [0, 1], [1, 1, 0]];

/** Counts the letters of a word; this is the state of the boxes below. */
const counted = (word: Word) => [word.filter((letter) => letter === 0).length, word.length];

/** A program that weighs a word by its a's and gives its state on request. `spoil` may change `states`. */
function program(spoil = "", hello = "hello.states = 2;"): string {
  return `
const say = (object) => process.stdout.write(JSON.stringify(object) + "\\n");
const hello = { hankel: 1, semifield: "rational", alphabet: ["a", "b"] };
${hello}
say(hello);
const count = (word) => word.filter((x) => x === "a").length;
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, weigh: words, states: wanted } = JSON.parse(line);
  const reply = { id, weights: words.map((word) => 2 ** count(word)) };
  if (wanted !== undefined && wanted !== true) reply.error = "strange";
  let states = words.map((word) => [count(word), word.length]);
  ${spoil}
  say(wanted ? { ...reply, states } : reply);
});`;
}

async function withProgram<T>(source: string, use: (box: BlackBox<unknown>) => Promise<T>): Promise<T> {
  using place = workplace();
  const box = await openProcess({ command: process.execPath, args: [place.file("box.js", source)] });
  try {
    return await use(box);
  } finally {
    await box.close();
  }
}

/** Weighs words with their states. */
async function withStates<A>(box: BlackBox<unknown, A> | BlackBox<number, A>, words: readonly Word[]) {
  const states: StateVector[] = [];
  const weights = await box.weigh(words, {
    states(from, vectors) {
      vectors.forEach((vector, i) => {
        states[from + i] = vector;
      });
    },
  });
  return { weights, states: states.map((state) => [...state]) };
}

const expected = { weights: WORDS.map((word) => 2 ** counted(word)[0]), states: WORDS.map(counted) };

describe("a program that gives its states", () => {
  it("is asked for them only where they are wanted", () =>
    withProgram(program("if (!wanted && words.length > 3) reply.error = 'too many';"), async (box) => {
      expect(box.states).toBe(2);
      expect(await box.weigh([[0]])).toEqual([2]);
      expect(await withStates(box, WORDS)).toEqual(expected);
    }));

  it("gives none unless it announced them", () =>
    withProgram(program("", ""), async (box) => {
      expect(box.states).toBeUndefined();
    }));

  it.each([
    ["states[0] = [1];", "the state after ε: expected 2 numbers, got 1"],
    ["states[0] = [1, null];", "the state after ε: expected 2 numbers, got null as the one at index 1"],
    ['states[0] = [1, "2"];', 'the state after ε: expected 2 numbers, got "2" as the one at index 1'],
    ["states[0] = 7;", "the state after ε: expected 2 numbers, got 7"],
    ["states.pop();", "asked for 1 state, got 0"],
    ["states = undefined;", 'the answer has no array "states"'],
  ])("whose states are malformed is an error that names the word: %s", (spoil, message) =>
    withProgram(program(spoil), async (box) => {
      await expect(withStates(box, [[]])).rejects.toThrow(message);
      await expect(withStates(box, [[]])).rejects.toThrow("the black box failed on ε");
      expect(await box.weigh([[]])).toEqual([1]);
    }),
  );

  it.each([
    ["hello.states = 0;", '"states" as 0, not as the number of numbers in a state'],
    ['hello.states = "2";', '"states" as "2", not as'],
    ['hello.states = 2; delete hello.semifield; hello.machine = "mealy";', 'both "states" and a "machine"'],
  ])("must announce them well: %s", async (hello, message) => {
    await expect(withProgram(program("", hello), async () => {})).rejects.toThrow(message);
  });
});

describe("a server that gives its states", () => {
  it("answers with them on request", async () => {
    const server = createServer(async (request, response) => {
      const { id, weigh, states } = JSON.parse(await text(request));
      if (weigh === undefined) {
        response.end(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"], states: 2 }));
        return;
      }
      const count = (word: string[]) => word.filter((symbol) => symbol === "a").length;
      const weights = weigh.map((word: string[]) => 2 ** count(word));
      const vectors = weigh.map((word: string[]) => [count(word), word.length]);
      response.end(JSON.stringify({ id, weights, ...(states === true && { states: vectors }) }));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const box = await openUrl({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
    try {
      expect(box.states).toBe(2);
      expect(await withStates(box, WORDS)).toEqual(expected);
    } finally {
      await box.close();
      server.closeAllConnections();
      server.close();
    }
  });
});

const MODULE = `export const alphabet = "ab", semifield = "rational", states = 2;
const count = (word) => word.filter((symbol) => symbol === "a").length;
export const weigh = (word) => 2 ** count(word);
export const state = async (word) => Float32Array.of(count(word), word.length);`;

describe("a module that gives its states", () => {
  it("exports states, their size, and state(word)", async () => {
    using place = workplace();
    const box = await openModule({ path: place.file("box.mjs", MODULE) });
    expect(await withStates(box, WORDS)).toEqual(expected);
    expect(await box.weigh([[0]])).toEqual([2]);
    await box.close();
  });

  it("must export both", async () => {
    using place = workplace();
    const path = place.file("box.mjs", MODULE.replace("state =", "vector ="));
    await expect(openModule({ path })).rejects.toThrow("it exports `states`, but no function `state`");
  });
});

const MODEL = `export const alphabet = ["a", "b"], states = 2;
const count = (word) => word.filter((symbol) => symbol === "a").length;
export const next = (word) => count(word) % 2 === 0 ? [0.5, 0.25, 0.25] : [0.25, 0.25, 0.5];
export const state = (word) => [count(word), word.length];`;
const WITH_PREFIXES = MODEL.replace("export const next =", "const row =").concat(`
export const prefixes = true;
export const next = (word) => Array.from({ length: word.length + 1 }, (_, i) => row(word.slice(0, i)));`);

describe("a language model that gives its states", () => {
  for (const [name, source] of Object.entries({ "word by word": MODEL, "with prefixes": WITH_PREFIXES })) {
    it(`gives them with the probabilities of words, too: ${name}`, () =>
      withModule(source, async (model: Model) => {
        const box = weightsBox(model);
        expect(box.states).toBe(2);
        // The states of prefixes are not known from a longer word.
        await withStates(box, [[0, 1, 1]]);
        const words: Word[] = [[0, 1], [], [0, 1, 1], [0, 1]];
        const { weights, states } = await withStates(box, words);
        expect(weights).toEqual(await box.weigh(words));
        expect(states).toEqual(words.map(counted));
      }));
  }

  it("has no states as a machine of classes", () =>
    withModule(MODEL, async (model: Model) => {
      expect(model.states).toBe(2);
      expect(classBox(model, topRanks(1)).states).toBeUndefined();
    }));

  it("takes a question for each word whose state is wanted", () =>
    withModule(MODEL, async (model: Model) => {
      const box = weightsBox(model);
      expect(box.questions?.([[0, 1]])).toBe(3);
      await box.weigh([[0, 1]]);
      expect(box.questions?.([[0], [0, 1, 0]])).toBe(1);
      expect(box.questions?.([[0], [0, 1, 0]], true)).toBe(2);
    }));
});
