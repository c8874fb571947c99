/** The list of formats: found by name and by the ending of a file, and read with the semifield that they assume. */

import {
  formatByEnding,
  formatByName,
  formats,
  freeGroup,
  rational,
  readFormat,
  real,
  tropical,
  writeArpa,
  writeAtt,
  writePautomac,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

const NAMES = ["hankel", "att", "dot", "daut", "jflap", "pautomac", "samples", "abbadingo", "arpa"];

describe("a format", () => {
  it("is found by its name", () => {
    expect(formats.map(({ name }) => name)).toEqual(NAMES);
    for (const name of NAMES) expect(formatByName(name).name).toBe(name);
    expect(refusal(() => formatByName("fst"))).toBe(
      `usage: there is no format "fst"; known are ${NAMES.join(", ")}`,
    );
  });

  it.each([
    ["a.json", "hankel"],
    ["A.FST.TXT", "att"],
    ["x.att", "att"],
    ["x.gv", "dot"],
    ["x.daut", "daut"],
    ["x.jff", "jflap"],
    ["1.pautomac_model.txt", "pautomac"],
    ["1.pautomac.train", "samples"],
    ["x.a", "abbadingo"],
    ["x.lm", "arpa"],
    ["x.txt", undefined],
    ["json", undefined],
  ])("of the file %s is %s", (file, name) => {
    expect(formatByEnding(file)?.name).toBe(name);
  });

  it.each([
    ["att", "0 1 a 2\n1\n", "tropical 2"],
    ["daut", "$ -> 0\n0 -> 1 a\n1 -> $\n", "boolean true"],
    ["samples", "3 2\n1 0\n1 0\n2 0 1\n", "rational 2"],
    ["abbadingo", "2 1\n1 1 0\n0 0\n", "boolean true"],
  ])("%s has a semifield of its own", (name, text, expected) => {
    const automaton = readFormat(formatByName(name), text);
    const weight = automaton.weigh([0]);
    expect(`${automaton.algebra.name} ${automaton.algebra.format(weight)}`).toBe(expected);
  });

  it("is read with another semifield if one is given", () => {
    const read = (name: string, text: string) =>
      readFormat(formatByName(name), text, { algebra: rational as never }).weigh([0]);
    expect(read("att", "0 1 a 2\n1\n")).toBe(2);
    expect(read("samples", "5 1\n1 0\n1 0\n1 0\n1 0\n1 0\n")).toBe(5);
    expect(read("abbadingo", "3 1\n1 1 0\n-1 1 0\n1 1 0\n")).toBe(2);
  });

  it("is written with the order of n-grams that is given", () => {
    const automaton = automatonOf(rational, "> 0 1; 0 a 1/2 0; 0 1/2") as never;
    const { check, write } = formatByName("arpa");
    expect(write?.(automaton)).toContain("ngram 3=");
    expect(write?.(automaton, { order: 1 })).toBe(writeArpa(automaton, { order: 1 }));
    expect(refusal(() => check?.(automaton))).toBe("none");
    expect(refusal(() => check?.(automaton, { order: 0 }))).toBe(
      "usage: the order of an ARPA model is 1 to 20, not 0",
    );
  });

  it("that is only written is not read", () => {
    expect(refusal(() => readFormat({ ...formatByName("dot"), read: undefined as never }, ""))).toBe(
      `usage: the format dot can be written but not read; read are: ${NAMES.join(", ")}`,
    );
  });
});

describe("counts of words", () => {
  it("are none without words, and none over a semifield without sums", () => {
    expect(readFormat(formatByName("samples"), "0 2\n").size).toBe(0);
    expect(readFormat(formatByName("abbadingo"), "1 2\n0 1 0\n").size).toBe(0);
    const twice = () =>
      readFormat(formatByName("samples"), "2 1\n1 0\n1 0\n", { algebra: freeGroup as never });
    expect(refusal(twice)).toBe("unsupported: counting words needs ⊕, and free-group has none");
  });
});

describe("OpenFst's text", () => {
  it("has no initial weight: it goes over to the arcs and the final weight, and back where arcs lead", () => {
    // Two letters, so that the automaton is nondeterministic but has one initial state, which is not the first.
    const automaton = automatonOf(rational, "> 1 3; 1 a 2 0; 1 a 5 1; 0 b 7 1; 0 1; 1 4");
    expect(writeAtt(automaton)).toBe("1\t0\ta\t6\n1\t1\ta\t5\n1\t12\n0\t1\tb\t7/3\n0\n");
    const read = readFormat(formatByName("att"), writeAtt(automaton), { algebra: rational as never });
    for (const word of [[], [0], [0, 1], [0, 0, 1]]) expect(read.weigh(word)).toEqual(automaton.weigh(word));
  });

  it("writes the weight of the first arc otherwise if it is the symbol", () => {
    expect(writeAtt(automatonOf(tropical, "> 0 0; 0 5 5 1; 1 0"))).toBe("0\t1\t5\t+5\n1\n");
    expect(writeAtt(automatonOf(tropical, "> 0 0; 0 -5 -5 1; 1 0"))).toBe("0\t1\t-5\t-05\n1\n");
  });
});

describe("PAutomaC's models", () => {
  it.each([
    ["> 0 1; 0 - 1/2 1; 1 1; 0 1/2", "it has ε arcs"],
    ["> 0 1; 0 a -1/2 0; 0 3/2", 'the weight "-1/2" is negative'],
    ["> 0 1/2; 0 1", "the initial weights sum to 0.5, not to 1; push it to stochastic weights first"],
    [
      "> 0 1; 0 a 1/2 0; 0 1/4",
      "the final weight and the arcs of state 0 sum to 0.75, not to 1; push it to stochastic weights first",
    ],
  ])("cannot be %s", (lines, why) => {
    expect(refusal(() => writePautomac(automatonOf(rational, lines)))).toBe(
      `unsupported: a PAutomaC model is stochastic, but ${why}`,
    );
  });

  it("may be off by rounding", () => {
    const nearly = automatonOf(real, "> 0 1; 0 a 0.1 0; 0 b 0.2 0; 0 0.7000000001");
    expect(writePautomac(nearly)).toContain("F: (state)\n\t(0) 0.70000000");
  });
});
