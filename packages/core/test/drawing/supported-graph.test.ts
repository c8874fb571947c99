import { Alphabet, machineToWdfsa, real, supportedGraph, Wdfsa } from "@hankel/core";
import { expect, test } from "vitest";

test("a distribution shows counts and percentages, without what the log never has", () => {
  const one = new Wdfsa({
    algebra: real,
    alphabet: new Alphabet("ab"),
    target: Int32Array.of(0, 0),
    arcWeight: Float64Array.of(0.5, 0.25),
    initialWeight: 1,
    finalWeight: Float64Array.of(0.25),
  });
  const seen = { states: Float64Array.of(10), arcs: Float64Array.of(6, 0), ends: Float64Array.of(4) };
  const graph = supportedGraph(one, seen, 5);
  expect(graph.arcs).toEqual([{ from: 0, to: 0, labels: ["a 50 % ×6"] }]);
  expect(graph.note).toBe("1 arc that the log never has is not drawn");
  expect(graph.states[0]).toMatchObject({ final: true, detail: "end 25 %" });
  const never = supportedGraph(one, { ...seen, ends: Float64Array.of(0) }, 11);
  expect(never.states[0]).toMatchObject({ final: false, detail: undefined, style: "weak" });
  expect(never.arcs[0].style).toBe("weak");
});

test("a machine that lacks arcs shows inputs and outputs", () => {
  const alphabet = new Alphabet(["press"]);
  const lamp = machineToWdfsa({ kind: "mealy", alphabet, target: [1, 0], output: ["on", "off"] });
  const { algebra, arcWeight, finalWeight, initialWeight } = lamp;
  const parts = { algebra, alphabet, finalWeight, initialWeight };
  const half = new Wdfsa({ ...parts, target: Int32Array.of(1, -1), arcWeight: [arcWeight[0], algebra.zero] });
  const seen = { states: Float64Array.of(3, 3), arcs: Float64Array.of(3, 0), ends: Float64Array.of(0, 3) };
  const graph = supportedGraph(half, seen, 1);
  expect(graph.arcs).toEqual([{ from: 0, to: 1, labels: ["press/on ×3"] }]);
  expect(graph.states.map(({ initial, final }) => [initial, final])).toEqual([
    ["", false],
    [undefined, false],
  ]);
});

test("a Moore machine shows the outputs of its states, and long labels keep their counts", () => {
  const alphabet = new Alphabet(["press the large button"]);
  const lamp = machineToWdfsa({ kind: "moore", alphabet, target: [1, 0], output: ["off", "on"] });
  const seen = { states: Float64Array.of(3, 3), arcs: Float64Array.of(3, 2), ends: Float64Array.of(0, 3) };
  const graph = supportedGraph(lamp, seen, 1);
  expect(graph.states.map(({ detail }) => detail)).toEqual(["off", "on"]);
  expect(graph.arcs[0].labels.at(-1)).toBe("×3");
});
