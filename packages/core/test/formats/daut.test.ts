import { rational, readDaut, tropical, Wfsa, writeDaut } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { parseComplaint } from "../support/complaint.ts";

function read(text: string) {
  return readDaut(text);
}

function weigh(text: string, words: readonly string[]): string[] {
  const automaton = read(text);
  return words.map((word) => automaton.algebra.format(automaton.weigh(automaton.alphabet.parse(word))));
}

const complaint = (text: string) => parseComplaint(() => readDaut(text));

describe("Vcsn's daut", () => {
  test("weights, initial and final states", () => {
    const text = 'context = "lal_char(ab), q"\n$ -> p <3>\np -> q <1/2>a, <1/3>b\nq -> $ <2>\n';
    expect(weigh(text, ["a", "b", ""])).toEqual(["3", "2", "0"]);
    expect(read(text).names).toEqual(["p", "q"]);
  });

  test("labels in quotes, as older versions write them", () => {
    expect(
      weigh('context = "lal_char(abc), q"\n$ -> 0 "<3>"\n0 -> 1 "<1/2>a, b"\n1 -> $\n', ["a", "b"]),
    ).toEqual(["3/2", "3"]);
  });

  test("both spellings of a context, classes and ε", () => {
    const text = "context = [a-e]? → ℤ\n$ -> 0\n0 -> 1 <2>[a-cx], <5>\\e\n1 -> $\n";
    const automaton = read(text) as Wfsa<unknown>;
    expect(automaton).toBeInstanceOf(Wfsa);
    expect(automaton.alphabet.symbols).toEqual(["a", "b", "c", "d", "e", "x"]);
    expect(automaton.arcs).toBe(5);
    expect(read("context = [...] -> Log\n$ -> 0\n0 -> $ <.5>\n").algebra.name).toBe("log");
    expect(read("context = lal_char, zmin\n$->0\n0->0 <3>a\n0->$\n").algebra.name).toBe(tropical.name);
    expect(read("context = lal_char(ab), b\n$ -> 0\n0 -> 1 [^a]\n1 -> $\n").arcs).toBe(1);
    expect(read("context = lal_char(law), b\n$ -> 0\n0 -> $\n").alphabet.symbols).toEqual(["l", "a", "w"]);
  });

  test("without a context: booleans", () => {
    expect(weigh("// nothing\n$ -> 0\n0 -> 0 a\n0 -> $\n", ["a a"])).toEqual(["true"]);
  });

  test("letters of several characters, and special characters", () => {
    const text =
      "context = letterset<string_letters('ab', '<', '\\'')>, b\n$ -> 0\n0 -> 0 'ab', \\<, \\'\n0 -> $\n";
    const automaton = read(text);
    expect(automaton.alphabet.symbols).toEqual(["ab", "<", "'"]);
    expect(automaton.arcs).toBe(3);
    expect(read(writeDaut(automaton)).alphabet.symbols).toEqual(["ab", "<", "'"]);
  });

  test("characters by their number, in two digits or in braces", () => {
    const text = "context = [a-z] -> b\n$ -> 0\n0 -> 0 \\x41, \\x{3bb}, '\\x2bf'\n0 -> $\n";
    expect(read(text).alphabet.symbols.slice(26)).toEqual(["+f", "A", "λ"]);
  });

  test("a semifield that is given has to be the one of the context", () => {
    const text = "context = lal_char(a), q\n$ -> 0\n0 -> 0 <1/2>a\n0 -> $\n";
    expect(readDaut(text, rational as never).algebra).toBe(rational);
    expect(() => readDaut(text, tropical as never)).toThrow(
      'expected the semifield "tropical", found "rational"',
    );
  });

  test("a state may be called $", () => {
    const text = 'context = lal_char(a), b\n$ -> "\\$"\n"\\$" -> "\\$" a\n"\\$" -> $\n';
    expect(read(text).names).toEqual(["$"]);
    expect(writeDaut(read(text))).toBe(text);
  });

  test("errors, with their places", () => {
    expect(complaint("context = nonsense\n")).toMatch(/^1:11: expected a context/u);
    expect(complaint("context = lal_char(a), w\n")).toContain("the weights");
    expect(complaint("context = law_char(a), b\n")).toContain("only labels that are letters");
    expect(complaint("context = lal_char(a), b\ncontext = lal_char(a), b\n")).toMatch(
      /^2:11: a second context/u,
    );
    expect(complaint("$ -> 0\n$ -> 0\n")).toContain("2:1: a second initial weight");
    expect(complaint("$ -> 0 a\n")).toMatch(/^1:8: expected a weight in <>/u);
    expect(complaint("$ -> $\n")).toContain("is no arc");
    expect(complaint("0 1 a\n")).toMatch(/^1:2: expected ->/u);
    expect(complaint("0 -> 1\n")).toContain("expected a label");
    expect(complaint("0 -> 1 ab\n")).toContain("expected a comma");
    expect(complaint("0 -> 1 [z-a]\n")).toContain("expected a label");
    expect(complaint("0 -> 1 <2\n")).toContain("expected a label");
    expect(complaint("context = lal_char(a), q\n0 -> 1 <x>a\n")).toMatch(/^2:1: /u);
    expect(complaint('0 -> "x\n')).toContain("1:6: a name that starts here does not end");
  });
});
