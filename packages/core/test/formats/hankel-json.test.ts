import {
  documentToWdfsa,
  formatByName,
  HankelError,
  randomAutomaton,
  rational,
  readHankel,
  readHankelDocument,
  toWdfsa,
  tropical,
  Wdfsa,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytes } from "../support/drafts.ts";
import { namedAutomata } from "../support/named-automata.ts";
import { fieldOfFour, weightCases } from "../support/weights.ts";

/** The example of DESIGN.md, with one of its values replaced. */
function example(changes: Record<string, string> = {}): string {
  const parts: Record<string, string> = {
    format: '"hankel/1"',
    semifield: '"rational"',
    alphabet: '["a", "b"]',
    states: "2",
    initial: '[[0, "1/2"]]',
    final: '[[1, "3/4"]]',
    arcs: '[[0, "a", "1/3", 1], [1, "b", "-2", 0]]',
    ...changes,
  };
  const fields = Object.entries(parts).map(([key, value]) => `"${key}": ${value}`);
  return `{ ${fields.join(",\n  ")} }`;
}

describe("hankel/1", () => {
  test("reads the example", () => {
    const automaton = readHankel(example());
    const weigh = (word: string) => automaton.algebra.format(automaton.weigh(automaton.alphabet.parse(word)));
    expect(weigh("a")).toBe("1/8");
    expect(weigh("a b a")).toBe("-1/12");
    expect(weigh("")).toBe("0");
    expect(weigh("b")).toBe("0");
  });

  test("writes one entry to a line", () => {
    expect(writeHankel(readHankel(example()))).toBe(`{
  "format": "hankel/1",
  "semifield": "rational",
  "alphabet": ["a", "b"],
  "states": 2,
  "initial": [[0, "1/2"]],
  "final": [
    [1, "3/4"]
  ],
  "arcs": [
    [0, "a", "1/3", 1],
    [1, "b", "-2", 0]
  ]
}
`);
  });

  test.each(weightCases.map((setting) => [setting.algebra.name, setting] as const))(
    "keeps everything over %s",
    (_name, setting) => {
      const { algebra } = setting;
      fc.assert(
        fc.property(namedAutomata(setting), (automaton) => {
          const text = writeHankel(automaton);
          const again = algebra === fieldOfFour ? readHankel(text, fieldOfFour) : readHankel(text);
          expect(bytes(toWdfsa(again))).toBe(bytes(automaton));
          expect(writeHankel(again)).toBe(text);
          expect(() => JSON.parse(text)).not.toThrow();
        }),
        { numRuns: 60 },
      );
    },
  );

  test("writes the zero language without states", () => {
    const zero = example({ states: "0", initial: "[]", final: "[]", arcs: "[]" });
    expect(readHankel(zero).size).toBe(0);
    expect(readHankel(example({ initial: "[]" })).size).toBe(0);
    expect(readHankel(example({ initial: '[[0, "0"]]' })).size).toBe(0);
    expect(writeHankel(readHankel(zero))).toContain(
      '"states": 0,\n  "initial": [],\n  "final": [],\n  "arcs": []',
    );
  });

  test("reads numbers and booleans exactly", () => {
    const automaton = readHankel(example({ initial: "[[0, 0.1]]", final: "[[1, 1e-2]]" }));
    expect(rational.format(automaton.weigh([0]) as never)).toBe("1/3000");
    const truth = example({ semifield: '"boolean"', initial: "[[0, true]]", final: "[[1, 1]]" });
    const arcs = '[[0, "a", true, 1], [1, "b", false, 0]]';
    expect(readHankel(truth.replace(/"arcs": .*/u, `"arcs": ${arcs} }`)).arcs).toBe(1);
    const precise = example({ final: "[[1, 12345678901234567890.5]]" });
    expect(writeHankel(readHankel(precise))).toContain('"24691357802469135781/2"');
  });

  test("keeps a decimal weight that no double can represent", () => {
    const text = example({ semifield: '"tropical"', initial: '[[0, "0.30000000000000000001"]]' });
    expect(tropical.format(toWdfsa(readHankel(text, tropical)).initialWeight)).toBe(
      "30000000000000000001/100000000000000000000",
    );
  });

  test("reads keys in any order, and states by name", () => {
    const text = `{"arcs": [["sun", "a", "1", "__proto__"]], "final": [["__proto__", 2]], "initial": [["sun", 1]],
      "states": ["__proto__", "sun"], "alphabet": ["a"], "semifield": "rational", "format": "hankel/1"}`;
    const automaton = readHankel(text);
    expect(automaton.names).toEqual(["sun", "__proto__"]);
    expect(automaton.weigh([0])).toBe(2);
  });

  test("moves the initial state to the front and renumbers the rest", () => {
    const text = example({ initial: '[[1, "1"]]', final: '[[0, "5"]]', arcs: '[[1, "a", "2", 0]]' });
    const automaton = readHankel(text);
    expect(automaton.weigh([0])).toBe(10);
    expect(Array.from(automaton.target)).toEqual([1, -1, -1, -1]);
  });

  test("refuses an algebra other than that of the file", () => {
    expect(() => readHankel(example(), tropical)).toThrow(
      'expected the semifield "tropical", found "rational"',
    );
  });

  test("writes states by number when names repeat, and reads them again", () => {
    const parts = readHankel(example({ states: '["q", "r"]' }));
    const twins = new Wdfsa({ ...parts, names: ["q", "q"], target: Int32Array.from(parts.target) });
    expect(writeHankel(twins)).toContain('"states": ["q", "q"]');
    expect(bytes(toWdfsa(readHankel(writeHankel(twins))))).toBe(bytes(twins));
  });

  test("puts the entries of long lists on separate lines", () => {
    const large = randomAutomaton({ algebra: rational, states: 2, letters: 60 });
    expect(writeHankel(large)).toContain('"alphabet": [\n    "a",\n    "b",');
  });
});

