/**
 * The options of the commands that have a target: one table. What is parsed, the types of the values, the pages of help, the files that are
 * checked and the sentence when an option does not apply all follow from it. Each option has one meaning in all commands.
 */

import { InvalidArgumentError } from "commander";
import { formatByEnding, type Kind } from "../index.ts";
import { realFile } from "../internal/files.ts";
import { type LogFormat, logFormats, type MeasureName, parseClasses } from "../learning.ts";
import { DEFAULT_FLOOR, statisticNames } from "../spectral.ts";
import type { TargetKind } from "../target/target.ts";
import { type Declared, THREADS } from "./files.ts";
import { learnerChoice } from "./learner-choice.ts";
import { splitSetting } from "./setting-text.ts";
import { isFileSetting } from "./settings.ts";
import {
  byteSize,
  count,
  flagFor,
  lessThanHalf,
  nearness,
  notNegative,
  oneOf,
  positive,
  share,
  splitReadAs,
} from "./values.ts";

/** What a target answers with. */
export type KindName = Kind<unknown>["name"];

/** The commands that have a target. */
export type CommandName =
  | "learn"
  | "infer"
  | "anomalies"
  | "spectral"
  | "evaluate"
  | "compare"
  | "diff"
  | "worker"
  | "check"
  | "test"
  | "try"
  | "fleet";

/** The pages of `hankel help`. */
export const topics = {
  targets: "what can be learned, and its options",
  learners: "the learners and their options",
  tests: "how conjectures are tested, and noise",
  budgets: "limits, journals and other files of a run",
  networks: "networks and language models",
  logs: "logs: their formats and columns",
  fleets: "workers on many machines",
} as const;

export type Topic = keyof typeof topics;

/** What decides what to do instead. */
export interface Instead {
  readonly learned: KindName | undefined;
  /** Is `--classes` given? */
  readonly classes: boolean;
}

interface Entry<V> extends Pick<Declared<V>, "form" | "about" | "repeated" | "files"> {
  /** Which commands have it, and where it is explained: in their own help or in a topic. */
  readonly in: Readonly<Partial<Record<CommandName, "help" | Topic>>>;
  /** How its value is read. */
  readonly read: (text: string) => V;
  readonly requiredIn?: CommandName;

  /** What it is for, in words, where the lists below do not say it well. */
  readonly for?: string;
  /** The kinds of target that it belongs to; all unless given. */
  readonly targets?: readonly TargetKind[];
  /** What the target must answer with. */
  readonly box?: readonly KindName[];
  /** What the learner must be given: under --classes and --learner that is not what the target answers with. */
  readonly learned?: readonly KindName[];
  /** The learner that has no use for it. */
  readonly notFor?: "soft";
  /** What to do where it does not apply. */
  readonly instead?: (facts: Instead) => string;
  /** Does it make the run on an automaton file one with a memory, tests or events? */
  readonly live?: true;
}

/** Options that these commands have. */
const among =
  (where: Entry<unknown>["in"]) =>
  <V>(
    form: string,
    about: string,
    read: (text: string) => V,
    rest: Omit<Entry<V>, "form" | "about" | "read" | "in"> = {},
  ): Entry<V> => ({ form, about, read, in: where, ...rest });

/** How the values are read that are no numbers: a text, one of several texts, and nothing. */
const text = (given: string) => given;
const texts = (given: string) => [given];
const yes = (): true => true;

const all = (where: "help" | Topic) => ({
  learn: where,
  spectral: where,
  evaluate: where,
  compare: where,
  diff: where,
  worker: where,
  check: where,
  test: where,
  try: where,
});

