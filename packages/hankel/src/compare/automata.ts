/** The automata of two targets, beside each other: learned, unless a target is an automaton file. */

import { pictureOf } from "../draw/picture.ts";
import { loadRasterizer, rasterize } from "../draw/raster.ts";
import { toSvgBeside } from "../formats.ts";
import { type Automaton, HankelError, type Outcome } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { planOf } from "../learn/plan.ts";
import { createLearner } from "../learning.ts";
import { type LiveOptions, learnLive, nameOf } from "../node.ts";
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
  /** What a run has established of it; empty if it was read. */
  readonly statement: string;
  /** Why it was not learned to the end: it may be anything then. */
  readonly unfinished: HankelError | undefined;
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

/** How automata are learned. */
interface Learning {
  readonly signal: AbortSignal;
  /** The time limit of a run, when so many automata are still to be learned, this one included. */
  readonly time: (left: number) => Pick<LiveOptions<unknown>, "started" | "maxSeconds">;
  readonly doing: (what: string) => void;
}

/** Both have the time of the command, which began then: whoever needs both has nothing of one. */
export function sameTime(started: number, maxSeconds: number | undefined): Learning["time"] {
  return () => ({ started, maxSeconds });
}

/** What is left of the time is shared between those that are learned. It ends at the deadline, by `performance.now`. */
export function sharedTime(deadline: number): Learning["time"] {
  if (!Number.isFinite(deadline)) return () => ({});
  return (left) => {
    const started = performance.now();
    const seconds = (deadline - started) / 1000 / left;
    return { started, maxSeconds: Math.max(0.001, Number(seconds.toFixed(3))) };
  };
}

/** The automata of both, one after the other. */
export async function automataOf(pair: Pair, run: Learning): Promise<readonly [Known, Known]> {
  const [left, right] = pair;
  const first = await automatonOf(left, run, right.target.kind === "file" ? 1 : 2);
  return [first, await automatonOf(right, run, 1)];
}

async function automatonOf(
  { target, options, box }: Opened,
  { signal, time, doing }: Learning,
  left: number,
): Promise<Known> {
  const name = target.kind === "program" ? [target.command, ...target.args].join(" ") : nameOf(box);
  if (target.kind === "file") {
    const automaton = await readAny(target.path, readingOf(options));
    return { name, automaton, given: true, statement: "", unfinished: undefined };
  }
  doing(`learning ${name}`);
  // The limits of the command are those of the comparison; the plan is about the learner.
  const { maxSeconds: _, words: __, maxLength: ___, ...own } = options;
  const plan = await planOf(box, target, own);
  const { automaton, statement, outcome, reason, error } = await learnLive(box, {
    createLearner: (setting) => createLearner(setting, plan.learnerOptions),
    tests: plan.tests,
    prices: plan.learnerOptions.prices,
    seed: plan.seed,
    recheck: plan.recheck,
    repeat: plan.repeat,
    onConflict: plan.onConflict,
    ...time(left),
    signal,
  });
  if (outcome === "cancelled") throw new HankelError("cancelled", "cancelled");
  const unfinished = outcome === "accepted" ? undefined : errorOf(outcome, reason, error);
  return { name, automaton, given: false, statement, unfinished };
}

/** Why a run was not accepted, as an error, whose code is that with which `hankel learn` ends. */
function errorOf(outcome: Outcome, reason: string, error: unknown): HankelError {
  if (outcome === "budget") return new HankelError("budget", reason, { cause: error });
  return new HankelError(error instanceof HankelError ? error.code : "teacher", reason, { cause: error });
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
