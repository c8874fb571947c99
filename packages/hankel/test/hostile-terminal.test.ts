/** Control characters from black boxes, symbols and files at a real terminal: shown, never obeyed. Pipes get them as they are. */

import { describe, expect } from "vitest";
import { test } from "./support/hankel.ts";
import { runAtTerminal } from "./support/pseudo-terminal.ts";

/** Sets a title, clears the screen, turns text round, hides, ends lines. */
const HOSTILE = "\u001b]0;title\u0007\u001b[2J\u009b31m\u202eback\u200b\u2028";
const SHOWN = String.raw`\u001b]0;title\u0007\u001b[2J\u009b31m\u202eback\u200b\u2028`;

/** What a terminal must not get from others: everything but the styles that we write and the ends of lines. */
function hidden(text: string): string[] {
  const ours = [
    "\r\n",
    "\r\u001b[K",
    ...[1, 2, 22, 31, 32, 33, 34, 35, 36, 39].map((code) => `\u001b[${code}m`),
  ];
  const own = ours.reduce((rest, sequence) => rest.replaceAll(sequence, ""), text);
  return [...new Set(own.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu) ?? [])];
}

/** A program with hostile symbols, lines of standard error, and, in the end, an error. */
function box(fails: boolean): string {
  return `
const hostile = ${JSON.stringify(HOSTILE)};
process.stderr.write(hostile + "from standard error\\n");
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
say({ hankel: 1, semifield: "boolean", alphabet: [hostile + "a", "b\\n" + hostile] });
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, weigh } = JSON.parse(line);
  if (${fails}) say({ id, error: hostile + "\\nfrom an error" });
  else say({ id, weights: weigh.map((word) => word.length % 2 === 0) });
});
`;
}

/** A program with a wide symbol that thinks about every question. */
const WIDE = `
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
say({ hankel: 1, semifield: "boolean", alphabet: ["漢字漢字", "b"] });
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, weigh } = JSON.parse(line);
  setTimeout(() => say({ id, weights: weigh.map((word) => word.length % 5 === 3) }), 60);
});
`;

test("the status line does not wrap, however wide its characters are", async ({ place }) => {
  await place.write("box.cjs", WIDE);
  const args = ["learn", "--equivalence", "walk:20", "--with", "batch=4", "--out", "a.json"];
  const program = ["--", process.execPath, "box.cjs"];
  const { code, stdout } = await runAtTerminal(place, [...args, ...program], 115);
  expect(code, stdout).toBe(0);
  const lines = stdout.split("\r\u001b[K").filter((line) => line.includes("last counterexample"));
  expect(lines.some((line) => line.includes("漢字"))).toBe(true);
  for (const line of lines) {
    const [text] = line.split("\r\n");
    expect(text.length + (text.match(/[漢字]/gu) ?? []).length, text).toBeLessThan(115);
  }
});

describe.concurrent("a hostile black box", () => {
  const args = ["learn", "--equivalence", "walk:20", "--out", "a.json"];
  const program = ["--", process.execPath, "box.cjs"];

  test("speaks, has symbols, and is learned step by step", async ({ place }) => {
    await place.write("box.cjs", box(false));
    const { code, stdout } = await runAtTerminal(place, [...args, "--show", ...program]);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain(`${SHOWN}from standard error\r\n`);
    expect(stdout).toContain("\u001b[1mHypothesis 1\u001b[22m");
    expect(hidden(stdout)).toEqual([]);

    const piped = await place.spawn([...args, ...program]);
    expect(piped.stderr).toContain(`${HOSTILE}from standard error\n`);
    for (const command of [
      ["info", "a.json"],
      ["convert", "a.json"],
      ["convert", "a.json", "--to", "dot"],
    ]) {
      const shown = await runAtTerminal(place, command);
      expect(shown.code, shown.stdout).toBe(0);
      expect(shown.stdout).toContain("title");
      expect(hidden(shown.stdout), command.join(" ")).toEqual([]);
    }
    expect(await place.print("convert", "a.json")).toBe(await place.read("a.json"));
  });

  test("fails with a message", async ({ place }) => {
    await place.write("box.cjs", box(true));
    const { code, stdout } = await runAtTerminal(place, [...args, ...program]);
    expect(code, stdout).toBe(3);
    expect(stdout).toContain(String.raw`it says: ${SHOWN}\nfrom an error; the best automaton so far`);
    expect(hidden(stdout)).toEqual([]);
    const piped = await place.spawn([...args, ...program]);
    expect(piped.stderr).toContain(`it says: ${HOSTILE}\nfrom an error; the best automaton so far`);
  });

  test("has the name of a file, a word or an option", async ({ place }) => {
    for (const command of [["info", HOSTILE], ["learn", `--${HOSTILE}`], [HOSTILE]]) {
      const { code, stdout } = await runAtTerminal(place, command);
      expect(code, stdout).toBe(2);
      expect(stdout).toContain("title");
      expect(hidden(stdout), stdout).toEqual([]);
    }
  });

  test("is a module that prints: to standard error, and no result is mixed with it", async ({ place }) => {
    await place.write(
      "box.mjs",
      `console.log(${JSON.stringify(HOSTILE)} + "printed");
export const alphabet = "ab", semifield = "boolean";
export const weigh = (word) => word.length % 2 === 0;`,
    );
    const learn = ["learn", "--equivalence", "walk:20", "box.mjs"];
    const { code, stdout } = await runAtTerminal(place, learn);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain(`${SHOWN}printed\r\n`);
    expect(hidden(stdout)).toEqual([]);
    const piped = await place.spawn(learn);
    expect(JSON.parse(piped.stdout)).toMatchObject({ states: 2 });
    expect(piped.stderr).toContain(`${HOSTILE}printed\n`);
  });

  test("is seen at a terminal that has the name of a file", async ({ place }) => {
    await place.write("box.cjs", box(false));
    const learn = ["learn", "--equivalence", "walk:20", "--show", "--out", "a.json"];
    const watched = await runAtTerminal(place, [...learn, "--events", "/dev/stdout", ...program]);
    expect(watched.stdout).toContain('"event":"start"');
    expect(hidden(watched.stdout)).toEqual([]);
    const converted = await runAtTerminal(place, ["convert", "a.json", "/dev/stdout", "--to", "dot"]);
    expect(converted.code, converted.stdout).toBe(0);
    expect(converted.stdout).toContain("title");
    expect(hidden(converted.stdout)).toEqual([]);
  });
});
