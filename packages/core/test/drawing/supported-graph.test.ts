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

test("what the log has rarely is dashed, and called so on a line that is not", () => {
  const states = new Wdfsa({
    algebra: real,
    alphabet: new Alphabet("abc"),
    target: Int32Array.of(1, 1, 2, 1, 1, 1, 2, 2, 2),
    arcWeight: new Float64Array(9).fill(0.25),
    initialWeight: 1,
    finalWeight: Float64Array.of(0.25, 0.25, 0.25),
  });
  const arcs = Float64Array.of(9, 1, 0, 2, 3, 0, 0, 0, 0);
  const graph = supportedGraph(
    states,
    { states: Float64Array.of(10, 15, 0), arcs, ends: Float64Array.of(0, 10, 0) },
    5,
  );
  expect(graph.arcs).toEqual([
    { from: 0, to: 1, labels: ["a 25 % ×9", "b 25 % ×1 (rare)"] },
    { from: 1, to: 1, labels: ["b 25 % ×3", "a 25 % ×2"], style: "weak" },
  ]);
  expect(graph.note).toBe("1 state and 5 arcs that the log never has are not drawn");
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
