import {
  type AnyLearnerName,
  type Classes,
  type CounterexampleUse,
  checkPrices,
  defaultPrices,
  equivalenceUsages,
  freeGroup,
  HankelError,
  type LearnOptions,
  type Prices,
  parseClasses,
  type SoftOptions,
} from "@hankel/core";
import { type Command, InvalidArgumentError, Option } from "commander";
import { count, plainNumber, positive } from "../support/options.ts";
import { addFleetOptions, type FleetCommandOptions } from "./fleet-options.ts";
import { addNetworkOptions, type NetworkCommandOptions } from "./network-options.ts";

/** Options of the learner. */
export interface LearnerCommandOptions {
  readonly learner?: AnyLearnerName;
  readonly counterexamples?: CounterexampleUse;
  readonly wordCost?: number;
  readonly letterCost?: number;
  readonly rankTolerance?: number;
}

/** The options of the learner, for the library. */
export function learnerOptions(
  options: LearnerCommandOptions,
): LearnOptions<unknown> & { readonly prices: Prices } {
  const { learner, counterexamples, wordCost, letterCost, rankTolerance: rank } = options;
  const { word, letter } = defaultPrices;
  return {
    prices: checkPrices({ word: wordCost ?? word, letter: letterCost ?? letter }),
    ...(learner && { learner }),
    ...(counterexamples && { counterexamples }),
    ...(rank !== undefined && { rankTolerance: rank }),
  };
}

/** What the learner of distributions takes from the options of a run. */
export function softOptions({ tolerance, maxStates, seed = 1 }: LearnCommandOptions): SoftOptions {
  return {
    seed,
    ...(tolerance !== undefined && { tolerance }),
    ...(maxStates !== undefined && { maxStates }),
  };
}

/** An option of one learner has no effect on another, so it is refused there. */
export function refuseForeignOptions(
  learner: string,
  { counterexamples, rankTolerance: rank }: LearnerCommandOptions,
): void {
  const foreign = [
    counterexamples !== undefined && learner !== "table" && "--counterexamples is the table's",
    rank !== undefined && learner !== "multiplicity" && "--rank-tolerance is the multiplicity learner's",
  ].find((message) => message !== false);
  if (foreign !== undefined) throw new HankelError("usage", `${foreign}, and the learner is ${learner}`);
}

/** Options of a live run. */
export interface LiveCommandOptions extends NetworkCommandOptions, FleetCommandOptions {
  readonly url?: string;
  readonly module?: string;
  readonly askMe?: true;
  readonly workers?: number;
  readonly batch?: number;
  readonly timeout?: number;
  readonly startTimeout?: number;
  readonly tokenEnv?: string;
  readonly semifield?: string;
  readonly alphabet?: string;
  readonly tolerance?: number;
  readonly guide?: string;
  readonly classes?: Classes;
  readonly equivalence?: string;
  readonly journal?: string;
  readonly breakLock?: true;
  readonly warm?: string[];
  readonly events?: string;
  readonly certificate?: string;
  readonly seed?: number;
  readonly repeat?: number;
  readonly onConflict?: "stop" | "keep-first" | "majority";
  readonly recheck?: number;
}

/** The options of `hankel learn`. */
export interface LearnCommandOptions extends LiveCommandOptions, LearnerCommandOptions {
  readonly maxStates?: number;
  readonly curve?: string;
  readonly evaluate?: number;
  readonly maxQuestions?: number;
  readonly maxSeconds?: number;
  /** In bytes. */
  readonly maxMemory?: number;
  readonly out?: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly show?: true;
}

/** Adds the options that say where the black box is. */
export function addBoxOptions(command: Command): void {
  addLocalBoxOptions(command);
  addFleetOptions(command);
}

/** Adds the options of boxes that this machine asks itself. */
export function addLocalBoxOptions(command: Command): void {
  command
    .option("--url <url>", "a server that answers POST requests")
    .option(
      "--module <file>",
      "a JavaScript or TypeScript file that exports alphabet, and semifield and weigh, or machine and run, or next",
    )
    .option(
      "--workers <n>",
      "copies of the program, threads, or requests at once (default: 1, for servers 4)",
      count(1),
    )
    .option(
      "--batch <n>",
      "words in one request (default: as many as suit its times, at most 1000)",
      count(1),
    )
    .option("--timeout <s>", "how long a request may take, in seconds (default: 60)", positive)
    .option("--start-timeout <s>", "how long it may take to start, in seconds (default: 300)", positive)
    .option("--token-env <name>", "the environment variable that holds the token for --url or --openai")
    .option("--semifield <name>", "the semifield that the target must have, or the one for --ask-me")
    .option(
      "--alphabet <symbols>",
      "use only these symbols, in this order; the symbols for --ask-me and --openai",
    )
    .option(
      "--tolerance <x>",
      "how far apart equal floating-point weights may be (default: 1e-9); of a language model, the futures of a state",
      tolerance,
    )
    .option(
      "--guide <language>",
      "of a language model: only words of this language, an expression or the file of an automaton",
    );
  addNetworkOptions(command);
}

