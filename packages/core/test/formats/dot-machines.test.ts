import {
  Alphabet,
  compare,
  freeGroup,
  type Machine,
  machineOf,
  machineToWdfsa,
  readDot,
  requireMachine,
  Wdfsa,
  WdfsaBuilder,
  writeDot,
} from "@hankel/core";
import { instance } from "@viz-js/viz";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { machines } from "../support/any-machine.ts";

const viz = await instance();

const vending = machineToWdfsa({
  kind: "mealy",
  alphabet: new Alphabet(["coin", "button"]),
  target: [1, 0, 1, 0],
  output: ["ok", "", "client / server", "coffee"],
});

const lamp = machineToWdfsa({
  kind: "moore",
  alphabet: new Alphabet(["press"]),
  target: [1, 0],
  output: ["off", "on"],
});

describe("a machine in DOT", () => {
  test("is written as LearnLib and AALpy write it", () => {
    expect(writeDot(vending)).toBe(`digraph machine {
machine="mealy";
alphabet="[\\"coin\\", \\"button\\"]";
s0 [label="0", shape="circle"];
s1 [label="1", shape="circle"];
s0 -> s1 [label="coin/ok"];
s0 -> s0 [label="button/"];
s1 -> s1 [label="coin/client / server"];
s1 -> s0 [label="button/coffee"];
__start0 [label="", shape="none"];
__start0 -> s0;
}
`);
    expect(writeDot(lamp)).toBe(`digraph machine {
machine="moore";
alphabet="[\\"press\\"]";
s0 [label="{0|off}", shape="record", style="rounded"];
s1 [label="{1|on}", shape="record", style="rounded"];
s0 -> s1 [label="press"];
s1 -> s0 [label="press"];
__start0 [label="", shape="none"];
__start0 -> s0;
}
`);
  });

  test("comes back equal, whatever its inputs, outputs and names are", () => {
    fc.assert(
      fc.property(machines(), (machine) => {
        const automaton = machineToWdfsa(machine);
        const again = readDot(writeDot(automaton)) as Wdfsa<string>;
        expect(again).toBeInstanceOf(Wdfsa);
        expect(again.alphabet.symbols).toEqual(machine.alphabet.symbols);
        expect(again.size).toBe(automaton.size);
        expect(machineOf(again)?.output).toEqual(machineOf(automaton)?.output);
        expect(compare(again, automaton)).toBeUndefined();
        expect(again.names ?? []).toEqual(namesOf(requireMachine(automaton)));
      }),
      { numRuns: 1000 },
    );
  });

  test("is drawn by Graphviz, with an edge for each letter", () => {
    fc.assert(
      fc.property(machines(), (machine) => {
        const { size, target } = machineToWdfsa(machine);
        const result = viz.render(writeDot(machineToWdfsa(machine)), { format: "dot_json" });
        expect(result.errors.filter(({ level }) => level === "error")).toEqual([]);
        const { objects, edges } = JSON.parse(result.output ?? "{}") as Record<string, unknown[]>;
        expect([objects.length, edges.length]).toEqual([size + 1, target.length + 1]);
      }),
      { numRuns: 60 },
    );
  });

  test("is read by AALpy's rules: lines with label and without -> are states", () => {
    const named = machineToWdfsa({
      kind: "mealy",
      alphabet: new Alphabet(["label", "->", "__start0"]),
      target: [0, 0, 0],
      output: ["x", "y", "z"],
    });
    const lines = writeDot(named).split("\n");
    expect(lines.filter((line) => line.includes("label") && !line.includes("->"))).toHaveLength(2);
    expect(readDot(writeDot(named)).alphabet.symbols).toEqual(["label", "->", "__start0"]);
  });

  test("can be written with its weights", () => {
    expect(writeDot(vending, { weighted: true })).toContain('semifield="free-group"');
  });

  test("any other automaton over the free group keeps its weights", () => {
    const builder = new WdfsaBuilder(freeGroup, new Alphabet("ab"));
    const state = builder.state(freeGroup.one);
    expect(writeDot(builder.arc(state, "a", "x", state).build())).toContain('semifield="free-group"');
  });
});

/** The names as they come back: those of states called 0, 1, … are no names. */
function namesOf({ names }: Machine): readonly string[] {
  return names?.every((name, state) => name === String(state)) === true ? [] : (names ?? []);
}
