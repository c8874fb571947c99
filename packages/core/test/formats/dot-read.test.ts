import { boolean, freeGroup, rational, readDot, Wdfsa, Wfsa } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { parseComplaint } from "../support/complaint.ts";

function weigh(text: string, words: readonly string[], options: object = {}): string[] {
  const automaton = readDot(text, options);
  return words.map((word) => automaton.algebra.format(automaton.weigh(automaton.alphabet.parse(word))));
}

const complaint = (text: string, options: object = {}) => parseComplaint(() => readDot(text, options));

describe("DOT of other tools", () => {
  test("a DFA, as AutomataLib draws it", () => {
    const text = `digraph g {

	s0 [shape="doublecircle" label="even"];
	s1 [shape="circle" label="odd"];
	s0 -> s1 [label="a"];
	s1 -> s0 [label="a"];

__start0 [label="" shape="none" width="0" height="0"];
__start0 -> s0;

}
`;
    const automaton = readDot(text);
    expect(automaton.algebra.name).toBe(boolean.name);
    expect(automaton.names).toEqual(["even", "odd"]);
    expect(weigh(text, ["", "a", "a a"])).toEqual(["true", "false", "true"]);
  });

  test("a Mealy machine, with blanks around the slash or without", () => {
    for (const slash of [" / ", "/"]) {
      const text = `digraph "x" {
        s0; s1
        s0 -> s1 [color=red, label="coin${slash}ok"]
        s1 -> s0 [label="button${slash}coffee", color=red];
        s1 -> s1 [label = "coin${slash}refund"];
        __start0 -> s0 }`;
      const automaton = readDot(text) as Wdfsa<unknown>;
      expect(automaton.algebra.name).toBe(freeGroup.name);
      expect(automaton).toBeInstanceOf(Wdfsa);
      expect(weigh(text, ["coin coin button", ""])).toEqual(["ok refund coffee", "1"]);
    }
  });

  test("a Moore machine, as AALpy draws it", () => {
    const text = `digraph learned {
s0 [label="{s0|on}", shape=record, style=rounded];
s1 [label="s1|off", shape=record, style=rounded];
s0 -> s1  [label=press];
s1 -> s0  [label=press];
__start0 [label="", shape=none];
__start0 -> s0  [label=""];
}`;
    expect(weigh(text, ["", "press", "press press"])).toEqual(["on", "on off", "on off on"]);
    expect(readDot(text).names).toEqual(["s0", "s1"]);
  });

  test("a Moore machine whose states show only their output", () => {
    const text = 'digraph g { s0 [label="x"]; s1 [label="y"]; s0 -> s1 [label="a"]; __start0 -> s0 }';
    expect(complaint(text)).toMatch(/^1:13: no state is final/u);
    expect(weigh(text, ["a"], { machine: "moore" })).toEqual(["x y"]);
    expect(weigh(text, ["a"], { machine: "dfa" })).toEqual(["false"]);
  });

  test("defaults, chains, comments, quotes, ports and subgraphs", () => {
    const text = `// a comment
      # another
      strict digraph {
        rankdir = LR; size="8,5"
        node [shape = doublecircle]; "q 2" q1;
        node [shape = circle];
        /* a start
           without a name of its own */
        "" [shape=none]
        "" -> q0
        subgraph cluster_1 { color=blue; q0 -> q1:n -> "q " + "2" [label = "a"]; }
        q1 -> q1 [label=<<b>b</b>>, label=b]
      }`;
    expect(weigh(text, ["", "a", "a b", "a b a", "b"])).toEqual(["false", "true", "true", "true", "false"]);
  });

  test("characters by their number", () => {
    const text = 'digraph { a [shape=doublecircle]; a -> a [label="&#955;"]; a -> a [label="&#x3bc;&#7;"] }';
    expect(readDot(text).alphabet.symbols).toEqual(["λ", "μ\u0007"]);
  });

  test("a backslash in quotes joins two lines, and keeps a quote", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = `digraph { "a\\"b" [shape=doublecircle]; "a\\"b" -> "a\\"b" [label="lo\\${end}ng"] }`;
      const automaton = readDot(text);
      expect(automaton.names).toEqual(['a"b']);
      expect(automaton.alphabet.symbols).toEqual(["long"]);
    }
  });

  test("without a start node the first state is initial", () => {
    expect(weigh("digraph { a -> b [label=x]; b [peripheries=2] }", ["x"])).toEqual(["true"]);
  });

  test("several initial states and arcs: nondeterministic", () => {
    const text = `digraph { a [shape=doublecircle] i [shape=point] j [shape=point]
      i -> a; j -> b; a -> b [label=x]; a -> a [label="x\\ny"]; b -> a [label="ε"] }`;
    const automaton = readDot(text) as Wfsa<unknown>;
    expect(automaton).toBeInstanceOf(Wfsa);
    expect(automaton.initials.length).toBe(2);
    expect(automaton.epsilons).toBe(1);
    expect(automaton.arcs).toBe(4);
  });

  test("labels with weights, if the semifield is given", () => {
    const text =
      'digraph { i [shape=point] i -> a [label="1/2"]; a [shape=doublecircle]; a -> a [label="x / 0.1"] }';
    expect(weigh(text, ["x x"], { algebra: rational })).toEqual(["1/200"]);
  });

  test("errors, with their places", () => {
    expect(complaint("")).toMatch(/^1:1: expected a Graphviz digraph/u);
    expect(complaint("graph { a -- b }")).toContain("undirected");
    expect(complaint("digraph { a -> b [label=x]")).toMatch(/^1:27: expected .*, found the end/u);
    expect(complaint('digraph {\n a [label="x]\n}')).toBe("2:11: a string that starts here does not end");
    expect(complaint("digraph { /* a }")).toContain("1:11: a comment");
    expect(complaint("digraph { a -- b }")).toContain("1:13: an undirected edge");
    expect(complaint("digraph { a -> {b c} }")).toContain("subgraphs");
    expect(complaint("digraph { a [shape=doublecircle]\n a -> a }")).toBe(
      "2:2: an arc without a label; ε is written as such",
    );
    expect(complaint('digraph { a -> b [label="x/y"]; b -> a [label="x/y/z"] }')).toContain(
      "which / separates",
    );
    expect(complaint('digraph { a -> b [label="x/y"]; b -> a [label="x"] }')).toContain("input / output");
    expect(complaint('digraph { semifield="nonsense" }')).toContain("there is no semifield");
    expect(complaint('digraph { semifield="rational" alphabet="[1]" }')).toContain('"alphabet"');
    expect(complaint('digraph { semifield="rational" }', { algebra: boolean })).toContain(
      "expected the semifield",
    );
    expect(complaint("digraph { } x")).toContain("expected the end of the text");
  });
});
