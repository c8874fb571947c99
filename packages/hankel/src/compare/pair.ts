/** What `hankel compare` does with two targets of which one can only be asked: draws words and compares what both say. */

import { type Alphabet, boolean, type GroupWithZero, HankelError, machineOf } from "../index.ts";
import {
  type AnswerComparison,
  type Answerer,
  compareAnswers,
  compareModels,
  type ModelComparison,
} from "../learning.ts";
import { type BlackBox, isNextBox, nameOf, nextOfBox } from "../node.ts";
import { optionsForEach } from "../options/apply.ts";
import { readSettings } from "../options/settings.ts";
import type { Options } from "../options/table.ts";
import { inWords } from "../options/values.ts";
import { attemptAll, misuse } from "../support/failures.ts";
import { readAny } from "../support/input.ts";
import { type BoxOutput, type Opening, openRestricted, readingOf } from "../target/open.ts";
import { parseTarget, type Target } from "../target/target.ts";

/** A target that is open, and the options that are for it. */
export interface Opened {
  readonly target: Target;
  readonly options: Options;
  readonly box: BlackBox<unknown>;
}

export type Pair = readonly [Opened, Opened];

/** What runs and watches a comparison. */
export interface Comparing {
  readonly options: Options;
  readonly output: BoxOutput;
  readonly signal: AbortSignal;
  /** Is told how many words of each, or in all, were compared. */
  readonly progress: (words: number) => void;
  /** Is the time for drawing words over? */
  readonly enough: () => boolean;
}

/** How far apart two targets are. */
export type Comparison =
  | { readonly kind: "models"; readonly found: ModelComparison }
  | { readonly kind: "answers"; readonly found: AnswerComparison<unknown>; readonly box: BlackBox<unknown> };

/** The two targets that a command line names. Two programs have a `--` each. */
export function targetPair(
  files: readonly string[],
  program: readonly string[],
  named: Pick<Options, "with">,
): readonly [Target, Target] {
  const second = program.indexOf("--");
  if (files.length === 0 && second > 0)
    return [
      parseTarget(undefined, program.slice(0, second)),
      parseTarget(undefined, program.slice(second + 1)),
    ];
  const wanted = program.length > 0 ? 1 : 2;
  if (files.length !== wanted) {
    const got = files.length === 0 ? "nothing" : files.join(" ");
    const expected = program.length > 0 ? "one target in front of the program" : "two targets";
    throw misuse(`expected ${expected}, got ${got}`);
  }
  return [parseTarget(files[0], [], named), parseTarget(files[1], program, named)];
}

/** Opens both, and closes them when the work is done. An automaton file answers like the other one. */
export async function withPair<T>(
  targets: readonly [Target, Target],
  { options, output, signal }: Pick<Comparing, "options" | "output" | "signal">,
  work: (pair: Pair) => Promise<T>,
): Promise<T> {
  const settings = readSettings(
    options.with,
    targets.map(({ kind }) => kind),
  );
  const [left, right] = optionsForEach(options, targets);
  const opened: BlackBox<unknown>[] = [];
  const open = async (target: Target, own: Options, file: Opening["file"] = "weights"): Promise<Opened> => {
    const opening = { options: own, settings, output, signal };
    const box = await openRestricted(target, { ...opening, ...(target.kind === "file" && { file }) });
    opened.push(box);
    return { target, options: own, box };
  };
  const likeOther = ({ box }: Opened) => (isNextBox(box) ? "rows" : "weights");
  try {
    if (targets[0].kind === "file" && targets[1].kind !== "file") {
      const second = await open(targets[1], right);
      return await work([await open(targets[0], left, likeOther(second)), second]);
    }
    const alone = targets[0].kind === "file" ? await answersOfFile(targets[0], left) : undefined;
    const first = await open(targets[0], left, alone);
    return await work([first, await open(targets[1], right, likeOther(first))]);
  } finally {
    await attemptAll(opened.map((box) => async () => box.close?.()));
  }
}

/** What an automaton says where nothing else tells: an acceptor and a machine answer words, and others are distributions. */
async function answersOfFile({ path }: Target<"file">, options: Options): Promise<Opening["file"]> {
  const automaton = await readAny(path, readingOf(options));
  return isBoolean(automaton.algebra) || machineOf(automaton) !== undefined ? "weights" : "rows";
}

