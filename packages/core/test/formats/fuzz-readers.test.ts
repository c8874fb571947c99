/**
 * Given any input, a reader returns an automaton or throws a `parse` error with a line and a column, never another error.
 */

import {
  type Automaton,
  boolean,
  documentToAutomaton,
  type Format,
  formatByName,
  formats,
  freeGroup,
  HankelError,
  randomAutomaton,
  rational,
  readFormat,
  readSymbols,
  tropical,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

function survives(format: Format, text: string): Automaton<unknown> | HankelError {
  return orComplaint(() => readFormat(format, text));
}

function orComplaint<T>(read: () => T): T | HankelError {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    expect(error.code, error.message).toBe("parse");
    expect(error.place?.line, error.message).toBeGreaterThan(0);
    expect(error.place?.column, error.message).toBeGreaterThan(0);
    expect(error.message.length).toBeLessThan(1000);
    return error;
  }
}

const random = (seed: number, states: number, algebra: Parameters<typeof randomAutomaton>[0]["algebra"]) =>
  randomAutomaton({ algebra, states, letters: 2, seed });

const MODEL = `I: (state)\n\t(0) 1.0\nF: (state)\n\t(0) 0.2\n\t(1) 1.0\nS: (state,symbol)\n\t(0,0) 0.5\n\t(0,1) 0.5
T: (state,symbol,state)\n\t(0,0,0) 0.1\n\t(0,0,1) 0.9\n\t(0,1,0) 1.0\n`;
const ARPA = `\\data\\\nngram 1=3\nngram 2=2\n\n\\1-grams:\n-1.0 <s> -0.5\n-0.7 </s>\n-0.4 a -0.25
\n\\2-grams:\n-0.3 <s> a\n-0.2 a a\n\n\\end\\\n`;
const MOORE =
  'digraph g {\n s0 [label="{s0|on}", shape=record];\n s0 -> s0 [label=a];\n __start0 -> s0;\n}\n';
const MEALY =
  'digraph "g" {\n s0 [shape="circle" label="0"]; // c\n s0 -> s0 [label="a / x"]; __start0 -> s0 }\n';

/** Valid files of each format, and fragments of its syntax. */
const seeds: Record<string, { files: readonly string[]; scraps: readonly string[] }> = {
  hankel: {
    files: [1, 2].map((seed) => writeHankel(random(seed, 3, rational))),
    scraps: ["null", "[", "1e9999"],
  },
  att: {
    files: ["0 1 a 2\n1 0 b 0.5\n1 3\n", "7 9 1 1\n9 7 0\n9 2\n"],
    scraps: ["<eps>", "Infinity", "999999999999", "1/0", "0 1 a", "\t"],
  },
  dot: {
    files: [MOORE, MEALY, ...[1, 2].map((seed) => write("dot", random(seed, 3, rational)))],
    scraps: [
      "->",
      "[",
      "]",
      "{",
      "}",
      "label=",
      '"',
      "\\",
      "/*",
      "<",
      "&#",
      "subgraph",
      "semifield",
      "--",
      "ε",
    ],
  },
  daut: {
    files: [1, 2].map((seed) => write("daut", random(seed, 3, rational))),
    scraps: ["$", "->", "<", ">", "[a-z]", "\\e", "\\x{", "'", '"', "context = ", "[^", ","],
  },
  jflap: {
    files: [write("jflap", random(1, 3, boolean)), write("jflap", mealy())],
    scraps: [
      "<",
      ">",
      "</",
      "/>",
      "&amp;",
      "&#",
      "<![CDATA[",
      "<!--",
      "<!DOCTYPE",
      "<?",
      "<state>",
      "id=",
      "'",
    ],
  },
  pautomac: { files: [MODEL], scraps: ["I:", "F:", "(0,0)", "(999999999)", "(", ",", "1.5", "1e-9999"] },
  samples: { files: ["2 3\n3 0 1 2\n0\n"], scraps: ["-1", "99999999999999999999", "1 1", " "] },
  abbadingo: { files: ["3 2\n1 2 0 1\n0 0\n-1 1 1\n"], scraps: ["-1", "99999999999999999999", "1 1", " "] },
  arpa: {
    files: [ARPA],
    scraps: ["\\data\\", "\\end\\", "\\2-grams:", "ngram 1=", "-inf", "<s>", "-99", "a"],
  },
};

function write(format: string, automaton: Automaton<unknown>): string {
  return formatByName(format).write?.(automaton) ?? "";
}

/** An automaton that JFLAP can represent. */
function mealy(): Automaton<unknown> {
  return readFormat(formatByName("dot"), MEALY);
}

