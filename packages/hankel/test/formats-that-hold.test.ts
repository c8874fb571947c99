/** Whether the format of a result can hold it is known before the first question. */

import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test, type Workplace } from "./support/hankel.ts";

/** A module that leaves a mark when it is asked. */
const BOX = (announced: string, answer: string) => `
import { writeFileSync } from "node:fs";
${announced}
export const weigh = (word) => { writeFileSync("asked", ""); return ${answer}; };
`;

const TROPICAL = BOX('export const alphabet = "ab", semifield = "tropical";', "word.length");
const BLANK = BOX('export const alphabet = ["a b", "c"], semifield = "rational";', '"1/2"');

const LEARN = ["learn", "--quiet", "box.mjs", "--equivalence", "walk:20"];

async function refusedUnasked(place: Workplace, args: readonly string[], reason: string): Promise<void> {
  expectComplaint(await place.run(args), 2, reason);
  expect(await place.files()).not.toContain("asked");
}

describe("nothing is asked if the format cannot hold", () => {
  test("the weights", async ({ place }) => {
    await place.write("box.mjs", TROPICAL);
    const refused = (file: string, reason: string) =>
      refusedUnasked(place, [...LEARN, "--out", file], reason);
    await refused(
      "x.jff",
      "JFLAP's format cannot hold weights of tropical; convert it to boolean or free-group",
    );
    await refused(
      "x.pautomac",
      "a PAutomaC model is stochastic, but weights of tropical are no probabilities",
    );
    await refused("x.arpa", "an ARPA model needs probabilities");
  });

  test("a symbol", async ({ place }) => {
    await place.write("box.mjs", BLANK);
    const refused = (file: string, reason: string) =>
      refusedUnasked(place, [...LEARN, "--journal", "j", "--out", file], reason);
    await refused("x.fst.txt", 'cannot hold the symbol "a b"');
    await refused("x.arpa", 'an ARPA model cannot have the symbol "a b"');
    expect(await place.files()).toEqual(["box.mjs"]);
    const spectral = ["spectral", "box.mjs", "--out", "x.arpa"];
    await refusedUnasked(place, spectral, 'an ARPA model cannot have the symbol "a b"');
  });

  test("the weights of the journal that is replayed, of the file that is learned or determinized", async ({
    place,
  }) => {
    await place.write("a.json", automatonText());
    const reason = "cannot hold weights of rational";
    const header = { journal: "hankel/1", algorithm: 1, learner: "tree", semifield: "rational" };
    // The line behind the header would be refused, too.
    const journal = [
      { ...header, alphabet: ["a"], options: {}, seed: 1 },
      { word: ["b"], weight: "1" },
    ];
    await place.write("j", journal.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expectComplaint(await place.run(["replay", "j", "--out", "x.jff"]), 2, reason);
    expectComplaint(await place.run(["learn", "a.json", "--out", "x.jff"]), 2, reason);
    expectComplaint(await place.run(["determinize", "a.json", "--out", "x.jff"]), 2, reason);
    expectComplaint(await place.run(["minimize", "a.json", "--out", "x.jff"]), 2, reason);
  });

  test("a run that writes no automaton may have any", async ({ place }) => {
    await place.write("box.mjs", BLANK);
    const { code, stdout } = await place.run([...LEARN, "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { states: 1 }]);
  });
});

describe("what only the weights tell", () => {
  test("does not lose the automaton", async ({ place }) => {
    await place.write("box.mjs", BOX('export const alphabet = "a", semifield = "rational";', '"1/2"'));
    const { code, stdout, stderr } = await place.run([...LEARN, "--out", "x.pautomac"]);
    expect(stderr).toMatch(
      /^hankel: a PAutomaC model is stochastic, but .*; it is on standard output instead\n$/u,
    );
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { format: "hankel/1", semifield: "rational" }]);
    expect(await place.files()).toEqual(["asked", "box.mjs"]);
    await place.write("a.json", automatonText());
    const spectral = await place.run(["spectral", "a.json", "--quiet", "--out", "x.pautomac"]);
    expect(spectral.stderr).toMatch(/^hankel: a PAutomaC model .*; it is on standard output instead\n$/u);
    expect([spectral.code, JSON.parse(spectral.stdout)]).toMatchObject([2, { semifield: "real" }]);
  });
});
