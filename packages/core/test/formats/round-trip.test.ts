/** A format reads back what it writes: the same automaton, or the part of it that the format can represent. */

import {
  Alphabet,
  AttReader,
  type Automaton,
  attSymbols,
  boolean,
  compare,
  documentToAutomaton,
  documentToWfsa,
  FRAME,
  formatByName,
  freeGroup,
  HankelError,
  PautomacReader,
  rational,
  readDaut,
  readDot,
  readDotDocument,
  readFormat,
  readFormatDocument,
  readHankel,
  readHankelDocument,
  readJflap,
  readJflapDocument,
  readWhole,
  toWfsa,
  Wdfsa,
  Wfsa,
  writeAtt,
  writeDaut,
  writeDot,
  writeHankel,
  writeJflap,
  writePautomac,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytes } from "../support/drafts.ts";
import { namedAutomata } from "../support/named-automata.ts";
import { type WeightCase, weightCases } from "../support/weights.ts";
import { buildWfsa, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

/** The algebras that files can name. */
const named = weightCases.filter(({ algebra }) => algebra.name !== "field-of-four");
const drafts = wfsaDrafts({ maxStates: 4, maxLetters: 2, maxArcs: 8, epsilon: "any" });

/** Symbols that every format can represent. */
const SYMBOLS = ["a", "b", "c"];

/** The same automaton over plain symbols, without names. */
function tame<W>(automaton: Wdfsa<W>): Wdfsa<W> {
  const { algebra, target, arcWeight, initialWeight, finalWeight } = automaton;
  const alphabet = new Alphabet(SYMBOLS.slice(0, automaton.alphabet.size));
  return new Wdfsa({
    algebra,
    alphabet,
    initialWeight,
    target: Int32Array.from(target),
    arcWeight: copy(automaton, arcWeight),
    finalWeight: copy(automaton, finalWeight),
  });
}

function copy<W>({ algebra }: Automaton<W>, weights: { readonly length: number; readonly [i: number]: W }) {
  const array = algebra.array(weights.length);
  for (let i = 0; i < weights.length; i++) array[i] = weights[i];
  return array;
}

/** Everything but the names of states. */
function nameless<W>(automaton: Automaton<W>): string {
  const { names: _names, ...rest } = JSON.parse(writeHankel(automaton)) as Record<string, unknown>;
  return JSON.stringify({ ...rest, states: automaton.size });
}

/** Runs a property over every algebra, a few automata each. */
function overAll(
  cases: readonly WeightCase<unknown>[],
  runs: number,
  check: (automaton: Wdfsa<unknown>) => void,
): void {
  for (const setting of cases) fc.assert(fc.property(namedAutomata(setting), check), { numRuns: runs });
}

/** Treats the names 0, 1, 2, … as no names. */
function withoutPlainNames(text: string): string {
  const parts = JSON.parse(text) as { names?: string[] };
  if (parts.names?.every((name, i) => name === String(i))) delete parts.names;
  return JSON.stringify(parts);
}

describe("hankel/1", () => {
  test("nondeterministic automata, ε included", () => {
    for (const setting of wfsaCases) {
      fc.assert(
        fc.property(drafts, (draft) => {
          const text = writeHankel(buildWfsa(setting, draft));
          expect(writeHankel(documentToWfsa(readHankelDocument(text)))).toBe(text);
        }),
        { numRuns: 40 },
      );
    }
  });

  test("a deterministic one is read as such", () => {
    overAll(named, 10, (automaton) => {
      expect(readHankel(writeHankel(automaton))).toBeInstanceOf(Wdfsa);
    });
  });
});

describe("DOT", () => {
  test("written by Hankel keeps everything", () => {
    overAll(named, 40, (automaton) => {
      const again = readDot(writeDot(automaton, { weighted: true }));
      expect(again).toBeInstanceOf(Wdfsa);
      expect(withoutPlainNames(bytes(again as Wdfsa<unknown>))).toBe(withoutPlainNames(bytes(automaton)));
    });
  });

  test("keeps nondeterministic automata too", () => {
    for (const setting of wfsaCases) {
      fc.assert(
        fc.property(drafts, (draft) => {
          const automaton = buildWfsa(setting, draft);
          const again = documentToWfsa(readDotDocument(writeDot(automaton)));
          // Arcs between the same two states share a line, so parallel arcs may be reordered.
          expect(sortedArcs(again)).toBe(sortedArcs(automaton));
        }),
        { numRuns: 40 },
      );
    }
  });
});

function sortedArcs<W>(automaton: Wfsa<W>): string {
  const parts = JSON.parse(writeHankel(automaton)) as { arcs: unknown[] };
  return JSON.stringify({ ...parts, arcs: parts.arcs.map((arc) => JSON.stringify(arc)).sort() });
}

const att = formatByName("att");

describe("AT&T", () => {
  test("framed: everything but names and the semifield", () => {
    overAll(named, 30, (wild) => {
      const automaton = tame(wild);
      const text = orRefusal(() => writeAtt(automaton, { frame: FRAME, withTable: true }));
      if (text === undefined) return;
      const { algebra } = automaton;
      const options = { algebra, frame: FRAME, symbols: attSymbols(automaton, FRAME) };
      const again = readFormat(att, text, options);
      expect(nameless(again)).toBe(nameless(automaton));
    });
  });

  test("unframed: the initial weight is pushed forward, the language stays", () => {
    overAll(
      named.filter(({ algebra }) => algebra.exact),
      30,
      (wild) => {
        const automaton = tame(wild);
        const text = orRefusal(() => writeAtt(automaton));
        if (text === undefined) return;
        const again = documentToAutomaton(readWhole(new AttReader({ algebra: automaton.algebra }), text));
        expect(again).toBeInstanceOf(Wdfsa);
        if (automaton.size > 0) expect(again.size).toBe(automaton.size);
        expect(compare(automaton, again as Wdfsa<unknown>)).toBeUndefined();
      },
    );
  });

  test("nondeterministic, framed", () => {
    for (const setting of wfsaCases) {
      fc.assert(
        fc.property(drafts, (draft) => {
          const automaton = buildWfsa(setting, draft);
          if (automaton.initials.length === 0) return;
          const text = writeAtt(automaton, { frame: FRAME });
          const options = { algebra: automaton.algebra, frame: FRAME, symbols: attSymbols(automaton, FRAME) };
          expect(nameless(documentToWfsa(readFormatDocument(att, text, options)))).toBe(nameless(automaton));
        }),
        { numRuns: 40 },
      );
    }
  });
});

/** The text of a writer, or undefined if it says that the format cannot represent the automaton. */
function orRefusal<T>(write: () => T): T | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof HankelError && ["usage", "unsupported"].includes(error.code)) return undefined;
    throw error;
  }
}

