/** Drawings: where states, lines and labels are, for random graphs of every size. */

import {
  arrange,
  type Drawing,
  type DrawnState,
  drawAt,
  type Graph,
  graphOf,
  layout,
  mergedArcs,
  neighbourhood,
  type Point,
  qualityOf,
  Random,
  randomAutomaton,
  rational,
  toSvg,
  toTikz,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

/** A connected graph whose first state is initial. */
function randomGraph(states: number, letters: number, seed: number, long = false): Graph {
  const random = new Random(seed);
  const label = (i: number) => (long ? `a rather long label ${i} of seed ${seed}` : "abcdefghij"[i]);
  const arcs = Array.from({ length: states * letters }, (_, arc) => {
    const from = Math.floor(arc / letters);
    const to = arc % letters === 0 && from + 1 < states ? from + 1 : random.below(states);
    return { from, to, label: label(arc % letters) };
  });
  return {
    states: Array.from({ length: states }, (_, id) => ({
      id,
      name: String(id),
      initial: id === 0 ? "" : undefined,
      final: random.below(3) === 0,
      detail: long && id % 3 === 0 ? `final weight ${id}` : undefined,
    })),
    arcs: mergedArcs(arcs),
  };
}

const graphs = () =>
  fc
    .record({
      states: fc.integer({ min: 1, max: 24 }),
      letters: fc.integer({ min: 1, max: 4 }),
      seed: fc.nat(1_000_000),
      long: fc.boolean(),
    })
    .map(({ states, letters, seed, long }) => randomGraph(states, letters, seed, long));

function areApart(a: DrawnState, b: DrawnState): boolean {
  if (a.across === a.down && b.across === b.down) return Math.hypot(a.x - b.x, a.y - b.y) >= a.down + b.down;
  return Math.abs(a.x - b.x) >= a.across + b.across || Math.abs(a.y - b.y) >= a.down + b.down;
}

function expectApart({ states }: Drawing): void {
  for (let i = 0; i < states.length; i++) {
    for (let j = 0; j < i; j++) expect(areApart(states[i], states[j]), `${i} and ${j}`).toBe(true);
  }
}

/** How far a point is from the border of a state. */
function distanceFrom({ x, y, across, down }: DrawnState, point: Point): number {
  return Math.hypot(Math.max(0, Math.abs(point.x - x) - (across - down)), point.y - y) - down;
}

function expectSound(drawing: Drawing, graph: Graph): void {
  expect(drawing.states).toHaveLength(graph.states.length);
  expect(drawing.arcs).toHaveLength(graph.arcs.length);
  expectApart(drawing);
  const { x, y, width, height } = drawing.box;
  const byId = new Map(drawing.states.map((state) => [state.state.id, state]));
  for (const { arc, curve, label, lines } of drawing.arcs) {
    const [from, to] = [byId.get(arc.from), byId.get(arc.to)] as [DrawnState, DrawnState];
    expect(Math.abs(distanceFrom(from, curve[0]))).toBeLessThan(1);
    expect(Math.abs(distanceFrom(to, curve[curve.length - 1]) - 1.5)).toBeLessThan(1);
    expect(lines.length).toBeLessThanOrEqual(6);
    if (label === undefined) continue;
    expect(label.x).toBeGreaterThanOrEqual(x);
    expect(label.y).toBeGreaterThanOrEqual(y);
    expect(label.x + label.width).toBeLessThanOrEqual(x + width);
    expect(label.y + label.height).toBeLessThanOrEqual(y + height);
  }
}

describe("layout", () => {
  test("states are apart, lines end at their states, labels are inside and cover almost nothing", () => {
    let [labels, covered] = [0, 0];
    fc.assert(
      fc.property(graphs(), (graph) => {
        const drawing = layout(graph);
        expectSound(drawing, graph);
        labels += drawing.arcs.length;
        covered += qualityOf(drawing).covered;
      }),
      { numRuns: 60 },
    );
    expect(covered / labels).toBeLessThan(0.02);
  });

  test("the start is the leftmost state", () => {
    fc.assert(
      fc.property(graphs(), (graph) => {
        const { states } = layout(graph);
        expect(states[0].x).toBe(Math.min(...states.map(({ x }) => x)));
      }),
      { numRuns: 30 },
    );
  });

  test("the same graph is drawn in the same way", () => {
    fc.assert(
      fc.property(graphs(), (graph) => {
        expect(layout(structuredClone(graph))).toEqual(layout(graph));
      }),
      { numRuns: 20 },
    );
  });

  test("states keep their places when others come, and no two are on top of each other", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 16 }), fc.nat(1_000_000), (size, seed) => {
        let fixed = new Map<number, Point>();
        // A graph that grows state by state, as hypotheses do.
        for (let states = 1; states <= size; states++) {
          const graph = randomGraph(states, 2, seed);
          const drawing = layout(graph, { fixed });
          expectSound(drawing, graph);
          for (const { state, x, y } of drawing.states) {
            const before = fixed.get(state.id);
            if (before !== undefined) expect({ x, y }).toEqual(before);
          }
          fixed = new Map(drawing.states.map(({ state, x, y }) => [state.id, { x, y }]));
        }
      }),
      { numRuns: 25 },
    );
  });

  test("new states stay away from the places of states that are gone for a while", () => {
    const fixed = new Map([
      [0, { x: 0, y: 0 }],
      [7, { x: 120, y: 0 }],
    ]);
    const graph = randomGraph(3, 2, 5);
    const { places } = arrange(graph, { fixed });
    for (const id of [1, 2]) {
      const place = places.get(id) as Point;
      expect(Math.abs(place.x - 120) >= 40 || Math.abs(place.y) >= 40).toBe(true);
    }
  });

  test.for([0, 1, 2, 3, 12, 40, 80])("%i states with labels, and without arcs", (states) => {
    expectSound(
      layout(randomGraph(states, states === 0 ? 0 : 2, 1)),
      randomGraph(states, states === 0 ? 0 : 2, 1),
    );
    const still = { ...randomGraph(states, 0, 1), arcs: [] };
    expectSound(layout(still), still);
  });

  test("a dense nondeterministic automaton is on a circle", () => {
    const graph = { ...randomGraph(9, 4, 3), isDense: true };
    const drawing = layout(graph);
    expectSound(drawing, graph);
    const radii = drawing.states.map(({ x, y }) => Math.round(Math.hypot(x, y) / 3));
    expect(new Set(radii).size).toBe(1);
  });
});

