import type { Define } from "./define.ts";

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** The heading below which the help lists it. */
  readonly group: keyof typeof groups;
  /** Everything after `--` is a program and its arguments: the target, which so many arguments stand in front of. */
  readonly argumentsBeforeTarget?: number;
  /** One file per command, loaded when it is the one to run. */
  readonly load: () => Promise<Define>;
}

/** The headings of the help, in its order. */
export const groups = {
  learn: "Learn:",
  models: "Language models:",
  automata: "Automata:",
  operations: "Operations on languages:",
  words: "Words of an automaton:",
  files: "Files:",
} as const;

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: "demo",
    summary: "watch a small black box being learned",
    group: "learn",
    load: async () => (await import("./demo.ts")).demo,
  },
  {
    name: "learn",
    summary: "learn the minimal automaton of a target by asking it questions",
    group: "learn",
    argumentsBeforeTarget: 0,
    load: async () => (await import("./learn.ts")).learn,
  },
  {
    name: "worker",
    summary: "join a fleet: answer its questions on this machine",
    group: "learn",
    argumentsBeforeTarget: 1,
    load: async () => (await import("./worker.ts")).worker,
  },
  {
    name: "fleet",
    summary: "list the workers of a fleet, how fast they are and what they do",
    group: "learn",
    load: async () => (await import("./fleet.ts")).fleet,
  },
  {
    name: "evaluate",
    summary: "say how well an automaton speaks like a language model",
    group: "models",
    argumentsBeforeTarget: 1,
    load: async () => (await import("./evaluate.ts")).evaluate,
  },
  {
    name: "spectral",
    summary: "learn from a sample of words, or a target, by singular values",
    group: "models",
    argumentsBeforeTarget: 0,
    load: async () => (await import("./spectral.ts")).spectral,
  },
  {
    name: "check",
    summary: "verify a certificate against the target",
    group: "learn",
    argumentsBeforeTarget: 1,
    load: async () => (await import("./check.ts")).check,
  },
  {
    name: "replay",
    summary: "run a journal again, without the black box",
    group: "learn",
    load: async () => (await import("./replay.ts")).replay,
  },
  {
    name: "journal",
    summary: "inspect journals, merge and unlock them",
    group: "learn",
    load: async () => (await import("./journal.ts")).journal,
  },
  {
    name: "weigh",
    summary: "print the weights of words, or the outputs of a machine",
    group: "words",
    load: async () => (await import("./weigh.ts")).weigh,
  },
  {
    name: "compare",
    summary: "say whether two automata have the same language",
    group: "automata",
    load: async () => (await import("./compare.ts")).compare,
  },
  {
    name: "minimize",
    summary: "write the minimal automaton of the same language, in canonical form",
    group: "automata",
    load: async () => (await import("./minimize.ts")).minimize,
  },
  {
    name: "determinize",
    summary: "write a deterministic automaton of the same language",
    group: "automata",
    load: async () => (await import("./operations.ts")).determinize,
  },
  {
    name: "twins",
    summary: "say whether an automaton can be determinized",
    group: "automata",
    load: async () => (await import("./twins.ts")).twins,
  },
  {
    name: "push",
    summary: "move the weights towards the initial or the final states",
    group: "automata",
    load: async () => (await import("./push.ts")).push,
  },
  {
    name: "union",
    summary: "add two languages",
    group: "operations",
    load: async () => (await import("./operations.ts")).union,
  },
  {
    name: "concat",
    summary: "concatenate two languages",
    group: "operations",
    load: async () => (await import("./operations.ts")).concat,
  },
  {
    name: "intersect",
    summary: "multiply two languages, word by word",
    group: "operations",
    load: async () => (await import("./operations.ts")).intersect,
  },
  {
    name: "difference",
    summary: "remove the words of one language from another",
    group: "operations",
    load: async () => (await import("./operations.ts")).difference,
  },
  {
    name: "closure",
    summary: "repeat a language any number of times",
    group: "operations",
    load: async () => (await import("./operations.ts")).closure,
  },
  {
    name: "reverse",
    summary: "read a language backwards",
    group: "operations",
    load: async () => (await import("./operations.ts")).reverse,
  },
  {
    name: "total",
    summary: "add up the weights of all words",
    group: "words",
    load: async () => (await import("./total.ts")).total,
  },
  {
    name: "best",
    summary: "print the heaviest words",
    group: "words",
    load: async () => (await import("./best.ts")).best,
  },
  {
    name: "sample",
    summary: "draw words at random, by their weights",
    group: "words",
    load: async () => (await import("./sample.ts")).sample,
  },
  {
    name: "regex",
    summary: "make an automaton of a regular expression, or the reverse",
    group: "files",
    load: async () => (await import("./regex.ts")).regex,
  },
  {
    name: "convert",
    summary: "write an automaton in another format",
    group: "files",
    load: async () => (await import("./convert.ts")).convert,
  },
  {
    name: "draw",
    summary: "draw an automaton, as SVG or PNG",
    group: "files",
    load: async () => (await import("./draw.ts")).draw,
  },
  {
    name: "info",
    summary: "describe an automaton",
    group: "files",
    load: async () => (await import("./info.ts")).info,
  },
  {
    name: "random",
    summary: "make a random automaton from a seed",
    group: "files",
    load: async () => (await import("./random.ts")).random,
  },
];