describe("daut", () => {
  test("the language and the names of states", () => {
    overAll(
      named.filter(({ algebra }) => algebra.exact),
      40,
      (automaton) => {
        const text = orRefusal(() => writeDaut(automaton));
        if (text === undefined) return;
        const again = readDaut(text);
        expect(again).toBeInstanceOf(Wdfsa);
        expect(again.alphabet.symbols).toEqual(automaton.alphabet.symbols);
        expect(again.algebra.name).toBe(automaton.algebra.name);
        expect(compare(automaton, again as Wdfsa<unknown>)).toBeUndefined();
        expect(again.arcs).toBe(automaton.arcs);
      },
    );
  });

  test("floating-point weights to the last bit", () => {
    overAll(
      named.filter(({ algebra }) => !algebra.exact),
      20,
      (wild) => {
        const automaton = tame(wild);
        const again = readDaut(writeDaut(automaton));
        expect(weightTexts(again)).toEqual(weightTexts(automaton));
      },
    );
  });
});

function weightTexts<W>(automaton: Automaton<W>): string[] {
  const { arcWeight, algebra } = toWfsa(automaton);
  return Array.from(arcWeight as ArrayLike<W>, (weight) => algebra.format(weight)).sort();
}

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
        expect(Array.from(again.finalWeight as ArrayLike<unknown>)).toEqual(
          Array.from(automaton.finalWeight as ArrayLike<unknown>),
        );
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
  }) as Wdfsa<unknown>;
}
