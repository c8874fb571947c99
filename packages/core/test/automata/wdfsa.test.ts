import {
  Alphabet,
  HankelError,
  type Machine,
  randomAutomaton,
  rational,
  real,
  residual,
  runMachine,
  toWfsa,
  Wdfsa,
  type WdfsaParts,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { build, drafts } from "../support/drafts.ts";
import { plain, residualByDefinition, weighByDefinition, wordsUpTo } from "../support/reference.ts";

describe.each(exactCases)("Wdfsa over $name", (setting) => {
  const { algebra, arithmetic } = setting;
  const limits = { maxStates: 6, maxLetters: 3 };

  it("weighs words by the definition, from every state", () => {
    fc.assert(
      fc.property(drafts(limits), (draft) => {
        const automaton = build(setting, draft);
        const reference = plain(automaton, arithmetic);
        const read = (weight: unknown) => arithmetic.read(algebra.format(weight));
        for (const word of wordsUpTo(draft.letters, 3)) {
          expect(arithmetic.equals(read(automaton.weigh(word)), weighByDefinition(reference, word))).toBe(
            true,
          );
          const state = draft.states - 1;
          const expected = residualByDefinition(reference, state, word);
          expect(arithmetic.equals(read(residual(automaton, state, word)), expected)).toBe(true);
        }
      }),
      { seed: 31, numRuns: 60 },
    );
  });

  it("ends in the same state as the reference", () => {
    fc.assert(
      fc.property(drafts(limits), fc.array(fc.nat(2), { maxLength: 6 }), (draft, letters) => {
        const word = letters.filter((letter) => letter < draft.letters);
        let state = 0;
        for (const letter of word) {
          if (state >= 0) state = draft.arcs[state * draft.letters + letter]?.to ?? -1;
        }
        expect(build(setting, draft).stateAfter(word)).toBe(state);
      }),
      { seed: 32, numRuns: 60 },
    );
  });

  it("counts arcs, finals and degrees of freedom", () => {
    fc.assert(
      fc.property(drafts(limits), (draft) => {
        const automaton = build(setting, draft);
        const arcs = draft.arcs.filter((arc) => arc !== null).length;
        const finals = draft.finals.filter((final) => final !== null).length;
        expect([automaton.arcs, automaton.finals]).toEqual([arcs, finals]);
        expect(automaton.dof).toBe(algebra.trivial === true ? undefined : arcs + finals - draft.states + 1);
      }),
      { seed: 33, numRuns: 30 },
    );
  });

  it("has a zero automaton that weighs nothing", () => {
    const zero = Wdfsa.zero(algebra, new Alphabet("ab"));
    expect(zero.size).toBe(0);
    expect(zero.dof).toBe(algebra.trivial === true ? undefined : 0);
    expect(zero.stateAfter([])).toBe(-1);
    for (const word of wordsUpTo(2, 2)) expect(algebra.isZero(zero.weigh(word))).toBe(true);
  });
});

describe("a word by its symbols", () => {
  // Symbols that could be mistaken for numbers of letters or arcs.
  const alphabet = new Alphabet(["1", "", "0", "new york"]);
  const automaton = randomAutomaton({ algebra: rational, states: 6, letters: alphabet, seed: 2 });

  it("is weighed, followed and traced like its letters", () => {
    const loose = toWfsa(automaton);
    for (const word of wordsUpTo(4, 3)) {
      const spelled = alphabet.spell(word);
      expect(automaton.weigh(spelled)).toEqual(automaton.weigh(word));
      expect(loose.weigh(spelled)).toEqual(automaton.weigh(word));
      expect(automaton.stateAfter(spelled)).toBe(automaton.stateAfter(word));
      expect(automaton.trace(spelled)).toEqual(automaton.trace(word));
    }
  });

  it("is refused when a symbol is not in the alphabet", () => {
    for (const read of [automaton, toWfsa(automaton)]) {
      expect(() => read.weigh(["1", "rome"])).toThrow(/"rome" is not in the alphabet/u);
    }
    expect(() => automaton.stateAfter(["2"])).toThrow(HankelError);
  });

  it("is read by a Mealy machine", () => {
    const machine: Machine = { kind: "mealy", alphabet, target: [0, 0, 0, 0], output: ["x", "y", "", "z"] };
    expect(runMachine(machine, ["1", "", "new york"])).toEqual(["x", "y", "z"]);
    expect(runMachine(machine, [0, 1, 3])).toEqual(["x", "y", "z"]);
    expect(() => runMachine(machine, [4])).toThrow(/letter 4 is outside 0…3/u);
  });
});

describe("Wdfsa", () => {
  const alphabet = new Alphabet("ab");

  it.each([-1, 2, 3, 7, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses the letter %d, in any state",
    (letter) => {
      const automaton = randomAutomaton({
        algebra: rational,
        states: 9,
        letters: alphabet,
        shape: "all-final",
      });
      for (const before of wordsUpTo(2, 3)) {
        expect(() => automaton.weigh([...before, letter])).toThrow(HankelError);
        expect(() => automaton.weigh([...before, letter, 0])).toThrow(/outside 0…1/u);
        expect(() => automaton.stateAfter([...before, letter])).toThrow(HankelError);
      }
    },
  );

  it("refuses invalid letters even after the run has died", () => {
    const chain = randomAutomaton({ algebra: rational, states: 2, letters: alphabet, shape: "chain" });
    expect(chain.weigh([0, 0, 0, 0])).toBe(0);
    expect(() => chain.weigh([0, 0, 0, 7])).toThrow(/letter 7 at 3/u);
  });

  const parts = (): WdfsaParts<number> => ({
    algebra: real,
    alphabet,
    target: Int32Array.of(1, -1, -1, 0),
    arcWeight: Float64Array.of(0.5, 0, 0, 2),
    initialWeight: 1,
    finalWeight: Float64Array.of(0, 0.25),
  });

  it.each<[string, Partial<WdfsaParts<number>>, RegExp]>([
    [
      "a state that does not exist",
      { target: Int32Array.of(2, -1, -1, 0) },
      /arc 0 leads to state 2, outside 0…1/u,
    ],
    ["a negative state", { target: Int32Array.of(-2, -1, -1, 0) }, /arc 0 leads to state -2/u],
    ["an arc of weight zero", { arcWeight: Float64Array.of(0, 0, 0, 2) }, /arc 0 has weight zero but leads/u],
    ["a weight without an arc", { arcWeight: Float64Array.of(0.5, 3, 0, 2) }, /arc 1 leads nowhere but/u],
    [
      "a weight that is NaN",
      { arcWeight: Float64Array.of(Number.NaN, 0, 0, 2) },
      /weight of arc 0 is not a weight/u,
    ],
    [
      "a final weight that is NaN",
      { finalWeight: Float64Array.of(0, Number.NaN) },
      /final weight of state 1/u,
    ],
    [
      "an infinite initial weight",
      { initialWeight: Number.POSITIVE_INFINITY },
      /initial weight is not a weight/u,
    ],
    ["no initial weight", { initialWeight: 0 }, /initial weight is zero/u],
    ["too few arcs", { target: Int32Array.of(1, -1) }, /expected 4 arcs \(2 × 2\), got 2 and 4/u],
    ["too few weights", { arcWeight: Float64Array.of(1) }, /expected 4 arcs \(2 × 2\), got 4 and 1/u],
    ["too few names", { names: ["one"] }, /expected 2 state names, got 1/u],
    [
      "an initial weight without states",
      { target: new Int32Array(0), arcWeight: new Float64Array(0), finalWeight: new Float64Array(0) },
      /without states has initial weight zero/u,
    ],
  ])("refuses %s", (_, wrong, message) => {
    expect(new Wdfsa(parts()).size).toBe(2);
    const make = () => new Wdfsa({ ...parts(), ...wrong });
    expect(make).toThrow(HankelError);
    expect(make).toThrow(message);
  });
});
