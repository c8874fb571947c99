import { readHankel, shapes, writeHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";

const SYMBOLS = ["new york", "", "😀", "<script>", "__proto__", '"', "\\", "\n"];

describe.concurrent("weigh", () => {
  test("a line for each word", async ({ place }) => {
    await place.write("a.json", automatonText());
    expect(await place.print("weigh", "a.json", "", "a", "a b a", '["a"]', " a  b ")).toBe(
      "0\n1/8\n-1/12\n1/8\n0\n",
    );
    expect(await place.print("weigh", "a.json", "--json", "a")).toBe('{"word":["a"],"weight":"1/8"}\n');
  });

  test("any symbols", async ({ place }) => {
    const arcs = SYMBOLS.map((symbol, i) => `[0, ${JSON.stringify(symbol)}, ${i + 2}, 0]`);
    const changes = { states: "1", final: "[[0, 1]]", initial: "[[0, 1]]", arcs: `[${arcs.join()}]` };
    await place.write("a.json", automatonText({ ...changes, alphabet: JSON.stringify(SYMBOLS) }));
    expect(await place.print("weigh", "a.json", JSON.stringify(SYMBOLS))).toBe("362880\n");
    expect(await place.print("weigh", "a.json", "😀 <script> __proto__")).toBe("120\n");
    await place.print("convert", "a.json", "b.json");
    expect(await place.print("compare", "a.json", "b.json")).toBe("equal\n");
    expect(readHankel(await place.read("b.json")).alphabet.symbols).toEqual(SYMBOLS);
  });

  test("words from standard input", async ({ place }) => {
    await place.write("a.json", automatonText());
    const ended = await place.run(["weigh", "a.json"], { input: "a\n\na b a\n" });
    expect(ended).toEqual({ code: 0, stdout: "1/8\n0\n-1/12\n", stderr: "" });
    const bad = await place.run(["weigh", "a.json"], { input: "a\nc\n" });
    expect(bad).toMatchObject({ code: 2, stdout: "1/8\n" });
    expect(bad.stderr).toContain('standard input:2: "c" is not in the alphabet');
  });

  test("an invalid word: nothing is printed", async ({ place }) => {
    await place.write("a.json", automatonText());
    expectComplaint(
      await place.run(["weigh", "a.json", "a", "c"]),
      2,
      '"c" is not in the alphabet {"a", "b"}',
    );
    expectComplaint(await place.run(["weigh", "a.json", "[1]"]), 2, "not an array of symbols");
    expectComplaint(await place.run(["weigh", "-"], { input: automatonText() }), 2, "expected words");
  });
});

describe.concurrent("compare", () => {
  test("equal", async ({ place }) => {
    await place.write("a.json", automatonText());
    await place.write("b.json", automatonText({ initial: '[[0, "1/4"]]', final: '[[1, "3/2"]]' }));
    expect(await place.print("compare", "a.json", "b.json")).toBe("equal\n");
    expect(await place.print("compare", "a.json", "b.json", "--json")).toBe('{"equal":true}\n');
    expect(await place.print("compare", "a.json", "b.json", "--quiet")).toBe("");
  });

  test("different, with a shortest word", async ({ place }) => {
    await place.write("a.json", automatonText());
    await place.write("b.json", automatonText({ arcs: '[[0, "a", "1/3", 1], [1, "b", "2", 0]]' }));
    expect(await place.run(["compare", "a.json", "b.json"])).toEqual({
      code: 1,
      stdout: "different: aba\n  a.json weighs it -1/12\n  b.json weighs it 1/12\n",
      stderr: "",
    });
    expect(await place.run(["compare", "--json", "a.json", "b.json"])).toEqual({
      code: 1,
      stdout: '{"equal":false,"word":["a","b","a"],"left":"-1/12","right":"1/12"}\n',
      stderr: "",
    });
    expect(await place.run(["compare", "-q", "a.json", "b.json"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "",
    });
  });

  test("standard input", async ({ place }) => {
    await place.write("a.json", automatonText());
    const ended = await place.run(["compare", "a.json", "-"], { input: automatonText() });
    expect(ended).toEqual({ code: 0, stdout: "equal\n", stderr: "" });
  });
});

describe.concurrent("minimize, convert and info", () => {
  test("minimize reports what it did", async ({ place }) => {
    await place.write("a.json", automatonText({ states: "3" }));
    const ended = await place.run(["minimize", "a.json", "-o", "min.json"]);
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "3 states became 2\n" });
    expect(readHankel(await place.read("min.json")).size).toBe(2);
  });

  test("convert keeps the automaton, and writes DOT", async ({ place }) => {
    await place.write("a.json", automatonText());
    const text = await place.print("convert", "a.json");
    expect(text).toBe(writeHankel(readHankel(automatonText())));
    expect(await place.print("convert", "a.json", "-", "--to", "dot")).toMatch(/^digraph/u);
    await place.print("convert", "a.json", "b.DOT");
    expect(await place.read("b.DOT")).toMatch(/^digraph/u);
    expect(await place.print("convert", "--from", "hankel", "a.json", "--to", "hankel")).toBe(text);
  });

  test("a machine stays a machine, and info says what it is", async ({ place }) => {
    await place.write("mealy.dot", 'digraph { a -> b [label="x/"]; b -> a [label="x/1"] }');
    expect(await place.print("info", "mealy.dot")).toContain(
      "machine        Mealy machine, 2 states, 1 input, 2 outputs\n",
    );
    await place.print("convert", "mealy.dot", "again.dot");
    expect(await place.read("again.dot")).toContain('s0 -> s1 [label="x/"];\ns1 -> s0 [label="x/1"];');
    expect(await place.print("compare", "mealy.dot", "again.dot")).toBe("equal\n");
    expect(await place.print("weigh", "again.dot", "x x")).toBe('"" "1"\n');
    await place.print("convert", "again.dot", "mealy.json");
    expect(await place.print("convert", "mealy.json", "--to", "dot")).toBe(await place.read("again.dot"));
    // As an automaton it is minimal with one state, as a Moore machine with two.
    const states = 'a [shape=record, label="{a|on}"]; b [shape=record, label="{b|off}"];';
    await place.write("moore.dot", `digraph { ${states} a -> b [label=x]; b -> b [label=x] }`);
    expect(JSON.parse(await place.print("info", "--json", "moore.dot"))).toMatchObject({
      machine: { kind: "moore", states: 2, inputs: 1, outputs: 2 },
      minimal: true,
    });
    expect(await place.print("minimize", "moore.dot", "--to", "dot", "--quiet")).toContain('label="{0|on}"');
  });

  test("files that draw no deterministic machine", async ({ place }) => {
    await place.write("mdp.dot", 'digraph {\n a -> a [label="d:0.9"];\n a -> b [label="d:0.1"] }');
    expectComplaint(
      await place.run(["learn", "mdp.dot"]),
      2,
      "mdp.dot:2:2: this looks like a Markov decision process",
    );
    await place.write("onfsm.dot", 'digraph {\n a -> a [label="x/0"];\n a -> b [label="x/1"] }');
    expectComplaint(
      await place.run(["learn", "onfsm.dot"]),
      2,
      "onfsm.dot:3:2: not deterministic: a second arc",
    );
    expectComplaint(await place.run(["minimize", "onfsm.dot"]), 2, "the automaton is not deterministic");
  });

  test("info", async ({ place }) => {
    await place.write("a.json", automatonText({ states: "3" }));
    expect(await place.print("info", "a.json")).toBe(
      `semifield      rational (exact)
alphabet       "a" "b"
states         3
arcs           2
finals         1
dof            1
deterministic  yes
trim           no
rank           2: an automaton with 2 states exists, which need not be deterministic
minimal        no
unreachable    2
`,
    );
    expect(JSON.parse(await place.print("info", "--json", "a.json"))).toMatchObject({
      alphabet: ["a", "b"],
      states: 3,
      rank: 2,
      minimal: false,
    });
  });

  for (const semifield of ["boolean", "prime-field:2"]) {
    test(`info and learn leave dof out over ${semifield}, where 1 is the only weight`, async ({ place }) => {
      await place.print("random", "--semifield", semifield, "--states", "5", "--out", "a.json");
      expect(await place.print("info", "a.json")).not.toContain("dof");
      expect(JSON.parse(await place.print("info", "--json", "a.json"))).not.toHaveProperty("dof");
      const learned = await place.run(["learn", "a.json"]);
      expect(learned.stderr).toMatch(/^states \d+, arcs \d+, questions \d/mu);
      const statistics = JSON.parse(await place.print("learn", "a.json", "--json"));
      expect(statistics).toHaveProperty("questions");
      expect(statistics).not.toHaveProperty("dof");
    });
  }
});

