/** Formats for the automata of one semifield read back what they write. */

import {
  Alphabet,
  boolean,
  compare,
  documentToAutomaton,
  documentToWfsa,
  freeGroup,
  PautomacReader,
  rational,
  readJflap,
  readJflapDocument,
  readWhole,
  Wdfsa,
  writeJflap,
  writePautomac,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameless } from "../support/nameless.ts";
import { buildWfsa, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const drafts = wfsaDrafts({ maxStates: 4, maxLetters: 2, maxArcs: 8, epsilon: "any" });

describe("JFLAP", () => {
  test("acceptors, nondeterministic ones too", () => {
    const [setting] = wfsaCases.filter(({ algebra }) => algebra.name === boolean.name);
    fc.assert(
      fc.property(drafts, (draft) => {
        const automaton = buildWfsa(setting, draft);
        if (automaton.initials.length > 1) return;
        const again = documentToWfsa(readJflapDocument(writeJflap(automaton)));
        expect(again.arcs).toBe(automaton.arcs);
        expect(Array.from(again.source as ArrayLike<number>)).toEqual(
          Array.from(automaton.source as ArrayLike<number>),
        );
        expect(Array.from(again.target as ArrayLike<number>)).toEqual(
          Array.from(automaton.target as ArrayLike<number>),
        );
        expect(Array.from(again.finalWeight)).toEqual(Array.from(automaton.finalWeight));
      }),
      { numRuns: 100 },
    );
  });

  test("Mealy machines", () => {
    const outputs = fc.constantFrom('""', "x", "y", '"new york"', '"0"', "é");
    const machines = fc.integer({ min: 1, max: 4 }).chain((states) =>
      fc.record({
        targets: fc.array(fc.integer({ min: -1, max: states - 1 }), {
          minLength: 2 * states,
          maxLength: 2 * states,
        }),
        outputs: fc.array(outputs, { minLength: 2 * states, maxLength: 2 * states }),
      }),
    );
    fc.assert(
      fc.property(machines, ({ targets, outputs: puts }) => {
        const states = targets.length / 2;
        const machine = new Wdfsa({
          algebra: freeGroup,
          alphabet: new Alphabet(["a", "b"]),
          target: Int32Array.from(targets),
          arcWeight: targets.map((to, i) => (to < 0 ? freeGroup.zero : puts[i])),
          initialWeight: freeGroup.one,
          finalWeight: Array.from({ length: states }, () => freeGroup.one),
        });
        const again = readJflap(writeJflap(machine));
        expect(compare(machine as Wdfsa<unknown>, again as Wdfsa<unknown>)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});

describe("PAutomaC models", () => {
  test("stochastic automata over the rationals, exactly", () => {
    const states = fc.integer({ min: 1, max: 4 });
    const models = states.chain((size) =>
      fc.record({
        size: fc.constant(size),
        shares: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3 * size, maxLength: 3 * size }),
        targets: fc.array(fc.nat(size - 1), { minLength: 2 * size, maxLength: 2 * size }),
      }),
    );
    fc.assert(
      fc.property(models, ({ size, shares, targets }) => {
        const automaton = stochastic(size, shares, targets);
        const again = documentToAutomaton(readWhole(new PautomacReader(), writePautomac(automaton)));
        expect(again.size).toBe(size);
        expect(nameless(again)).toBe(nameless(automaton));
      }),
      { numRuns: 200 },
    );
  });
});

/** The relative probabilities with which each state stops or continues with one of two symbols. */
function stochastic(size: number, shares: readonly number[], targets: readonly number[]): Wdfsa<unknown> {
  const arcWeight = rational.array(2 * size);
  const finalWeight = rational.array(size);
  // The last share is at least 1, so that every state has an arc and symbol 1 occurs.
  for (let state = 0; state < size; state++) {
    const own = [shares[3 * state], shares[3 * state + 1], shares[3 * state + 2] + 1];
    const sum = own[0] + own[1] + own[2];
    finalWeight[state] = rational.parse(`${own[0]}/${sum}`);
    arcWeight[2 * state] = rational.parse(`${own[1]}/${sum}`);
    arcWeight[2 * state + 1] = rational.parse(`${own[2]}/${sum}`);
  }
  return new Wdfsa({
    algebra: rational,
    alphabet: new Alphabet(["0", "1"]),
    target: Int32Array.from(targets, (to, arc) => (arcWeight[arc] === 0 ? -1 : to)),
    arcWeight,
    initialWeight: rational.one,
    finalWeight,
  });
}
