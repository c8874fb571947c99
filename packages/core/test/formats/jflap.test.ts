import { Alphabet, boolean, freeGroup, rational, readJflap, Wdfsa, Wfsa, writeJflap } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { parseComplaint } from "../support/complaint.ts";

function file(type: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!--Created with JFLAP 6.4.--><structure>
	<type>${type}</type>
	<automaton>
${body}
	</automaton>
</structure>`;
}

function weigh(text: string, words: readonly string[]): string[] {
  const automaton = readJflap(text);
  return words.map((word) => automaton.algebra.format(automaton.weigh(automaton.alphabet.parse(word))));
}

const complaint = (text: string) => parseComplaint(() => readJflap(text));

const STATES = `<state id="0" name="q0"><x>1.0</x><y>2.0</y><initial/></state>
  <state id="1" name="q&amp;1"><final/></state>`;

describe("JFLAP", () => {
  test("a finite automaton", () => {
    const text = file(
      "fa",
      `${STATES}<transition><from>0</from><to>1</to><read>a</read></transition>
       <transition><from>1</from><to>1</to><read>&#98;</read></transition>`,
    );
    expect(weigh(text, ["a", "a b b", ""])).toEqual(["true", "true", "false"]);
    expect(readJflap(text).names).toEqual(["q0", "q&1"]);
  });

  test("ε, and a transition that reads several characters", () => {
    const text = file(
      "fa",
      `${STATES}<transition><from>0</from><to>1</to><read/></transition>
       <transition><from>0</from><to>1</to><read>xyz</read></transition>`,
    );
    const automaton = readJflap(text) as Wfsa<unknown>;
    expect(automaton).toBeInstanceOf(Wfsa);
    expect(automaton.epsilons).toBe(1);
    expect(automaton.size).toBe(4);
    expect(automaton.alphabet.symbols).toEqual(["x", "y", "z"]);
  });

  test("the output of Mealy and Moore machines is the weight of a word", () => {
    const arcs = (out: string) =>
      `<transition><from>0</from><to>1</to><read>a</read>${out}</transition>
       <transition><from>1</from><to>0</to><read>a</read>${out}</transition>`;
    expect(weigh(file("mealy", STATES + arcs("<transout>x</transout>")), ["", "a a"])).toEqual(["1", "x x"]);
    const states = `<state id="0" name="q0"><output>even</output><initial/></state>
       <state id="1" name="q1"><output>odd</output></state>`;
    expect(weigh(file("moore", states + arcs("")), ["", "a", "a a"])).toEqual([
      "even",
      "even odd",
      "even odd even",
    ]);
  });

  test("files from before JFLAP 6.1 have no <automaton>", () => {
    const text = `<structure><type>fa</type>${STATES}</structure>`;
    expect(readJflap(text).size).toBe(2);
  });

  test("errors, with their places", () => {
    expect(complaint("")).toMatch(/^1:1: expected an XML document/u);
    expect(complaint("<a>")).toContain("the element a that starts here does not end");
    expect(complaint("<a></b>")).toContain("expected </a>");
    expect(complaint("<a x=1/>")).toContain("expected a value in quotes");
    expect(complaint("<a x='1' x='2'/>")).toContain("1:10: the attribute x");
    expect(complaint("<html/>")).toContain("expected a JFLAP <structure>");
    expect(complaint("<structure/>")).toContain("<type> is missing");
    expect(complaint(file("turing", ""))).toMatch(/^2:2: expected the type fa, mealy or moore/u);
    expect(complaint(file("fa", "<state/>"))).toContain("without an id");
    expect(complaint(file("fa", STATES + STATES))).toContain("occurs twice");
    expect(complaint(file("fa", `${STATES}<transition><from>0</from><to>7</to></transition>`))).toContain(
      'no state has the id "7"',
    );
    expect(complaint(file("fa", `${STATES}<transition><from>0</from></transition>`))).toContain(
      "without <to>",
    );
    expect(
      complaint(file("fa", `${STATES}<transition><from>0</from><to>1</to><read>[a-z]</read></transition>`)),
    ).toContain("a range");
  });

  test("document types and custom entities are refused", () => {
    const bomb =
      '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><structure><type>&b;</type></structure>';
    expect(complaint(bomb)).toMatch(/^1:1: a document type is not read/u);
    expect(complaint("<structure><type>&nbsp;</type></structure>")).toContain(
      "is not a character that XML defines",
    );
    expect(complaint("<structure><type>&#x110000;</type></structure>")).toContain("is not a character");
    expect(complaint("<structure><type>a & b</type></structure>")).toContain("is not a character");
  });

  test("writing refuses automata that JFLAP cannot represent", () => {
    const one = <W>(
      algebra: import("@hankel/core").GroupWithZero<W>,
      symbol: string,
      arc: W,
      final = algebra.one,
    ) =>
      new Wdfsa({
        algebra,
        alphabet: new Alphabet([symbol]),
        target: Int32Array.of(0),
        arcWeight: [arc],
        initialWeight: algebra.one,
        finalWeight: [final],
      });
    expect(() => writeJflap(one(rational, "a", 1))).toThrow("weights of rational");
    expect(() => writeJflap(one(boolean, "ab", true))).toThrow('the symbol "ab"');
    expect(() => writeJflap(one(freeGroup, "a", "x y"))).toThrow("the output");
    expect(() => writeJflap(one(freeGroup, "a", "x^-1"))).toThrow("the output");
    expect(() => writeJflap(one(freeGroup, "a", "x", "y"))).toThrow("a final weight");
    expect(writeJflap(one(boolean, "<", true))).toContain("<read>&#60;</read>");
  });
});