describe.concurrent("random", () => {
  test("depends only on the seed", async ({ place }) => {
    const args = ["random", "--states", "7", "--letters", "3", "--semifield", "tropical", "--seed"];
    const first = await place.print(...args, "1");
    expect(await place.print(...args, "1")).toBe(first);
    expect(await place.print(...args, "2")).not.toBe(first);
    expect(readHankel(first).size).toBe(7);
  });

  test("has every shape", async ({ place }) => {
    for (const shape of Object.keys(shapes)) {
      expect(readHankel(await place.print("random", "--shape", shape, "--states", "9")).size).toBe(9);
    }
  });
});

describe.concurrent("pipes", () => {
  test("ends quietly when the reader of its output closes the pipe", async ({ place }) => {
    const ended = await place.run(["random", "--states", "50000"], { readOnly: 10 });
    expect(ended).toMatchObject({ code: 141, stderr: "" });
  });
});

describe.concurrent("demo", () => {
  test("shows the run in a pipe, without control codes", async ({ place }) => {
    const story = await place.print("demo");
    expect(story).not.toContain("\u001b");
    expect(story).not.toContain("\r");
    const parts = [
      "Questions",
      "Matrix",
      "Hypothesis 1",
      "wrong about rs",
      "Hypothesis 2",
      "accepted",
      "Statistics",
    ];
    for (const part of parts) expect(story).toContain(part);
    expect(story).toContain("they agree to the last digit");
  });
});
