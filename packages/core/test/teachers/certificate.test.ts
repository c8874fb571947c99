import {
  type Certificate,
  type CertificateReport,
  certificateOf,
  certificateWords,
  checkCertificate,
  compare,
  minimize,
  readCertificate,
  type Wdfsa,
  type Word,
  writeCertificate,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { disguise, mutated } from "../support/disguise.ts";
import { build, drafts } from "../support/drafts.ts";
import { classesByWords, plain } from "../support/reference.ts";

function check<W>(
  automaton: Wdfsa<W>,
  certificate: Certificate<W>,
  language: Wdfsa<W>,
): CertificateReport<W> {
  const steps = checkCertificate(automaton, certificate);
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value.map((word: Word) => language.weigh(word)));
  return step.value;
}

describe.each(exactCases.map((setting) => [setting.name, setting] as const))("over %s", (_name, setting) => {
  it("holds for its own automaton, and for no other automaton with as many states", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 5, maxLetters: 2 }), fc.nat(), (draft, seed) => {
        const target = build(setting, draft);
        const minimal = minimize(target);
        const text = writeCertificate(minimal, certificateOf(minimal));
        const certificate = readCertificate(text, minimal);
        expect(writeCertificate(minimal, certificate)).toBe(text);

        const good = check(minimal, certificate, disguise(setting, target, seed));
        expect(good.difference).toBeUndefined();
        expect(good.atLeast).toBe(minimal.size);
        expect(good.atLeast).toBe(classesByWords(plain(target, setting.arithmetic)));

        const other = mutated(setting, minimal.size === 0 ? target : minimal, seed);
        const bad = check(minimal, certificate, other);
        expect(bad.atLeast).toBeLessThanOrEqual(minimize(other).size);
        if (minimize(other).size <= minimal.size) {
          expect(bad.difference === undefined).toBe(compare(minimal, other) === undefined);
        }
        const asked = new Set([...certificateWords().words(target, 0, [])].map(String));
        expect(asked.size).toBeLessThanOrEqual(good.questions);
      }),
      { numRuns: 40, seed: 3 },
    );
  });
});

describe("a broken certificate", () => {
  const [, setting] = exactCases;
  const minimal = minimize(
    build(setting, {
      states: 2,
      letters: 1,
      initial: 0,
      finals: [0, 2],
      arcs: [
        { to: 1, weight: 0 },
        { to: 0, weight: 2 },
      ],
    }),
  );
  const good = JSON.parse(writeCertificate(minimal, certificateOf(minimal))) as Record<string, unknown>;

  it.each([
    ["access words too many", { access: [[], ["a"], ["a", "a"]] }, /access words for 3 states/u],
    ["an access word astray", { access: [[], ["a", "a"]] }, /does not lead to state 1/u],
    ["an unknown symbol", { access: [[], ["b"]] }, /not in the alphabet/u],
    ["another semifield", { semifield: "tropical" }, /about the semifield/u],
    ["another alphabet", { alphabet: ["a", "b"] }, /another alphabet/u],
    ["another format", { format: "hankel/1" }, /expected the format/u],
    ["no tree", { tree: [] }, /no node 0/u],
    ["a tree without leaves", { tree: [{ states: [] }] }, /is in no leaf/u],
    ["a dead state", { tree: [{ states: [0, 1] }] }, /all-zero path has a state/u],
    ["a loop", { tree: [{ suffix: [], zero: 0, branches: [] }] }, /has two parents/u],
    [
      "a state twice",
      { tree: [{ suffix: [], zero: 2, branches: [["1", 1]] }, { states: [0, 0] }, { states: [] }] },
      /two leaves/u,
    ],
    [
      "a state too many",
      { tree: [{ suffix: [], zero: 2, branches: [["1", 1]] }, { states: [0, 7] }, { states: [] }] },
      /state 7/u,
    ],
    [
      "two branches on the way of zeros",
      {
        tree: [
          {
            suffix: [],
            zero: 3,
            branches: [
              ["1", 1],
              ["2", 2],
            ],
          },
          { states: [0] },
          { states: [1] },
          { states: [] },
        ],
      },
      /two branches besides zero/u,
    ],
    [
      "two branches for one ratio",
      {
        tree: [
          { suffix: [], zero: 3, branches: [["1", 1]] },
          {
            suffix: ["a"],
            zero: 4,
            branches: [
              ["2", 2],
              ["2", 5],
            ],
          },
          { states: [0] },
          { states: [] },
          { states: [] },
          { states: [1] },
        ],
      },
      /node 1 has two branches for one ratio/u,
    ],
    [
      "a node without a parent",
      {
        tree: [
          { suffix: [], zero: 2, branches: [["1", 1]] },
          { states: [0, 1] },
          { states: [] },
          { states: [] },
        ],
      },
      /it has nodes without a parent/u,
    ],
    [
      "no leaf for the dead",
      { tree: [{ suffix: [], branches: [["1", 1]] }, { states: [0, 1] }] },
      /no leaf for words without a state/u,
    ],
    ["a node of another kind", { tree: [7] }, /a node is no object/u],
    ["no words", { access: "a" }, /expected an array/u],
  ])("is refused: %s", (_what, change, message) => {
    const text = JSON.stringify({ ...good, ...change });
    expect(() => check(minimal, readCertificate(text, minimal), minimal)).toThrow(message);
  });

  it("is refused when it is not JSON", () => {
    expect(() => readCertificate("{", minimal)).toThrow(/no certificate/u);
    expect(() => readCertificate("7", minimal)).toThrow(/no JSON object/u);
  });
});
