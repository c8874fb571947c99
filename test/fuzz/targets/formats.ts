/** The readers of files that hold automata. */

import {
  type Automaton,
  boolean,
  type ChunkReader,
  documentToAutomaton,
  type Format,
  formatByName,
  formats,
  freeGroup,
  HankelError,
  log,
  type ReadOptions,
  randomAutomaton,
  rational,
  readFormat,
  readSymbols,
  tropical,
  writeHankel,
} from "@hankel/core";
import { type Target, target, textOf } from "../target.ts";

const random = (seed: number, algebra: Parameters<typeof randomAutomaton>[0]["algebra"]) =>
  randomAutomaton({ algebra, states: 3, letters: 2, seed });

const written = (format: string, automaton: Automaton<unknown>) =>
  formatByName(format).write?.(automaton) ?? "";

const MODEL = `I: (state)\n\t(0) 1.0\nF: (state)\n\t(0) 0.2\n\t(1) 1.0\nS: (state,symbol)\n\t(0,0) 0.5\n\t(0,1) 0.5
T: (state,symbol,state)\n\t(0,0,0) 0.1\n\t(0,0,1) 0.9\n\t(0,1,0) 1.0\n`;
const ARPA = `\\data\\\nngram 1=3\nngram 2=2\n\n\\1-grams:\n-1.0 <s> -0.5\n-0.7 </s>\n-0.4 a -0.25
\n\\2-grams:\n-0.3 <s> a\n-0.2 a a\n\n\\end\\\n`;
const MOORE =
  'digraph g {\n s0 [label="{s0|on}", shape=record];\n s0 -> s0 [label=a];\n __start0 -> s0;\n}\n';
const MEALY =
  'digraph "g" {\n s0 [shape="circle" label="0"]; // c\n s0 -> s0 [label="a / x"]; __start0 -> s0 }\n';
const DFA = "digraph { a [shape=doublecircle]; b; __start0 -> a; a -> b [label=x]; b -> a [label=y]; }\n";

const DOT_SCRAPS = [
  "->",
  "[",
  "]",
  "{",
  "}",
  "label=",
  "label=<a<br/>b>",
  "&lt;",
  '"',
  "\\",
  "/*",
  "//",
  "<",
  "&#",
  "subgraph",
  "semifield",
  "--",
  "ε",
];

