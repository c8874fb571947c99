import { type Automaton, HankelError, writeDot } from "@hankel/core";
import { counted } from "../show/columns.ts";
import { graphviz } from "./graphviz.ts";
import { linesOf } from "./lines.ts";
import { sketch } from "./sketch.ts";

/** An SVG, and a sentence for the user when it is not drawn with all care. */
export interface Picture {
  readonly svg: string;
  readonly note?: string;
}

/** What Graphviz draws with all care; what it draws in a hurry; what is sketched. More is refused. */
const CAREFUL = { states: 100, lines: 150 };
/** The surplus is of lines over states: a chain has none, and stays legible when it is long. */
const HURRIED = { lines: 1500, surplus: 150 };
const SKETCHED = { lines: 10_000 };

/** With these 450 lines take half a second; with the usual settings they take more than a minute. */
const HURRY = { nslimit: 1, nslimit1: 1, mclimit: 0.1, splines: "line", maxiter: 50 };

/**
 * Draws an automaton as SVG. The time grows with the lines, one for all arcs between the same two states: many lines
 * are drawn straight, and very many as a sketch, by forces and without labels.
 */
export async function drawSvg(automaton: Automaton<unknown>): Promise<Picture> {
  const lines = linesOf(automaton);
  const size = `${counted(automaton.size, "state")} with ${counted(lines.length, "line")} between them`;
  if (lines.length > SKETCHED.lines) {
    throw new HankelError(
      "usage",
      `${size} are no picture; at most ${SKETCHED.lines} lines are drawn. ` +
        "Draw a part of it, or give Graphviz the file that hankel convert --to dot writes",
    );
  }
  if (lines.length > HURRIED.lines || lines.length - automaton.size > HURRIED.surplus) {
    const note = `${size}: a sketch without labels; hankel convert --to dot writes everything, for Graphviz`;
    return { svg: await sketch(automaton, lines), note };
  }
  const careful = automaton.size <= CAREFUL.states && lines.length <= CAREFUL.lines;
  const dot = writeDot(automaton);
  if (careful) return { svg: await graphviz(dot, { format: "svg" }) };
  const svg = await graphviz(dot, { format: "svg", graphAttributes: HURRY });
  return { svg, note: `${size}: drawn in a hurry, with straight lines` };
}
