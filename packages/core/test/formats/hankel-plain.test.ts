import {
  type AutomatonDocument,
  fromExpression,
  HankelError,
  minimize,
  readHankelDocument,
  tropical,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPlainHankel } from "../../src/formats/hankel-plain.ts";
import { namedAutomata } from "../support/named-automata.ts";
import { fieldOfFour, weightCases } from "../support/weights.ts";

const missing = () => {
  throw new Error("nobody asked for a place");
};
const plainly = (text: string) => readPlainHankel(Buffer.from(text), undefined, missing);

/** What a document says, in plain arrays. */
function said({ algebra, alphabet, states, names, initial, final, arcs }: AutomatonDocument<unknown>) {
  const weights = (found: ArrayLike<unknown>) => Array.from(found, (weight) => algebra.format(weight));
  const weighted = (entries: typeof initial) => [Array.from(entries.states), weights(entries.weights)];
  const { from, letters, to } = arcs;
  return {
    semifield: algebra.name,
    alphabet: alphabet.symbols,
    states,
    names,
    initial: weighted(initial),
    final: weighted(final),
    arcs: [...[from, letters, to].map((column) => Array.from(column)), weights(arcs.weights)],
  };
}

/** What the reader that knows places says; undefined if it refuses. */
function slowly(text: string) {
  try {
    return said(readHankelDocument(text));
  } catch (error) {
    if (error instanceof HankelError) return undefined;
    throw error;
  }
}

/** A file in pieces, each of which may be another one. */
const PIECES = [
  "{",
  '"format": "hankel/1"',
  ", ",
  '"semifield": "tropical"',
  ",\n",
  '"alphabet": ["a", "b"]',
  ",",
  '"states": 3',
  ",",
  '"initial": [[0, "0"]]',
  ",",
  '"final": [',
  '[1, "5"]',
  ",",
  '[2, "-1/2"]',
  "]",
  ",",
  '"arcs": [',
  '[0, "a", "1", 1]',
  ",",
  '[1, "b", "Infinity", 2]',
  ",\t",
  '[2, null, "0.5", 0]',
  "]",
  "}",
  "\n",
];
const OTHERS = [
  ...PIECES,
  "",
  " \r\n\t",
  "\u000b",
  "\u00a0",
  "\ufeff",
  "[]",
  '"states": ["p", "q", "r"]',
  '"states": ["p", "q", "p"]',
  '"states": ["p", "é", "q"]',
  '"states": 03',
  '"states": 1234567890',
  '"states": "3"',
  '"alphabet": []',
  '"alphabet": ["a", "a"]',
  '"alphabet": ["a", "\\u0062", "c"]',
  '"initial": []',
  '"initial": [["p", "0"], [1, "2"]]',
  '"initial": [[0, "0"], [0, "0"]]',
  '"final": []',
  '"semifield": "rational"',
  '"semifield": "none"',
  '"format": "hankel/2"',
  '[0, "c", "1", 1]',
  '[0, "a", 1, 1]',
  '[0, "a", "x", 1]',
  '[0, "a", "", 1]',
  '[0, "a", "1", 3]',
  '[0, "a", "1", -1]',
  '[0, "a", "1"]',
  '[0, "a", "1", 1, 1]',
  '["p", "b", "2", "r"]',
  '["z", "b", "2", "r"]',
  '[0, nul, "1", 1]',
  '[0, "a\n", "1", 1]',
  '[1, "5"],',
  '[1, "5" ]',
  '[ 1 ,"5"]',
  '[01, "5"]',
  '[1 "5"]',
  '"more": 1',
];

describe("plain hankel/1", () => {
  test("says what the reader with places says, or leaves a file to it", () => {
    let plain = 0;
    const changes = fc.array(
      fc.tuple(fc.nat(PIECES.length - 1), fc.constantFrom(...OTHERS), fc.constantFrom(0, 1)),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(changes, (changed) => {
        const pieces = [...PIECES];
        for (const [at, other, removed] of changed) pieces.splice(at, removed, other);
        const text = pieces.join("");
        const found = plainly(text);
        if (found === undefined) return;
        plain++;
        expect(said(found)).toEqual(slowly(text));
      }),
      { numRuns: 4000 },
    );
    expect(plain).toBeGreaterThan(400);
  });

  test.each(
    weightCases
      .filter(({ algebra }) => algebra !== fieldOfFour)
      .map((one) => [one.algebra.name, one] as const),
  )("is what is written over %s", (_name, setting) => {
    fc.assert(
      fc.property(namedAutomata(setting), (automaton) => {
        const text = writeHankel(automaton);
        const found = plainly(text);
        // Only escapes, and names that several states have, are not plain.
        const names = automaton.names ?? [];
        const isPlain = !text.includes("\\") && new Set(names).size === names.length;
        expect(found !== undefined).toBe(isPlain);
        if (found !== undefined) expect(said(found)).toEqual(slowly(text));
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ["a symbol twice", '"alphabet": ["a", "b"]', '"alphabet": ["a", "b", "b"]'],
    ["a symbol with an escape", '"alphabet": ["a", "b"]', '"alphabet": ["a", "b", "\\u0063"]'],
    ["an unknown symbol", '"alphabet": ["a", "b"]', '"alphabet": ["b"]'],
    ["a name twice", '"states": 3', '"states": ["p", "q", "r", "r"]'],
    ["too few states", '"states": 3', '"states": 2'],
    ["too many digits", '"states": 3', '"states": 03'],
    ["a state that is initial twice", '[[0, "0"]]', '[[0, "0"], [0, "1"]]'],
    ["a weight as a number", '[1, "5"]', "[1, 5]"],
    ["a weight that is none", '[1, "5"]', '[1, "five"]'],
    ["an arc too short", '[1, "b", "Infinity", 2]', '[1, "b", 2]'],
    ["a key twice", '"states": 3', '"states": 3, "states": 3'],
    ["an unknown key", '"states": 3', '"states": 3, "more": 3'],
    ["a missing key", '"states": 3,', ""],
    ["text behind it", "}\n", "}\n1"],
  ])("leaves %s to the other reader", (_what, usual, other) => {
    const text = PIECES.join("");
    expect(text).toContain(usual);
    expect(plainly(text.replace(usual, () => other))).toBeUndefined();
  });

  test("leaves a file that is cut off, or is no UTF-8, to the other reader", () => {
    const text = PIECES.join("").trimEnd();
    expect(plainly(text)).toBeDefined();
    for (let end = 0; end < text.length; end++) expect(plainly(text.slice(0, end))).toBeUndefined();
    const bytes = Buffer.from(text);
    bytes[text.indexOf('"a"') + 1] = 0xff;
    expect(readPlainHankel(bytes, undefined, missing)).toBeUndefined();
  });

  test("keeps to the semifield that is given, and asks the other reader for places", () => {
    const text = writeHankel(minimize(fromExpression("<2>a", tropical)));
    const read = () => readHankelDocument(text);
    expect(readPlainHankel(Buffer.from(text), tropical, read)?.algebra).toBe(tropical);
    expect(readPlainHankel(Buffer.from(text.replace("tropical", "arctic")), tropical, read)).toBeUndefined();
    const document = readPlainHankel(Buffer.from(text), undefined, read);
    expect(document?.place("arcs", 0)).toEqual(read().place("arcs", 0));
  });
});
