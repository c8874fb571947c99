import {
  AttReader,
  attChunks,
  boolean,
  documentToAutomaton,
  documentToWdfsa,
  FRAME,
  freeGroup,
  type GroupWithZero,
  HankelError,
  primeField,
  quaternion,
  randomAutomaton,
  rational,
  readSymbols,
  readWhole,
  real,
  SymbolTable,
  tropical,
  Wdfsa,
  Wfsa,
  writeAtt,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseComplaint } from "../support/complaint.ts";
import { bytes } from "../support/drafts.ts";

const OPTIONS = { algebra: tropical };

function read(text: string, options: object = {}) {
  return documentToAutomaton(readWhole(new AttReader({ ...OPTIONS, ...options }), text));
}

function weigh(text: string, words: readonly string[], options: object = {}): string[] {
  const automaton = read(text, options);
  return words.map((word) => automaton.algebra.format(automaton.weigh(automaton.alphabet.parse(word))));
}

const complaint = (text: string, options: object = {}) => parseComplaint(() => read(text, options));

describe("reading OpenFst's text", () => {
  test("arcs, final states, missing weights", () => {
    const text = "0 1 a 2\n0\t0\tb\n1\t0.5\n";
    expect(weigh(text, ["a", "b b a", ""])).toEqual(["5/2", "5/2", "Infinity"]);
    expect(read(text).alphabet.symbols).toEqual(["a", "b"]);
  });

  test("the state that comes first is initial", () => {
    const automaton = read("2 0 a\n0 1 b\n1\n");
    expect(automaton.size).toBe(3);
    expect(automaton.weigh(automaton.alphabet.parse("a b"))).toBe(0);
  });

  test("decimals are exact", () => {
    expect(weigh("0 0 a 0.1\n0\n", ["a a a"])).toEqual(["3/10"]);
    expect(weigh("0 0 a 0.1\n0\n", ["a a a"], { algebra: rational })).toEqual(["1/1000"]);
  });

  test("numeric labels: 0 is ε, and the alphabet is sorted by number", () => {
    const automaton = read("0 1 10 1\n0 1 9 1\n0 1 0 3\n1\n");
    expect(automaton).toBeInstanceOf(Wfsa);
    expect(automaton.alphabet.symbols).toEqual(["9", "10"]);
    expect((automaton as Wfsa<unknown>).epsilons).toBe(1);
  });

  test("names: only <eps> is ε", () => {
    const automaton = read("0 1 a 1\n0 1 0 1\n0 1 <eps> 2\n1\n") as Wfsa<unknown>;
    expect(automaton.alphabet.symbols).toEqual(["0", "a"]);
    expect(automaton.epsilons).toBe(1);
  });

  test("a symbol table names labels, by name or by number, and orders the alphabet", () => {
    const symbols = readSymbols("<eps> 0\nz 1\na 2\nunused 3\n");
    for (const text of ["0 1 z 1\n1 2 a 4\n2\n", "0 1 1 1\n1 2 2 4\n2\n"]) {
      const automaton = read(text, { symbols });
      expect(automaton.alphabet.symbols).toEqual(["z", "a", "unused"]);
      expect(automaton.weigh(automaton.alphabet.parse("z a"))).toBe(5);
    }
    expect(complaint("0 1 z\n0 1 x\n1\n", { symbols })).toBe('2:5: the label "x" is not in the symbol table');
    expect(complaint("0 1 1\n0 1 9\n1\n", { symbols })).toBe('1:5: the label "1" is not in the symbol table');
  });

  test("states may have names, and numbers gaps", () => {
    expect(read("start end a 1\nend\n").names).toEqual(["start", "end"]);
    const gaps = read("7 1000000000 a 1\n7 3 b\n1000000000\n3\n");
    expect(gaps.size).toBe(3);
    expect(gaps.names).toEqual(["7", "3", "1000000000"]);
    expect(read("007 7 a 1\n7\n").size).toBe(2);
  });

  test("transducers: their input or output side", () => {
    const text = "0 1 a x 1\n1 1 b <eps>\n1 2\n";
    expect(weigh(text, ["a b b"], { side: "input" })).toEqual(["3"]);
    expect(read(text, { side: "output" }).alphabet.symbols).toEqual(["x"]);
  });

  test("transducers over the free group: outputs are weights", () => {
    const text = "0 1 a x\n1 1 b <eps>\n1 0 c y\n1\n";
    expect(weigh(text, ["a b c a"], { algebra: freeGroup })).toEqual(["x y x"]);
  });

  test("transducers over the free group: numeric weights are refused", () => {
    const weighted = "0 1 a x 0\n1 1 b y 0\n1 0\n";
    for (const side of ["input", "output"] as const) {
      expect(() => read(weighted, { side, algebra: freeGroup })).toThrow("has no weights in free-group");
    }
    expect(complaint(weighted, { algebra: freeGroup })).toMatch(/^1:1: .*the output is the weight/u);
    expect(complaint("0 1 1 2\n1 1 2 0\n1\n", { algebra: freeGroup })).toMatch(/^2:7: the output 0 /u);
    expect(complaint("0 1 1 2\n1 1 2 1\n1\n", { algebra: freeGroup })).toMatch(/^2:7: the output 1 /u);
  });

  test("arcs that all weigh zero are refused: the semifield must be another one", () => {
    const text = "0 1 a x 0\n1 1 b y 0\n1 0\n";
    expect(weigh(text, ["a b"], { side: "input" })).toEqual(["0"]);
    for (const algebra of [boolean, rational, quaternion, primeField(7)]) {
      for (const side of ["input", "output"] as const) {
        expect(complaint(text, { side, algebra })).toMatch(/^1:1: every arc weighs .*--semifield$/u);
      }
    }
    expect(complaint("0 1 a Infinity\n1\n")).toMatch(/^1:1: every arc weighs Infinity/u);
    expect(complaint("0 1 a 0\n0 1 b 1\n1\n", { algebra: rational })).toBe("no complaint");
  });

  test("the zero language is the empty file", () => {
    expect(read("").size).toBe(0);
    expect(writeAtt(Wdfsa.zero(tropical, read("0 0 a 1\n").alphabet))).toBe("");
  });

  test("errors, with their places", () => {
    expect(complaint("0 1 a\n0 1 a b c d\n")).toContain("2:1: expected");
    expect(complaint("0 1 a x 2\n")).toContain("--transducer");
    expect(complaint("0 1 a\n\n  1 é2\n")).toMatch(/^3:5: /u);
    expect(complaint("0 1 a 1\n0 1 b 1/0\n")).toMatch(/^2:7: .*denominator/u);
    expect(complaint("0 1 a 1\n1 2\n1 3\n")).toBe("3:1: a second final weight for state 1");
    expect(complaint("0 1 3 3\n1 0 4 4\n1\n")).toMatch(/^1:1: every arc has the columns/u);
    expect(complaint("0 1 a 2\n0 1 a 2\n1\n")).toBe("no complaint");
    expect(() => documentToWdfsa(readWhole(new AttReader(OPTIONS), "0 1 a 2\n\n0 1 a 3\n1\n"))).toThrow(
      "not deterministic: a second arc leaves state 0",
    );
  });

  test("bytes that are not UTF-8", () => {
    const reader = new AttReader(OPTIONS);
    expect(() => {
      reader.push(Uint8Array.of(0x30, 0x20, 0x31, 0x20, 0xff, 0x20, 0x31, 0x0a));
      reader.end();
    }).toThrow("not UTF-8");
  });
});

