/** The standard error of programs: never too much of it, and never silently less. */

import { Random } from "@hankel/core";
import { openProcess } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { ErrorOutput } from "../src/process/error-output.ts";
import { LineCutter } from "../src/wire/lines.ts";
import { program, workplace } from "./support/boxes.ts";

function listening() {
  const shown: string[] = [];
  const time = { now: 0 };
  const output = new ErrorOutput((line) => shown.push(line), { now: () => time.now });
  return { shown, time, output };
}

describe("standard error", () => {
  it("is passed on line by line, the last one without a newline too", () => {
    const { shown, output } = listening();
    for (const chunk of ["one\ntw", "o\n\nthr", "ee"]) output.push(chunk);
    expect(shown).toEqual(["one", "two", ""]);
    output.end();
    expect(shown).toEqual(["one", "two", "", "three"]);
    expect(output.lastLines).toEqual(["one", "two", "three"]);
  });

  it("without a newline is cut, and no more of it is kept", () => {
    const { shown, output } = listening();
    for (let i = 0; i < 2000; i++) output.push("x".repeat(65_536));
    expect(shown).toEqual([`${"x".repeat(4096)}...`]);
    output.push("y\nnext\n");
    expect(shown.slice(1)).toEqual(["next"]);
  });

  it("in a flood is passed on in part, and what is left out is counted", () => {
    const { shown, time, output } = listening();
    const flood = "y\n".repeat(5000);
    for (let i = 0; i < 100; i++) output.push(flood);
    expect(shown.length).toBeGreaterThan(500);
    expect(shown.length).toBeLessThan(1100);
    const before = shown.length;
    time.now += 1000;
    output.push(flood);
    expect(shown[before]).toBe(`[${100 * 10_000 - 2 * before} characters of standard error left out here]`);
    expect(shown.length - before).toBeLessThan(200);
    time.now += 60_000;
    output.push("last\n");
    expect(shown.at(-1)).toBe("last");
    const left = shown.map((line) => Number(/^\[(\d+) /u.exec(line)?.[1] ?? 0)).reduce((a, b) => a + b);
    const lines = shown.filter((line) => line === "y").length;
    expect(left + 2 * lines).toBe(101 * 10_000);
  });

  it("in a flood still tells its last lines", () => {
    const { output } = listening();
    for (let i = 0; i < 100; i++) output.push("y\n".repeat(5000));
    output.push(`${"z\n".repeat(5000)}Error: out of paper\n`);
    expect(output.lastLines.at(-1)).toBe("Error: out of paper");
    expect(output.lastLines).toHaveLength(5);
  });

  it("of a real program in a flood does not disturb the answers", async () => {
    using place = workplace();
    const flood = 'for (let i = 0; i < 20; i++) process.stderr.write("x".repeat(2 ** 20));';
    const shown: string[] = [];
    const box = await openProcess({
      command: process.execPath,
      args: [place.file("box.mjs", program(flood))],
      onStderr: (line) => shown.push(line),
    });
    expect(await box.weigh([[0], [1], [0, 0]])).toEqual([2, 1, 4]);
    await box.close();
    expect(shown).toEqual([`${"x".repeat(4096)}...`]);
  });
});

describe("lines", () => {
  it("are the same, however the text is cut into chunks", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const text = Array.from({ length: random.below(60) }, () => "ab\n"[random.below(3)]).join("");
      const longest = 1 + random.below(9);
      const found: string[] = [];
      const cutter = new LineCutter((line) => found.push(line), { longest, shorten: true });
      for (let at = 0; at < text.length; ) {
        const size = 1 + random.below(7);
        cutter.push(text.slice(at, at + size));
        at += size;
      }
      const lines = text.split("\n");
      const torn = lines.pop() ?? "";
      const expected = torn.length > longest ? [...lines, torn] : lines;
      const cut = expected.map((line) => (line.length > longest ? `${line.slice(0, longest)}...` : line));
      expect(found, `seed ${seed}, ${JSON.stringify(text)}`).toEqual(cut);
      expect(cutter.torn, `seed ${seed}`).toBe(torn.length > 0 && torn.length <= longest);
    }
  });

  it("that are too long are refused unless they are to be shortened, and the next one is not", () => {
    const found: string[] = [];
    const cutter = new LineCutter((line) => found.push(line), { longest: 4 });
    expect([cutter.push("ab\nabc"), cutter.push("de"), cutter.push("f"), cutter.push("g\nh\n")]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(found).toEqual(["ab", "h"]);
    expect(cutter.push("12345\n")).toBe(false);
    expect(found).toEqual(["ab", "h"]);
  });
});