const noise = fc.oneof(
  fc.constantFrom(..." \n\r\t\u0000\ufeff\ud800-+.0123456789".split("")),
  fc.constantFrom("__proto__", "NaN", "1e-999999999", "99999999999999999999", "\u2028", "é"),
  fc.string({ unit: "binary", maxLength: 3 }),
);

describe.each(
  formats.filter(({ read, stream }) => read ?? stream).map((format) => [format.name, format] as const),
)("the reader of %s survives", (name, format) => {
  const { files, scraps } = seeds[name];

  test("valid files with other line ends and a byte order mark, which change nothing", () => {
    for (const file of files) {
      const automaton = survives(format, file);
      expect(automaton).not.toBeInstanceOf(HankelError);
      for (const other of [`\ufeff${file}`, file.replaceAll("\n", "\r\n"), file.trimEnd()]) {
        const again = survives(format, other);
        expect(again, String(again)).not.toBeInstanceOf(HankelError);
        expect(writeHankel(again as Automaton<unknown>)).toBe(writeHankel(automaton as Automaton<unknown>));
      }
    }
  });

  test("edited files", () => {
    const scrap = fc.oneof(fc.constantFrom(...scraps), noise);
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(4), scrap), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...files), edits, (file, changes) => {
        let text = file;
        for (const [position, removed, inserted] of changes) {
          const at = position % (text.length + 1);
          text = text.slice(0, at) + inserted + text.slice(at + removed);
        }
        survives(format, text);
      }),
      { numRuns: 1000 },
    );
  });

  test("files cut short anywhere, and lines out of order", () => {
    for (const file of files) {
      for (let end = 0; end < file.length; end++) survives(format, file.slice(0, end));
      const lines = file.split("\n");
      fc.assert(
        fc.property(fc.shuffledSubarray(lines), (some) => void survives(format, some.join("\n"))),
        { numRuns: 100 },
      );
    }
  });

  test("random text, and random bytes in pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...scraps), noise), { maxLength: 20 }), (pieces) => {
        survives(format, pieces.join(""));
      }),
      { numRuns: 300 },
    );
    const { stream } = format;
    if (stream === undefined) return;
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 5 }), (chunks) => {
        orComplaint(() => {
          const reader = stream();
          for (const chunk of chunks) reader.push(chunk);
          return documentToAutomaton(reader.end());
        });
      }),
      { numRuns: 300 },
    );
  });

  test("lines of ten megabytes", () => {
    const size = 10 * 2 ** 20;
    survives(format, "x".repeat(size));
    survives(format, files[0].replace("a", "x".repeat(size)));
    for (const filler of [" ", "0 ", "\\", '"', "[", "<a "]) survives(format, filler.repeat(size / 10));
  });

  test("deep nesting and many lines", () => {
    for (const piece of [
      "[",
      "{",
      "<a>",
      '{"a":',
      "digraph{{",
      "(",
      "subgraph x {",
      "\n",
      "0 0\n",
      "a -> b\n",
    ]) {
      survives(format, piece.repeat(1e4));
      survives(format, `digraph { ${piece.repeat(1e4)}`);
      survives(format, `<structure>${piece.repeat(1e4)}`);
    }
  });
});

describe("other readers survive", () => {
  test("symbol tables", () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom("a 1\n", "b 2\n", "<eps> 0\n", " ", "-1"), noise));
    fc.assert(fc.property(pieces, (some) => void orComplaint(() => readSymbols(some.join("")))));
  });

  test("every option of AT&T and DOT", () => {
    const att = formatByName("att");
    const dot = formatByName("dot");
    const options = [
      { frame: "<init>" },
      { side: "input" as const },
      { side: "output" as const },
      { algebra: freeGroup },
      { algebra: tropical, symbols: readSymbols("<eps> 0\na 1\nb 2\n") },
      { machine: "moore" as const },
      { machine: "mealy" as const },
      { machine: "dfa" as const },
    ];
    const cells = fc.constantFrom("0", "1", "2", "a", "b", "<init>", "<eps>", "\n", "x");
    const nodes = fc.constantFrom(
      "a",
      "->",
      "b",
      "[label=x]",
      '[label="x / y"]',
      "{",
      "}",
      "[shape=record, label=x]",
    );
    fc.assert(
      fc.property(fc.array(cells), fc.array(nodes), fc.constantFrom(...options), (columns, words, chosen) => {
        orComplaint(() => readFormat(att, columns.join(" "), chosen));
        if ("machine" in chosen) {
          orComplaint(() => readFormat(dot, `digraph { ${words.join(" ")} }`, chosen));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
