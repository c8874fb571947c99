/** Graphs that other tools write: machines, and what is none. */

import {
  HankelError,
  readDot,
  readDotDocument,
  requireMachine,
  runMachine,
  toWdfsa,
  Wdfsa,
} from "@hankel/core";
import { describe, expect, test } from "vitest";

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

describe("labels of HTML that are only text", () => {
  const mealy = (text: string) => requireMachine(toWdfsa(readDot(text)) as Wdfsa<string>);
  const arcs = (text: string) => {
    const { alphabet, output } = mealy(text);
    return alphabet.symbols.map((symbol, letter) => [symbol, output[letter]]);
  };

  test.each([
    ["fonts and breaks", "<<b>get</b> / <font color='red'>not<br/>found</font>>", [["get", "not found"]]],
    ["entities", "<a&lt;b&#62; / &quot;x&amp;y&quot;&nbsp;&amp;lt;>", [["a<b>", '"x&y" &lt;']]],
    ["escapes of plain labels stand for themselves", "<a\\N / x\\ny>", [["a\\N", "x\\ny"]]],
    ["a break between input and output", "<Hello<br />Empty>", [["Hello", "Empty"]]],
    [
      "and a list of inputs",
      "<a | b<br/>x / y>",
      [
        ["a", "x / y"],
        ["b", "x / y"],
      ],
    ],
    ["breaks at the ends, and blanks", "<<br/>\n <i> a </i>\n / x  y <BR ALIGN='LEFT'/>>", [["a", "x y"]]],
  ])("%s", (_, label, expected) => {
    expect(arcs(`digraph { s -> s [label=${label}] }`)).toEqual(expected);
  });

  test("a break is a blank if it is one somewhere", () => {
    const text = "digraph { s -> s [label=<a / x<br/>y>]; s -> s [label=<b<br/>c / z>] }";
    expect(arcs(text)).toEqual([
      ["a", "x y"],
      ["b c", "z"],
    ]);
  });

  test("a break does not make outputs where states have them, or accept", () => {
    const acceptor = "digraph { s [shape=doublecircle]; s -> s [label=<a<br/>b>] }";
    expect(readDot(acceptor).weigh(["a b"])).toBe(true);
    expect(readDot("digraph { s -> s [label=<a<br/>b>] }", { machine: "dfa" }).alphabet.symbols).toEqual([
      "a b",
    ]);
    const moore = 'digraph { s [shape=record, label="s|on"]; s -> s [label=<a<br/>b>] }';
    expect(runMachine(mealy(moore), ["a b"])).toEqual(["on", "on"]);
  });

  test("names of states, and arcs in a chain, which share a label", () => {
    const text = "digraph { s [label=<q<sub>0</sub>>]; s -> t -> s [label=<&lt;a&gt; / x>] }";
    expect(arcs(text)).toEqual([["<a>", "x"]]);
    expect(readDotDocument(text).names).toContain("q0");
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
      "tables in labels",
      "digraph {\n a -> b [label=<<table><tr><td>Hello</td></tr></table>>] }",
      '2: HTML labels are not read, such as "<<table><tr><td>Hello</td></tr></table>>": write label="input/output", or other plain text',
    ],
    [
      "pictures in labels by default",
      'digraph {\n edge [label=<<img src="x.png"/>>];\n a -> b [label=x]; b -> c [color=red] }',
      '3: HTML labels are not read, such as "<<img src=\\"x.png\\"/>>"',
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
