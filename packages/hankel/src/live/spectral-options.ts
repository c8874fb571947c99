import { DEFAULT_FLOOR, HankelError, type Statistic, statisticNames } from "@hankel/core";
import { availableMemory } from "@hankel/teachers";
import { type Command, InvalidArgumentError } from "commander";
import { byteSize, count, givenFlags, optionsBelow, plainNumber, positive } from "../support/options.ts";
import { boxOnlyOptions } from "./open-box.ts";
import {
  addBoxOptions,
  breakLockOption,
  type LiveCommandOptions,
  refuseLockWithoutJournal,
} from "./options.ts";

/** The options of `hankel spectral`. */
export interface SpectralOptions extends LiveCommandOptions {
  readonly sample?: string;
  readonly statistics?: Statistic;
  readonly block?: "best" | number;
  readonly prefixes?: string;
  readonly suffixes?: string;
  readonly rows?: number;
  readonly columns?: number;
  readonly basisLength?: number;
  readonly rank?: number;
  readonly maxRank?: number;
  readonly threshold?: number;
  readonly heldOut?: string;
  readonly split?: number;
  readonly floor?: number;
  readonly maxQuestions?: number;
  /** In bytes. */
  readonly maxMemory?: number;
}

const BOXES = "Black boxes:";

export function addSpectralOptions(command: Command): void {
  addSampleOptions(command);
  addBlockOptions(command);
  addRankOptions(command);
  command
    .option(
      "--floor <x>",
      `weights of held-out words below this count as this (default: ${DEFAULT_FLOOR})`,
      positive,
    )
    .option(
      "--max-memory <size>",
      "how much memory a block may take: 512M, 2G (default: three quarters of the machine's)",
      byteSize,
    )
    .option("--seed <n>", "the seed of the decomposition and of --split (default: 1)", count(0));
  addBoxOptions(command);
}

function addSampleOptions(command: Command): void {
  const add = optionsBelow(command, "Samples:");
  add("--sample <file>", "learn from these words: PAutomaC, SPiCe, or a word on each line");
  add("--statistics <kind>", "what is counted in a sample (default: substring)", statisticNames);
}

/** What a black box is asked, and the rows and columns of the block. */
function addBlockOptions(command: Command): void {
  const add = optionsBelow(command, BOXES);
  add(
    "--block <kind>",
    "best: grow a block by asking; words:K: all words of at most K letters (default: best)",
    blockKind,
  );
  add("--max-questions <n>", "ask at most this many words", count(1));
  add("--journal <file>", "keep all answers in this file, and use those that are there");
  command
    .addOption(breakLockOption().helpGroup(BOXES))
    .option("--prefixes <file>", "the rows of the block, a word on each line")
    .option("--suffixes <file>", "the columns of the block, a word on each line")
    .option("--rows <n>", "at most this many rows (default: 1000 for samples, 300 for black boxes)", count(1))
    .option("--columns <n>", "at most this many columns (default: as for --rows)", count(1))
    .option(
      "--basis-length <n>",
      "rows and columns of a sample have at most this many letters (default: 20)",
      count(0),
    );
}

function addRankOptions(command: Command): void {
  const add = optionsBelow(command, "The rank:");
  add("--rank <r>", "this many states", count(1));
  add("--threshold <x>", "as many as there are singular values above this share of the largest", share);
  add("--held-out <file>", "as many as give these words the highest likelihood");
  add("--split <x>", "the same with this share of the sample, which is then not learned from", share);
  add("--max-rank <n>", "compute this many singular values (default: 100)", count(1));
}

/** Options that only make sense for one of the two sources. */
const SAMPLE_ONLY = ["statistics", "basisLength", "split"] as const;
const BOX_ONLY = ["block", "maxQuestions", "journal", "breakLock", "guide"] as const;

function uselessFor(source: "sample" | "box", options: SpectralOptions): string[] {
  if (source === "box") return givenFlags(options, SAMPLE_ONLY);
  // The symbols of a sample may be named, too.
  const boxOptions = boxOnlyOptions(options).filter((flag) => flag !== "--alphabet");
  return [...givenFlags(options, BOX_ONLY), ...boxOptions];
}

/** Refuses options that would have no effect, and those that contradict each other. */
export function refuseUselessOptions(options: SpectralOptions, source: "sample" | "box"): void {
  refuseLockWithoutJournal(options);
  const useless = uselessFor(source, options);
  if (useless.length > 0) {
    const what =
      source === "sample" ? "a black box, and this is a sample" : "a sample, and this is a black box";
    throw new HankelError("usage", `${useless.join(", ")}: only for ${what}`);
  }
  const chosen = givenFlags(options, ["rank", "threshold", "heldOut", "split"]);
  if (chosen.length > 1)
    throw new HankelError("usage", `${chosen.join(" and ")} both choose the rank; give one of them`);
  if ((options.prefixes === undefined) !== (options.suffixes === undefined)) {
    throw new HankelError(
      "usage",
      "--prefixes and --suffixes belong together: the rows and the columns of the block",
    );
  }
}

/** How many bytes a block may take. */
export function maxBytesOf({ maxMemory }: SpectralOptions): number {
  return maxMemory ?? Math.floor(0.75 * availableMemory());
}

function blockKind(text: string): "best" | number {
  if (text === "best") return "best";
  const length = /^words:(\d+)$/u.exec(text)?.[1];
  if (length !== undefined) return Number(length);
  throw new InvalidArgumentError("Expected best, or words:K with a number of letters.");
}

function share(text: string): number {
  const value = plainNumber(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError("Expected a number between 0 and 1.");
}