/** Valid files of each format, and fragments of its syntax. */
const MATERIAL: Readonly<Record<string, { seeds: readonly string[]; scraps: readonly string[] }>> = {
  hankel: {
    seeds: [random(1, rational), random(2, log), random(3, freeGroup), random(4, boolean)].map(writeHankel),
    scraps: ["null", "[", "]", "{", "}", ",", ":", '"', "1e9999", "[[", '"alphabet"', '"a"', "true"],
  },
  att: {
    seeds: ["0 1 a 2\n1 0 b 0.5\n1 3\n", "7 9 1 1\n9 7 0\n9 2\n", "0 1 <eps>\n1 1 b 3\n1\n"],
    scraps: ["<eps>", "Infinity", "999999999999", "1/0", "0 1 a", "\t", "a", "b", "x y^-1"],
  },
  dot: {
    seeds: [MOORE, MEALY, DFA, ...[1, 2].map((seed) => written("dot", random(seed, rational)))],
    scraps: DOT_SCRAPS,
  },
  daut: {
    seeds: [random(1, rational), random(2, tropical), random(3, freeGroup)].map((automaton) =>
      written("daut", automaton),
    ),
    scraps: [
      "$",
      "->",
      "<",
      ">",
      "[a-z]",
      "\\e",
      "\\x{",
      "'",
      '"',
      "context = ",
      "[^",
      ",",
      "lal, q",
      "law_char",
    ],
  },
  jflap: {
    seeds: [written("jflap", random(1, boolean)), written("jflap", readFormat(formatByName("dot"), MEALY))],
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
  pautomac: {
    seeds: [MODEL],
    scraps: ["I:", "F:", "(0,0)", "(999999999)", "(", ",", "1.5", "1e-9999", "(1,1,1) 1"],
  },
  samples: { seeds: ["2 3\n3 0 1 2\n0\n"], scraps: ["-1", "99999999999999999999", "1 1", " ", "\n"] },
  abbadingo: {
    seeds: ["3 2\n1 2 0 1\n0 0\n-1 1 1\n"],
    scraps: ["-1", "99999999999999999999", "1 1", " ", "\n"],
  },
  arpa: {
    seeds: [ARPA],
    scraps: ["\\data\\", "\\end\\", "\\2-grams:", "ngram 1=", "-inf", "<s>", "-99", "a", "\n"],
  },
};

const FRAMED = "0 1 <init> 2\n1 1 a 3\n1\n";
const TRANSDUCER = "0 1 a x 3\n1 1 <eps> b\n1\n";

/** Options with which a format is read in another way, and files for it. */
const VARIANTS: readonly (readonly [
  format: string,
  variant: string,
  options: ReadOptions,
  seeds?: string[],
])[] = [
  ["att", "framed", { frame: "<init>" }, [FRAMED]],
  ["att", "input", { side: "input" }, [TRANSDUCER]],
  ["att", "output", { side: "output" }, [TRANSDUCER]],
  ["att", "free-group", { algebra: freeGroup }, ["0 1 a x\n1 0 b y^-1\n1\n"]],
  [
    "att",
    "symbols",
    { algebra: tropical, symbols: readSymbols("<eps> 0\na 1\nb 2\n") },
    ["0 1 1 2\n1 0 2\n1\n"],
  ],
  ["dot", "moore", { machine: "moore" }, [MOORE]],
  ["dot", "mealy", { machine: "mealy" }, [MEALY]],
  ["dot", "dfa", { machine: "dfa" }, [DFA]],
  ["arpa", "log", { algebra: log }],
  ["pautomac", "log", { algebra: log }],
];

/** What a written file keeps of an automaton, where reading and writing it again may change the rest. */
function kept(format: string, text: string, { algebra }: Automaton<unknown>): string {
  // States are numbered in the order of the lines.
  if (format === "daut") return text.split("\n").sort().join("\n");
  // Probabilities are rounded each time, now and then to 0 or 1.
  return format === "arpa" || !algebra.exact ? "rounded" : text;
}

/** Files of each format that once were not handled as they should be. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  hankel: [writeHankel(random(1, boolean)).replace(/"states": \d+/u, `"states": ${"7".repeat(1000)}`)],
  jflap: [`<structure></${"b".repeat(1000)}>`, `<${"b".repeat(1000)}/>`, `<a ${"b".repeat(1000)} />`],
  pautomac: [MODEL.replace("0.2", "0.1e-9999"), MODEL.replace("0.2", "7".repeat(900))],
  samples: ["2 429496\n3 0 1 2\n0\n"],
  arpa: [ARPA.replace("<s> a\n", `<s> ${"b".repeat(1000)}\n`)],
};

function formatTarget(
  format: Format,
  name: string,
  options?: ReadOptions,
  files?: readonly string[],
): Target {
  const { scraps, seeds } = MATERIAL[format.name];
  const write = (automaton: Automaton<unknown>) => {
    // One side of a transducer is no transducer.
    return options?.side === undefined ? orRefusal(() => format.write?.(automaton, options)) : undefined;
  };
  return target({
    name,
    seeds: files ?? seeds,
    found: FOUND[format.name] ?? [],
    scraps: files === undefined ? scraps : [...scraps, ...seeds],
    json: format.name === "hankel" ? "whole" : "no",
    placed: true,
    anyLineEnds: true,
    needsEnd: format.name === "hankel",
    read: (input) =>
      format.stream === undefined
        ? readFormat(format, textOf(input), options)
        : documentToAutomaton(inPieces(format.stream, options, input)),
    write,
    show: (automaton, text) =>
      text === undefined ? writeHankel(automaton) : kept(format.name, text, automaton),
  });
}

/** Reads bytes at once and in pieces; both must say the same. */
function inPieces<T>(
  stream: (options?: ReadOptions) => ChunkReader<T>,
  options: ReadOptions | undefined,
  input: Uint8Array,
): T {
  const size = input.length % 16;
  if (input.length < 1000 && size > 0 && size < 4) {
    const [whole, pieces] = [input.length, size].map((length) =>
      said(() => void read(stream(options), input, length)),
    );
    if (whole !== pieces) throw new Error(`read in pieces of ${size} bytes it says ${pieces}, not ${whole}`);
  }
  return read(stream(options), input, input.length);
}

function read<T>(reader: ChunkReader<T>, input: Uint8Array, size: number): T {
  for (let at = 0; at < input.length; at += size) reader.push(input.subarray(at, at + size));
  return reader.end();
}

function said(read: () => void): string {
  try {
    read();
    return "nothing";
  } catch (error) {
    return error instanceof HankelError
      ? `${error.place?.line}:${error.place?.column} ${error.message}`
      : String(error);
  }
}

/** The text of a writer, or undefined if it says that the format cannot represent the automaton. */
function orRefusal(write: () => string | undefined): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof HankelError && ["usage", "unsupported", "budget"].includes(error.code))
      return undefined;
    throw error;
  }
}

export const formatTargets: readonly Target[] = formats
  .filter(({ read, stream }) => read ?? stream)
  .flatMap((format) => [
    formatTarget(format, format.name),
    ...VARIANTS.filter(([name]) => name === format.name).map(([name, variant, options, files]) =>
      formatTarget(format, `${name}/${variant}`, options, files),
    ),
  ]);
