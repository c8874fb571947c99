import { isStochastic } from "../automata.ts";
import { type Drawing, graphOf, layout } from "../formats.ts";
import type { Automaton } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { misuse } from "../support/failures.ts";

/** A drawing, and a sentence for the user when it is simplified. */
export interface Picture {
  readonly drawing: Drawing;
  readonly note?: string;
}

/** How an automaton is drawn. */
export interface DrawOptions {
  /** What is less likely than this is hidden in a probabilistic automaton. */
  readonly hide?: number | undefined;
  /** Draw the weights of a probabilistic automaton as they are, not as probabilities. */
  readonly weights?: true | undefined;
}

/** More lines make a picture that nobody can read and few programs can open. */
const MOST_LINES = 20_000;

/** Draws an automaton. One that is a distribution shows probabilities, without the unlikely ones. */
export function pictureOf(automaton: Automaton<unknown>, options: DrawOptions = {}): Picture {
  if (options.hide !== undefined && (options.weights === true || !isStochastic(automaton))) {
    throw misuse("--hide is for automata whose weights are probabilities, drawn as such");
  }
  const graph = graphOf(automaton, options);
  const size = `${countOf(automaton.size, "state")} with ${countOf(graph.arcs.length, "line")} between them`;
  if (graph.arcs.length > MOST_LINES) {
    throw misuse(
      `${size} are too many for a picture: at most ${MOST_LINES} lines are drawn. ` +
        "Draw a part of the automaton, or write it with hankel convert --to dot for another program",
    );
  }
  const drawing = layout(graph);
  if (!drawing.isOverview) return { drawing };
  return {
    drawing,
    note: `${size}: drawn as an overview in groups, without labels; hankel convert --to dot writes all labels`,
  };
}