const ofAll = among(all("targets"));
const ofLearn = among({ learn: "help" });
const ofSpectral = among({ spectral: "help" });
const ofEvaluate = among({ evaluate: "help" });
const ofCompare = among({ compare: "help" });
const aboutWorlds = among({ evaluate: "networks" });
const ofBoth = among({ learn: "help", spectral: "help", test: "help" });
const ofInfer = among({ infer: "help" });
const ofAnomalies = among({ anomalies: "help" });
const aboutLogs = among({ infer: "logs", anomalies: "logs", evaluate: "logs" });
const ofWorker = among({ worker: "help" });
const ofFleet = among({ fleet: "help" });
const aboutTests = among({ learn: "tests", diff: "tests", test: "tests" });
const aboutBudgets = among({ learn: "budgets" });
const aboutNetworks = among({ learn: "networks" });

const ASKED = ["program", "module", "http", "mapped", "openai", "onnx"] as const;
const BOXES = { targets: [...ASKED, "fleet"], for: "black boxes" } as const;
const CAN_BE_ASKED = {
  targets: [...ASKED, "fleet", "me", "file"],
  for: "targets that can be asked",
} as const;
const READ = { files: "read" } as const;
const REPLACED = { files: "replaced" } as const;
const LIVE = { live: true } as const;
const SAMPLES = { targets: ["sample"] } as const;
const MODELS = { box: ["rows"], for: "language models", live: true } as const;
/** What is about weights and machines, and about distributions. */
const WEIGHTS = {
  learned: ["weights", "runs"],
  for: "weights and machines",
  instead: () => "leave it out, or learn the weights with --learner tree",
  live: true,
} as const;
const DISTRIBUTIONS = {
  learned: ["rows"],
  for: "language models learned as distributions",
  instead: ({ classes, learned }: Instead) => {
    if (classes) return "leave --classes out";
    if (learned === "runs") return "leave it out";
    return "--learner soft learns it so, if it gives distributions of what comes next";
  },
  live: true,
} as const;

