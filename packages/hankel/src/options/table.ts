/**
 * The options of the commands that have a target: one table. What is parsed, the types of the values, the pages of help, the files that are
 * checked and the sentence when an option does not apply all follow from it. Each option has one meaning in all commands.
 */

import { InvalidArgumentError } from "commander";
import { formatByEnding } from "../index.ts";
import type { KindName } from "../internal/core.ts";
import { realFile } from "../internal/files.ts";
import { parseClasses } from "../learning.ts";
import { DEFAULT_FLOOR, statisticNames } from "../spectral.ts";
import type { TargetKind } from "../target/target.ts";
import { learnerChoice } from "./learner-choice.ts";
import { settings, splitSetting } from "./settings.ts";
import { byteSize, count, nearness, notNegative, oneOf, positive, share } from "./values.ts";

/** The commands that have a target. */
export type CommandName = "learn" | "spectral" | "evaluate" | "worker" | "check" | "fleet";

/** The pages of `hankel help`. */
export const topics = {
  targets: "what can be learned, and its options",
  learners: "the learners and their options",
  tests: "how conjectures are tested, and noise",
  budgets: "limits, journals and other files of a run",
  networks: "networks and language models",
  fleets: "workers on many machines",
} as const;

export type Topic = keyof typeof topics;

/** What the target answers with, or the learner is given: weights of words, runs of a machine, or rows of distributions. */
export type Answers = KindName;

/** What an option does with the file that it names. */
export type FileUse = "read" | "replaced" | "grown";

/** The files that the value of an option names. */
type Files = FileUse | ((value: string, command: string) => readonly { path: string; use: FileUse }[]);

/** What decides what to do instead. */
export interface Instead {
  readonly learned: Answers | undefined;
  /** Is `--classes` given? */
  readonly classes: boolean;
}

interface Entry<V> {
  /** As commander has it. */
  readonly flags: string;
  /** One line of help. */
  readonly about: string;
  /** Which commands have it, and where it is explained: in their own help or in a topic. */
  readonly in: Readonly<Partial<Record<CommandName, "help" | Topic>>>;
  /** How its value is read; a text unless given. Flags have none. */
  readonly read?: (text: string) => V;
  /** May it be repeated? Then the values are collected. */
  readonly repeated?: true;
  readonly requiredIn?: CommandName;
  readonly files?: Files;

  /** What it is for, in words, where the lists below do not say it well. */
  readonly for?: string;
  /** The kinds of target that it belongs to; all unless given. */
  readonly targets?: readonly TargetKind[];
  /** What the target must answer with. */
  readonly box?: readonly Answers[];
  /** What the learner must be given: under --classes and --learner that is not what the target answers with. */
  readonly learned?: readonly Answers[];
  /** The learner that has no use for it. */
  readonly notFor?: "soft";
  /** What to do where it does not apply. */
  readonly instead?: (facts: Instead) => string;
  /** Does it make the run on an automaton file one with a memory, tests or events? */
  readonly live?: true;
}

const all = (where: "help" | Topic) => ({
  learn: where,
  spectral: where,
  evaluate: where,
  worker: where,
  check: where,
});

/** An option with a value that is read. */
function value<V>(
  flags: string,
  about: string,
  read: (text: string) => V,
  rest: Omit<Entry<V>, "flags" | "about" | "read">,
) {
  return { flags, about, read, ...rest } satisfies Entry<V>;
}

/** An option whose value is a text. */
function text(flags: string, about: string, rest: Omit<Entry<string>, "flags" | "about" | "read">) {
  return { flags, about, read: (given: string) => given, ...rest } satisfies Entry<string>;
}

/** An option that may be repeated. */
function texts(
  flags: string,
  about: string,
  rest: Omit<Entry<string[]>, "flags" | "about" | "read" | "repeated">,
) {
  return {
    flags,
    about,
    read: (given: string): string[] => [given],
    repeated: true as const,
    ...rest,
  } satisfies Entry<string[]>;
}

/** An option without a value. */
function flag(flags: string, about: string, rest: Omit<Entry<true>, "flags" | "about" | "read">) {
  return { flags, about, read: (): true => true, ...rest } satisfies Entry<true>;
}

const ASKED = ["program", "module", "http", "openai", "onnx"] as const;
const NOT_A_SAMPLE = [...ASKED, "fleet", "me", "file"] as const;
const CAN_BE_ASKED = "targets that can be asked";
const OWN_BOXES = "black boxes that this machine asks itself";