describe("a frame", () => {
  test("carries the initial weight", () => {
    const automaton = read(`5 0 ${FRAME} 2\n0 0 a 1\n0\n`, { frame: FRAME }) as Wdfsa<unknown>;
    expect(automaton).toBeInstanceOf(Wdfsa);
    expect(automaton.initialWeight).toBe(2);
    expect(automaton.alphabet.symbols).toEqual(["a"]);
    expect(automaton.size).toBe(1);
  });

  test("that is malformed is refused", () => {
    expect(complaint("0 1 a 2\n1\n", { frame: FRAME })).toContain("the initial state has another arc");
    expect(complaint(`0 1 ${FRAME} 2\n1 0 a\n1\n`, { frame: FRAME })).toMatch(/^2:1: .*leads back/u);
    expect(complaint(`0 1 ${FRAME} 2\n1 1 ${FRAME} 1\n1\n`, { frame: FRAME })).toContain("a later arc");
    expect(complaint(`0 1 ${FRAME} 2\n0 1\n1\n`, { frame: FRAME })).toContain("is final");
    expect(complaint(`0 1 ${FRAME} 2\n0 1 ${FRAME} 3\n1\n`, { frame: FRAME })).toContain("2:1: ");
  });
});

describe("writing OpenFst's text", () => {
  test("fractions are written as decimals if those are exact", () => {
    const text = "0 0 a 1/8\n0 0 b 1/3\n0 -1/40\n";
    expect(writeAtt(read(text))).toBe("0\t0\ta\t0.125\n0\t0\tb\t1/3\n0\t-0.025\n");
  });

  test("an isolated state is kept", () => {
    const automaton = read("0 1 a 2\n2 Infinity\n1\n");
    expect(automaton.size).toBe(3);
    expect(bytes(read(writeAtt(automaton)) as Wdfsa<unknown>)).toBe(bytes(automaton as Wdfsa<unknown>));
  });

  test("no file could be a transducer's, whose arcs all have the same label twice", () => {
    const again = (text: string, options: object = {}) => writeAtt(read(text, options));
    const written = "0\t1\t3\t+3\n1\t0\t4\t4\n1\n";
    expect(again("0 1 3 3.0\n1 0 4 4.0\n1\n")).toBe(written);
    expect(again(written)).toBe(written);
    expect(again("0 1 -3 -3.0\n1\n")).toBe("0\t1\t-3\t-03\n1\n");
    expect(again("0 1 0.5 1/2\n1\n", { algebra: rational })).toBe("0\t1\t0.5\t+0.5\n1\n");
    // Over the free group the fourth column is an output, whichever way it is read.
    expect(again("0 1 a a\n1\n", { algebra: freeGroup })).toBe("0\t1\ta\ta\n1\n");
    const unsigned = read("0 1 i i\n1 0 k 2\n1\n", { algebra: quaternion });
    expect(read(writeAtt(unsigned), { algebra: quaternion }).alphabet.symbols).toEqual(["i", "k"]);
  });

  test("refuses automata that the format cannot represent", () => {
    const automaton = (symbol: string) =>
      documentToWdfsa({
        ...readWhole(new AttReader(OPTIONS), "0 0 a 1\n0\n"),
        alphabet: new (read("0\n").alphabet.constructor as typeof import("@hankel/core").Alphabet)([symbol]),
      });
    for (const symbol of ["new york", "", "<eps>", "\ud800", "a\u00a0b"]) {
      expect(() => writeAtt(automaton(symbol))).toThrow("cannot hold the symbol");
    }
    expect(() => writeAtt(automaton("0"))).toThrow("symbol table");
    expect(writeAtt(automaton("0"), { withTable: true })).toBe("0\t0\t0\t1\n0\n");
    expect(() => writeAtt(automaton("x"), { frame: "x" })).toThrow("is in the alphabet");
  });
});

