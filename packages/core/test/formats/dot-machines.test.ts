import {
  Alphabet,
  compare,
  freeGroup,
  HankelError,
  type Machine,
  type MachineKind,
  machineOf,
  machineToWdfsa,
  pictureDot,
  readDot,
  readJflap,
  requireMachine,
  runMachine,
  toWdfsa,
  Wdfsa,
  WdfsaBuilder,
  writeDot,
  writeJflap,
} from "@hankel/core";
import { instance } from "@viz-js/viz";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../support/named-automata.ts";

const viz = await instance();

const texts = fc.oneof(
  anyText,
  fc.constantFrom(
    "",
    "x",
    "a/b",
    "/",
    " x",
    "x ",
    "a b",
    'say "hi"',
    '"',
    '"x"',
    "\\",
    "\\n",
    "\n",
    "ε",
    "é😀",
    "{a|b}",
  ),
  fc.constantFrom(
    "<b>",
    "label",
    "a -> b",
    "__start0",
    "&amp;",
    "&",
    "d:0.9",
    "\u202e",
    "1",
    "0",
    "a  b",
    "\\ ",
    "}",
  ),
);

/** Machines whose states are all reachable, with any texts for inputs, outputs and names. */
function machines(kinds: readonly MachineKind[] = ["mealy", "moore"]): fc.Arbitrary<Machine> {
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      symbols: fc.uniqueArray(texts, { minLength: 1, maxLength: 3 }),
      size: fc.integer({ min: 1, max: 4 }),
      output: fc.array(texts, { minLength: 12, maxLength: 12 }),
      to: fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
      names: fc.option(fc.array(texts, { minLength: 4, maxLength: 4 }), { nil: undefined }),
    })
    .map(({ kind, symbols, size, output, to, names }): Machine => {
      const width = symbols.length;
      // The first letter leads through all states, in their order.
      const target = Array.from({ length: size * width }, (_, arc) =>
        arc % width === 0 ? (arc / width + 1) % size : to[arc] % size,
      );
      return {
        kind,
        alphabet: new Alphabet(symbols),
        target,
        output: output.slice(0, kind === "mealy" ? target.length : size),
        ...(names && { names: names.slice(0, size) }),
      };
    });
}

function complaint(text: string, options: object = {}): string {
  try {
    readDot(text, options);
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    expect(error.code).toBe("parse");
    return `${error.place?.line}: ${error.message}`;
  }
  return "no complaint";
}

const vending = machineToWdfsa({
  kind: "mealy",
  alphabet: new Alphabet(["coin", "button"]),
  target: [1, 0, 1, 0],
  output: ["ok", "", "client / server", "coffee"],
});

const lamp = machineToWdfsa({
  kind: "moore",
  alphabet: new Alphabet(["press"]),
  target: [1, 0],
  output: ["off", "on"],
});