const weightsInstead = () => "leave it out, or learn the weights with --learner tree";
const distributionsInstead = ({ classes }: Instead) =>
  classes ? "leave --classes out" : "--learner soft learns it so, if it says what comes next";

/** Every option, under the name by which its value is kept. */
export const table = {
  out: text("-o, --out <file>", "where the automaton goes (default: standard output; with --json nowhere)", {
    in: { learn: "help", spectral: "help" },
    files: "replaced",
  }),
  learner: value(
    "--learner <name>",
    "how to learn: tree, table, … (default: what suits the target)",
    learnerChoice,
    {
      in: { learn: "help" },
    },
  ),
  equivalence: text("--equivalence <tests>", "how to test conjectures: tests joined by +", {
    in: { learn: "help" },
    files: (tests) =>
      tests
        .split("+")
        .flatMap((part) => (part.startsWith("words:") ? [{ path: part.slice(6), use: "read" }] : [])),
    learned: ["weights", "runs"],
    for: "weights and machines, whose answers tests compare",
    instead: weightsInstead,
    live: true,
  }),
  workers: value(
    "--workers <n>",
    "copies of the program, threads, or requests at once (default: 1 or 4)",
    count(1),
    {
      in: { ...all("targets"), learn: "help", worker: "help" },
      targets: ASKED,
      for: OWN_BOXES,
    },
  ),
  journal: text("--journal <file>", "keep all answers in this file, and go on from those that are there", {
    in: { learn: "help", spectral: "help" },
    // Answers that wait for earlier ones are kept beside a journal, whatever link names it.
    files: (path) => [path, `${realFile(path)}.early`].map((kept) => ({ path: kept, use: "grown" })),
    targets: NOT_A_SAMPLE,
    for: CAN_BE_ASKED,
    live: true,
  }),
  maxQuestions: value("--max-questions <n>", "ask at most this many words in all", count(0), {
    in: { learn: "help", spectral: "help" },
    targets: NOT_A_SAMPLE,
    for: CAN_BE_ASKED,
  }),
  maxSeconds: value("--max-seconds <n>", "stop so long after the start of the command", positive, {
    in: { learn: "help" },
  }),
  maxStates: value(
    "--max-states <n>",
    "stop when the automaton would have more states (multiplicity: a higher rank)",
    count(0),
    {
      in: { learn: "budgets" },
      notFor: "soft",
      for: "learners that stop there",
      instead: () => "--learner soft:states=10 learns the best automaton of at most 10 states",
    },
  ),
  maxMemory: value(
    "--max-memory <size>",
    "take at most this much memory: 512M, 2G (default: what there is to spare)",
    byteSize,
    {
      in: { learn: "budgets", spectral: "help" },
    },
  ),
  warm: texts("--warm <file>", "use the answers of another journal, too (may be repeated)", {
    in: { learn: "budgets" },
    files: "read",
    live: true,
  }),
  events: text("--events <file>", "write every event of the run as JSON lines; a resumed run appends", {
    in: { learn: "budgets" },
    files: "grown",
    live: true,
  }),
  certificate: text(
    "--certificate <file>",
    "a proof that no smaller automaton exists: learn writes it, check verifies it",
    {
      in: { learn: "tests", check: "help" },
      requiredIn: "check",
      files: (path, command) => [{ path, use: command === "check" ? "read" : "replaced" }],
      learned: ["weights", "runs"],
      for: "weights and machines",
      instead: weightsInstead,
      live: true,
    },
  ),
  seed: value("--seed <n>", "another seed, other random words (default: 1)", count(0), {
    in: { learn: "tests", spectral: "help", evaluate: "help" },
  }),
  repeat: value("--repeat <n>", "ask each word n times, and use the majority or the mean", count(1), {
    in: { learn: "tests" },
    live: true,
  }),
  onConflict: value(
    "--on-conflict <rule>",
    "if answers differ: stop, keep-first or majority (default: stop)",
    oneOf(["stop", "keep-first", "majority"]),
    { in: { learn: "tests" }, live: true },
  ),
  recheck: value("--recheck <n>", "ask n answered words again at each conjecture (default: 8)", count(0), {
    in: { learn: "tests" },
    live: true,
  }),
  cost: value(
    "--cost <word,letter>",
    "the price of a question and of each letter of it (default: 1,1)",
    prices,
    {
      in: { learn: "learners" },
    },
  ),
  with: texts("--with <name=value>", "an option of this kind of target (may be repeated)", {
    in: { ...all("targets"), fleet: "help" },
    targets: [...ASKED, "fleet"],
    for: "black boxes",
    files: (given) => {
      const [name, path] = splitSetting(given);
      const isFile = Object.entries(settings).some(([known, one]) => known === name && "file" in one);
      return isFile ? [{ path, use: "read" }] : [];
    },
  }),
  alphabet: text("--alphabet <symbols>", `use these symbols, in this order: "a b", or a JSON array`, {
    in: all("targets"),
    targets: [...ASKED, "fleet", "me", "sample"],
    for: "black boxes and samples",
  }),
  semifield: text(
    "--semifield <name>",
    "the semifield of the weights, where the target names none (an att file, me); checked where it does",
    {
      in: all("targets"),
      targets: ["program", "module", "http", "fleet", "me", "file"],
      for: "targets that weigh words",
      box: ["weights"],
    },
  ),
  tolerance: value(
    "--tolerance <x>",
    "how far apart equal floating-point weights may be (default: 1e-9)",
    nearness,
    {
      in: all("targets"),
      learned: ["weights"],
      for: "floating-point weights",
      instead: ({ learned }) =>
        learned === "rows"
          ? "--learner soft:distance=0.1 says how near the futures of a state are"
          : "leave it out",
    },
  ),
  timeout: value("--timeout <s>", "how long a request may take, in seconds (default: 60)", positive, {
    in: all("targets"),
    targets: [...ASKED, "fleet"],
    for: "black boxes",
  }),
  guide: text("--guide <language>", "only words of this language: an expression, or an automaton file", {
    in: all("networks"),
    files: (language) => (formatByEnding(language) === undefined ? [] : [{ path: language, use: "read" }]),
    targets: NOT_A_SAMPLE,
    box: ["rows"],
    for: "language models",
    live: true,
  }),
  classes: value(
    "--classes <kind>",
    "learn the Moore machine of its classes, bins:10 or top:3",
    parseClasses,
    {
      in: { learn: "networks", check: "networks" },
      box: ["rows"],
      for: "language models",
      live: true,
    },
  ),
  curve: text("--curve <file>", "how near every number of states comes, as .csv, .json, .svg or .png", {
    in: { learn: "networks" },
    files: "replaced",
    learned: ["rows"],
    for: "language models learned as distributions",
    instead: distributionsInstead,
    live: true,
  }),
  evaluate: value(
    "--evaluate <n>",
    "judge the result by n fresh words of the target (default: 200 or 50; 0: no)",
    count(0),
    {
      in: { learn: "networks" },
      learned: ["rows"],
      for: "language models learned as distributions",
      instead: distributionsInstead,
      live: true,
    },
  ),
  show: flag("--show", "explain every step on standard error: questions, matrix, hypotheses", {
    in: { learn: "help" },
  }),
  json: flag("--json", "print the figures as a JSON object on standard output", {
    in: { learn: "help", spectral: "help", evaluate: "help", check: "help", fleet: "help" },
  }),
  quiet: flag("-q, --quiet", "no progress and no remarks on standard error", {
    in: { learn: "help", spectral: "help", evaluate: "help", worker: "help" },
  }),

  id: text(
    "--id <name>",
    "the name of the worker, which no other has (default: the host's, and something random)",
    {
      in: { worker: "help" },
    },
  ),
  fingerprint: text("--fingerprint <text>", "refused if another worker's is different: a version, a hash", {
    in: { worker: "help" },
  }),
  watch: value("--watch [s]", "look again every few seconds (default: 2), until Ctrl-C", positive, {
    in: { fleet: "help" },
  }),
  wait: value("--wait <s>", "how long to wait for answers (default: 0.5)", positive, {
    in: { fleet: "help" },
  }),

  words: value("--words <n>", "how many words to draw from the target (default: 1000)", count(1), {
    in: { evaluate: "help" },
  }),
  k: value("-k <n>", "how many symbols of a ranking NDCG looks at (default: 5)", count(1), {
    in: { evaluate: "help" },
  }),
  maxLength: value("--max-length <n>", "cut words off after this many letters (default: 200)", count(1), {
    in: { evaluate: "help" },
  }),
  truth: text("--truth <automaton>", "judge the target itself: how well has it learned this distribution?", {
    in: { evaluate: "help" },
    files: "read",
  }),
  solution: text(
    "--solution <file>",
    "the true probabilities of the sample, as in PAutomaC: a number on each line",
    {
      in: { evaluate: "help" },
      files: "read",
    },
  ),

  sample: text("--sample <file>", "these words: a sample of PAutomaC or SPiCe, or a word on each line", {
    in: { spectral: "help", evaluate: "help" },
    files: "read",
  }),
  floor: value(
    "--floor <x>",
    `where words are judged, weights below this count as this (default: ${DEFAULT_FLOOR})`,
    positive,
    {
      in: { spectral: "help", evaluate: "help" },
    },
  ),
  statistics: value(
    "--statistics <kind>",
    "what is counted: string, prefix, substring (default: substring)",
    oneOf(statisticNames),
    {
      in: { spectral: "help" },
      targets: ["sample"],
    },
  ),
  basisLength: value(
    "--basis-length <n>",
    "rows and columns of a sample have at most so many letters (default: 20)",
    count(0),
    {
      in: { spectral: "help" },
      targets: ["sample"],
    },
  ),
  suffixes: text("--suffixes <file>", "the columns of the block, a word on each line", {
    in: { spectral: "help" },
    files: "read",
  }),
  rows: value("--rows <n>", "at most this many rows (default: 1000 for samples, else 300)", count(1), {
    in: { spectral: "help" },
  }),
  columns: value("--columns <n>", "at most this many columns (default: as for --rows)", count(1), {
    in: { spectral: "help" },
  }),
  rank: value("--rank <r>", "this many states", count(1), { in: { spectral: "help" } }),
  threshold: value(
    "--threshold <x>",
    "as many as there are singular values above this share of the largest",
    share,
    {
      in: { spectral: "help" },
    },
  ),
  heldOut: text("--held-out <file>", "as many as give these words the highest likelihood", {
    in: { spectral: "help" },
    files: "read",
  }),
  split: value(
    "--split <x>",
    "the same with this share of the sample, which is then not learned from",
    share,
    {
      in: { spectral: "help" },
      targets: ["sample"],
    },
  ),
  block: value(
    "--block <kind>",
    "best: grown by asking; words:K: all words of up to K letters (default: best)",
    blockKind,
    {
      in: { spectral: "help" },
      targets: NOT_A_SAMPLE,
      for: CAN_BE_ASKED,
    },
  ),
  prefixes: text("--prefixes <file>", "the rows of the block, a word on each line", {
    in: { spectral: "help" },
    files: "read",
  }),
  maxRank: value("--max-rank <n>", "compute this many singular values (default: 100)", count(1), {
    in: { spectral: "help" },
  }),
  spectrum: text("--spectrum <file>", "the singular values, as .csv, .json, .svg or .png", {
    in: { spectral: "help" },
    files: "replaced",
  }),
};

