import { isStochastic } from "../automata.ts";
import { probabilityPicture } from "../formats.ts";
import type { Automaton } from "../index.ts";
import { countOf, pictureDot } from "../internal/core.ts";
import { misuse } from "../support/failures.ts";
import { graphviz, linesOf, sketch } from "./sketch.ts";

/** An SVG, and a sentence for the user when the picture is simplified. */
export interface Picture {
  readonly svg: string;
  readonly note?: string;
}

/** How an automaton is drawn. */
export interface DrawOptions {
  /** What is less likely than this is hidden in a probabilistic automaton. */
  readonly hide?: number | undefined;
  /** Draw the weights of a probabilistic automaton as they are, not as probabilities. */
  readonly weights?: true | undefined;
}

/** What Graphviz draws at its best; what it draws quickly; what is sketched. Anything larger is refused. */
const CAREFUL = { states: 100, lines: 150 };
/** The surplus is the number of lines beyond that of states. A long chain has none and stays legible. */
const HURRIED = { lines: 1500, surplus: 150 };
const SKETCHED = { lines: 10_000 };

/** With these 450 lines take half a second; with the usual settings they take more than a minute. */
const HURRY = { nslimit: 1, nslimit1: 1, mclimit: 0.1, splines: "line", maxiter: 50 };

/**
 * Draws an automaton as SVG. All arcs between the same two states share a line, and the time grows with the lines:
 * many lines are drawn straight, and very many as a force-directed sketch without labels. An automaton that is a
 * distribution shows probabilities, without the unlikely ones.
 */
export async function drawSvg(automaton: Automaton<unknown>, options: DrawOptions = {}): Promise<Picture> {
  const probable = options.weights !== true && isStochastic(automaton);
  if (options.hide !== undefined && !probable) {
    throw misuse("--hide is for automata whose weights are probabilities, drawn as such");
  }
  const model = probable ? probabilityPicture(automaton, options) : undefined;
  const lines = model?.lines ?? linesOf(automaton);
  const size = `${countOf(automaton.size, "state")} with ${countOf(lines.length, "line")} between them`;
  if (lines.length > SKETCHED.lines) {
    throw misuse(
      `${size} are too many for a picture: at most ${SKETCHED.lines} lines are drawn. ` +
        "Draw a part of the automaton, or give the output of hankel convert --to dot to Graphviz",
    );
  }
  if (lines.length > HURRIED.lines || lines.length - automaton.size > HURRIED.surplus) {
    const note = `${size}: drawn as a sketch without labels; hankel convert --to dot writes all labels for Graphviz`;
    return { svg: await sketch(automaton, lines), note };
  }
  const careful = automaton.size <= CAREFUL.states && lines.length <= CAREFUL.lines;
  const dot = model?.dot ?? pictureDot(automaton);
  if (careful) return { svg: await graphviz(dot, { format: "svg" }) };
  const svg = await graphviz(dot, { format: "svg", graphAttributes: HURRY });
  return { svg, note: `${size}: drawn quickly, with straight lines` };
}
