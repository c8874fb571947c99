import {
  Alphabet,
  defineGroupWithZero,
  HankelError,
  type RandomOptions,
  randomAutomaton,
  rational,
  type Shape,
  semifieldByName,
  semifields,
  shapes,
  tropical,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exponents } from "../support/arithmetic.ts";
import { bytes } from "../support/drafts.ts";
import { plain, usefulStates } from "../support/reference.ts";

const everyShape = Object.keys(shapes) as Shape[];
const make = (options: Partial<RandomOptions<unknown>>) =>
  randomAutomaton({
    algebra: tropical,
    states: 10,
    letters: 2,
    ...options,
  });

const of = (shape: Shape) => make({ shape, states: 400, letters: 3 });

describe.each(everyShape)("a random %s automaton", (shape) => {
  const options = fc.record({
    states: fc.integer({ min: 1, max: 40 }),
    letters: fc.integer({ min: 1, max: 5 }),
    seed: fc.integer(),
  });

  it("is trim, with exactly the states asked for, the same for the same seed", () => {
    fc.assert(
      fc.property(options, (options) => {
        const automaton = make({ ...options, shape });
        expect(automaton.size).toBe(options.states);
        expect(automaton.alphabet.size).toBe(options.letters);
        expect(usefulStates(plain(automaton, exponents))).toHaveLength(options.states);
        expect(bytes(make({ ...options, shape }))).toBe(bytes(automaton));
      }),
      { seed: 51, numRuns: 60 },
    );
  });

  it("depends on its seed, also for large and negative seeds", () => {
    const seeds = [0, 1, 2, -1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1];
    const automata = seeds.map((seed) => bytes(make({ shape, seed, states: 30 })));
    expect(new Set(automata).size).toBe(seeds.length);
  });

  it("exists over every semifield", () => {
    for (const { name } of semifields) {
      const algebra = semifieldByName(name === "prime-field" ? "prime-field:2" : name);
      const automaton = make({ algebra, shape, states: 7 });
      expect(automaton.size).toBe(7);
    }
  });
});

describe("random automata", () => {
  it("have the arcs and finals that their shapes promise", () => {
    expect(of("dense").arcs).toBe(1200);
    expect(of("all-final").arcs).toBe(1200);
    expect(of("all-final").finals).toBe(400);
    expect(of("few-final").arcs).toBe(1200);
    expect(of("few-final").finals).toBeLessThan(24);
    expect(Math.abs(of("dense").finals - 200)).toBeLessThan(50);
    expect(of("sparse").arcs).toBeLessThan(800);
    const chain = of("chain");
    expect([chain.arcs, chain.finals]).toEqual([399, 1]);
    const acyclic = of("acyclic");
    for (let arc = 0; arc < acyclic.target.length; arc++) {
      if (acyclic.target[arc] >= 0) expect(acyclic.target[arc]).toBeGreaterThan(Math.floor(arc / 3));
    }
  });

  it("can have other shares of arcs and finals", () => {
    expect(make({ states: 50, arcs: 0 }).arcs).toBe(49);
    expect(make({ states: 50, finals: 1 }).finals).toBe(50);
    expect(make({ states: 50, finals: 0, shape: "all-final" }).finals).toBeGreaterThanOrEqual(1);
  });

  it("exist in edge cases: no state, one state, no letter, given symbols", () => {
    expect(make({ states: 0 }).size).toBe(0);
    expect(make({ states: 1, letters: 0 }).finals).toBe(1);
    expect(make({ states: 5, letters: 1 }).size).toBe(5);
    expect(make({ letters: new Alphabet(["x", "y"]) }).alphabet.symbols).toEqual(["x", "y"]);
  });

  it.each<[Partial<RandomOptions<unknown>>, RegExp]>([
    [{ shape: "round" as Shape }, /unknown shape "round"; known are dense, sparse/u],
    [{ shape: "constructor" as Shape }, /unknown shape/u],
    [{ states: -1 }, /must be 0 or more, not -1/u],
    [{ states: 1.5 }, /not 1.5/u],
    [{ states: Number.NaN }, /not NaN/u],
    [{ states: 1e15 }, /more than/u],
    [{ states: 2, letters: 0 }, /without letters/u],
    [{ arcs: 2 }, /between 0 and 1, not 2/u],
    [{ finals: Number.NaN }, /between 0 and 1, not NaN/u],
  ])("refuse %o", (options, message) => {
    expect(() => make(options)).toThrow(HankelError);
    expect(() => make(options)).toThrow(message);
  });

  it("need `weight` for a user-defined algebra", () => {
    const own = defineGroupWithZero<number>({
      name: "own",
      zero: 0,
      one: 1,
      times: (a, b) => a * b,
      inverse: (a) => a,
    });
    expect(() => randomAutomaton({ algebra: own, states: 2, letters: 1 })).toThrow(/give `weight`/u);
    const signs = randomAutomaton({ algebra: own, states: 2, letters: 1, weight: () => -1 });
    expect(signs.initialWeight).toBe(-1);
  });

  it("draw every weight from the seed only", () => {
    const twice = [1, 1].map((seed) =>
      bytes(randomAutomaton({ algebra: rational, states: 20, letters: 2, seed })),
    );
    expect(twice[0]).toBe(twice[1]);
  });
});
