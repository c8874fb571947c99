/** The automata of two targets, beside each other: learned, unless a target is an automaton file. */

import { pictureOf } from "../draw/picture.ts";
import { loadRasterizer, rasterize } from "../draw/raster.ts";
import { toSvgBeside } from "../formats.ts";
import { type Automaton, HankelError } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { planOf } from "../learn/plan.ts";
import { createLearner } from "../learning.ts";
import { learnLive, nameOf } from "../node.ts";
import { automataFiles } from "../options/table.ts";
import { statesOf } from "../show/machine.ts";
import { readAny } from "../support/input.ts";
import { type Destination, destination, writeAutomaton, writeText } from "../support/output.ts";
import { readingOf } from "../target/open.ts";
import type { Opened, Pair } from "./pair.ts";

/** An automaton of a target, and what is known of it. */
export interface Known {
  readonly name: string;
  readonly automaton: Automaton<unknown>;
  /** Was it read from a file, and not learned? */
  readonly given: boolean;
  readonly statement: string;
}

/** Where the automata go. */
export type AutomataFile =
  | { readonly picture: string; readonly png: boolean }
  | { readonly left: Destination; readonly right: Destination };

/** Refuses at once what could not be written later. */
export async function automataFile(path: string): Promise<AutomataFile> {
  const files = automataFiles(path);
  if (files.length === 1) {
    const png = /\.png$/iu.test(path);
    if (png) await loadRasterizer();
    return { picture: path, png };
  }
  const [left, right] = await Promise.all(files.map((file) => destination(file)));
  return { left, right };
}

/** The automata of both, one after the other. What is left of the time is shared between those that are learned. */
export async function automataOf(
  pair: Pair,
  run: {
    readonly signal: AbortSignal;
    /** When to stop, by `performance.now`; infinite if never. */
    readonly deadline: number;
    readonly doing: (what: string) => void;
  },
): Promise<readonly [Known, Known]> {
  const [left, right] = pair;
  const shares = right.target.kind === "file" ? 1 : 2;
  const first = await automatonOf(left, run, shares);
  return [first, await automatonOf(right, run, 1)];
}

async function automatonOf(
  { target, options, box }: Opened,
  { signal, deadline, doing }: Parameters<typeof automataOf>[1],
  shares: number,
): Promise<Known> {
  const name = nameOf(box);
  if (target.kind === "file") {
    const automaton = await readAny(target.path, readingOf(options));
    return { name, automaton, given: true, statement: "" };
  }
  doing(`learning ${name}`);
  // The limits of the command are those of the comparison; the plan is about the learner.
  const { maxSeconds: _, words: __, maxLength: ___, ...own } = options;
  const plan = await planOf(box, target, own);
  const started = performance.now();
  const seconds = (deadline - started) / 1000 / shares;
  const { automaton, statement, outcome, reason } = await learnLive(box, {
    createLearner: (setting) => createLearner(setting, plan.learnerOptions),
    tests: plan.tests,
    prices: plan.learnerOptions.prices,
    seed: plan.seed,
    recheck: plan.recheck,
    started,
    ...(Number.isFinite(seconds) && { maxSeconds: Math.max(0.001, seconds) }),
    signal,
  });
  if (outcome === "cancelled") throw new HankelError("cancelled", "cancelled");
  const unfinished = outcome === "accepted" ? "" : `Not finished: ${reason}. `;
  return { name, automaton, given: false, statement: `${unfinished}${statement}` };
}

/** Draws or writes both, and returns what has to be said about that. */
export async function writeAutomata(known: readonly [Known, Known], file: AutomataFile): Promise<string[]> {
  if (!("picture" in file)) {
    await writeAutomaton(known[0].automaton, file.left);
    await writeAutomaton(known[1].automaton, file.right);
    return [];
  }
  const pictures = known.map(({ automaton }) => pictureOf(automaton));
  const drawings = pictures.map(({ drawing }, i) => ({ drawing, caption: captionOf(known[i], i) }));
  const notes = pictures.flatMap(({ note }) => note ?? []);
  if (!file.png) {
    await writeText(file.picture, toSvgBeside(drawings));
    return notes;
  }
  const raster = await rasterize(toSvgBeside(drawings, { theme: "light", background: true }), 2, undefined);
  await writeText(file.picture, raster.png);
  return [...notes, ...(raster.note === undefined ? [] : [raster.note])];
}

function captionOf({ name, automaton }: Known, side: number): string {
  return `${side === 0 ? "left" : "right"}: ${name}, ${countOf(statesOf(automaton), "state")}`;
}
