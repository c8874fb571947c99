/** hankel compare on targets that can only be asked: language models, acceptors, machines, and automata beside them. */

import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";
import { coin, MODEL, TURNS } from "./support/turns.ts";

/** The same model, but for what comes behind a b. */
const OTHER = MODEL.replace("[0.7, 0.1, 0.2]", "[0.4, 0.4, 0.2]");

/** Words of a and b whose number of a is divisible. */
const counting = (by: number, alphabet = "ab") =>
  `export const alphabet = "${alphabet}"; export const semifield = "boolean";
export const weigh = (word) => word.filter((letter) => letter === "a").length % ${by} === 0;`;

const network = (name: string) => fileURLToPath(new URL(`../../../examples/models/${name}`, import.meta.url));

interface Told {
  readonly verdict: string;
  readonly words: number;
  readonly variation: { readonly mean: number; readonly low: number; readonly high: number };
  readonly left: { readonly divergence: { readonly mean: number | null } };
  readonly places: readonly {
    readonly word: readonly string[];
    readonly leftSays: Readonly<Record<string, number>>;
    readonly rightSays: Readonly<Record<string, number>>;
    readonly share: number;
  }[];
  readonly automata?: { readonly left: number; readonly right: number };
}

describe.concurrent("compare two language models", () => {
  test("says how far apart they are and where, and exits with 1", async ({ place }) => {
    await place.write("a.mjs", MODEL);
    await place.write("b.mjs", OTHER);
    const { code, stdout, stderr } = await place.run(["compare", "a.mjs", "b.mjs", "--words", "400"]);
    expect([code, stderr]).toEqual([1, ""]);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^left: .*a\.mjs$/u);
    expect(lines[1]).toMatch(/^right: .*b\.mjs$/u);
    expect(lines[2]).toMatch(
      /^different: the total variation of their words is 0\.\d+ \(95 %: 0\.\d+ to 0\.\d+\), more than 0\.001$/u,
    );
    expect(lines[3]).toBe("400 words drawn from each, seed 1");
    expect(stdout).toMatch(/^KL per word +0\.\d+ ± 0\.\d+ +0\.\d+ ± 0\.\d+$/mu);
    // They differ only behind b, and b is the likeliest word that ends in it.
    expect(stdout).toMatch(
      /^share +left +right +so far +left says next +right says next\n\d+ % +0\.4 +0\.4 +b +b 10 %, a 70 %, end 20 % +b 40 %, a 40 %, end 20 %$/mu,
    );
    const told = JSON.parse(
      (await place.run(["compare", "a.mjs", "b.mjs", "--words", "400", "--json"])).stdout,
    ) as Told;
    expect(told).toMatchObject({ verdict: "different", words: 400, seed: 1 });
    expect(told.places[0].word).toEqual(["b"]);
    expect(told.places[0].leftSays).toEqual({ a: 0.7, "": 0.2, b: 0.1 });
    expect(told.places.every(({ word }) => word.at(-1) === "b")).toBe(true);
    expect((await place.run(["compare", "a.mjs", "b.mjs", "-q"])).stdout).toBe("");
  });

  test("--within says how far apart is no difference", async ({ place }) => {
    await place.write("a.mjs", MODEL);
    await place.write("b.mjs", OTHER);
    const equal = await place.run(["compare", "a.mjs", "b.mjs", "--within", "0.9", "--words", "200"]);
    expect([equal.code, equal.stdout.split("\n")[2]]).toEqual([
      0,
      expect.stringMatching(/^equal within 0\.9: the total variation/u) as string,
    ]);
    const { variation } = JSON.parse(
      (await place.run(["compare", "a.mjs", "b.mjs", "--words", "200", "--json"])).stdout,
    ) as Told;
    const open = await place.run([
      "compare",
      "a.mjs",
      "b.mjs",
      "--within",
      String(variation.mean),
      "--words",
      "200",
    ]);
    expect([open.code, open.stdout.split("\n")[2]]).toEqual([
      0,
      expect.stringMatching(/^not established: .*; neither above nor below 0\.\d+ for sure$/u) as string,
    ]);
  });

  test("an automaton beside a model is a language model, on either side", async ({ place }) => {
    await place.write("a.mjs", MODEL);
    await place.write("turns.json", TURNS);
    for (const pair of [
      ["a.mjs", "turns.json"],
      ["turns.json", "a.mjs"],
    ]) {
      const { code, stdout } = await place.run(["compare", ...pair, "--words", "300", "--json"]);
      const { verdict, variation } = JSON.parse(stdout) as Told;
      expect([code, verdict, variation.mean < 1e-9]).toEqual([0, "open", true]);
    }
  });

  test("two automata are compared on words only with --words", async ({ place }) => {
    await place.write("a.json", coin("0.5", "0.5"));
    await place.write("b.json", coin("0.75", "0.25"));
    expect((await place.run(["compare", "a.json", "b.json"])).stdout).toContain("different: ε\n");
    const { code, stdout } = await place.run(["compare", "a.json", "b.json", "--words", "4000", "--json"]);
    const { variation } = JSON.parse(stdout) as Told;
    // Of words of up to one letter one has 3/4, the other 7/16; beyond that the other is always likelier.
    expect(code).toBe(1);
    expect(variation.low < 0.3125 && 0.3125 < variation.high).toBe(true);
    expectComplaint(
      await place.run(["compare", "a.json", "b.json", "--seed", "2", "--within", "0.1"]),
      2,
      "--seed and --within are for a comparison on words; two automata are compared exactly unless --words is given",
    );
  });

  test("a program stands behind --", async ({ place }) => {
    await place.write(
      "model.py",
      `import json, sys
print(json.dumps({"hankel": 1, "next": True, "alphabet": ["t"]}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "distributions": [[0.5, 0.5] for _ in request["next"]]}), flush=True)
`,
    );
    await place.write("coin.json", coin("0.5", "0.5"));
    const { code, stdout, stderr } = await place.run([
      "compare",
      "coin.json",
      "--words",
      "100",
      "--",
      "python3",
      "model.py",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("not established: the total variation of their words is 0 (95 %: 0 to 0.0183)");
  });

  test("says which symbols only one of them knows", async ({ place }) => {
    await place.write("a.mjs", MODEL);
    await place.write("coin.json", coin("0.5", "0.5").replaceAll('"t"', '"a"'));
    const { code, stdout, stderr } = await place.run(["compare", "a.mjs", "coin.json", "--words", "100"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/only .*a\.mjs knows "b": the other gives them probability 0/u);
    expect(stdout).toMatch(/^KL per symbol +infinite/mu);
    await place.write("t.json", coin("0.5", "0.5"));
    expectComplaint(
      await place.run(["compare", "a.mjs", "t.json"]),
      2,
      "no symbol in common",
      '"a" and "b"',
      '"t"',
    );
  });

  test("symbols and long words are told so that the table can be read", async ({ place }) => {
    const long = (share: number) => `export const alphabet = ["[", "end", "a b"];
export const next = (word) => (word.length < 30 ? [0, 0, 1, 0] : word.length > 30 ? [0, 0, 0, 1] : [${share}, ${1 - share}, 0, 0]);`;
    await place.write("a.mjs", long(0.25));
    await place.write("b.mjs", long(0.75));
    const { stdout } = await place.run(["compare", "a.mjs", "b.mjs", "--words", "20"]);
    expect(stdout).toMatch(
      /^100 % +1 +1 +….{47}  \[ 25 %, "end" 75 %, "a b" 0 % +\[ 75 %, "end" 25 %, "a b" 0 %$/mu,
    );
  });

  test("learns the automata of both, and draws or writes them", async ({ place }) => {
    await place.write("a.mjs", MODEL);
    await place.write("turns.json", TURNS);
    const common = ["compare", "a.mjs", "turns.json", "--words", "50"];
    const drawn = await place.run([...common, "--automata", "both.svg"]);
    expect(drawn.code).toBe(0);
    expect(drawn.stdout).toMatch(/^left: 3 states, learned$/mu);
    expect(drawn.stdout).toMatch(/^right: 3 states, as it is in the file$/mu);
    expect(drawn.stdout).toMatch(/^The automata themselves, exactly: total variation 0 per symbol/mu);
    const picture = await place.read("both.svg");
    expect(picture).toMatch(/>left: [^<]*a\.mjs, 3 states</u);
    expect(picture).toMatch(/>right: [^<]*turns\.json, 3 states</u);
    const written = await place.run([
      ...common,
      "--automata",
      "both.json",
      "--learner",
      "soft:states=1",
      "--json",
    ]);
    expect((JSON.parse(written.stdout) as Told).automata).toEqual({ left: 1, right: 3 });
    expect(JSON.parse(await place.read("both-left.json"))).toMatchObject({ states: 1 });
    expect(JSON.parse(await place.read("both-right.json"))).toMatchObject({ states: 3 });
    expectComplaint(await place.run([...common, "--automata", "both.bmp"]), 2, "both-left.bmp");
  });

  test("a time limit leaves the words drawn so far", async ({ place }) => {
    await place.write("a.mjs", MODEL);
    await place.write("b.mjs", OTHER);
    const { code, stdout } = await place.run([
      "compare",
      "a.mjs",
      "b.mjs",
      "--words",
      "100000000",
      "--max-seconds",
      "0.5",
      "--json",
    ]);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as Told).words).toBeLessThan(1e6);
  });
});

test("a signal leaves the words drawn so far, too", async ({ place }) => {
  await place.write("a.mjs", MODEL);
  await place.write("b.mjs", OTHER);
  const args = ["compare", "a.mjs", "b.mjs", "--words", "100000000", "--json"];
  const { code, stdout } = await place.spawn(args, { interrupt: { at: "words compared", signal: "SIGINT" } });
  expect(code).toBe(130);
  const { verdict, words } = JSON.parse(stdout) as Told;
  expect([verdict, words > 0, words < 1e7]).toEqual(["different", true, true]);
});

describe.concurrent("compare two that answer words", () => {
  test("acceptors: the share of words, and the shortest", async ({ place }) => {
    await place.write("two.mjs", counting(2));
    await place.write("four.mjs", counting(4));
    const { code, stdout, stderr } = await place.run(["compare", "two.mjs", "four.mjs"]);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^different: on \d+ of 1000 words$/mu);
    expect(stdout).toMatch(/^0 to 20 even letters +\d+ of 500 +\d+ % \(95 %: \d+ % to \d+ %\)$/mu);
    expect(stdout).toMatch(/^a letter away from accepted words +\d+ of 500 /mu);
    expect(stdout).toMatch(/^left +right +word\naccepts +rejects +aa$/mu);
    const again = await place.run(["compare", "two.mjs", "two.mjs", "--words", "2000"]);
    expect([again.code, again.stdout.split("\n")[2]]).toEqual([
      0,
      "no difference found on 2000 words: with 95 % confidence they differ on at most 0.37 % of such words",
    ]);
  });

  test("an automaton beside an acceptor is one", async ({ place }) => {
    await place.write("two.mjs", counting(2));
    expect((await place.run(["learn", "two.mjs", "--out", "two.json", "--quiet"])).code).toBe(0);
    expect((await place.run(["compare", "two.json", "two.mjs"])).code).toBe(0);
    await place.write("three.mjs", counting(3));
    const { code, stdout } = await place.run([
      "compare",
      "three.mjs",
      "two.json",
      "--json",
      "--automata",
      "a.svg",
    ]);
    expect(code).toBe(1);
    const told = JSON.parse(stdout) as Told & { readonly differences: readonly object[] };
    expect(told).toMatchObject({ verdict: "different", automata: { left: 3, right: 2 } });
    expect(told.differences[0]).toEqual({ word: ["a", "a"], left: false, right: true });
  });

  test("different symbols: on those that both know", async ({ place }) => {
    await place.write("two.mjs", counting(2));
    await place.write("more.mjs", counting(2, "abc"));
    const { code, stderr } = await place.run(["compare", "two.mjs", "more.mjs"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/only .*more\.mjs knows "c": the words are made of the symbols that both know/u);
  });

  test("machines: traces that they answer differently", async ({ place }) => {
    const vending = (
      price: number,
    ) => `export const machine = "mealy"; export const alphabet = ["coin", "button"];
export function run(inputs) {
  let paid = 0;
  return inputs.map((input) => {
    if (input === "coin") return ++paid, "ok";
    if (paid < ${price}) return "wait";
    paid = 0;
    return "coffee";
  });
}`;
    await place.write("one.mjs", vending(1));
    await place.write("two.mjs", vending(2));
    const { code, stdout } = await place.run(["compare", "one.mjs", "two.mjs", "--words", "500"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^The shortest traces found on which they differ:\nleft +right +trace\nok coffee +ok wait +coin button$/mu,
    );
  });

  test("what answers differently cannot be compared", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    await place.write("two.mjs", counting(2));
    expectComplaint(
      await place.run(["compare", "model.mjs", "two.mjs"]),
      2,
      "says what comes next",
      "weighs words over boolean",
      "only answers of one kind can be compared",
    );
    await place.write("a.json", automatonText());
    expectComplaint(await place.run(["compare", "two.mjs", "a.json"]), 2, "only answers of one kind");
  });

  test("networks: one that accepts beside another", async ({ place }) => {
    const { code, stdout } = await place.spawn([
      "compare",
      network("tomita1.onnx"),
      network("tomita2.onnx"),
      "--json",
      "--words",
      "200",
    ]);
    expect(code).toBe(1);
    // Tomita 1 is 1*, Tomita 2 is (10)*.
    const [first, second] = (JSON.parse(stdout) as { differences: readonly object[] }).differences;
    expect([first, second]).toEqual([
      { word: ["1"], left: true, right: false },
      { word: ["1", "0"], left: false, right: true },
    ]);
  });

  test("options of neither are refused, and so are too many targets", async ({ place }) => {
    await place.write("two.mjs", counting(2));
    await place.write("two.json", "{}");
    expectComplaint(await place.run(["compare", "two.mjs", "two.mjs", "--with", "bos=1"]), 2, "--with");
    expectComplaint(
      await place.run(["compare", "two.mjs", "two.mjs", "--learner", "table"]),
      2,
      "--learner is for --automata",
    );
    const coins = await place.spawn(["compare", "-", "coin.json", "--words", "10"], {
      input: coin("0.5", "0.5"),
    });
    expectComplaint(coins, 2, "standard input can be read once only");
    expectComplaint(await place.run(["compare", "two.mjs"]), 2, "expected two targets, got two.mjs");
    expectComplaint(await place.run(["compare", "two.mjs", "two.mjs", "two.mjs"]), 2, "expected two targets");
    expectComplaint(
      await place.run(["compare", "two.mjs", "two.mjs", "--max-states", "5"]),
      2,
      "for two automata that are compared exactly",
    );
  });
});
