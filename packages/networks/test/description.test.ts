import { parseDescription } from "@hankel/networks";
import { describe, expect, test } from "vitest";
import { tokensOf } from "../src/token-ids.ts";

const read = (value: unknown) => parseDescription(JSON.stringify(value), "model.json");

describe("the side file of a network", () => {
  test("says what the network file does not", () => {
    const side = { alphabet: ["a", "b"], bos: 2, eos: 3, kind: "acceptor", longest: 60, ids: [5, 7] };
    expect(read(side)).toEqual(side);
  });

  test.each([
    ["{", 'model.json is no JSON; expected {"alphabet": ["a", "b"], "bos": 2, "eos": 3}'],
    ["[1]", 'expected an object such as {"alphabet": ["a", "b"], "bos": 2, "eos": 3}, got [1]'],
    ["{}", 'model.json: "alphabet" must be an array of strings, not undefined'],
    ['{"alphabet": [1]}', '"alphabet" must be an array of strings, not [1]'],
    [
      '{"alphabet": ["a", "b", "a"]}',
      'model.json: "alphabet" has the symbol "a" twice, in the places 0 and 2',
    ],
    [
      '{"alphabet": ["a", ""]}',
      '"alphabet" has an empty symbol in the place 1, and nobody could see it in a word',
    ],
    ['{"alphabet": ["a"], "bos": "x"}', '"bos" must be a whole number, 0 or more, not "x"'],
    ['{"alphabet": ["a"], "eos": -1}', '"eos" must be a whole number, 0 or more, not -1'],
    ['{"alphabet": ["a"], "longest": 1.5}', '"longest" must be a whole number, 0 or more, not 1.5'],
    [
      '{"alphabet": ["a"], "kind": "dfa"}',
      '"kind" must be "language-model", "acceptor" or "classifier", not "dfa"',
    ],
    ['{"alphabet": ["a"], "ids": ["x"]}', '"ids" must be an array of token ids, one for each symbol'],
    ['{"alphabet": ["a"], "ids": [1, 2]}', '"ids" has 2 entries for 1 symbols'],
    ['{"alphabet": ["a", "b"], "ids": [1, 1]}', '"ids" has a token twice'],
    ['{"alphabet": ["a"], "ids": [1], "eos": 1}', '"ids" has the token 1, which is "eos"'],
    ['{"symbols": ["a"]}', '"alphabet" must be an array of strings, not undefined; it has "symbols"'],
    [
      '{"alphabet": ["a"], "classes": ["x", "x"]}',
      '"classes" has the class "x" twice, in the places 0 and 1',
    ],
    [
      '{"alphabet": ["a"], "classes": ["x", "y"], "empty": "z"}',
      '"empty" is "z", which is none of "classes"',
    ],
    ['{"alphabet": ["a"], "scores": "bits"}', '"scores" must be "logits" or "probabilities", not "bits"'],
  ])("%s is refused", (text, message) => {
    expect(() => parseDescription(text, "model.json")).toThrow(message);
  });
});

test("what a side file says that is unknown is told, and does nothing", () => {
  const notices: string[] = [];
  const side = { alphabet: ["a"], eso: 3, "vocab size": 4 };
  const found = parseDescription(JSON.stringify(side), "model.json", (notice) => notices.push(notice));
  expect(found).toEqual({ alphabet: ["a"] });
  expect(notices).toEqual([
    'model.json: "eso", "vocab size" are unknown and do nothing; known are alphabet, bos, eos, kind, longest, ids, ' +
      "states, input, output, classes, scores, empty",
  ]);
});

describe("the tokens of the symbols", () => {
  const found = (side: Parameters<typeof tokensOf>[0], vocabulary?: number) => {
    const { alphabet, ids } = tokensOf(side, vocabulary);
    return [alphabet.symbols, ids];
  };

  test("are 0, 1, 2, … without those that start and end a word", () => {
    expect(found({ alphabet: ["a", "b"], bos: 2, eos: 3 }, 4)).toEqual([
      ["a", "b"],
      [0, 1],
    ]);
    expect(found({ alphabet: ["a", "b"], bos: 0, eos: 2 }, 4)).toEqual([
      ["a", "b"],
      [1, 3],
    ]);
    expect(found({ alphabet: ["a", "b"], bos: 0 })).toEqual([
      ["a", "b"],
      [1, 2],
    ]);
  });

  test("are all others if the alphabet lists the whole vocabulary", () => {
    const alphabet = ["<s>", "a", "</s>", "b"];
    expect(found({ alphabet, bos: 0, eos: 2 }, 4)).toEqual([
      ["a", "b"],
      [1, 3],
    ]);
  });

  test("are those of the side file if it has them", () => {
    expect(found({ alphabet: ["a", "b"], bos: 0, eos: 1, ids: [7, 3] }, 8)).toEqual([
      ["a", "b"],
      [7, 3],
    ]);
  });

  test("must be known to the network", () => {
    expect(() => found({ alphabet: ["a", "b", "c"], bos: 0, eos: 1 }, 4)).toThrow(
      "the alphabet has 3 symbols with tokens up to 4, but the network knows 4 tokens only, from 0 to 3",
    );
  });

  test("must be all that the network knows, unless the side file says which they are", () => {
    expect(() => found({ alphabet: ["a"], bos: 3, eos: 4 }, 11)).toThrow(
      'the side file names 3 tokens, those of its 1 symbol and "bos" and "eos", but the network knows 11',
    );
    expect(found({ alphabet: ["a"], bos: 3, eos: 4, ids: [0] }, 11)).toEqual([["a"], [0]]);
    // A start symbol that the network only reads is none of those that it writes.
    expect(() => found({ alphabet: ["a"], bos: 3, eos: 2 }, 3)).toThrow("names 2 tokens");
    expect(found({ alphabet: ["a"], bos: 2, eos: 1 }, 2)).toEqual([["a"], [0]]);
    // One token starts and ends words.
    expect(found({ alphabet: ["a", "b"], bos: 2, eos: 2 }, 3)).toEqual([
      ["a", "b"],
      [0, 1],
    ]);
  });
});
