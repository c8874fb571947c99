/** Two versions on one drawing. */

import {
  Alphabet,
  boolean,
  changesGraph,
  changesOf,
  fromExpression,
  layout,
  type Machine,
  machineToWdfsa,
  minimize,
  toSvg,
  toTikz,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { quietMachine } from "../support/machines.ts";

const alphabet = new Alphabet(["coin", "button"]);
const old: Machine = { kind: "mealy", alphabet, target: [1, 0, 1, 0], output: ["ok", "-", "full", "tea"] };
const wait: Machine = {
  kind: "mealy",
  alphabet,
  target: [1, 0, 1, 2, 2, 0],
  output: ["ok", "-", "full", "wait", "busy", "tea"],
};

function graphOf(before: Machine, after: Machine) {
  return changesGraph(changesOf(machineToWdfsa(before), machineToWdfsa(after)));
}

describe("both versions on one drawing", () => {
  it("show every transition once, with a sign and a style for what has become of it", () => {
    const { states, arcs, note } = graphOf(old, wait);
    expect(states.map(({ name, style }) => [name, style])).toEqual([
      ["0", "same"],
      ["1", "same"],
      ["+ 2", "new"],
    ]);
    const lines = arcs.map(({ from, to, labels, style }) => [from, to, style, labels.join(", ")]);
    expect(lines).toContainEqual([1, 0, "gone", "− button/tea"]);
    expect(lines).toContainEqual([1, 2, "changed", "~ button/wait"]);
    expect(lines).toContainEqual([2, 2, "new", "+ coin/busy"]);
    expect(lines).toContainEqual([2, 0, "new", "+ button/tea"]);
    expect(lines).toContainEqual([0, 1, "same", "coin/ok"]);
    expect(lines.length).toBe(7);
    expect(note).toContain("+ new, − gone (dashed), ~ changed");
  });

  it("show where long outputs differ, and the outputs of states", () => {
    const long = (end: string): Machine => ({
      ...old,
      output: ["ok", "-", "full", `a cup of hot black tea with ${end}`],
    });
    const labels = graphOf(long("milk"), long("lemon")).arcs.flatMap((arc) => arc.labels);
    expect(labels).toContain("→ …ith lemon");
    expect(labels).toContain("  …ith milk");
    const lamp = (text: string): Machine => ({
      kind: "moore",
      alphabet: new Alphabet(["press"]),
      target: [1, 0],
      output: ["off", text],
    });
    const { states } = graphOf(lamp("on"), lamp("bright"));
    expect(states.map(({ detail, style }) => [detail, style])).toEqual([
      ["off", "same"],
      ["on → bright", "changed"],
    ]);
    const words = ["ab|ac", "ab?"].map((text) => minimize(fromExpression(text, boolean)));
    const drawn = changesGraph(changesOf(words[0], words[1]));
    expect(drawn.states.map(({ final, style }) => [final, style])).toEqual([
      [false, "same"],
      [true, "changed"],
      [true, "same"],
    ]);
  });

  it("are drawn as SVG and TikZ, in colours and with dashes; large ones without what has not changed", () => {
    const svg = toSvg(layout(graphOf(old, wait)));
    for (const style of ["new", "gone", "changed", "same"]) expect(svg).toContain(`class="arc ${style}"`);
    expect(toTikz(layout(graphOf(old, wait)))).toContain("dashed");
    const large = quietMachine(4, 300, 3);
    const output = large.output.map((text, arc) => (arc === 100 ? "other" : text));
    const graph = graphOf(large, { ...large, output });
    expect(graph.states.length).toBeLessThan(10);
    expect(graph.note).toMatch(/states without changes not drawn/u);
    expect(graphOf(old, old).note).toBe("Nothing has changed");
  });
});