describe("symbol tables", () => {
  test("both ways", () => {
    const table = SymbolTable.of(["a", "<x>", "é"]);
    expect(table.toString()).toBe("<eps>\t0\na\t1\n<x>\t2\né\t3\n");
    expect(readSymbols(table.toString()).symbols()).toEqual(["a", "<x>", "é"]);
    expect(readSymbols("b 7\n\na\t2\r\n").symbols()).toEqual(["a", "b"]);
  });

  test("errors, with their places", () => {
    for (const [text, message] of [
      ["a 1\na 2\n", '2:1: the symbol "a" occurs twice'],
      ["a 1\nb 1\n", "2:1: the label 1 occurs twice"],
      ["a\n", "1:1: expected a symbol and its label"],
      ["a 1\nb -1\n", "2:3: expected a label"],
      ["a 1 2\n", "1:1: expected a symbol and its label"],
    ]) {
      const [, line, column, what] = /^(\d+):(\d+): (.*)$/u.exec(message) as RegExpExecArray;
      const place = { line: Number(line), column: Number(column) };
      expect(() => readSymbols(text)).toThrow(what);
      expect(() => readSymbols(text)).toThrow(expect.objectContaining({ code: "parse", place }));
    }
  });
});

function memory<W>({ target }: Wdfsa<W>): Uint8Array {
  return new Uint8Array((target as Int32Array).buffer);
}

