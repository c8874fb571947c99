/** Commands on automata over a field that need not be deterministic. */

import { certificateOf, readHankel, reduce, toWfsa, writeCertificate } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

/** 2^#a + 2^#b with an extra copy of its first state. */
function powers(semifield: string): string {
  return JSON.stringify({
    format: "hankel/1",
    semifield,
    alphabet: ["a", "b"],
    states: 3,
    initial: [
      [0, "1"],
      [1, "1"],
    ],
    final: [
      [0, "1"],
      [1, "1"],
      [2, "1"],
    ],
    arcs: [
      [0, "a", "2", 2],
      [0, "b", "1", 0],
      [2, "a", "2", 0],
      [2, "b", "1", 2],
      [1, "a", "1", 1],
      [1, "b", "2", 1],
    ],
  });
}

describe.concurrent("automata over a field", () => {
  test("minimize gives the smallest one, and the deterministic one on demand", async ({ place }) => {
    await place.write("powers.json", powers("rational"));
    const ended = await place.run(["minimize", "powers.json", "-o", "small.json"]);
    expect(ended.stderr).toBe("3 states became 2\n");
    expect(await place.print("minimize", "small.json", "--quiet")).toBe(await place.read("small.json"));
    expect(await place.print("compare", "powers.json", "small.json")).toContain("equal");
    expectComplaint(
      await place.run(["minimize", "powers.json", "--deterministic", "--max-states", "20"]),
      4,
      "determinize stopped at its budget of 20 states",
    );
    await place.write("modulo.json", powers("prime-field:5"));
    const modulo = await place.run(["minimize", "modulo.json", "--deterministic", "-o", "states.json"]);
    expect(modulo.code).toBe(0);
    expect(await place.print("compare", "modulo.json", "states.json")).toContain("equal");
    expect(JSON.parse(await place.print("info", "--json", "states.json"))).toMatchObject({
      rank: 2,
      deterministic: true,
    });
  });

  test("info tells the rank", async ({ place }) => {
    await place.write("powers.json", powers("rational"));
    expect(await place.print("info", "powers.json")).toContain(
      "rank           2: an automaton with 2 states exists\n",
    );
    await place.write("rounded.json", powers("real"));
    expect(await place.print("info", "rounded.json")).toContain(
      "rank           2 (numerical, within 1e-9)\n",
    );
    await place.write("costs.json", powers("tropical"));
    expect(await place.print("info", "costs.json")).not.toContain("rank");
  });

  test("check says what a certificate of the rank proves", async ({ place }) => {
    await place.write("powers.json", powers("rational"));
    await place.print("minimize", "powers.json", "--quiet", "-o", "small.json");
    const small = reduce(toWfsa(readHankel(powers("rational"))));
    await place.write("why.json", writeCertificate(small, certificateOf(small)));
    const asked = ["check", "small.json", "--certificate", "why.json"];
    expect(await place.print(...asked, "powers.json")).toBe(
      "holds (12 questions): the rank of the language is at least 2, so no automaton with fewer states has it, " +
        "deterministic or not; and if the rank is no higher, the automaton is right\n",
    );
    expect(JSON.parse(await place.print(...asked, "powers.json", "--json"))).toMatchObject({
      holds: true,
      atLeast: 2,
      rank: true,
    });
    await place.write("other.json", powers("rational").replace('"b","2",1', '"b","3",1'));
    const other = await place.run([...asked, "other.json"]);
    expect(other.code).toBe(1);
    expect(other.stdout).toMatch(/^does not hold: .* weighs .* by the automaton, .* by the black box\n$/u);
  });
});
