/** The commands that operate on automata, on real files and in pipes. */

import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

/** Two paths for the word a, over the rationals: 1/3 + 1/6. */
const NONDETERMINISTIC = `{ "format": "hankel/1", "semifield": "rational", "alphabet": ["a", "b"], "states": 3,
  "initial": [[0, "1"], [1, "1/2"]], "final": [[2, "1"]],
  "arcs": [[0, "a", "1/3", 2], [1, "a", "1/3", 2], [0, null, "1", 1], [2, "b", "1/2", 2]] }`;

/** a leads to two states with loops on a of different weights; b and c tell the states apart. */
const UNEQUAL_CYCLES = `{ "format": "hankel/1", "semifield": "tropical", "alphabet": ["a", "b", "c"], "states": 4,
  "initial": [[0, "0"]], "final": [[3, "0"]],
  "arcs": [[0, "a", "0", 1], [0, "a", "0", 2], [1, "a", "1", 1], [2, "a", "2", 2], [1, "b", "0", 3], [2, "c", "0", 3]] }`;

/** The same, but nothing tells the states apart: every word has several paths. */
const AMBIGUOUS = UNEQUAL_CYCLES.replace('"c", "0", 3]', '"b", "0", 3]');

/** The word t, with weight 1/2. */
const WORD = `{ "format": "hankel/1", "semifield": "rational", "alphabet": ["t"], "states": 2,
  "initial": [[0, "1"]], "final": [[1, "1"]], "arcs": [[0, "t", "1/2", 1]] }`;

/** A coin that is tossed until it shows heads. */
const COIN = `{ "format": "hankel/1", "semifield": "rational", "alphabet": ["t"], "states": 1,
  "initial": [[0, "1"]], "final": [[0, "1/3"]], "arcs": [[0, "t", "2/3", 0]] }`;

describe.concurrent("nondeterministic automata", () => {
  test("are weighed, described, determinized and compared", async ({ place }) => {
    await place.write("n.json", NONDETERMINISTIC);
    expect(await place.print("weigh", "n.json", "a", "a b", "b")).toBe("5/6\n5/12\n0\n");
    expect(await place.print("info", "--json", "n.json")).toContain(
      '"initials":2,"epsilons":1,"deterministic":false',
    );
    await place.print("determinize", "n.json", "-o", "d.json");
    expect(await place.print("info", "--json", "d.json")).toContain('"deterministic":true');
    expect(await place.print("compare", "n.json", "d.json")).toBe("equal\n");
    await place.print("reverse", "d.json", "-o", "r.json");
    const ended = await place.run(["compare", "n.json", "r.json", "--json"]);
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      equal: false,
      word: ["a", "b"],
      left: "5/12",
      right: "0",
    });
  });

  test("are minimized: determinized first, if that is wanted or there is no field", async ({ place }) => {
    await place.write("n.json", NONDETERMINISTIC);
    const ended = await place.run(["minimize", "--deterministic", "n.json", "-o", "m.json"]);
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "3 states became 2\n" });
    expect(await place.print("compare", "n.json", "m.json")).toBe("equal\n");
    await place.print("determinize", "n.json", "-o", "d.json");
    expect(await place.print("minimize", "--quiet", "d.json")).toBe(await place.read("m.json"));
    await place.write("u.json", UNEQUAL_CYCLES);
    expectComplaint(await place.run(["minimize", "u.json"]), 2, "no deterministic automaton exists");
    await place.write("a.json", AMBIGUOUS);
    const stopped = await place.run(["minimize", "a.json", "--max-states", "50"]);
    expectComplaint(stopped, 4, "determinize stopped at its budget of 50 states");
  });

  test("that cannot be determinized are refused, with the cycles that prove it", async ({ place }) => {
    await place.write("u.json", UNEQUAL_CYCLES);
    const ended = await place.run(["twins", "--json", "u.json"]);
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      answer: "no",
      cycles: { cycle: ["a"], weights: ["1", "2"] },
    });
    expectComplaint(await place.run(["determinize", "u.json"]), 2, "no deterministic automaton exists");
    await place.write("m.json", AMBIGUOUS);
    expect(await place.run(["twins", "m.json"])).toMatchObject({ code: 4, stderr: "" });
    expectComplaint(
      await place.run(["determinize", "m.json", "--max-states", "50"]),
      4,
      "its budget of 50 states",
    );
    await place.write("c.json", COIN);
    expect(await place.print("twins", "c.json")).toBe("yes: the automaton is deterministic\n");
  });
});

