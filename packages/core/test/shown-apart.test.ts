/** Texts that are cut so that one sees where they differ. */

import { shortenedApart } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("texts beside each other", () => {
  it("are whole if they are short, and have an ellipsis in front where they are alike for long", () => {
    expect(shortenedApart(["yes", "no"], 20)).toEqual(["yes", "no"]);
    const alerts = ["Alert Fatal (Unexpected message)", "Alert Fatal (Illegal parameter)"];
    expect(shortenedApart(alerts, 20)).toEqual(["Alert Fatal (Unexpe…", "Alert Fatal (Illega…"]);
    expect(shortenedApart([...alerts, "Alert"], 14)).toEqual(["…al (Unexpect…", "…al (Illegal …", "Alert"]);
    expect(shortenedApart(["no end of the same", "no end of the same"], 10)).toEqual([
      "no end of…",
      "no end of…",
    ]);
  });

  it("differ as they are shown if they differ, and have at most so many characters", () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "é", "😀"), maxLength: 40 }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(texts, fc.constantFrom(12, 16, 24), (given, most) => {
        const shown = shortenedApart(given, most);
        for (const text of shown) expect([...text].length).toBeLessThanOrEqual(most);
        given.forEach((text, i) => {
          if (
            [...text].length <= most &&
            given.every((other) => other === text || !other.startsWith(text.slice(0, most - 1)))
          )
            expect(shown[i]).toBe(text);
        });
        if (given.length === 2 && given[0] !== given[1]) expect(shown[0]).not.toBe(shown[1]);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