describe("a machine in DOT", () => {
  test("is written as LearnLib and AALpy write it", () => {
    expect(writeDot(vending)).toBe(`digraph machine {
machine="mealy";
alphabet="[\\"coin\\", \\"button\\"]";
s0 [label="0", shape="circle"];
s1 [label="1", shape="circle"];
s0 -> s1 [label="coin/ok"];
s0 -> s0 [label="button/"];
s1 -> s1 [label="coin/client / server"];
s1 -> s0 [label="button/coffee"];
__start0 [label="", shape="none"];
__start0 -> s0;
}
`);
    expect(writeDot(lamp)).toBe(`digraph machine {
machine="moore";
alphabet="[\\"press\\"]";
s0 [label="{0|off}", shape="record", style="rounded"];
s1 [label="{1|on}", shape="record", style="rounded"];
s0 -> s1 [label="press"];
s1 -> s0 [label="press"];
__start0 [label="", shape="none"];
__start0 -> s0;
}
`);
  });

  test("comes back equal, whatever its inputs, outputs and names are", () => {
    fc.assert(
      fc.property(machines(), (machine) => {
        const automaton = machineToWdfsa(machine);
        const again = readDot(writeDot(automaton)) as Wdfsa<string>;
        expect(again).toBeInstanceOf(Wdfsa);
        expect(again.alphabet.symbols).toEqual(machine.alphabet.symbols);
        expect(again.size).toBe(automaton.size);
        expect(machineOf(again)?.output).toEqual(machineOf(automaton)?.output);
        expect(compare(again, automaton)).toBeUndefined();
        expect(again.names ?? []).toEqual(namesOf(requireMachine(automaton)));
      }),
      { numRuns: 1000 },
    );
  });

  test("is drawn by Graphviz, with an edge for each letter, and in pictures one for each pair of states", () => {
    fc.assert(
      fc.property(machines(), (machine) => {
        const { size, target } = machineToWdfsa(machine);
        const pairs = new Set(
          Array.from(target, (to, arc) => `${Math.floor(arc / machine.alphabet.size)} ${to}`),
        ).size;
        for (const [dot, arcs] of [
          [writeDot(machineToWdfsa(machine)), target.length],
          [pictureDot(machineToWdfsa(machine)), pairs],
        ] as const) {
          const result = viz.render(dot, { format: "dot_json" });
          expect(result.errors.filter(({ level }) => level === "error")).toEqual([]);
          const { objects, edges } = JSON.parse(result.output ?? "{}") as Record<string, unknown[]>;
          expect([objects.length, edges.length]).toEqual([size + 1, arcs + 1]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is read by AALpy's rules: lines with label and without -> are states", () => {
    const named = machineToWdfsa({
      kind: "mealy",
      alphabet: new Alphabet(["label", "->", "__start0"]),
      target: [0, 0, 0],
      output: ["x", "y", "z"],
    });
    const lines = writeDot(named).split("\n");
    expect(lines.filter((line) => line.includes("label") && !line.includes("->"))).toHaveLength(2);
    expect(readDot(writeDot(named)).alphabet.symbols).toEqual(["label", "->", "__start0"]);
  });

  test("can be written with its weights", () => {
    expect(writeDot(vending, { weighted: true })).toContain('semifield="free-group"');
  });

  test("any other automaton over the free group keeps its weights", () => {
    const builder = new WdfsaBuilder(freeGroup, new Alphabet("ab"));
    const state = builder.state(freeGroup.one);
    expect(writeDot(builder.arc(state, "a", "x", state).build())).toContain('semifield="free-group"');
  });
});

describe("machines of other tools", () => {
  test("may write nothing: an empty output is the output of that name", () => {
    const mealy = readDot('digraph { a -> a [label="x/"]; a -> a [label="y / "]; a -> a [label="z/z"] }');
    expect(runMachine(requireMachine(toWdfsa(mealy) as Wdfsa<string>), ["x", "y", "z"])).toEqual([
      "",
      "",
      "z",
    ]);
    const moore = readDot('digraph { a [shape=record, label="{a|}"]; a -> a [label=x] }');
    expect(runMachine(requireMachine(toWdfsa(moore) as Wdfsa<string>), ["x"])).toEqual(["", ""]);
  });

  test("a Moore machine whose states are not all records", () => {
    const text = `digraph { __start0 -> A; A [shape=record, label="{ A | init }"];
      C [shape=doublecircle, label="{ C | a|b }"]; A -> C [label=x]; C -> A [label=x] }`;
    expect(runMachine(requireMachine(toWdfsa(readDot(text)) as Wdfsa<string>), ["x"])).toEqual([
      "init",
      "a|b",
    ]);
  });

  test("a Moore machine as LearnLib draws it", () => {
    const text = 'digraph g { s0 [shape="circle" label="0 / on"]; s0 -> s0 [label="x"]; __start0 -> s0; }';
    expect(runMachine(requireMachine(toWdfsa(readDot(text)) as Wdfsa<string>), ["x"])).toEqual(["on", "on"]);
  });

  test("a machine of ours whose labels were spoiled", () => {
    expect(complaint('digraph { machine=mealy;\n a -> a [label="x"] }')).toBe(
      '2: expected input/output, found "x"',
    );
    expect(complaint('digraph { machine=mealy;\n a -> a [label="\\"x/y"] }')).toMatch(
      /^2: expected input\/output/u,
    );
    expect(complaint('digraph { machine=moore;\n a [label="{a|\\"x}", shape=record] }')).toMatch(
      /^2: expected a text/u,
    );
    expect(complaint("digraph { machine=turing;\n a -> a [label=x] }")).toMatch(
      /mealy or moore, found "turing"/u,
    );
  });
});

describe("graphs that are no deterministic machines are refused, with what they are", () => {
  test.each([
    [
      "an MDP",
      'digraph { a [label=N]; b [label=A];\n a -> b [label="d:1"];\n a -> b [label="l:0.9"];\n a -> a [label="l:0.1"] }',
      '3: this looks like a Markov decision process: the label "l:0.9" has the probability 0.9. Hankel learns deterministic machines',
    ],
    [
      "a stochastic Mealy machine",
      'digraph { a -> b [label="in/out:0.5"];\n a -> a [label="in/other:0.5"]; b -> b [label="in/out:1.0"] }',
      '1: this looks like a stochastic Mealy machine: the label "in/out:0.5" has the probability 0.5.',
    ],
    [
      "a Markov chain",
      "digraph { a [label=x]; a -> b [label=0.25];\n a -> a [label=0.75]; b -> b [label=1] }",
      '1: this looks like a Markov chain: the label "0.25" has the probability 0.25.',
    ],
    [
      "HTML labels",
      "digraph {\n a -> b [label=<Hello<br />Empty>] }",
      '2: HTML labels are not read, such as "<Hello<br />Empty>": write label="input/output", or other plain text',
    ],
    [
      "a pushdown automaton",
      'digraph {\n a -> b [label="1"];\n b -> a [label="( / push(()"] }',
      '3: this looks like a pushdown automaton: the label "( / push(()" moves a stack. Hankel learns finite automata',
    ],
    [
      "arcs with and without outputs",
      'digraph {\n a -> b [label="1"];\n b -> a [label="2 / x"] }',
      '2: expected input / output at every arc: "1" has no output, but "2 / x" has one',
    ],
  ])("%s", (_, text, message) => {
    expect(complaint(text)).toContain(message);
  });

  test("unless somebody says what kind of machine it is", () => {
    const text = 'digraph { a -> a [label="in/out:0.5"] }';
    expect(
      runMachine(requireMachine(toWdfsa(readDot(text, { machine: "mealy" })) as Wdfsa<string>), ["in"]),
    ).toEqual(["out:0.5"]);
    // Symbols with colons and whole numbers are no probabilities.
    expect(complaint('digraph { a [shape=doublecircle]; a -> a [label="key:1"] }')).toBe("no complaint");
  });

  test("and nondeterministic machines where a deterministic one is needed", () => {
    const text = 'digraph { a -> a [label="x/0"]; a -> b [label="x/1"]; b -> b [label="x/0"] }';
    expect(() => toWdfsa(readDot(text))).toThrow(/not deterministic|nondeterministic/u);
  });
});

describe("a machine in JFLAP", () => {
  test("comes back equal", () => {
    const characters = fc.constantFrom("a", "b", "<", "é");
    fc.assert(
      fc.property(machines(), fc.uniqueArray(characters, { minLength: 3, maxLength: 3 }), (any, symbols) => {
        const visible = any.output.map((output) => output.replaceAll(/[\p{Cc}\p{Cs}\s]/gu, ""));
        const machine = {
          ...any,
          names: undefined,
          output: visible,
          alphabet: new Alphabet(symbols.slice(0, any.alphabet.size)),
        };
        const again = readJflap(writeJflap(machineToWdfsa(machine))) as Wdfsa<string>;
        expect(machineOf(again)?.kind).toBe(machine.kind);
        expect(compare(again, machineToWdfsa(machine))).toBeUndefined();
      }),
    );
  });

  test("with an output that ends in a blank is refused", () => {
    const automaton = machineToWdfsa({
      kind: "moore",
      alphabet: new Alphabet("a"),
      target: [0],
      output: ["x "],
    });
    expect(() => writeJflap(automaton)).toThrow(/the output "x ", with blanks at its ends/u);
  });
});

/** The names as they come back: those of states called 0, 1, … are no names. */
function namesOf({ names }: Machine): readonly string[] {
  return names?.every((name, state) => name === String(state)) === true ? [] : (names ?? []);
}
