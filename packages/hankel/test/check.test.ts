/** What `hankel check` says of certificates that do not prove what they seem to (Theorem 11.2). */

import { describe, expect } from "vitest";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

type Arc = readonly [from: number, symbol: string, weight: string, to: number];

/** An automaton as a file; the first state is initial with weight 1. */
function automaton(semifield: string, final: readonly string[], arcs: readonly Arc[]): string {
  return JSON.stringify({
    format: "hankel/1",
    semifield,
    alphabet: [...new Set(arcs.map(([, symbol]) => symbol))].sort(),
    states: final.length,
    initial: [[0, "1"]],
    final: final.map((weight, state) => [state, weight]),
    arcs,
  });
}

function certificate(semifield: string, alphabet: readonly string[], parts: object): string {
  return JSON.stringify({ format: "hankel-certificate/1", semifield, alphabet, ...parts });
}

const ROOT = { suffix: [], zero: 2, branches: [["1", 1]] };

/** Two states with final weight 1 whose ratios at b are 1 and 1/2, and another language that weighs most words alike. */
const TWO = automaton(
  "rational",
  ["1", "1"],
  [
    [0, "b", "1", 0],
    [0, "c", "2", 1],
    [1, "b", "1/2", 0],
  ],
);
const OTHER = automaton(
  "rational",
  ["2", "1"],
  [
    [0, "b", "1", 1],
    [1, "b", "1", 1],
    [1, "c", "1", 0],
  ],
);
const FORGED = {
  access: [["b"], ["b", "c"]],
  tree: [
    ROOT,
    {
      suffix: ["b"],
      branches: [
        ["1", 3],
        ["1/2", 4],
      ],
    },
    { states: [] },
    { states: [0] },
    { states: [1] },
  ],
};
const GENUINE = { ...FORGED, access: [[], ["c"]] };

/** One state and one letter of this weight. */
const one = (semifield: string, weight: string) => automaton(semifield, ["1"], [[0, "a", weight, 0]]);
const ONE = { access: [[]], tree: [ROOT, { states: [0] }, { states: [] }] };

async function check(place: Workplace, files: readonly string[], ...more: string[]) {
  const names = ["learned.json", "why.json", "box.json"];
  for (const [i, text] of files.entries()) await place.write(names[i], text);
  return place.run(["check", "learned.json", "box.json", "--certificate", "why.json", ...more]);
}

describe.concurrent("a certificate", () => {
  test("whose initial state has another word than ε is refused", async ({ place }) => {
    const files = [TWO, certificate("rational", ["b", "c"], FORGED), OTHER];
    expectComplaint(
      await check(place, files),
      2,
      "why.json: this is no certificate of the automaton: the access word of the initial state is b, and has to be ε",
    );
  });

  test("of the automaton itself holds for it, and not for the other language", async ({ place }) => {
    const why = certificate("rational", ["b", "c"], GENUINE);
    expect(await check(place, [TWO, why, TWO])).toMatchObject({
      code: 0,
      stdout:
        "holds (11 questions): the language has at least 2 states, and if it has no more, the learned automaton is right\n",
    });
    expect(await check(place, [TWO, why, OTHER])).toMatchObject({
      code: 1,
      stdout: "does not hold: ε weighs 1 by the automaton, 2 by the black box\n",
    });
  });

  test("that tells too few states apart does not hold, though every answer agrees", async ({ place }) => {
    const tree = [ROOT, { states: [0, 1] }, { states: [] }];
    const why = certificate("rational", ["b", "c"], { ...GENUINE, tree });
    expect(await check(place, [TWO, why, TWO])).toMatchObject({
      code: 1,
      stdout:
        "does not hold (6 questions): all answers agree, but they tell only 1 apart, and the automaton has 2 states\n",
    });
    const { stdout } = await check(place, [TWO, why, TWO], "--json");
    expect(JSON.parse(stdout)).toEqual({ holds: false, states: 2, atLeast: 1, questions: 6 });
  });

  test("is about one modulus: 3ⁿ modulo 7 and modulo 5 agree on the first two words", async ({ place }) => {
    const [seven, five] = [7, 5].map((prime) => one(`prime-field:${prime}`, "3"));
    const why = certificate("prime-field:7", ["a"], ONE);
    expectComplaint(
      await check(place, [seven, why, five]),
      2,
      "the automaton has weights of prime-field:7, and the black box has weights of prime-field:5",
    );
    expect((await check(place, [seven, why, seven])).code).toBe(0);
  });

  test("proves nothing over rounded weights, and says so", async ({ place }) => {
    const files = [one("real", "2"), certificate("real", ["a"], ONE), one("real:0.01", "2")];
    expect(await check(place, files)).toMatchObject({
      code: 0,
      stdout:
        "holds (2 questions): as far as rounded weights can tell, the language has at least 1 state, " +
        "and if it has no more, the learned automaton is right\n",
    });
  });

  test("of the zero language asks at least for ε", async ({ place }) => {
    const zero =
      '{"format":"hankel/1","semifield":"rational","alphabet":["a"],"states":0,"initial":[],"final":[],"arcs":[]}';
    for (const parts of [
      { access: [], tree: [{ states: [] }] },
      { prefixes: [], suffixes: [] },
    ]) {
      const why = certificate("rational", ["a"], parts);
      expect((await check(place, [zero, why, zero])).stdout).toMatch(/^holds \(1 question\): /u);
      expect(await check(place, [zero, why, one("rational", "2")])).toMatchObject({
        code: 1,
        stdout: "does not hold: ε weighs 0 by the automaton, 1 by the black box\n",
      });
    }
  });

  test("is about every letter that the black box knows", async ({ place }) => {
    const wide = automaton(
      "rational",
      ["1"],
      [
        [0, "a", "2", 0],
        [0, "b", "1", 0],
      ],
    );
    const why = certificate("rational", ["a"], ONE);
    expect(await check(place, [one("rational", "2"), why, wide])).toMatchObject({
      code: 1,
      stdout: "does not hold: b weighs 0 by the automaton, 1 by the black box\n",
    });
    const narrow = await check(place, [wide, certificate("rational", ["a", "b"], ONE), one("rational", "2")]);
    expectComplaint(narrow, 2, '"b" is not in the alphabet');
  });
});