export function isBoolean(algebra: GroupWithZero<unknown>): boolean {
  return algebra.name === boolean.name;
}

/** Compares two targets that are open. */
export async function comparePair([left, right]: Pair, comparing: Comparing): Promise<Comparison> {
  const { options, output, signal, progress, enough } = comparing;
  const { words, seed, maxLength } = options;
  const drawing = { words, seed, maxLength, progress, enough: () => signal.aborted || enough() };
  refuseUnlike(left.box, right.box);
  tellSymbols(left.box, right.box, output);
  if (isNextBox(left.box) && isNextBox(right.box)) {
    const [first, second] = [left.box, right.box].map((box) =>
      nextOfBox({ ...box, weigh: (asked) => unlessStopped(() => box.weigh(asked, { signal }), signal) }),
    );
    return { kind: "models", found: await compareModels(first, second, drawing) };
  }
  const { kind } = left.box;
  const accepts =
    kind.name === "weights"
      ? (answer: unknown) => !kind.algebra.isZero(kind.weight?.(answer) ?? kind.algebra.zero)
      : undefined;
  const found = await compareAnswers(answerer(left.box, signal), answerer(right.box, signal), {
    ...drawing,
    equals: (a, b) => kind.equals(a, b),
    accepts,
  });
  return { kind: "answers", found, box: left.box };
}

function answerer(box: BlackBox<unknown>, signal: AbortSignal): Answerer<unknown> {
  const { alphabet, longest, kind } = box;
  return {
    alphabet,
    longest: longest ?? kind.longest,
    weigh: (words) => unlessStopped(() => box.weigh(words, { signal }), signal),
  };
}

/** A signal leaves the words so far, like a budget that is spent. */
async function unlessStopped<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted) throw new HankelError("budget", "stopped", { cause: error });
    throw error;
  }
}

/** Only answers of one kind can be compared. */
function refuseUnlike(left: BlackBox<unknown>, right: BlackBox<unknown>): void {
  const same = left.kind.name === right.kind.name && left.kind.algebra.name === right.kind.algebra.name;
  if (same && left.kind.title === right.kind.title) return;
  const told = [left, right].map((box) => `${nameOf(box)} ${saysOf(box)}`);
  throw misuse(`${told.join(", ")}: only answers of one kind can be compared`);
}

function saysOf({ kind }: BlackBox<unknown>): string {
  if (kind.name === "rows") return "says what comes next";
  if (kind.name === "runs") return `is ${kind.answerer}`;
  return `weighs words over ${kind.algebra.name}`;
}

/** Says which symbols only one of the two knows. */
function tellSymbols(left: BlackBox<unknown>, right: BlackBox<unknown>, output: BoxOutput): void {
  const only = (a: Alphabet, b: Alphabet) => a.symbols.filter((symbol) => b.letter(symbol) < 0);
  const [mine, theirs] = [only(left.alphabet, right.alphabet), only(right.alphabet, left.alphabet)];
  if (mine.length === 0 && theirs.length === 0) return;
  if (mine.length === left.alphabet.size || theirs.length === right.alphabet.size) {
    const sides = `${nameOf(left)} has ${some(mine)}, ${nameOf(right)} has ${some(theirs)}`;
    throw new HankelError("usage", `the two have no symbol in common: ${sides}`);
  }
  const told = [
    ...(mine.length > 0 ? [`only ${nameOf(left)} knows ${some(mine)}`] : []),
    ...(theirs.length > 0 ? [`only ${nameOf(right)} knows ${some(theirs)}`] : []),
  ];
  const then = isNextBox(left)
    ? "the other gives them probability 0"
    : "the words are made of the symbols that both know";
  output.report(`${told.join(", and ")}: ${then}`);
}

/** The most symbols that a message lists. */
const MOST_LISTED = 10;

function some(symbols: readonly string[]): string {
  const quoted = symbols.slice(0, MOST_LISTED).map((symbol) => JSON.stringify(symbol));
  const more = symbols.length - quoted.length;
  return inWords(more > 0 ? [...quoted, `${more} more`] : quoted);
}
