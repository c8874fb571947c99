/** Black boxes that are language models: they answer with what comes next after a word. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createLearner, type Distribution, type Word } from "@hankel/core";
import { learnLive, openUrl, type ProcessBoxOptions } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { workplace } from "./support/boxes.ts";
import {
  BatchLearner,
  FOLLOWING,
  following,
  languageModel,
  MODEL_MODULE,
} from "./support/language-models.ts";
import { type Model, plain, withModule, withProgram } from "./support/open-models.ts";

const AB: Word = [0, 1];
const WORDS: Word[] = [[], [0], AB, [0, 1, 0]];

const rowsOf = (word: Word) => [...word.map((_, i) => following(word.slice(0, i))), following(word)].flat();

const learn = (box: Model, batches: readonly (readonly Word[])[]) =>
  learnLive(box, { createLearner: ({ alphabet }) => new BatchLearner(alphabet, batches), tests: [] });

describe("a program that is a language model", () => {
  it("answers with distributions, the end last", () =>
    withProgram(languageModel(), async (box) => {
      expect(box.kind.header.next).toEqual({ prefixes: false });
      expect(box.kind.algebra.name).toBe("real");
      expect(plain(await box.weigh(WORDS))).toEqual(WORDS.map(following));
    }));

  it("answers for all prefixes at once if it announces them", () =>
    withProgram(languageModel("", "hello.prefixes = true;"), async (box) => {
      expect(box.kind.header.next).toEqual({ prefixes: true });
      expect(plain(await box.weigh(WORDS))).toEqual(WORDS.map(rowsOf));
    }));

  it("may say how long words may be, and the learner keeps to it", () => {
    const refuse = 'if (words.some((word) => word.length > 3)) throw new Error("too long");';
    return withProgram(languageModel(refuse, "hello.longest = 3;"), async (box, logged) => {
      expect(box.kind.header.next).toEqual({ prefixes: false, longest: 3 });
      expect(box.longest).toBe(3);
      const { automaton, outcome } = await learnLive<number, Distribution>(box, {
        createLearner: (setting) => createLearner(setting),
        tests: [],
      });
      expect({ outcome, states: automaton.size }).toEqual({ outcome: "accepted", states: 2 });
      expect(Math.max(...logged().map((word) => word.length))).toBeLessThanOrEqual("a b a".length);
    });
  });

  it("may write natural logarithms", () => {
    const logs = `for (const row of distributions) row.forEach((p, i) => { row[i] = i === 1 ? null : Math.log(p / 0.75); });
      if (words[0].length === 1) distributions[0] = ["-inf", "-Infinity", 0];`;
    return withProgram(languageModel(logs, "hello.logs = true;"), async (box) => {
      const [empty] = await box.weigh([[]]);
      expect(empty[0]).toBeCloseTo(2 / 3, 12);
      expect(empty[1]).toBe(0);
      expect(plain(await box.weigh([[0]]))).toEqual([[0, 0, 1]]);
    });
  });

  it("is learned: what the learner concludes is the statement of the run", () =>
    withProgram(languageModel(), async (box) => {
      const { outcome, statement, automaton } = await learn(box, [[[], [0]], [AB]]);
      expect({ outcome, statement }).toEqual({ outcome: "accepted", statement: "asked 3" });
      expect(automaton.finalWeight[0]).toBeCloseTo((0.25 + 0.5 + 0.5) / 3, 12);
    }));

  it("is learned by the soft learner unless another is named", () =>
    withProgram(languageModel(), async (box) => {
      const { automaton, outcome } = await learnLive<number, Distribution>(box, {
        createLearner: (setting) => createLearner(setting),
        tests: [],
      });
      expect({ outcome, states: automaton.size }).toEqual({ outcome: "accepted", states: 2 });
      expect(automaton.weigh([0, 0, 1])).toBeCloseTo(0.5 * 0.125 * 0.25 * 0.25, 12);
    }));

  it("is never asked a prefix of an answered word if it tells prefixes, and a batch is asked longest first", () =>
    withProgram(languageModel("", "hello.prefixes = true;"), async (box, logged) => {
      const learner = new BatchLearner(box.alphabet, [
        [[], [0], AB, [0, 1, 0], [1]],
        [[0, 1], [1], [], [0, 1, 0, 0], [1, 1]],
      ]);
      await learnLive(box, { createLearner: () => learner, tests: [] });
      expect(logged()).toEqual(["a b a", "b", "a b a a", "b b"]);
      // The learner is told the rows of all prefixes, whichever word they came with.
      for (const [word, answer] of learner.told) expect([...answer]).toEqual(rowsOf(word));
    }));

  it.each([
    ["distributions[0] = [0.5, 0.6, -0.1];", "the probability of the end is -0.1: a probability is a number"],
    ["distributions[0][1] = null;", 'the probability of "b" is null: a probability is a number from 0 to 1'],
    [
      "distributions[0].pop();",
      "expected 3 probabilities (one for each letter, and last that of the end), got 2",
    ],
    ["distributions[0][0] = 0.9;", "the probabilities sum to 1.775, not to 1: [0.9,0.375,0.5]"],
    ["distributions[0] = 'x';", "expected 3 probabilities"],
  ])("names the word of what is no distribution: %s", async (misbehave, message) => {
    const failing = withProgram(languageModel(misbehave), (box) => box.weigh([AB]));
    await expect(failing).rejects.toThrow(`the black box failed on ab: the answer for ab: ${message}`);
  });

  it("names the prefix, too, where prefixes are told", async () => {
    const source = languageModel("distributions[0][1] = [1, 1, 1];", "hello.prefixes = true;");
    await expect(withProgram(source, (box) => box.weigh([AB]))).rejects.toThrow(
      "the answer for ab: at the prefix a: the probabilities sum to 3, not to 1",
    );
  });

  it.each([
    ["distributions.pop();", "asked for 1 distribution, got 0"],
    ["say(JSON.stringify({ id, weights: [1] })); return true;", 'the answer has no array "distributions"'],
  ])("refuses a reply that holds no distributions: %s", async (misbehave, message) => {
    await expect(withProgram(languageModel(misbehave), (box) => box.weigh([AB]))).rejects.toThrow(message);
  });

  it.each([
    ['hello.semifield = "real";', 'announced both "next" and a "semifield"'],
    ['hello.machine = "mealy";', 'announced both "next" and a "machine"'],
    ['hello.next = "yes";', 'announced "next" as "yes", not as true'],
    ["hello.longest = -1;", 'announced "longest" as -1, not as a number of letters'],
    ["hello.prefixes = 1;", 'announced "prefixes" as 1, not as true'],
    ["delete hello.next;", 'and did not announce "next"'],
  ])("has to say what it is: %s", async (hello, message) => {
    await expect(withProgram(languageModel("", hello), (box) => box.weigh([[]]))).rejects.toThrow(message);
  });

  it("has no semifield to choose; its tolerance is the learner's", async () => {
    const open = (options: Partial<ProcessBoxOptions>) =>
      withProgram(languageModel(), async (box) => box.kind.algebra.name, options);
    await expect(open({ semifield: "real" })).rejects.toThrow("answers with distributions, not with weights");
    expect(await open({ tolerance: 0.1 })).toBe("real");
  });

  it.each([false, true])(
    "can be restricted to some symbols: the others are cut out (prefixes: %s)",
    (prefixes) =>
      withProgram(
        languageModel("", `hello.prefixes = ${prefixes};`),
        async (box) => {
          const [answer] = await box.weigh([[0]]);
          const [empty, b] = [
            [1 / 2, 1 / 2],
            [1 / 2, 1 / 2],
          ];
          expect([...answer]).toEqual(prefixes ? [...empty, ...b] : b);
        },
        { alphabet: ["b"] },
      ),
  );

  it("is asked by several workers, which must announce the same", async () => {
    const asked = await withProgram(
      languageModel(),
      async (box, logged) => {
        const words = Array.from({ length: 200 }, (_, i): Word => [...i.toString(2)].map(Number));
        expect(plain(await box.weigh(words))).toEqual(words.map(following));
        return logged().length;
      },
      { workers: 3 },
    );
    expect(asked).toBe(200);
    using place = workplace();
    const flag = place.file("flag", "");
    const hello = `const fs = require("node:fs"); if (fs.existsSync(${JSON.stringify(flag)})) fs.rmSync(${JSON.stringify(flag)}); else hello.prefixes = true;`;
    const failing = withProgram(languageModel("if (count === 1) process.exit(1);", hello), (box) =>
      box.weigh([AB]),
    );
    await expect(failing).rejects.toThrow("another copy of it announced distributions of all prefixes");
  });

  it("that dies while it answers is started again", () =>
    withProgram(languageModel("if (count === 2) process.exit(1);"), async (box) => {
      const { outcome } = await learn(box, [[[]], [[0]], [AB]]);
      expect(outcome).toBe("accepted");
    }));
});

describe("a module that is a language model", () => {
  it("exports next", () =>
    withModule(MODEL_MODULE, async (box) => {
      expect(box.kind.header.next).toEqual({ prefixes: false });
      expect(plain(await box.weigh(WORDS))).toEqual(WORDS.map(following));
    }));

  it("may export prefixes and logs, return a promise, and typed arrays", () =>
    withModule(
      `export const alphabet = "ab", prefixes = true, logs = true;
      ${FOLLOWING}
      export const next = async (word) => rows(word).map((row) => Float64Array.from(row, Math.log));`,
      async (box) => {
        expect(box.kind.header.next).toEqual({ prefixes: true });
        const answers = await box.weigh(WORDS);
        answers.forEach((answer, i) => {
          const expected = rowsOf(WORDS[i]);
          expect(answer).toHaveLength(expected.length);
          answer.forEach((p, place) => expect(p).toBeCloseTo(expected[place], 12));
        });
      },
    ));

  it("names the word of what is no distribution", async () => {
    const source = 'export const alphabet = "ab"; export const next = (word) => [NaN, 0, 1];';
    await expect(withModule(source, (box) => box.weigh([AB]))).rejects.toThrow(
      'the answer for ab: the probability of "a" is NaN',
    );
  });
});

describe("a server that is a language model", () => {
  it("answers over HTTP", async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      const body = await text(request);
      bodies.push(body);
      const { id, next } = JSON.parse(body) as { id?: number; next?: string[][] };
      const distributions = next?.map((word) => following(word.map((symbol) => (symbol === "a" ? 0 : 1))));
      const reply =
        next === undefined ? { hankel: 1, next: true, alphabet: ["a", "b"] } : { id, distributions };
      response.end(JSON.stringify(reply));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const box: unknown = await openUrl({ url: `http://127.0.0.1:${port}/`, workers: 1 });
    try {
      expect(plain(await (box as Model).weigh([AB]))).toEqual([following(AB)]);
      expect(bodies).toEqual(['{"hankel":1}', '{"id":1,"next":[["a","b"]]}']);
    } finally {
      await (box as Model).close?.();
      server.close();
    }
  });
});