describe.concurrent("operations", () => {
  test("in pipes: standard input and output", async ({ place }) => {
    await place.write("c.json", COIN);
    const twice = await place.print("union", "c.json", "c.json");
    const one = await place.run(["determinize", "-"], { input: twice });
    expect(one.code).toBe(0);
    const weighed = await place.run(["weigh", "-", "t"], { input: one.stdout });
    expect(weighed.stdout).toBe("4/9\n");
    const product = await place.print("intersect", "c.json", "c.json");
    expect((await place.run(["weigh", "-", "t"], { input: product })).stdout).toBe("4/81\n");
    const behind = await place.print("concat", "c.json", "c.json");
    expect((await place.run(["weigh", "-", "t"], { input: behind })).stdout).toBe("4/27\n");
  });

  test("closure, difference and push", async ({ place }) => {
    await place.write("w.json", WORD);
    const star = await place.print("closure", "w.json");
    expect((await place.run(["weigh", "-", "", "t t t"], { input: star })).stdout).toBe("1\n1/8\n");
    const plus = await place.print("closure", "--plus", "w.json");
    expect((await place.run(["weigh", "-", "", "t t t"], { input: plus })).stdout).toBe("0\n1/8\n");
    await place.write("c.json", COIN);
    const rest = await place.print("difference", "c.json", "w.json");
    expect((await place.run(["weigh", "-", "", "t", "t t"], { input: rest })).stdout).toBe("1/3\n0\n4/27\n");
    const pushed = await place.print("push", "--stochastic", "w.json");
    expect((await place.run(["total", "-"], { input: pushed })).stdout).toBe("1\n");
    expectComplaint(
      await place.run(["push", "--stochastic", "--towards", "final", "c.json"]),
      2,
      "--stochastic",
    );
  });

  test("best, total, sample", async ({ place }) => {
    await place.write("c.json", COIN);
    expect(await place.print("total", "c.json")).toBe("1\n");
    expect(await place.print("total", "--length", "c.json")).toBe("2\n");
    expect(Number(await place.print("total", "--entropy", "c.json"))).toBeCloseTo(2.7549, 4);
    expect(await place.print("best", "-n", "3", "c.json")).toBe("1/3\t\n2/9\tt\n4/27\tt t\n");
    expect(await place.print("best", "--json", "--paths", "c.json")).toBe(
      '{"word":[],"weight":"1/3","states":[0]}\n',
    );
    const words = await place.print("sample", "c.json", "-n", "50", "--seed", "3");
    expect(words.split("\n")).toHaveLength(51);
    expect(await place.print("sample", "c.json", "-n", "50", "--seed", "3")).toBe(words);
    expect(await place.print("sample", "c.json", "-n", "2", "--pautomac")).toMatch(/^2 1\n\d/u);
  });
});

