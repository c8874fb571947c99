/** Language models under a guide, and in classes. */

import { readHankel, requireMachine, runMachine, toWdfsa } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";
import { coin, judged, MODEL, TURNS } from "./support/turns.ts";

const machineIn = (text: string) => requireMachine(toWdfsa(readHankel(text)));

describe.concurrent("guides and classes", () => {
  test("--classes learns a Moore machine of classes, with a journal that knows them", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    const learned = await place.run(["learn", "model.mjs", "--classes", "top:1", "--journal", "j", "-q"]);
    expect(learned).toMatchObject({ code: 0, stderr: "" });
    const machine = machineIn(learned.stdout);
    expect(machine.kind).toBe("moore");
    expect(runMachine(machine, ["a", "a", "b"])).toEqual(["a", "b", "b", "a"]);
    // ε and b have the same likeliest symbol, and so has whatever follows them.
    expect(machine.output).toHaveLength(2);
    const again = await place.run(["replay", "j"]);
    expect(again.stdout).toBe(learned.stdout);
    const other = await place.run(["learn", "model.mjs", "--classes", "top:2", "--journal", "j"]);
    expectComplaint(other, 2, "classes");
    const file = await place.write("turns.json", TURNS);
    const bins = await place.run(["learn", file, "--classes", "bins:10", "-q"]);
    expect(machineIn(bins.stdout).output).toEqual([
      "a:50% b:40% end:10%",
      "a:10% b:70% end:20%",
      "a:70% b:10% end:20%",
    ]);
  });

  test("--guide restricts the target, by an expression or by a file", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    await place.write("a.json", coin("0.5", "0.5").replaceAll('"t"', '"a"'));
    const runs = ["a*", "a.json"].map((guide) =>
      judged(place, "a.json", "model.mjs", "--guide", guide, "--words", "40"),
    );
    const [expression, file] = await Promise.all(runs);
    expect(file.figures).toEqual(expression.figures);
    // Under the guide the model says [5/6, 1/6] and then [1/3, 2/3]; the coin says a half.
    expect(expression.figures.excluded).toEqual({ probability: 0, places: 0 });
    expect(expression.figures.byLength[0].totalVariation.mean).toBeCloseTo(5 / 6 - 1 / 2, 12);
    expect(expression.figures.byLength[1].totalVariation.mean).toBeCloseTo(2 / 3 - 1 / 2, 12);
    const classes = await place.run(["learn", "model.mjs", "--guide", "a*", "--classes", "top:2", "-q"]);
    const machine = machineIn(classes.stdout);
    expect(runMachine(machine, ["a", "b", "a"])).toEqual(["a > end", "end > a", "impossible", "impossible"]);
  });

  test("usage errors", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    await place.write(
      "weights.mjs",
      'export const alphabet = ["a"]; export const semifield = "boolean"; export const weigh = () => true;',
    );
    const learn = (...args: string[]) => place.run(["learn", ...args]);
    expectComplaint(
      await learn("model.mjs", "--guide", "c"),
      2,
      '--guide: "c" in an expression is not in the alphabet',
    );
    expectComplaint(await learn("weights.mjs", "--guide", "a"), 2, "--guide is for language models");
    expectComplaint(await learn("weights.mjs", "--classes", "top:3"), 2, "--classes is for language models");
    expectComplaint(await learn("model.mjs", "--classes", "few"), 2, "bins:10");
  });
});