/** Every option, under the name by which its value is kept. */
export const table = {
  out: among({ learn: "help", infer: "help", spectral: "help" })(
    "-o <file>",
    "where the automaton goes (default: standard output; with --json nowhere)",
    text,
    REPLACED,
  ),
  learner: among({ learn: "help", compare: "networks", diff: "networks" })(
    "<name>",
    "how to learn: tree, table, … (default: what suits the target)",
    learnerChoice,
  ),
  equivalence: among({ learn: "help", diff: "tests" })(
    "<tests>",
    "how to test conjectures: tests joined by +",
    text,
    {
      ...WEIGHTS,
      for: "weights and machines, whose answers tests compare",
      files: (tests) =>
        tests
          .split("+")
          .flatMap((part) => (part.startsWith("words:") ? [{ path: part.slice(6), use: "read" }] : [])),
    },
  ),
  workers: among({ ...all("targets"), learn: "help", worker: "help", test: "help" })(
    "<n>",
    "copies of the program, threads, or requests at once (default: 1 or 4)",
    count(1),
    { targets: ASKED, for: "black boxes that this machine asks itself" },
  ),
  journal: ofBoth("<file>", "keep all answers in this file, and go on from those that are there", text, {
    ...CAN_BE_ASKED,
    // Answers that wait for earlier ones are kept beside a journal, whatever link names it.
    files: (path) => [path, `${realFile(path)}.early`].map((kept) => ({ path: kept, use: "grown" })),
    live: true,
  }),
  maxQuestions: among({ learn: "help", spectral: "budgets", test: "help" })(
    "<n>",
    "ask at most this many words in all",
    count(0),
    CAN_BE_ASKED,
  ),
  maxSeconds: among({ learn: "help", infer: "help", compare: "help", diff: "help", test: "help" })(
    "<n>",
    "stop so long after the start of the command",
    positive,
  ),
  maxStates: aboutBudgets(
    "<n>",
    "stop when the automaton would have more states (multiplicity: a higher rank)",
    count(0),
    {
      notFor: "soft",
      for: "learners that stop there",
      instead: () => "--learner soft:states=10 learns the best automaton of at most 10 states",
    },
  ),
  maxMemory: among({ learn: "budgets", spectral: "budgets", test: "budgets" })(
    "<size>",
    "at most this much memory besides the 60 to 100M of Node: 512M, 2G (default: what there is to spare)",
    byteSize,
  ),
  warm: among({ learn: "budgets", test: "budgets" })(
    "<file>",
    "use the answers of another journal, too (may be repeated)",
    texts,
    {
      repeated: true,
      files: "read",
      live: true,
    },
  ),
  fingerprint: among({ learn: "budgets", test: "budgets", worker: "help" })(
    "<text>",
    "a version or a hash of the target: a journal says when it has changed (default: that of its files), and a fleet refuses another one",
    text,
  ),
  from: among({ learn: "logs" })(
    "<file>",
    "of learn: begin with a log, or an older model; it may be wrong (may be repeated). log.csv:session=user,event=page names columns",
    texts,
    {
      repeated: true,
      files: (given) => [{ path: splitReadAs(given).path, use: "read" }],
      live: true,
    },
  ),
  events: aboutBudgets("<file>", "write every event of the run as JSON lines; a resumed run appends", text, {
    files: "grown",
    live: true,
  }),
  certificate: among({ learn: "tests", check: "help" })(
    "<file>",
    "a proof that no smaller automaton exists: learn writes it, check verifies it",
    text,
    {
      ...WEIGHTS,
      requiredIn: "check",
      files: (path, command) => [{ path, use: command === "check" ? "read" : "replaced" }],
    },
  ),
  seed: among({
    learn: "tests",
    infer: "help",
    spectral: "help",
    evaluate: "help",
    compare: "help",
    diff: "help",
    test: "help",
  })("<n>", "another seed, other random words (default: 1)", count(0)),
  repeat: aboutTests("<n>", "ask each word n times, and use the majority or the mean", count(1), LIVE),
  onConflict: aboutTests(
    "<rule>",
    "if answers differ: stop, keep-first or majority (default: stop), or stable: ask until it is the same n times in a row (--stable n)",
    oneOf(["stop", "keep-first", "majority", "stable"]),
    LIVE,
  ),
  recheck: among({ learn: "tests", test: "tests" })(
    "<n>",
    "ask n answered words again at each conjecture, and of each kind before a journal is trusted (default: 8)",
    count(0),
    LIVE,
  ),
  cost: among({ learn: "learners" })(
    "<word,letter>",
    "the price of a question and of each letter of it (default: 1,1); --word-cost n for n,1",
    prices,
  ),
  with: among({ ...all("targets"), fleet: "help" })(
    "<name=value>",
    "an option of this kind of target (may be repeated; --name value does, too)",
    texts,
    {
      ...BOXES,
      repeated: true,
      files: (given) => {
        const [name, path] = splitSetting(given);
        return isFileSetting(name) ? [{ path, use: "read" }] : [];
      },
    },
  ),
  alphabet: ofAll("<symbols>", `use these symbols, in this order: "a b", or a JSON array`, text, {
    targets: [...ASKED, "fleet", "me", "sample"],
    for: "black boxes and samples",
  }),
  semifield: among({ ...all("targets"), infer: "help" })(
    "<name>",
    "the semifield of the weights, where the target names none (an att file, me); checked where it does",
    text,
    {
      targets: ["program", "module", "http", "fleet", "me", "file"],
      for: "targets that weigh words",
      box: ["weights"],
    },
  ),
  // An evaluation measures how far apart probabilities are.
  tolerance: among({
    learn: "targets",
    spectral: "targets",
    worker: "targets",
    check: "targets",
    test: "targets",
  })("<x>", "how far apart equal floating-point weights may be (default: 1e-9)", nearness, {
    learned: ["weights"],
    for: "floating-point weights",
    instead: ({ learned }) =>
      learned === "rows"
        ? "--learner soft:distance=0.1 says how near the futures of a state are"
        : "leave it out",
  }),
  timeout: ofAll("<s>", "how long a request may take, in seconds (default: 60)", positive, BOXES),
  guide: among(all("networks"))(
    "<language>",
    "only words of this language: an expression, or an automaton file",
    text,
    {
      ...MODELS,
      targets: CAN_BE_ASKED.targets,
      files: (language) => (formatByEnding(language) === undefined ? [] : [{ path: language, use: "read" }]),
    },
  ),
  classes: among({ learn: "networks", check: "networks", test: "networks" })(
    "<kind>",
    "learn the Moore machine of its classes, bins:10 or top:3",
    parseClasses,
    MODELS,
  ),
  curve: aboutNetworks(
    "<file>",
    "how near every number of states comes, as .csv, .json, .svg or .png",
    text,
    { ...DISTRIBUTIONS, files: "replaced" },
  ),
  evaluate: aboutNetworks(
    "<n>",
    "judge the result by n fresh words of the target (default: 200 or 50; 0: no)",
    count(0),
    DISTRIBUTIONS,
  ),
  show: ofLearn("", "explain every step on standard error: questions, matrix, hypotheses", yes),
  json: among({
    learn: "help",
    infer: "help",
    spectral: "help",
    evaluate: "help",
    check: "help",
    test: "help",
    try: "help",
    fleet: "help",
  })("", "print the figures as a JSON object on standard output", yes),
  quiet: among({
    learn: "help",
    infer: "help",
    anomalies: "help",
    spectral: "help",
    evaluate: "help",
    worker: "help",
    test: "help",
  })("-q", "no progress and no remarks on standard error", yes),

  id: ofWorker(
    "<name>",
    "the name of the worker, which no other has (default: the host's, and something random)",
    text,
  ),
  watch: ofFleet("[s]", "look again every few seconds (default: 2), until Ctrl-C", positive),
  wait: ofFleet("<s>", "how long to wait for answers (default: 0.5)", positive),

  words: among({ evaluate: "help", compare: "help" })(
    "<n>",
    "how many words to draw from the target, or from each (default: 1000)",
    count(1),
  ),
  k: ofEvaluate("<n>", "how many symbols of a ranking NDCG looks at (default: 5)", count(1)),
  maxLength: among({ evaluate: "help", compare: "help" })(
    "<n>",
    "cut words off after this many letters (default: 200; acceptors: 20; --world: 40)",
    count(1),
  ),
  within: ofCompare("<x>", "so far apart they still count as equal (default: 0.001; acceptors: 0)", nearness),
  automata: ofCompare(
    "<file>",
    "learn both, and draw them beside each other (.svg, .png), or write both",
    text,
    { files: (path) => automataFiles(path).map((each) => ({ path: each, use: "replaced" })) },
  ),
  truth: ofEvaluate(
    "<automaton>",
    "judge the target itself: how well has it learned this distribution?",
    text,
    READ,
  ),
  world: ofEvaluate(
    "<automaton>",
    "judge the target itself: does it keep the states of this machine apart (Vafa et al. 2024)?",
    text,
    READ,
  ),
  epsilon: aboutWorlds(
    "<x>",
    "--world: the target accepts what is likelier than this (default: 0.01)",
    nearness,
  ),
  pairs: aboutWorlds("<n>", "--world: pairs of prefixes for each score (default: 100)", count(1)),
  continuations: aboutWorlds(
    "<n>",
    "--world: continuations of a pair that are tried (default: 30)",
    count(1),
  ),
  boundary: aboutWorlds("<n>", "--world: the most symbols that tell two states apart (default: 5)", count(1)),
  solution: ofEvaluate(
    "<file>",
    "the true probabilities of the sample, as in PAutomaC: a number on each line",
    text,
    READ,
  ),

  sample: among({ spectral: "help", evaluate: "help" })(
    "<file>",
    "these words: a sample of PAutomaC or SPiCe, or a word on each line",
    text,
    READ,
  ),
  floor: among({ spectral: "help", evaluate: "help" })(
    "<x>",
    `where words are judged, weights below this count as this (default: ${DEFAULT_FLOOR})`,
    positive,
  ),
  statistics: ofSpectral(
    "<kind>",
    "what is counted: string, prefix, substring (default: substring)",
    oneOf(statisticNames),
    SAMPLES,
  ),
  basisLength: ofSpectral(
    "<n>",
    "rows and columns of a sample have at most so many letters (default: 20)",
    count(0),
    SAMPLES,
  ),
  maxSymbols: among({ spectral: "help", infer: "help", anomalies: "help", evaluate: "logs" })(
    "<n>",
    "refuse a sample with more different symbols or outputs (default: 1000)",
    count(1),
    SAMPLES,
  ),
  kind: ofInfer(
    "<kind>",
    "what to learn: distribution, dfa, mealy, moore, weighted (default: by the data)",
    oneOf(["distribution", "dfa", "mealy", "moore", "weighted"]),
  ),
  measure: ofInfer(
    "<name>",
    "how states are compared, perhaps with :PARAMETER (default: several are tried)",
    measureChoice,
  ),
  noise: ofInfer("<share>", "tolerate this share of wrong labels or outputs (default: 0)", lessThanHalf),
  threads: ofInfer(THREADS.form, THREADS.about, count(1)),
  weak: ofInfer("<n>", "what was seen fewer times has little support (default: 5)", count(1)),
  draw: ofInfer("<file>", "a picture with counts, as .svg, .png or .tex", text, REPLACED),
  ask: ofInfer("<file>", "the words whose answers would decide most, as JSON lines", text, REPLACED),
  limit: ofAnomalies("<n>", "show so many traces, the worst first (default: 20)", count(1)),
  jsonl: ofAnomalies("", "print all traces as JSON lines, the worst first", yes),
  format: aboutLogs(
    "<name>",
    "the format of the files (default: by their endings and first lines)",
    oneOf(Object.keys(logFormats) as LogFormat[]),
  ),
  session: aboutLogs("<column>", "which session an event belongs to", text),
  event: aboutLogs("<column>", "the symbols of a log without outputs", text),
  input: aboutLogs("<column>", "the inputs of a machine", text),
  output: aboutLogs("<column>", "its outputs", text),
  time: aboutLogs("<column>", "when an event happened, which decides the order in its session", text),
  label: aboutLogs("<column>", "is the word in the language? 1 or 0, true or false, + or -, …", text),
  word: aboutLogs("<column>", "where a line holds a whole word: its symbols, between blanks", text),
  weight: aboutLogs("<column>", "the weight of such a word", text),
  count: aboutLogs("<column>", "how often such a word occurred", text),
  delimiter: aboutLogs(
    "<character>",
    "what stands between the columns of a table (default: found)",
    character,
  ),
  dates: aboutLogs(
    "<order>",
    "which number of 3/4/2026 is the day: dmy or mdy, or ymd for 26-04-03 (default: what leaves no doubt)",
    oneOf(["dmy", "mdy", "ymd"]),
  ),
  letters: aboutLogs("", "in files of words, every character is a symbol", yes),
  skipBad: aboutLogs(
    "",
    "leave out lines that cannot be read, and say how many (default: stop at the first)",
    yes,
  ),
  suffixes: ofSpectral("<file>", "the columns of the block, a word on each line", text, READ),
  rows: ofSpectral(
    "<n>",
    "at most so many (samples: 1000; networks, completion servers: 50; else 300)",
    count(1),
  ),
  columns: ofSpectral("<n>", "at most this many columns (default: as for --rows)", count(1)),
  rank: ofSpectral("<r>", "this many states", count(1)),
  threshold: ofSpectral(
    "<x>",
    "as many as exceed this share of the largest (1e-9; samples: above chance)",
    share,
  ),
  heldOut: ofSpectral("<file>", "as many as give these words the highest likelihood", text, READ),
  split: ofSpectral(
    "<x>",
    "the same with this share of the sample, which is then not learned from",
    share,
    SAMPLES,
  ),
  block: ofSpectral(
    "<kind>",
    "best: grown by asking (default), or words:K: all words of up to K letters",
    blockKind,
    CAN_BE_ASKED,
  ),
  prefixes: ofSpectral("<file>", "the rows of the block, a word on each line", text, READ),
  maxRank: ofSpectral("<n>", "compute this many singular values (default: 100)", count(1)),
  spectrum: ofSpectral("<file>", "the singular values, as .csv, .json, .svg or .png", text, REPLACED),
};

