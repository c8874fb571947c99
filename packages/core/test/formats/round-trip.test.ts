/** A format reads back what it writes: the same automaton, or the part of it that the format can represent. */

import {
  Alphabet,
  AttReader,
  type Automaton,
  attSymbols,
  compare,
  documentToAutomaton,
  documentToWfsa,
  FRAME,
  formatByName,
  HankelError,
  readDaut,
  readDot,
  readDotDocument,
  readFormat,
  readFormatDocument,
  readHankel,
  readHankelDocument,
  readWhole,
  toWfsa,
  Wdfsa,
  Wfsa,
  writeAtt,
  writeDaut,
  writeDot,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytes } from "../support/drafts.ts";
import { namedAutomata } from "../support/named-automata.ts";
import { nameless } from "../support/nameless.ts";
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
  return Array.from(arcWeight, (weight) => algebra.format(weight)).sort();
}