/** How a language model becomes a Moore machine. */
export function classesOption(): Option {
  return new Option(
    "--classes <kind>",
    "of a language model: learn the Moore machine of its classes, bins:10 or top:3",
  ).argParser(parseClasses);
}

export function addLiveOptions(command: Command): void {
  addBoxOptions(command);
  command
    .addOption(classesOption())
    .option("--ask-me", "you are the black box: questions at the terminal")
    .option("--equivalence <tests>", "how to test conjectures: tests joined by + (see below)")
    .option("--journal <file>", "keep all answers in this file; resume the run if it exists")
    .addOption(breakLockOption())
    .option("--warm <file>", "use the answers of another journal too (may be repeated)", collected)
    .option("--events <file>", "write every event of the run as JSON lines; a resumed run appends")
    .option("--certificate <file>", "write a proof that no smaller automaton exists, for hankel check")
    .option("--seed <n>", "the seed for random test words (default: 1)", count(0))
    .option("--repeat <n>", "ask each word n times, and use the majority or the mean", count(1))
    .addOption(
      new Option(
        "--on-conflict <rule>",
        "what to do when a word has different answers (default: stop)",
      ).choices(["stop", "keep-first", "majority"]),
    )
    .option("--recheck <n>", "ask n answered words again at each conjecture (default: 8)", count(0));
}

/** Journals in use by processes that cannot be seen. */
export function breakLockOption(): Option {
  return new Option(
    "--break-lock",
    "take the journal over from a process of another machine or container, which cannot be seen from here: make sure " +
      "that it has ended, or both may write to the journal for a while",
  );
}

/** There is a lock only where there is a journal. */
export function refuseLockWithoutJournal({ journal, breakLock }: LiveCommandOptions): void {
  if (breakLock && journal === undefined)
    throw new HankelError("usage", "--break-lock is about the lock of a journal; name it with --journal");
}

/** The part of the help about tests of conjectures. */
export function equivalenceHelp(): string {
  const width = Math.max(...equivalenceUsages.map(({ usage }) => usage.length)) + 2;
  const lines = equivalenceUsages.map(({ usage, about }) => `  ${usage.padEnd(width)}${about}`);
  return `\nTests of conjectures:\n${lines.join("\n")}\n\n${DEFAULTS}`;
}

/** Every state is tried by short words, counterexamples of a few letters first; then come long words. */
export const DEFAULT_EQUIVALENCE = "short:500+states:5+loops:100+walk:200";
/** An answer of a machine shows the outputs along the whole word, so a word takes many detours at little cost. */
export const MACHINE_EQUIVALENCE = "walk:50+loops:50+states:25";

const DEFAULTS = `Default tests, for n states and k letters:
  box where the target finds counterexamples itself
  ${MACHINE_EQUIVALENCE} for machines: 50 walks, 50 words with loops; 25·n·k detours, at least 500, of about 6
    letters each; a word takes several
  ${DEFAULT_EQUIVALENCE} for all others: 5·n·k words, at least 500, 800 more at most, and
    the identifying suffixes behind n·k arcs
They prove nothing. wp:1 or wp:2 does, for a language with few states more; the limits --max-questions,
--max-seconds and --max-memory hold for tests, too.`;

/** The tests of conjectures for a target that cannot find counterexamples itself. */
export function defaultEquivalence(semifield: string): string {
  return semifield === freeGroup.name ? MACHINE_EQUIVALENCE : DEFAULT_EQUIVALENCE;
}

export const DEFAULT_RECHECK = 8;

/** Collects the values of an option that may be repeated. */
function collected(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** A threshold between 0 and 1. */
export function rankTolerance(text: string): number {
  const value = plainNumber(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError("Expected a number between 0 and 1, and neither of them.");
}

function tolerance(text: string): number {
  const value = plainNumber(text);
  if (value >= 0 && value < 1) return value;
  throw new InvalidArgumentError("Expected a number from 0 up to 1.");
}