export type OptionName = keyof typeof table;

/** The values of the options that a command line gives. `--watch` may stand without its value. */
export type Options = {
  readonly [N in Exclude<OptionName, "watch">]?: ReturnType<(typeof table)[N]["read"]>;
} & { readonly watch?: number | true };

/** An option of the table, whatever its value is. */
export const entryOf = (name: OptionName): Entry<unknown> => table[name];

/** The names of the options that a command has, in the order of the table. */
export function optionsOf(command: CommandName): OptionName[] {
  return (Object.keys(table) as OptionName[]).filter((name) => entryOf(name).in[command] !== undefined);
}

export const flagOf: (name: OptionName) => string = flagFor;

/** A picture of two automata is one file; otherwise there is one for each: `pair-left.json` and `pair-right.json`. */
export function automataFiles(path: string): readonly string[] {
  if (/\.(?:svg|png)$/iu.test(path)) return [path];
  const ending = /\.[^/]*$/u.exec(path)?.[0] ?? "";
  const name = path.slice(0, path.length - ending.length);
  return ["left", "right"].map((side) => `${name}-${side}${ending}`);
}

/** The prices of a word and of a letter. */
function prices(text: string): { readonly word: number; readonly letter: number } {
  const parts = text.split(",");
  if (parts.length !== 2)
    throw new InvalidArgumentError("Expected two prices, of a word and of a letter, as in 1,0.5.");
  const [word, letter] = parts.map(notNegative);
  return { word, letter };
}

