/** Certificates of states (Theorem 11.2 and Corollary 11.3); forged ones are tried in certificate-attacks.test.ts. */

import {
  Alphabet,
  type Certificate,
  type CertificateReport,
  certificateOf,
  certificateWords,
  checkCertificate,
  compare,
  integral,
  machineToWdfsa,
  minimize,
  rational,
  readCertificate,
  type StateCertificate,
  type Wdfsa,
  WdfsaBuilder,
  type Word,
  writeCertificate,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { dice, disguise, mutated, renumbered, rescaled, shuffled } from "../support/disguise.ts";
import { build, drafts } from "../support/drafts.ts";
import { minimalSize, randomMachine } from "../support/machines.ts";
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

  it("holds for a minimal automaton in any gauge, however its states are numbered", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 5, maxLetters: 2 }), fc.nat(), (draft, seed) => {
        const minimal = minimize(build(setting, draft));
        fc.pre(minimal.size > 0);
        const roll = dice(seed);
        const potentials = Array.from(
          { length: minimal.size },
          () => setting.pool[roll(setting.pool.length)],
        );
        const places = [0, ...shuffled(minimal.size - 1, roll).map((state) => state + 1)];
        const other = renumbered(rescaled(minimal, potentials), places);
        const { atLeast, difference } = check(other, certificateOf(other), minimal);
        expect([atLeast, difference]).toEqual([minimal.size, undefined]);
      }),
      { numRuns: 40, seed: 4 },
    );
  });
});

describe("the certificate of an automaton with integer weights", () => {
  it("holds, and is the one of the automaton that minimize returns", () => {
    const builder = new WdfsaBuilder(rational, Alphabet.letters(2));
    const weight = (text: string) => rational.parse(text);
    const [p, q] = [builder.state(weight("4")), builder.state(weight("6"))];
    builder.arc(p, "a", weight("1/2"), q).arc(p, "b", weight("3"), p);
    builder.arc(q, "a", weight("2"), p).arc(q, "b", weight("4"), q);
    const target = builder.build();
    const whole = integral(target);
    const { atLeast, difference } = check(whole, certificateOf(whole), target);
    expect([atLeast, difference]).toEqual([2, undefined]);
    expect(certificateOf(whole)).toEqual(certificateOf(minimize(target)));
  });
});

describe("the certificate of a machine", () => {
  it("11.3: counts the states of the minimal Mealy machine, and no more than those of a Moore machine", () => {
    for (let seed = 0; seed < 60; seed++) {
      const machine = randomMachine(seed);
      const target = machineToWdfsa(machine);
      const minimal = minimize(target);
      const { atLeast, difference } = check(minimal, certificateOf(minimal), target);
      expect([seed, atLeast, difference]).toEqual([seed, minimal.size, undefined]);
      if (machine.kind === "mealy") expect([seed, atLeast]).toEqual([seed, minimalSize(machine)]);
      else expect(atLeast).toBeLessThanOrEqual(minimalSize(machine));
    }
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
    [
      "a word of the initial state that is not ε",
      { access: [["a", "a"], ["a"]] },
      /the access word of the initial state is aa, and has to be ε/u,
    ],
    [
      "final weights that nobody asks for",
      {
        tree: [
          { suffix: ["a"], zero: 2, branches: [["1", 1]] },
          {
            suffix: ["a", "a"],
            branches: [
              ["1", 3],
              ["2", 4],
            ],
          },
          { states: [] },
          { states: [0] },
          { states: [1] },
        ],
      },
      /ε is not on the path to state 0, so that nobody asks how it ends/u,
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

describe("a word without a state", () => {
  const [setting] = exactCases;
  const arc = (to: number) => ({ to, weight: 0 });
  const draft = (b: { to: number; weight: number } | null) =>
    build(setting, {
      states: 3,
      letters: 2,
      initial: 0,
      finals: [0, 0, null],
      arcs: [arc(1), b, arc(2), arc(1), arc(0), arc(2)],
    });
  const certificate: StateCertificate<unknown> = {
    access: [[], [0], [0, 0]],
    tree: [
      { suffix: [], zero: 6, branches: [{ ratio: true, node: 1 }] },
      { suffix: [1], zero: 2, branches: [{ ratio: true, node: 3 }] },
      { states: [0] },
      { suffix: [1], zero: 4, branches: [{ ratio: true, node: 5 }] },
      // Nothing is here, and it is not where words without a state are.
      { states: [] },
      { states: [1] },
      { suffix: [0], zero: 8, branches: [{ ratio: true, node: 7 }] },
      { states: [2] },
      { states: [] },
    ],
  };

  it("is looked for at the end of the all-zero path, and at no other leaf without states", () => {
    const automaton = draft(null);
    expect(check(automaton, certificate, automaton)).toMatchObject({ atLeast: 3, difference: undefined });
    // One arc more, to a state that is zero for ε and b.
    expect(check(automaton, certificate, draft(arc(2)))).toMatchObject({ difference: { word: [1, 0] } });
  });

  it("may not have letters that the automaton lacks", () => {
    const [root, ...rest] = certificate.tree;
    const tree = [{ ...root, suffix: [2] }, ...rest];
    expect(() => check(draft(null), { ...certificate, tree }, draft(null))).toThrow(
      /letter 2 .* is outside/u,
    );
  });
});
