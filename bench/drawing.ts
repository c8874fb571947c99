/**
 * How automata are drawn, by our layout and by Graphviz.
 *
 *     npm run bench -- drawing [--quick]
 */

import { boolean, type Graph, graphOf, layout, type Point, qualityOf, randomAutomaton } from "@hankel/core";
import { instance } from "@viz-js/viz";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";

const SIZES = [7, 12, 20, 40, 80, 200, 1000];
/** Graphviz takes a minute for 80 states, and with every doubling many times more. */
const MOST_OF_GRAPHVIZ = 80;

const layouts: Section = {
  name: "layouts",
  title: "Drawing automata",
  about:
    "Random complete automata over the Booleans with two letters, of which only the part that is reached is drawn. *Crossings* counts how often lines cross, " +
    "*area* is in thousands of square pixels, with circles and letters of the same size. Graphviz is its WebAssembly, `dot` from left " +
    "to right with labels. Above 80 states ours is an overview without labels, whose crossings are not counted.",
  async measure({ quick }: Settings): Promise<Findings> {
    const viz = await instance();
    const rows: (string | number | null)[][] = [];
    for (const states of quick ? SIZES.slice(0, 3) : SIZES) {
      progress(`${states} states`);
      const graph = graphOf(randomAutomaton({ algebra: boolean, states, letters: 2, seed: 1 }));
      // The first drawing of a process is slow for reasons that are not its own.
      layout(graph);
      const ours = timed(() => layout(graph));
      const { crossings, covered, area } = ours.result.isOverview
        ? { crossings: null, covered: null, area: null }
        : qualityOf(ours.result);
      const row = [
        graph.states.length,
        graph.arcs.length,
        ours.milliseconds,
        crossings,
        covered,
        thousands(area),
      ];
      if (states > MOST_OF_GRAPHVIZ) rows.push([...row, null, null, null]);
      else {
        const theirs = timed(() => viz.render(dotOf(graph), { format: "json" }).output ?? "{}");
        const drawn = read(theirs.result);
        rows.push([...row, theirs.milliseconds, drawn.crossings, thousands(drawn.area)]);
      }
    }
    const columns = ["states", "lines", "ms", "crossings", "covered labels", "area"].map((name) => ({
      name,
    }));
    const peers = ["Graphviz: ms", "crossings", "area"].map((name) => ({ name }));
    const slow = rows.filter(([, , time]) => Number(time) > 5000);
    return {
      columns: [...columns, ...peers],
      rows,
      goals: [
        {
          goal: "every drawing in five seconds",
          found: `${slow.length} take longer`,
          met: slow.length === 0,
        },
      ],
    };
  },
};

function thousands(area: number | null): number | null {
  return area === null ? null : Math.round(area / 1000);
}

function timed<T>(task: () => T): { result: T; milliseconds: number } {
  const before = process.cpuUsage().user;
  const result = task();
  return { result, milliseconds: Math.round((process.cpuUsage().user - before) / 1000) };
}

/** The same graph for Graphviz, with circles and letters as large as ours. */
function dotOf({ states, arcs }: Graph): string {
  return [
    "digraph { rankdir=LR;",
    "node [shape=circle, width=0.556, fixedsize=true, fontsize=14]; edge [fontsize=12];",
    ...states.map(({ id, final }) => `s${id} [label="${id}"${final ? ", peripheries=2" : ""}];`),
    ...arcs.map(({ from, to, labels }) => `s${from} -> s${to} [label="${labels.join(", ")}"];`),
    "}",
  ].join("\n");
}

/** The crossings and the area of a drawing of Graphviz, in the form that it calls json. */
function read(output: string): { crossings: number; area: number } {
  const { bb, edges } = JSON.parse(output) as { bb: string; edges: { pos: string }[] };
  const [, , width, height] = bb.split(",").map(Number);
  const curves = edges.map(({ pos }) => {
    const points = pos.split(" ").filter((part) => !/^[es],/u.test(part));
    return points.map((point): Point => {
      const [x, y] = point.split(",").map(Number);
      return { x, y };
    });
  });
  const arcs = curves.map((curve, i) => {
    return { arc: { from: 0, to: i, labels: [] }, curve, lines: [], label: undefined };
  });
  const box = { x: 0, y: 0, width, height };
  const { crossings, area } = qualityOf({
    states: [],
    arcs,
    starts: [],
    box,
    note: undefined,
    isOverview: false,
  });
  return { crossings, area };
}

export function run(args: readonly string[]): Promise<void> {
  return runSections("drawing", [layouts], args);
}
