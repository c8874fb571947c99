import { describe, expect } from "vitest";
import { curvePicture } from "../src/draw/curve-picture.ts";
import { expectComplaint, test } from "./support/hankel.ts";
import { BOX, bring, expectDistribution, PROGRAM } from "./support/language-models.ts";

describe.concurrent("--curve", () => {
  test("writes a table, an object and a picture of the whole run", async ({ place }) => {
    await bring(place, "random-5");
    const learn = (curve: string) =>
      place.run(["learn", "random-5.onnx", "-q", "--evaluate", "0", "--out", "x.json", "--curve", curve]);
    for (const name of ["c.csv", "c.json", "c.svg", "c.png"]) expect((await learn(name)).code).toBe(0);
    const [head, ...rows] = (await place.read("c.csv")).trimEnd().split("\n");
    expect(head).toBe("states,radius,kl,variation,chosen,family");
    expect(rows.filter((row) => row.endsWith(",true,distance"))).toEqual([expect.stringMatching(/^5,/u)]);
    const { states, tolerances, curve } = JSON.parse(await place.read("c.json"));
    expect(states).toBe(5);
    expect(tolerances.from).toBeLessThan(tolerances.to);
    expect(curve.map(({ states: size }: { states: number }) => size)).toEqual(rows.map((_, i) => i + 1));
    expect(rows).toEqual(
      curve.map((point: Record<string, number>) =>
        ["states", "radius", "kl", "variation", "chosen", "family"].map((name) => point[name]).join(","),
      ),
    );
    const svg = await place.read("c.svg");
    expect(svg).toMatch(
      />5 states chosen<.*>the same automaton for every tolerance from 0\.\d+ to 0\.\d+</su,
    );
    expect(svg.match(/<circle [^>]*fill="#2b6cb0"/gu)).toHaveLength(rows.length);
    expect((await place.read("c.png")).slice(1, 4)).toBe("PNG");
  });

  test("an unknown ending and a folder that is not there are refused before anything is asked", async ({
    place,
  }) => {
    await place.write("model.mjs", PROGRAM);
    const refused = await place.run(["learn", "--curve", "curve.txt", ...BOX]);
    expectComplaint(refused, 2, "--curve curve.txt: the name ends in .csv, .json, .svg or .png");
    expect((await place.run(["learn", "--curve", "none/curve.csv", ...BOX])).code).toBe(2);
    expect(await place.files()).toEqual(["model.mjs"]);
  });

  test("of a target that is an automaton, and of a run that was stopped at once", async ({ place }) => {
    await place.write("model.mjs", PROGRAM.replace("1 + ((noise", "1 + 0 * ((noise"));
    expect((await place.run(["learn", "-q", "--out", "x.json", "--curve", "c.svg", ...BOX])).code).toBe(0);
    expect(await place.read("c.svg")).toContain("the target is this automaton on every word that was asked");
    const stopped = await place.run([
      "learn",
      "--max-questions",
      "1",
      "--out",
      "x.json",
      "--curve",
      "d.svg",
      ...BOX,
    ]);
    expect(stopped.code).toBe(4);
    expect(await place.read("d.svg")).toContain("No automaton was learned yet");
    expect(await expectDistribution(place, "x.json")).toBe(1);
  });

  test("two ways of growing have different marks, which a legend explains beside the best n-gram", () => {
    const point = (states: number, family: "distance" | "gain", divergence: number) => ({
      states,
      family,
      divergence,
      radius: family === "gain" ? 1 : 0.5,
      variation: 0.1,
    });
    const points = [point(1, "distance", 0.9), point(2, "gain", 0.5), point(4, "gain", 0.3)];
    const svg = curvePicture({ points, chosen: 1, states: 2, ngram: { n: 1, states: 1, divergence: 0.95 } });
    expect(svg).toContain(">chosen for its KL on drawn words that it is not made of<");
    // One of each is in the legend.
    expect(svg.match(/<circle [^>]*fill="#2b6cb0"/gu)).toHaveLength(2);
    expect(svg.match(/<path [^>]*fill="#97266d"/gu)).toHaveLength(3);
    expect(svg).toContain(">grown by distance: finds machines<");
    expect(svg).toContain(">grown by expected gain: describes natural languages<");
    expect(svg).toContain(">the best n-gram no larger: n = 1, 1 state, KL 0.95<");
    const alone = curvePicture({ points: points.slice(0, 1), chosen: 0, states: 1 });
    expect(alone).not.toContain("grown by");
  });
});