describe.concurrent("formats", () => {
  test("by file name ending, by format name, and back", async ({ place }) => {
    await place.write("c.json", COIN);
    for (const name of ["c.dot", "c.daut", "c.pautomac"]) {
      await place.print("convert", "c.json", name);
      await place.print("convert", name, `${name}.json`);
      expect(await place.print("total", `${name}.json`)).toBe("1\n");
    }
    await place.print("convert", "c.json", "c.fst.txt", "--framed", "--save-symbols", "c.syms");
    expect(await place.read("c.syms")).toBe("<eps>\t0\nt\t1\n<init>\t2\n");
    const reading = ["--framed", "--symbols", "c.syms", "--semifield", "rational"];
    await place.print("convert", "c.fst.txt", "again.json", ...reading);
    expect(await place.print("compare", "c.json", "again.json")).toBe("equal\n");
    const text = await place.read("c.fst.txt");
    const piped = await place.run(["total", "-", "--from", "att", ...reading], { input: text });
    expect(piped.stdout).toBe("1\n");
    const compared = await place.run(["compare", "c.json", "-", "--from", "att", ...reading], {
      input: text,
    });
    expect(compared.stdout).toBe("equal\n");
  });

  test("one side of a transducer keeps its weights, or is refused", async ({ place }) => {
    await place.write("t.fst.txt", "0 1 a x 0\n1 1 b y 0\n1 0\n");
    const side = ["t.fst.txt", "--transducer", "input", "--semifield"];
    expect(await place.print("convert", ...side, "tropical", "--to", "att")).toBe("0\t1\ta\n1\t1\tb\n1\n");
    const refused = await place.run(["convert", ...side, "free-group"]);
    expectComplaint(refused, 2, "has no weights in free-group; name the semifield of its weights");
    expectComplaint(
      await place.run(["convert", ...side, "rational"]),
      2,
      "t.fst.txt:1:1: every arc weighs 0",
    );
  });

  test("errors name their place", async ({ place }) => {
    await place.write("x.fst.txt", "0 1 a\n0 1 b c d e\n");
    expectComplaint(await place.run(["info", "x.fst.txt"]), 2, "x.fst.txt:2:1: expected");
    await place.write("x.dot", "digraph {\n a -> }");
    expectComplaint(await place.run(["info", "x.dot"]), 2, "x.dot:2:7: expected a node");
    await place.write("c.json", COIN);
    expectComplaint(await place.run(["convert", "c.json", "c.jff"]), 2, "weights of rational");
    expectComplaint(
      await place.run(["convert", "c.json", "c.dot", "--save-symbols", "s"]),
      2,
      "symbol table",
    );
    expectComplaint(await place.run(["info", "c.fst.txt"]), 2, "cannot read c.fst.txt: no such file");
    expectComplaint(await place.run(["total", "c.json", "--semifield", "tropical"]), 2, "c.json:1:");
  });
});

describe.concurrent("regex", () => {
  test("to an automaton and back", async ({ place }) => {
    await place.write("c.json", COIN);
    await place.print("regex", "--semifield", "rational", "(<2/3>t)*<1/3>", "-o", "e.json");
    expect(await place.print("compare", "c.json", "e.json")).toBe("equal\n");
    const expression = (await place.print("regex", "--of", "c.json")).trim();
    await place.print("regex", "--semifield", "rational", expression, "-o", "f.json");
    expect(await place.print("compare", "c.json", "f.json")).toBe("equal\n");
    const piped = await place.run(["weigh", "-", "a b", "b"], {
      input: await place.print("regex", "a(a|b)*b"),
    });
    expect(piped.stdout).toBe("true\nfalse\n");
    expectComplaint(await place.run(["regex", "a("]), 2, "hankel: ");
    expectComplaint(await place.run(["regex"]), 2, "expected either an expression");
  });
});

/** 2^#a + 2^#b over the reals: rank 2, and no finite deterministic automaton. The third state is a copy of the second one. */
const POWERS = `{ "format": "hankel/1", "semifield": "real", "alphabet": ["a", "b"], "states": 3,
  "initial": [[0, "1"], [1, "0.25"], [2, "0.75"]], "final": [[0, "1"], [1, "1"], [2, "1"]],
  "arcs": [[0, "a", "2", 0], [0, "b", "1", 0], [1, "a", "1", 1], [1, "b", "2", 1], [2, "a", "1", 2], [2, "b", "2", 2]] }`;

describe.concurrent("nondeterministic automata over the reals", () => {
  test("are minimized numerically, and compared", async ({ place }) => {
    await place.write("n.json", POWERS);
    const ended = await place.run(["minimize", "n.json", "-o", "m.json"]);
    expect(ended).toMatchObject({ code: 0, stdout: "" });
    expect(ended.stderr).toBe(
      "3 states became 2\n" +
        "The rank is numerical: what is at most 1e-9 of a vector counts as rounding. The result is not canonical.\n",
    );
    expect((await place.run(["minimize", "--quiet", "n.json", "-o", "q.json"])).stderr).toBe("");
    expect(await place.print("compare", "n.json", "m.json")).toBe("equal\n");
    await place.write("o.json", POWERS.replace('[2, "a", "1", 2]', '[2, "a", "1.001", 2]'));
    const other = await place.run(["compare", "m.json", "o.json", "--json"]);
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout)).toMatchObject({ equal: false, word: ["a"] });
  });

  test("are determinized where that is wanted", async ({ place }) => {
    await place.write("n.json", POWERS);
    const ended = await place.run(["minimize", "--deterministic", "--max-states", "50", "n.json"]);
    expectComplaint(ended, 4, "determinize stopped at its budget of 50 states");
  });
});
