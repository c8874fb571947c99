import { rational, readCertificate, writeCertificate } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

const automaton = automatonOf(rational, "> 0 1; 0 a 1/2 1; 0 b 1 0; 1 a 1 0; 0 1; 1 3");

const TEXT = `{
  "format": "hankel-certificate/1",
  "semifield": "rational",
  "alphabet": ["a","b"],
  "states": 2,
  "access": [
    [],
    ["a"]
  ],
  "tree": [
    {"suffix":[],"zero":1,"branches":[["1",2]]},
    {"states":[]},
    {"suffix":["a"],"branches":[["3/2",3],["1/3",4]]},
    {"states":[0]},
    {"states":[1]}
  ]
}
`;

const tree = [
  { suffix: [], zero: 1, branches: [{ ratio: rational.one, node: 2 }] },
  { states: [] },
  {
    suffix: [0],
    zero: -1,
    branches: [
      { ratio: rational.parse("3/2"), node: 3 },
      { ratio: rational.parse("1/3"), node: 4 },
    ],
  },
  { states: [0] },
  { states: [1] },
];

describe("a certificate of the states", () => {
  it("is written and read, with its nodes and ratios", () => {
    expect(writeCertificate(automaton, { access: [[], [0]], tree })).toBe(TEXT);
    expect(readCertificate(TEXT, automaton)).toEqual({ access: [[], [0]], tree });
  });

  it("is written as it was read: whether it holds is for its check to say", () => {
    const text = TEXT.replace('"zero":1', '"zero":0');
    expect(writeCertificate(automaton, readCertificate(text, automaton))).toBe(text);
  });

  it.each([
    ["another format", "certificate/1", "certificate/2", 'expected the format "hankel-certificate/1"'],
    ["another letter", '["a","b"]', '["a","c"]', "it has another alphabet than the automaton"],
    ["another order of the letters", '["a","b"]', '["b","a"]', "it has another alphabet than the automaton"],
    ["more letters", '["a","b"]', '["a","b","c"]', "it has another alphabet than the automaton"],
    ["other states", '"states": 2', '"states": 3', "it is about 3 states, the automaton has 2"],
    ["a ratio that is no text", '["1",2]', "[1,2]", "a ratio is a string, not 1"],
    ["a branch that is no pair", '["1",2]', "1", "a branch: expected an array, found 1"],
    ["a branch to no node", '["1",2]', '["1",-2]', "expected a whole number, found -2"],
  ])("with %s is refused", (_, was, is, why) => {
    expect(refusal(() => readCertificate(TEXT.replace(was, is), automaton))).toBe(
      `parse: no certificate: ${why}`,
    );
  });
});
