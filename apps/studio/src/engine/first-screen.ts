/** What the first screen shows of runs, automata and formats, made when the page is built: so it loads nothing that learns, draws or reads. */

import { formats, minimize } from "hankel";
import { type Box, colourOf, type Drawing, drawAt, layout, pathOf, withTip } from "hankel/formats";
import { gallery, groups } from "./gallery.ts";
import { machineView } from "./machine.ts";
import { openTarget } from "./open.ts";
import { previewRun } from "./preview.ts";
import type { Explanation } from "./say.ts";

/** A drawing as a small picture. */
export interface Sketched {
  readonly box: Box;
  /** Are its lines so many that they are drawn thin? */
  readonly isThin: boolean;
  readonly lines: readonly {
    readonly line: string;
    readonly tip: string;
    readonly texts: readonly string[];
    /** The middle of the texts, and the top of the first; null without texts. */
    readonly at: { readonly x: number; readonly y: number } | null;
  }[];
  readonly states: readonly {
    readonly id: number;
    readonly x: number;
    readonly y: number;
    readonly across: number;
    readonly down: number;
    readonly final: boolean;
    readonly colour: string;
  }[];
}

/** A step of the run that the first screen plays. */
export interface DemoStep {
  readonly said: Explanation;
  readonly suffixes: readonly string[];
  readonly rows: readonly {
    readonly word: string;
    readonly isAbove: boolean;
    readonly isFocus: boolean;
    /** An entry without an answer is null. */
    readonly cells: readonly (string | null)[];
  }[];
  readonly machine: Sketched | null;
}

export interface FirstScreen {
  readonly steps: readonly DemoStep[];
  /** The pictures of examples, by their names. */
  readonly pictures: Readonly<Record<string, Sketched>>;
  /** The formats of automata that are read. */
  readonly readable: readonly { readonly name: string; readonly description: string }[];
}

/** The two states of the run that is played, always at the same places. */
const PLACES = new Map([
  [0, { x: 0, y: 0 }],
  [1, { x: 130, y: 0 }],
]);
const ARRANGEMENT = { places: PLACES, bends: new Map(), isOverview: false };
/** What of them is in sight. */
const ROOM: Box = { x: -60, y: -75, width: 230, height: 125 };

export function firstScreen(): FirstScreen {
  const readable = formats
    .filter(({ read, stream }) => (read ?? stream) !== undefined)
    .map(({ name, description }) => ({ name, description }));
  return { steps: demo(), pictures: Object.fromEntries(pictures()), readable };
}

function demo(): DemoStep[] {
  return previewRun(gallery[0].spec).map(({ frame, machine, suffixes, rows }) => ({
    said: frame.said,
    suffixes,
    rows: rows.map((row) => ({ ...row, cells: row.cells.map((cell) => cell ?? null) })),
    machine:
      machine === undefined || machine.states.length === 0
        ? null
        : sketched({ ...drawAt(machine.graph, ARRANGEMENT), box: ROOM }),
  }));
}

/** An automaton is drawn as it is, and what an expression denotes with as few states as it needs. */
function pictures(): [id: string, picture: Sketched][] {
  return [...groups.start, ...groups.weights, ...groups.paper].flatMap(({ id, spec }) => {
    const { automaton } = openTarget(spec, spec.kind === "automaton" ? "multiplicity" : "table");
    if (automaton === undefined) return [];
    const { graph } = machineView(spec.kind === "expression" ? minimize(automaton) : automaton);
    return [[id, sketched(layout(graph))]];
  });
}

/** So many lines that, as small as they are here, neither bends nor tips are seen. */
function straight(arcs: Drawing["arcs"]): Sketched["lines"] {
  const lines = arcs.map(({ curve }) => {
    const [from, to] = [curve[0], curve[curve.length - 1]].map(
      ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`,
    );
    return `M${from}L${to}`;
  });
  return [{ line: lines.join(""), tip: "", texts: [], at: null }];
}

function sketched({ box, arcs, starts, states, isOverview }: Drawing): Sketched {
  const bent = ({ arc, curve, lines: texts, label }: Drawing["arcs"][number]) => {
    const { line, tip } = withTip(curve, arc.width);
    const at = label === undefined ? null : { x: rounded(label.x + label.width / 2), y: rounded(label.y) };
    return { line: pathOf(line), tip, texts: label === undefined ? [] : texts, at };
  };
  const arrows = starts.map(({ from, to }) => {
    const { line, tip } = withTip([from, from, to, to]);
    return { line: pathOf(line), tip, texts: [], at: null };
  });
  return {
    box,
    isThin: isOverview,
    lines: [...arrows, ...(isOverview ? straight(arcs) : arcs.map(bent))],
    states: states.map(({ state, x, y, across, down, group }) => ({
      id: state.id,
      x: rounded(x),
      y: rounded(y),
      across: rounded(across),
      down: rounded(down),
      final: state.final,
      colour: colourOf(group ?? state.id),
    })),
  };
}

function rounded(pixels: number): number {
  return Math.round(10 * pixels) / 10;
}