const BAD: [string, Record<string, string>, string][] = [
  ["another format", { format: '"hankel/2"' }, '1:13 expected the format "hankel/1", found "hankel/2"'],
  [
    "an unknown semifield",
    { semifield: '"banana"' },
    '2:16 there is no semifield "banana"; known are boolean,',
  ],
  ["__proto__ as semifield", { semifield: '"__proto__"' }, '2:16 there is no semifield "__proto__"'],
  ["a semifield's bad parameter", { semifield: '"prime-field:4"' }, "2:16 "],
  ["a semifield that is no name", { semifield: "7" }, "2:16 expected the name of a semifield, found 7"],
  ["1/0", { final: '[[1, "1/0"]]' }, '6:17 "1/0" is not a weight of rational'],
  ["NaN as a string", { final: '[[1, "NaN"]]' }, '6:17 "NaN" is not a weight of rational'],
  ["NaN as it is", { final: "[[1, NaN]]" }, "6:17 expected a value, found NaN"],
  ["banana", { arcs: '[[0, "a", "banana", 1]]' }, '7:21 "banana" is not a weight of rational'],
  ["null as a weight", { arcs: '[[0, "a", null, 1]]' }, '7:21 expected a weight, as in "1/2", found null'],
  ["a state out of range", { arcs: '[[0, "a", "1", 2]]' }, "7:26 state 2 is out of range: there are 0 to 1"],
  ["a state of none", { states: "0" }, "6:14 state 1 is out of range: there are none"],
  ["a negative state", { arcs: '[[-1, "a", "1", 1]]' }, "7:13 expected a state, by number or name, found -1"],
  ["half a state", { arcs: '[[0.5, "a", "1", 1]]' }, "7:13 expected a state, by number or name, found 0.5"],
  ["a name where there are none", { initial: '[["q", 1]]' }, "5:16 the states have no names here"],
  ["an unknown name", { states: '["p", "q"]', initial: '[["r", 1]]' }, '5:16 no state is called "r"'],
  ["an ambiguous name", { states: '["q", "q"]', initial: '[["q", 1]]' }, "5:16 several states are called"],
  ["a repeated symbol", { alphabet: '["a", "b", "a"]' }, '3:26 the symbol "a" occurs twice in the alphabet'],
  ["a symbol that is none", { alphabet: '["a", 5]' }, "3:21 expected a symbol (a string), found 5"],
  ["a foreign symbol", { arcs: '[[0, "__proto__", "1", 1]]' }, '7:16 "__proto__" is not in the alphabet'],
  [
    "two arcs for one letter",
    { arcs: '[[0, "a", "1", 1],\n [0, "a", "2", 0]]' },
    '8:2 not deterministic: a second arc leaves state 0 on "a"',
  ],
  [
    "two initial states",
    { initial: "[[0, 1], [1, 1]]" },
    "5:23 not deterministic: there are two initial states",
  ],
  ["one initial state twice", { initial: "[[0, 1], [0, 1]]" }, "5:24 a second initial weight for state 0"],
  ["two final weights", { final: "[[1, 1], [1, 2]]" }, "6:22 a second final weight for state 1"],
  ["10^15 states", { states: "1000000000000000" }, "4:13 1000000000000000 states × 2 letters are too many"],
  [
    "1e15 states",
    { states: "1e15" },
    "4:13 expected the states: how many, or an array of their names, found 1e15",
  ],
  ["states nobody mentions", { states: "50000000" }, "4:13 50000000 states are declared, but the file has"],
  ["states of another kind", { states: '"two"' }, "4:13 expected the states"],
  ["an arc too short", { arcs: '[[0, "a", 1]]' }, "7:12 expected [state, symbol, weight, state]"],
  ["an arc too long", { arcs: '[[0, "a", 1, 1, 1]]' }, "7:27 expected only [state, symbol, weight, state]"],
  ["a final too short", { final: "[[1]]" }, "6:13 expected [state, weight]"],
  ["a final too long", { final: "[[1, 1, 1]]" }, "6:20 expected only [state, weight]"],
  ["arcs of another kind", { arcs: "{}" }, "7:11 expected an array of [state, symbol, weight, state]"],
  [
    "an unknown key",
    { __proto: "1" },
    '8:3 unknown key "__proto"; a hankel/1 automaton has format, semifield',
  ],
];

