import { describe, expect, test } from "vitest";
import { listedSymbols } from "../../src/formats/dot-label.ts";
import { readDot, toWfsa } from "../../src/index.ts";

/** The arcs of a graph as texts. */
function arcsOf(arcs: readonly string[]): string[] {
  const lines = arcs.map((arc) => {
    const [from, to, ...label] = arc.split(" ");
    return `${from} -> ${to} [label="${label.join(" ")}"];`;
  });
  const automaton = toWfsa(readDot(`digraph { 0 [shape=doublecircle]; ${lines.join(" ")} }`));
  const { alphabet, source, letter, target, arcWeight, algebra } = automaton;
  return Array.from(source, (from, arc) => {
    const weight = algebra.name === "boolean" ? "" : ` / ${algebra.format(arcWeight[arc])}`;
    return `${from} ${target[arc]} ${alphabet.symbols[letter[arc]]}${weight}`;
  }).sort();
}

describe("labels that list symbols", () => {
  test("a label a,b is two arcs where a or b stands alone elsewhere", () => {
    expect(arcsOf(["0 1 a,b", "1 0 a", "1 1 b"])).toEqual(["0 1 a", "0 1 b", "1 0 a", "1 1 b"]);
    expect(arcsOf(["0 1 a, b ,c", "1 0 c"])).toEqual(["0 1 a", "0 1 b", "0 1 c", "1 0 c"]);
  });

  test("and where no state gets two arcs on one symbol", () => {
    expect(arcsOf(["0 1 a,b", "1 0 a,b"])).toEqual(["0 1 a", "0 1 b", "1 0 a", "1 0 b"]);
  });

  test("Mealy machines list inputs", () => {
    expect(arcsOf(["0 0 a,b/x", "0 0 c/y"])).toEqual(["0 0 a / x", "0 0 b / x", "0 0 c / y"]);
  });

  test("what is unclear is refused, with its place and advice", () => {
    const refused = () => arcsOf(["0 1 0,1", "0 0 1,0", "1 0 1,1"]);
    expect(refused).toThrow('is "0,1" one symbol, or are there 2? write one symbol on each line');
    expect(refused).toThrow(expect.objectContaining({ place: { line: 1, column: 35 } }));
  });

  test("a symbol in quotes has its commas, and so has one in brackets", () => {
    expect(arcsOf([String.raw`0 1 \"0,1\"`, String.raw`0 0 \"1,0\"`])).toEqual(["0 0 1,0", "0 1 0,1"]);
    expect(arcsOf(["0 1 put(a,b)", "0 0 a"])).toEqual(["0 0 a", "0 1 put(a,b)"]);
  });

  test("lists", () => {
    expect(listedSymbols("a,b")).toEqual(["a", "b"]);
    for (const one of [",", "a,", ",a", "a", "", "f(a,b)", "('a', 'b')", "a,,b", "',',b'", "(a,b"])
      expect(listedSymbols(one), one).toEqual([one]);
  });
});
