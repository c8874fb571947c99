/** Pictures of automata: their content and their largest size. */

import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test, type Workplace } from "./support/hankel.ts";

/** The size of a picture in pixels, from the head of a PNG. */
async function pixels(place: Workplace, name: string): Promise<{ width: number; height: number }> {
  const bytes = await readFile(place.path(name));
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Draws a PNG. Returns undefined on a machine without fonts, after checking that the command says so. */
async function drawPng(place: Workplace, ...args: string[]): Promise<string | undefined> {
  const { code, stdout, stderr } = await place.run(["draw", ...args]);
  if (code === 0) return stderr;
  expect({ code, stdout, stderr }).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("a PNG needs a font"),
  });
  return undefined;
}

/** What XML forbids, even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

describe.concurrent("draw", () => {
  test.for(["rational", "real", "free-group"])(
    "makes a well-formed SVG of symbols that XML forbids: %s",
    async (semifield, { place }) => {
      const alphabet = ["\u0000", "\u0001b\u001b", "\ufffe", "x\uffff", "\ud800", "</text>&", "\u007f\u0085"];
      const states = ["\u0000\ufffe", "\uffff\u0008"];
      const weight = (symbol: string) => (semifield === "free-group" ? JSON.stringify(symbol) : "0.1");
      const arcs = alphabet.map((symbol, i) => [states[i % 2], symbol, weight(symbol), states[1 - (i % 2)]]);
      const final =
        semifield === "real"
          ? [
              [states[0], "0.6"],
              [states[1], "0.7"],
            ]
          : [[states[0], "1"]];
      const initial = [[states[0], "1"]];
      const text = JSON.stringify({ format: "hankel/1", semifield, alphabet, states, initial, final, arcs });
      await place.write("a.json", text);
      const svg = await place.print("draw", "a.json");
      expect(svg).toContain(String.raw`\u0000`);
      expect(svg).not.toMatch(FORBIDDEN);
      await place.print("convert", "a.json", "a.dot");
      expect(await place.read("a.dot")).not.toMatch(FORBIDDEN);
      expect(await place.print("compare", "a.json", "a.dot")).toBe("equal\n");
    },
  );

  test("SVG and PNG", async ({ place }) => {
    await place.write("a.json", automatonText());
    await place.print("draw", "a.json", "-o", "a.svg");
    const svg = await place.read("a.svg");
    for (const text of ["<svg", ">a / 1/3<", ">b / -2<", ">3/4<", "prefers-color-scheme:dark"])
      expect(svg).toContain(text);
    expect(await place.print("draw", "a.json")).toBe(svg);
    if ((await drawPng(place, "a.json", "-o", "a.png")) === undefined) return;
    const { width } = await pixels(place, "a.png");
    await drawPng(place, "a.json", "-o", "b.png", "--scale", "4");
    expect((await pixels(place, "b.png")).width).toBeCloseTo(2 * width, -1);
  });

  test("machines, with their outputs", async ({ place }) => {
    await place.write(
      "mealy.dot",
      'digraph { a -> b [label="x/o1"]; a -> b [label="y/o2"]; b -> b [label="x/o2"]; b -> b [label="y/o2"] }',
    );
    const mealy = await place.print("draw", "mealy.dot");
    for (const text of [">x/o1<", ">y/o2<", ">a<"]) expect(mealy).toContain(text);
    expect(mealy.match(/class="arc"/gu)).toHaveLength(2);
    await place.write("moore.dot", 'digraph { a [shape=record, label="{a|on}"]; a -> a [label=x] }');
    const moore = await place.print("draw", "moore.dot");
    for (const text of [">on<", ">x<"]) expect(moore).toContain(text);
  });

  test("probabilities in percent, without the rare ones", async ({ place }) => {
    const model = automatonText({
      semifield: '"real"',
      initial: '[[0, "1"]]',
      final: '[[0, "0.005"], [1, "0.6"]]',
      arcs: '[[0, "a", "0.99", 1], [0, "b", "0.005", 0], [1, "b", "0.4", 0]]',
    });
    await place.write("model.json", model);
    const picture = await place.print("draw", "model.json");
    for (const text of [">a 99 %<", ">b 40 %<", ">end 60 %<", "1 arc and 1 end below 1 % are hidden"])
      expect(picture).toContain(text);
    expect(await place.print("draw", "model.json", "--hide", "0.5")).not.toContain("b 40 %");
    expect(await place.print("draw", "model.json", "--weights")).toContain("b / 0.005");
    await place.write("a.json", automatonText());
    expectComplaint(
      await place.run(["draw", "a.json", "--hide", "0.1"]),
      2,
      "whose weights are probabilities",
    );
  });

  test("usage errors", async ({ place }) => {
    await place.write("a.json", automatonText());
    expectComplaint(await place.run(["draw", "a.json", "-o", "a.gif"]), 2, "ends in .svg, .png or .tex");
    expectComplaint(await place.run(["draw", "a.json", "--max-states", "1"]), 2, "2 states are too many");
    const font = await place.run(["draw", "a.json", "-o", "a.png", "--font", "no.ttf"]);
    expectComplaint(font, 2, "cannot read the font");
  });

  test("a hundred dense states are drawn coarsely, and no PNG exceeds its size limit", async ({ place }) => {
    await place.print("random", "--states", "100", "--letters", "10", "-o", "dense.json");
    const ended = await place.run(["draw", "dense.json", "-o", "dense.svg"]);
    expect(ended).toMatchObject({ code: 0, stdout: "" });
    expect(ended.stderr).toMatch(
      /^100 states with \d+ lines between them: drawn as an overview in groups, .*dot/u,
    );
    const svg = await place.read("dense.svg");
    expect(svg.match(/<text /gu)).toHaveLength(100);
    expect(svg.match(/class="edge start"/gu)).toHaveLength(1);
    expect(svg).not.toMatch(/NaN|Infinity/u);
    expect(await place.print("draw", "--quiet", "dense.json")).toBe(svg);
    const notes = await drawPng(place, "dense.json", "-o", "dense.png", "--scale", "50");
    if (notes === undefined) return;
    const { width, height } = await pixels(place, "dense.png");
    expect(notes).toContain(`the picture is scaled down to ${width} × ${height} pixels`);
    expect(Math.max(width, height)).toBeLessThanOrEqual(8192);
    expect(width * height).toBeLessThanOrEqual(2 ** 24 * 1.01);
  });

  test("eighty states have labels, more do not; a thousand are drawn in seconds", async ({ place }) => {
    await place.print("random", "--states", "60", "--letters", "3", "-o", "some.json");
    const ended = await place.run(["draw", "some.json", "-o", "some.svg"]);
    expect(ended).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(await place.read("some.svg")).toContain("a / ");
    await place.print("random", "--states", "1000", "--letters", "1", "--shape", "chain", "-o", "chain.json");
    expect((await place.run(["draw", "chain.json", "-o", "chain.svg"])).stderr).toContain("overview");
  });

  test("TikZ, and the colours of a theme", async ({ place }) => {
    await place.write("a.json", automatonText());
    await place.print("draw", "a.json", "-o", "a.tex");
    const tex = await place.read("a.tex");
    expect(tex).toMatch(/^% .*\n\\begin\{tikzpicture\}[\s\S]*\\end\{tikzpicture\}\n$/u);
    expect(tex).toContain("{a / 1/3}");
    expect(await place.print("draw", "a.json", "--type", "tex")).toBe(tex);
    const dark = await place.print("draw", "a.json", "--theme", "dark");
    expect(dark).not.toContain("@media");
    expect(dark).toContain("#253044");
  });

  test("too many lines are refused with advice", async ({ place }) => {
    await place.print("random", "--states", "2000", "--letters", "12", "-o", "huge.json");
    expectComplaint(await place.run(["draw", "huge.json"]), 2, "at most 20000 lines", "convert --to dot");
  });

  test("automata without arcs, without states, and with ε", async ({ place }) => {
    await place.write("still.json", automatonText({ arcs: "[]" }));
    expect(await place.print("draw", "still.json")).toContain("<svg");
    await place.write("none.json", automatonText({ states: "0", initial: "[]", final: "[]", arcs: "[]" }));
    expect(await place.print("draw", "none.json")).toContain("<svg");
    await place.write("many.json", automatonText({ initial: "[[0, 1], [1, 1]]", arcs: "[[0, null, 2, 1]]" }));
    expect(await place.print("draw", "many.json")).toContain("ε / 2");
  });
});