describe("overviews", () => {
  test.for([81, 200, 1000])("%i states are apart, and no line has a label", (states) => {
    const graph = randomGraph(states, 2, states);
    const drawing = layout(graph);
    expect(drawing.isOverview).toBe(true);
    expectApart(drawing);
    expect(drawing.arcs.every(({ label }) => label === undefined)).toBe(true);
    const svg = toSvg(drawing);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/u);
    expect(
      svg.match(/font-size:(?<size>\d+)px/gu)?.every((size) => Number(/\d+/u.exec(size)?.[0]) >= 11),
    ).toBe(true);
  });

  test("groups are those that have many lines among them", () => {
    // Five cliques of twenty states in a ring.
    const arcs = Array.from({ length: 100 }, (_, state) => {
      const clique = 20 * Math.floor(state / 20);
      const inside = Array.from({ length: 5 }, (_, i) => clique + ((state + 3 * i + 1) % 20));
      return [...inside, ...(state % 20 === 0 ? [(state + 20) % 100] : [])].map((to) => ({
        from: state,
        to,
        label: "a",
      }));
    });
    const states = Array.from({ length: 100 }, (_, id) => ({ id, name: String(id), final: false }));
    const drawing = layout({ states, arcs: mergedArcs(arcs.flat()) });
    const groups = drawing.states.map(({ group }) => group);
    for (let state = 0; state < 100; state++) expect(groups[state]).toBe(groups[20 * Math.floor(state / 20)]);
    expect(new Set(groups).size).toBe(5);
  });

  test("time grows little more than with the square of the states", () => {
    const time = (states: number) => {
      const graph = randomGraph(states, 2, 7);
      const least = Array.from({ length: 3 }, () => {
        const before = performance.now();
        layout(graph);
        return performance.now() - before;
      });
      return Math.min(...least);
    };
    time(250);
    expect(time(1000)).toBeLessThan(16 * 4 * Math.max(2, time(250)));
  });

  test("places stay when all states have one, and a part of a run is drawn as an overview too", () => {
    const whole = randomGraph(120, 2, 4);
    const arrangement = arrange(whole);
    const part = {
      states: whole.states.slice(0, 30),
      arcs: whole.arcs.filter(({ from, to }) => from < 30 && to < 30),
    };
    const drawing = drawAt(part, arrangement);
    expect(drawing.isOverview).toBe(true);
    expectApart(drawing);
    expect(arrange(whole, { fixed: arrangement.places }).places).toBe(arrangement.places);
  });

  test("the neighbourhood of a state has its neighbours and all arcs among them", () => {
    const graph = randomGraph(200, 2, 9);
    const near = neighbourhood(graph, 17);
    const ids = new Set(near.states.map(({ id }) => id));
    expect(ids.size).toBe(16);
    for (const { from, to } of graph.arcs) {
      if (from === 17 || to === 17) expect(ids.has(from) && ids.has(to)).toBe(true);
      expect(near.arcs.some((arc) => arc.from === from && arc.to === to)).toBe(ids.has(from) && ids.has(to));
    }
    expectSound(layout(near), near);
  });
});