/** The measures of inference, in the order of the help, and what their parameters may be. */
const MEASURES: Readonly<Record<MeasureName, ((text: string) => number) | undefined>> = {
  rpni: undefined,
  edsm: undefined,
  "k-tails": count(0),
  bayes: notNegative,
  alergia: share,
  likelihood: share,
  aic: notNegative,
  mdi: notNegative,
  suffixes: notNegative,
  homing: undefined,
  residuals: undefined,
};

/** A measure by its name, perhaps with its parameter, as in alergia:0.05. */
function measureChoice(text: string): {
  readonly measure: MeasureName;
  readonly parameter: number | undefined;
} {
  const [name, parameter] = text.split(":", 2);
  const measure = oneOf(Object.keys(MEASURES) as MeasureName[])(name);
  if (parameter === undefined) return { measure, parameter };
  const read = MEASURES[measure];
  if (read === undefined) throw new InvalidArgumentError(`The measure ${measure} has no parameter.`);
  return { measure, parameter: read(parameter) };
}

function character(text: string): string {
  const meant = text === "\\t" ? "\t" : text;
  // A table is split where one byte stands.
  if (/^[\t -~]$/u.test(meant) && meant !== '"') return meant;
  throw new InvalidArgumentError("Expected one character, such as ; or | or ~, or \\t for a tab.");
}

function blockKind(text: string): "best" | number {
  if (text === "best") return "best";
  const length = /^words:(\d+)$/u.exec(text)?.[1];
  if (length !== undefined) return Number(length);
  throw new InvalidArgumentError("Expected best, or words:K with a number of letters.");
}
