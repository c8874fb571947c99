import { equivalenceUsages, parseEquivalence } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { setting } from "../support/test-setting.ts";

describe("parseEquivalence", () => {
  it.each([
    ["random:20", "random:20,mean=10"],
    ["random:20,max=5", "random:20,max=5"],
    ["walk:20", "walk:20"],
    ["wmethod:1", "wmethod:1"],
    ["wp:2", "wp:2"],
    ["bfs:3", "bfs:3"],
    ["words:some+file", undefined],
    ["words:file", "words:file"],
    ["samples:9", "samples:9"],
    ["guided:9", "guided:9"],
    ["states:25", "states:25"],
    ["loops:9", "loops:9"],
    ["short:500", "short:500"],
    ["pac:0.1,0.05", "pac:0.1,0.05,mean=10"],
    ["walk:5+wp:1+random:3", "walk:5+wp:1+random:3,mean=10"],
  ])("reads %s", (text, expected) => {
    if (expected === undefined)
      expect(() => parseEquivalence(text, setting)).toThrow(/no equivalence test "file"/u);
    else
      expect(
        parseEquivalence(text, setting)
          .map((test) => test.text)
          .join("+"),
      ).toBe(expected);
  });

  it.each([
    ["", /no equivalence test ""/u],
    ["magic:1", /no equivalence test "magic"; known are random:N/u],
    ["toString:1", /no equivalence test "toString"/u],
    ["random", /the parameter is missing/u],
    ["random:0", /expected a whole number, 1 or more/u],
    ["random:5,6", /expected mean=L or max=L/u],
    ["wp:-1", /expected a whole number, 0 or more/u],
    ["wp:1,2", /too many parameters/u],
    ["pac:0.1", /expected a number between 0 and 1/u],
    ["pac:2,0.1", /expected a number between 0 and 1/u],
    ["pac:0.1,0.1,samples", /the target cannot draw samples/u],
    ["box", /the target cannot find counterexamples/u],
  ])("refuses %s", (text, message) => {
    expect(() => parseEquivalence(text, setting)).toThrow(message);
  });

  it.each([
    [
      "wp:30",
      2,
      "it would ask more than 2.1e+9 words over 2 letters, and a run asks at most 16777216; beyond wp:23",
    ],
    ["wmethod:99999", 2, "it would ask more than 1e308 words over 2 letters"],
    [
      "bfs:9",
      10,
      "it would ask more than 1.1e+9 words over 10 letters, and a run asks at most 16777216; beyond bfs:7",
    ],
  ])("refuses %s over %i letters, which no run could finish", (text, letters, message) => {
    expect(() => parseEquivalence(text, { ...setting, letters })).toThrow(message);
    expect(parseEquivalence(text, setting)).toHaveLength(1);
  });

  it.each([
    ["wp:23", 2],
    ["bfs:99999", 1],
    ["wmethod:3", 200],
  ])("takes %s over %i letters", (text, letters) => {
    expect(parseEquivalence(text, { ...setting, letters })).toHaveLength(1);
  });

  it("has a usage text for every test", () => {
    expect(equivalenceUsages.map(({ usage }) => usage.replace(/:.*/u, ""))).toEqual(
      expect.arrayContaining([
        "random",
        "walk",
        "wmethod",
        "wp",
        "bfs",
        "words",
        "samples",
        "guided",
        "pac",
        "box",
      ]),
    );
  });
});