describe("files", () => {
  const automaton = randomAutomaton({ algebra: rational, states: 6, letters: 2, seed: 3 });

  test("an SVG has every state and line, once", () => {
    const graph = graphOf(automaton);
    const svg = toSvg(layout(graph));
    expect(svg.match(/class="state"/gu)).toHaveLength(graph.states.length);
    expect(svg.match(/class="arc"/gu)).toHaveLength(graph.arcs.length);
    expect(svg).toContain("prefers-color-scheme:dark");
    expect(toSvg(layout(graph), { theme: "light", background: true })).toContain('class="paper"');
  });

  test("styles of a comparison", () => {
    const graph = graphOf(automaton);
    const styled = {
      ...graph,
      states: graph.states.map((state, i) => ({ ...state, style: i === 0 ? ("new" as const) : undefined })),
      arcs: graph.arcs.map((arc, i) => ({ ...arc, style: i === 0 ? ("gone" as const) : ("weak" as const) })),
    };
    const svg = toSvg(layout(styled));
    for (const text of ['class="state new"', 'class="arc gone"', 'class="arc weak"'])
      expect(svg).toContain(text);
    expect(toTikz(layout(styled))).toContain("draw=red");
  });

  test("TikZ escapes what TeX reads, and its braces close", () => {
    const graph: Graph = {
      states: [{ id: 0, name: "a_b", initial: "", final: true, detail: "50 %" }],
      arcs: [{ from: 0, to: 0, labels: ["{x}", "#$&~^\\", "ε"] }],
    };
    const tex = toTikz(layout(graph));
    for (const text of ["a\\_b", "50 \\%", "\\{x\\}", "\\#\\$\\&", "\\textbackslash{}", "$\\varepsilon$"]) {
      expect(tex).toContain(text);
    }
    const bare = tex.replaceAll("\\\\", "").replaceAll(/\\[{}]/gu, "");
    expect(bare.split("{").length).toBe(bare.split("}").length);
  });

  test("a state that is never left and accepts nothing is dashed", () => {
    const graph = graphOf(automaton);
    expect(graph.states.every(({ style }) => style === undefined)).toBe(true);
  });

  test("long lists of labels are shortened in the drawing and whole in the file", () => {
    const labels = Array.from({ length: 40 }, (_, i) => `symbol ${i} / 1`);
    const graph: Graph = {
      states: [
        { id: 0, name: "0", initial: "", final: false },
        { id: 1, name: "1", final: true },
      ],
      arcs: [{ from: 0, to: 1, labels }],
    };
    const drawing = layout(graph);
    expect(drawing.arcs[0].lines).toHaveLength(6);
    expect(drawing.arcs[0].lines.at(-1)).toBe("… 35 more");
    expect(toSvg(drawing)).toContain("symbol 39 / 1");
    const short = layout({ ...graph, arcs: [{ from: 0, to: 1, labels: [..."abcdefgh"] }] });
    expect(short.arcs[0].lines).toEqual(["a, b, c, d, e, f,", "g, h"]);
  });
});