test("a large file comes in small chunks, and as one text", () => {
  const automaton = randomAutomaton({ algebra: rational, states: 3000, letters: 2, seed: 1 });
  const chunks = [...(formatByName("hankel").chunks?.(automaton) ?? [])];
  expect(chunks.length).toBeGreaterThan(2);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(70_000);
  expect(chunks.join("")).toBe(writeHankel(automaton));
});

describe("a bad file is refused with its place", () => {
  test.each(BAD)("%s", (_what, changes, expected) => {
    let found = "accepted";
    try {
      documentToWdfsa(readHankelDocument(example(changes)));
    } catch (error) {
      if (!(error instanceof HankelError)) throw error;
      expect(error.code).toBe("parse");
      found = `${error.place?.line}:${error.place?.column} ${error.message}`;
    }
    expect(found.slice(0, expected.length)).toBe(expected);
  });

  test.each(["format", "semifield", "alphabet", "states", "initial", "final", "arcs"])(
    "without %s",
    (key) => {
      const without = example().replace(new RegExp(`"${key}": [^\\n]*?(,\\n| \\})`, "u"), (_all, end) =>
        end === " }" ? '"x": 0 }' : "",
      );
      const text = without.replace(',\n  "x": 0 }', " }");
      expect(() => readHankel(text)).toThrow(`the key "${key}" is missing`);
    },
  );
});
