import {
  savings as allSavings,
  type CounterexampleUse,
  equivalenceUsages,
  type LearnerName,
  type LearnOptions,
  type SavingName,
} from "@hankel/core";
import { type Command, InvalidArgumentError, Option } from "commander";
import { count, positive } from "../support/options.ts";

/** The options that make a learner. */
export interface LearnerCommandOptions {
  readonly learner?: LearnerName;
  readonly counterexamples?: CounterexampleUse;
  readonly savings?: readonly SavingName[];
}

/** The same for the library: without the other options of the command line. */
export function learnerOptions(options: LearnerCommandOptions): LearnOptions<unknown> {
  const { learner, counterexamples, savings } = options;
  return {
    ...(learner && { learner }),
    ...(counterexamples && { counterexamples }),
    ...(savings && { savings }),
  };
}

/** The options of a run whose target is more than a file. */
export interface LiveCommandOptions {
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
  readonly equivalence?: string;
  readonly journal?: string;
  readonly warm?: string[];
  readonly events?: string;
  readonly certificate?: string;
  readonly seed?: number;
  readonly repeat?: number;
  readonly onConflict?: "stop" | "keep-first" | "majority";
  readonly recheck?: number;
}

/** Where a black box is, for every command that asks one. */
export function addBoxOptions(command: Command): void {
  command
    .option("--url <url>", "a server that takes the questions by POST")
    .option("--module <file>", "a JavaScript or TypeScript file that exports alphabet, semifield and weigh")
    .option(
      "--workers <n>",
      "copies of the program, threads, or requests at once (default: 1, --url: 4)",
      count(1),
    )
    .option("--batch <n>", "words in a request at most (default: 1000)", count(1))
    .option("--timeout <s>", "how long a request may take, in seconds (default: 60)", positive)
    .option("--start-timeout <s>", "how long it may take to start, in seconds (default: 300)", positive)
    .option("--token-env <name>", "the environment variable that holds the bearer token for --url")
    .option("--semifield <name>", "the semifield expected, or that of --ask-me")
    .option("--alphabet <symbols>", "only these symbols, in this order, or those of --ask-me")
    .option("--tolerance <x>", "how far apart equal real or log weights may be (default: 1e-9)", tolerance);
}

export function addLiveOptions(command: Command): void {
  addBoxOptions(command);
  command
    .option("--ask-me", "you are the black box: questions at the terminal")
    .option("--equivalence <tests>", "how conjectures are tried, joined by + (see below)")
    .option("--journal <file>", "write every answer down; goes on where it broke off when the file exists")
    .option("--warm <file>", "take the answers of another journal along (may be given again)", collected)
    .option("--events <file>", "write everything that happens as JSON lines")
    .option("--certificate <file>", "write why it cannot be smaller, for hankel check")
    .option("--seed <n>", "another seed, other random words (default: 1)", count(0))
    .option("--repeat <n>", "ask each word so often, and use the majority or the mean", count(1))
    .addOption(
      new Option("--on-conflict <rule>", "when a word has different answers (default: stop)").choices([
        "stop",
        "keep-first",
        "majority",
      ]),
    )
    .option("--recheck <n>", "ask so many answered words again at each conjecture (default: 8)", count(0));
}

/** The tests of conjectures, for a help text. */
export function equivalenceHelp(): string {
  const width = Math.max(...equivalenceUsages.map(({ usage }) => usage.length)) + 2;
  const lines = equivalenceUsages.map(({ usage, about }) => `  ${usage.padEnd(width)}${about}`);
  return `\nTests of conjectures (default: box where the target can, else ${DEFAULT_EQUIVALENCE}):\n${lines.join("\n")}`;
}

/** Without a word from the user: cheap, finds most of what can be found, and ends in a statement. */
export const DEFAULT_EQUIVALENCE = "walk:200+pac:0.01,0.01";
export const DEFAULT_RECHECK = 8;

/** The savings of the tree learner, by name. */
export function savingNames(text: string): readonly SavingName[] {
  const names = text === "none" ? [] : text.split(",");
  if (names.every((name) => Object.hasOwn(allSavings, name))) return names as SavingName[];
  throw new InvalidArgumentError(`Expected none, or some of ${Object.keys(allSavings).join(",")}.`);
}

/** An option that may be given several times. */
function collected(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function tolerance(text: string): number {
  const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value < 1) return value;
  throw new InvalidArgumentError("Expected a number from 0 up to 1.");
}
