import {
  Alphabet,
  boolean,
  codeTargetByEnding,
  codeTargets,
  freeGroup,
  fromExpression,
  generate,
  type Machine,
  machineToWdfsa,
  minimize,
  quaternion,
  rational,
  Wdfsa,
  WdfsaBuilder,
  WfsaBuilder,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

const VENDING: Machine = {
  kind: "mealy",
  alphabet: new Alphabet(["coin", "button"]),
  target: [1, 0, 2, 0, 2, 1],
  output: ["click", "-", "click", "coffee", "clatter", "coffee"],
};

/** The names of the states in a program of Python. */
function namesOf(...args: Parameters<typeof generate>): string[] {
  const [model, options] = args;
  const { text } = generate(model, { ...options, to: "python" });
  return Array.from(text.matchAll(/^ {4}[A-Z][A-Z\d_]* = "(.*)"/gmu), ([, name]) => name);
}

/** VENDING without its transitions on these arcs. */
function without(...arcs: number[]): Wdfsa<unknown> {
  const full = machineToWdfsa(VENDING);
  const isGone = (arc: number) => arcs.includes(arc);
  return new Wdfsa<unknown>({
    ...full,
    target: Array.from(VENDING.target, (to, arc) => (isGone(arc) ? -1 : to)),
    arcWeight: Array.from(VENDING.target, (_, arc) =>
      isGone(arc) ? full.algebra.zero : full.arcWeight[arc],
    ),
  });
}

describe("names of states", () => {
  it("are shortest traces", () => {
    expect(namesOf(VENDING, { to: "" })).toEqual(["start", "after coin", "after coin coin"]);
    const letters = minimize(fromExpression("(ab)*c", boolean));
    expect(namesOf(letters, { to: "" })).toEqual(["start", "after a", "after c"]);
  });

  it("are those of the file, if a person chose them", () => {
    const names = ["idle", "paid", "full"];
    expect(namesOf({ ...VENDING, names }, { to: "" })).toEqual(names);
    expect(namesOf({ ...VENDING, names }, { to: "", states: "traces" })[1]).toBe("after coin");
    const numbered = { ...VENDING, names: ["s0", "s1", "s2"] };
    expect(namesOf(numbered, { to: "" })[1]).toBe("after coin");
    expect(namesOf(numbered, { to: "", states: "file" })[1]).toBe("s1");
    expect(namesOf(numbered, { to: "", states: "numbers" })[1]).toBe("1");
  });

  it("are given in breadth-first order, one for each state", () => {
    expect(namesOf(VENDING, { to: "", states: ["idle", "paid", "full"] })).toEqual(["idle", "paid", "full"]);
    expect(() => namesOf(VENDING, { to: "", states: ["idle", "paid"] })).toThrow(
      'there are 2 names for 3 states: in this order, "start", "after coin", "after coin coin"',
    );
    expect(() => namesOf(VENDING, { to: "", states: ["a", "b", "a"] })).toThrow(
      'two states are to be called "a"',
    );
    expect(() => namesOf(VENDING, { to: "", states: "file" })).toThrow(
      "the states have no names in this file",
    );
  });

  it("are numbers where traces are long, and are all different", () => {
    const builder = new WdfsaBuilder(boolean, new Alphabet(["press the red button", "a", "a b", "b"]));
    const states = Array.from({ length: 5 }, () => builder.state(true));
    builder.initial(states[0]);
    builder.arc(states[0], "press the red button", true, states[1]);
    builder.arc(states[1], "press the red button", true, states[2]);
    builder.arc(states[0], "a b", true, states[3]);
    builder.arc(states[0], "a", true, states[4]);
    builder.arc(states[4], "b", true, builder.state(true));
    const names = namesOf(builder.build(), { to: "" });
    expect(names).toContain("state 4");
    expect(names).toContain("after a b");
    expect(names).toContain("after a b 2");
  });
});

describe("identifiers", () => {
  it("are words of the symbols, and never the same", () => {
    const symbols = ["a-b", "a b", "helloDone", "+", "++", "", "é", "日", "1st", "class"];
    const machine: Machine = {
      kind: "mealy",
      alphabet: new Alphabet(symbols),
      target: symbols.map(() => 0),
      output: symbols.map(() => "ok"),
    };
    const { text } = generate(machine, { to: "c", name: "Größe 2!" });
    const constants = Array.from(
      text.matchAll(/^ {2}GROSSE_2_BANG_INPUT_(\w+)(?: = 0)?,/gmu),
      ([, name]) => name,
    );
    expect(constants).toEqual([
      "A_B",
      "A_B_2",
      "HELLO_DONE",
      "PLUS",
      "PLUS_PLUS",
      "EMPTY",
      "E",
      "U65E5",
      "1ST",
      "CLASS",
    ]);
  });

  it("do not hide what the language needs", () => {
    expect(generate(VENDING, { to: "python", name: "none" }).text).toContain("class TheNone:");
    expect(generate(VENDING, { to: "typescript", name: "map" }).text).toContain("export class TheMap {");
    expect(generate(VENDING, { to: "xstate", name: "default" }).text).toContain("export const theDefault =");
  });
});

describe("what a target cannot hold", () => {
  const weighted = minimize(fromExpression("(<1/2>a)*", rational));

  it("is refused, with those that can", () => {
    expect(() => generate(weighted, { to: "xstate" })).toThrow(
      "the model is a weighted automaton, and xstate has no weights: typescript, python, c, mermaid, plantuml, gbnf, lark can hold it",
    );
    expect(() => generate(VENDING, { to: "gbnf" })).toThrow("gbnf says which words are allowed");
    const strange = minimize(fromExpression("(<i>a|<j>b)*", quaternion));
    expect(() => generate(strange, { to: "python" })).toThrow(
      "python has no numbers for the weights of quaternion",
    );
    expect(generate(strange, { to: "mermaid" }).text).toContain("a / i");
    const outputs = minimize(fromExpression("(<x y>a)*", freeGroup));
    expect(() => generate(outputs, { to: "python" })).toThrow(
      "no code is written of weights in the free group",
    );
    expect(() => generate(VENDING, { to: "java" })).toThrow(
      'no code is written as "java": there are typescript',
    );
    expect(() => generate(VENDING, { to: "c", separator: " " })).toThrow(
      "a separator is for the texts of gbnf and lark",
    );
  });

  it("may be nondeterministic, unless its weights are true or false", () => {
    const two = <W>(builder: WfsaBuilder<W>, one: W) => {
      const [p, q] = [builder.state(), builder.state(one)];
      return builder.initial(p).arc(p, "a", one, p).arc(p, "a", one, q).build();
    };
    const alphabet = new Alphabet("a");
    expect(generate(two(new WfsaBuilder(boolean, alphabet), true), { to: "python" }).text).toContain(
      "accepts",
    );
    expect(() => generate(two(new WfsaBuilder(rational, alphabet), 1), { to: "python" })).toThrow(
      "hankel determinize may help",
    );
  });

  it("are weights that doubles cannot hold", () => {
    const huge = minimize(fromExpression(`<1${"0".repeat(400)}>a`, rational));
    expect(() => generate(huge, { to: "c" })).toThrow("python computes exactly");
    expect(generate(huge, { to: "python" }).text).toContain("0".repeat(400));
  });
});

describe("notes", () => {
  it("say what is missing, rounded, left out or renamed", () => {
    expect(generate(without(1, 3), { to: "python" }).notes).toEqual([
      "the model lacks 2 of 6 transitions: there step raises a ValueError",
    ]);
    expect(generate(without(2), { to: "typescript" }).notes).toEqual([
      "1 state of the model cannot be reached: left out",
      "the model lacks 1 of 4 transitions: there step throws an error",
    ]);
    expect(generate(without(3, 4, 5), { to: "graphwalker" }).notes[1]).toContain("no way leads back");
    const third = minimize(fromExpression("<1/3>a", rational));
    expect(generate(third, { to: "typescript" }).notes).toEqual([
      "some weights are rounded to doubles: python computes with them exactly",
    ]);
    expect(generate(third, { to: "python" }).notes).toEqual([]);
    expect(generate(third, { to: "lark" }).notes).toEqual([
      "the grammar has the words that have a weight; what they weigh is left out",
    ]);
    const star = new WdfsaBuilder(boolean, new Alphabet(["*", "star"]));
    star.initial(star.state(true));
    expect(generate(star.build(), { to: "xstate" }).notes).toHaveLength(1);
    expect(generate(star.build(), { to: "scxml" }).notes).toEqual([
      "some symbols are no names of events: star_2 is *",
    ]);
    expect(generate(VENDING, { to: "c" }).notes).toEqual([]);
  });
});

it("knows the targets by the endings of names", () => {
  const endings = codeTargets.flatMap(({ name, endings: own }) => own.map((ending) => [ending, name]));
  for (const [ending, name] of endings)
    expect(codeTargetByEnding(`Door${ending.toUpperCase()}`)?.name).toBe(name);
  expect(codeTargetByEnding("door.json")).toBeUndefined();
});
