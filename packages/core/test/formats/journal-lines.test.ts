import {
  formatJournalHeader,
  formatJournalLine,
  type JournalHeader,
  type JournalLine,
  parseJournalHeader,
  parseJournalLine,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const word = fc.array(fc.string(), { maxLength: 4 });
const optional = fc.option(fc.array(fc.string(), { maxLength: 3 }), { nil: undefined });

const lines: fc.Arbitrary<JournalLine> = fc.oneof(
  fc.record({ kind: fc.constantFrom("answer" as const, "correction" as const), word, weight: fc.string() }),
  fc.tuple(word, fc.string(), optional).map(([w, weight, answers]) => ({
    kind: "answer" as const,
    word: w,
    weight,
    ...(answers && { answers }),
  })),
  fc.record({ kind: fc.constant("recheck" as const), conjecture: fc.nat(), word, weight: fc.string() }),
  fc.record({
    kind: fc.constant("recheck" as const),
    conjecture: fc.nat(),
    word,
    weight: fc.string(),
    answers: fc.array(fc.string()),
  }),
  fc.record({
    kind: fc.constant("samples" as const),
    conjecture: fc.nat(),
    test: fc.nat(),
    words: fc.array(word),
  }),
  fc.record({
    kind: fc.constant("conjecture" as const),
    conjecture: fc.nat(),
    states: fc.nat(),
    hash: fc.string(),
    counterexample: fc.option(word),
  }),
  fc.constant({ kind: "undo" as const }),
);

describe("journal lines", () => {
  it("are one line each and are read back unchanged", () => {
    fc.assert(
      fc.property(lines, (line) => {
        for (const header of [{}, { machine: "moore" as const }]) {
          const text = formatJournalLine(line, header);
          expect(text).not.toContain("\n");
          expect(parseJournalLine(text, 2)).toEqual(line);
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("have a header", () => {
    const header: JournalHeader = {
      journal: "hankel/1",
      algorithm: 1,
      learner: "tree",
      semifield: "rational",
      alphabet: ["a", "\n", ""],
      options: { equivalence: "wp:1", repeat: 3 },
      seed: 9,
    };
    expect(parseJournalHeader(formatJournalHeader(header))).toEqual(header);
  });

  it("have the outputs of a machine, and are read with its runs as text too", () => {
    const header = { machine: "mealy" } as const;
    const line = { kind: "answer", word: ["a", "b"], weight: 'x "1"', answers: ["x y", 'x "1"'] } as const;
    const text = '{"word":["a","b"],"outputs":["x","1"],"answers":[["x","y"],["x","1"]]}';
    expect(formatJournalLine(line, header)).toBe(text);
    expect(parseJournalLine(text, 2)).toEqual(line);
    expect(parseJournalLine(formatJournalLine(line, {}), 2)).toEqual(line);
    const empty = { kind: "recheck", conjecture: 1, word: [], weight: "1" } as const;
    expect(formatJournalLine(empty, header)).toBe('{"recheck":[],"outputs":[],"conjecture":1}');
    expect(parseJournalLine('{"recheck":[],"outputs":[],"conjecture":1}', 2)).toEqual(empty);
    expect(() => parseJournalLine('{"word":["a"],"outputs":["x",1]}', 2)).toThrow("no line of a journal");
  });

  const machine = {
    journal: "hankel/1",
    algorithm: 1,
    learner: "tree",
    machine: "mealy",
    alphabet: ["a"],
    options: { repeat: 3 },
    seed: 9,
  };
  const { machine: _, ...unmarked } = machine;
  const network = { ...unmarked, semifield: "real", next: { prefixes: true, longest: 9 } };

  it("have a header for machines and for distributions", () => {
    expect(parseJournalHeader(JSON.stringify(machine))).toEqual(machine);
    expect(parseJournalHeader(JSON.stringify(network))).toEqual(network);
  });

  it.each<[object, object]>([
    [{ journal: "hankel/2" }, machine],
    [{ algorithm: "1" }, machine],
    [{ learner: 1 }, machine],
    [{ semifield: 1, next: undefined }, network],
    [{ machine: "turing" }, machine],
    [{ semifield: "rational" }, machine],
    [{ next: { prefixes: true } }, machine],
    [{ next: { prefixes: 1 } }, network],
    [{ semifield: "rational" }, network],
    [{ alphabet: "a" }, machine],
    [{ options: 3 }, machine],
    [{ options: null }, machine],
    [{ options: { repeat: true } }, machine],
    [{ seed: "9" }, machine],
  ])("refuses a header with %j", (wrong, header) => {
    expect(() => parseJournalHeader(JSON.stringify({ ...header, ...wrong }))).toThrow(
      expect.objectContaining({ code: "parse", place: { line: 1, column: 1 } }),
    );
  });

  it.each(["", "{", "7", "null", "[]", '{"journal":"hankel/2"}', '{"word":[]}', '{"journal":"hankel/1"}'])(
    "refuses the header %s",
    (text) => {
      expect(() => parseJournalHeader(text)).toThrow(expect.objectContaining({ code: "parse" }));
    },
  );

  it.each([
    "",
    "{",
    "7",
    "null",
    "{}",
    '{"word":["a"]}',
    '{"word":"a","weight":"1"}',
    '{"conjecture":1}',
    '{"word":[1],"weight":"1"}',
  ])("refuses the line %s with its place", (text) => {
    expect(() => parseJournalLine(text, 17)).toThrow(
      expect.objectContaining({ code: "parse", place: { line: 17, column: 1 } }),
    );
  });
});