export type OptionName = keyof typeof table;

/** The values of the options that a command line gives. `--watch` may stand without its value. */
export type Options = {
  readonly [N in Exclude<OptionName, "watch">]?: ReturnType<(typeof table)[N]["read"]>;
} & { readonly watch?: number | true };

/** Is this the name of an option of the table? */
export function isOption(name: string): name is OptionName {
  return Object.hasOwn(table, name);
}

/** An option of the table, whatever its value is. */
export const entryOf = (name: OptionName): Entry<unknown> => table[name];

/** The names of the options that a command has, in the order of the table. */
export function optionsOf(command: CommandName): OptionName[] {
  return (Object.keys(table) as OptionName[]).filter((name) => entryOf(name).in[command] !== undefined);
}

/** An option as people write it: `--max-states`. */
export function flagOf(name: OptionName): string {
  const { flags } = table[name];
  return /--[\w-]+/u.exec(flags)?.[0] ?? /^-\w/u.exec(flags)?.[0] ?? flags;
}

/** The prices of a word and of a letter. */
function prices(text: string): { readonly word: number; readonly letter: number } {
  const parts = text.split(",");
  if (parts.length !== 2)
    throw new InvalidArgumentError("Expected two prices, of a word and of a letter, as in 1,0.5.");
  const [word, letter] = parts.map(notNegative);
  return { word, letter };
}

function blockKind(text: string): "best" | number {
  if (text === "best") return "best";
  const length = /^words:(\d+)$/u.exec(text)?.[1];
  if (length !== undefined) return Number(length);
  throw new InvalidArgumentError("Expected best, or words:K with a number of letters.");
}