describe("a large file", () => {
  const automaton = randomAutomaton({ algebra: tropical, states: 50_000, letters: 4, seed: 3 });
  const chunks = [...attChunks(automaton, { frame: FRAME })];

  /** What is read from a text in pieces of this size, or what is wrong with it. Of pieces of one byte, each line goes the long way. */
  const readInPieces = (text: string, size: number, algebra: GroupWithZero<unknown>) => {
    const whole = Buffer.from(text);
    const reader = new AttReader({ algebra });
    try {
      for (let at = 0; at < whole.length; at += size) reader.push(whole.subarray(at, at + size));
      const { place, ...document } = reader.end();
      const places = Array.from(document.arcs.to, (_, arc) => place("arcs", arc));
      return { ...document, alphabet: document.alphabet.symbols, algebra: algebra.name, places };
    } catch (error) {
      if (!(error instanceof HankelError)) throw error;
      return { message: error.message, place: error.place };
    }
  };

  test("says the same of plain lines and of strange ones, at once and byte by byte", () => {
    const column = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("0", "1", "2", "7", "12") },
      fc.constantFrom(
        "00",
        "01",
        "1234567890",
        "123456789",
        "a",
        "é",
        "x1",
        "0.5",
        "-1",
        "1/2",
        "1e-3",
        "nan",
        "<eps>",
        "+",
      ),
    );
    const blank = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("\t", " ") },
      fc.constantFrom("  ", "\t ", "\u000b"),
    );
    const end = fc.oneof(
      { weight: 9, arbitrary: fc.constant("\n") },
      fc.constantFrom("\r\n", " \n", "\r", "\n\n"),
    );
    const row = fc
      .tuple(fc.array(fc.tuple(column, blank), { maxLength: 3 }), column, end)
      .map(([columns, last, ending]) => [...columns.flat(), last, ending].join(""));
    const rows = fc.array(
      fc.oneof(
        {
          weight: 12,
          arbitrary: fc.constantFrom("0\t1\ta\t1\n", "1 2 b\n", "2\t0.5\n", "1 0 a 3\r\n", "0\n"),
        },
        row,
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom<GroupWithZero<unknown>>(tropical, real, boolean),
        (lines, algebra) => {
          const text = `0 1 b 2\n${lines.join("")}`;
          expect(readInPieces(text, text.length * 3, algebra)).toEqual(readInPieces(text, 1, algebra));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("is read in pieces of any size", () => {
    const whole = Buffer.concat(chunks);
    for (const size of [1 << 16, 4097, whole.length]) {
      const reader = new AttReader({ algebra: tropical, frame: FRAME });
      for (let at = 0; at < whole.length; at += size) reader.push(whole.subarray(at, at + size));
      const again = documentToWdfsa(reader.end());
      expect(again.size).toBe(automaton.size);
      expect(again.initialWeight).toBe(automaton.initialWeight);
      expect(again.arcs).toBe(automaton.arcs);
      expect(Buffer.compare(memory(again), memory(automaton))).toBe(0);
    }
  });
});
