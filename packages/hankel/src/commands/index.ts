import type { Define } from "./define.ts";

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Everything after `--` is a program and its arguments. */
  readonly runsProgram?: true;
  /** One file per command, loaded when it is the one to run. */
  readonly load: () => Promise<Define>;
}

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: "demo",
    summary: "watch a small black box being learned",
    load: async () => (await import("./demo.ts")).demo,
  },
  {
    name: "learn",
    summary: "learn the minimal automaton of a target by asking it questions",
    runsProgram: true,
    load: async () => (await import("./learn.ts")).learn,
  },
  {
    name: "worker",
    summary: "join a fleet: answer its questions with a black box on this machine",
    runsProgram: true,
    load: async () => (await import("./worker.ts")).worker,
  },
  {
    name: "fleet",
    summary: "list the workers of a fleet, how fast they are and what they do",
    load: async () => (await import("./fleet.ts")).fleet,
  },
  {
    name: "evaluate",
    summary: "say how well an automaton speaks like a language model",
    runsProgram: true,
    load: async () => (await import("./evaluate.ts")).evaluate,
  },
  {
    name: "spectral",
    summary: "learn an automaton from a sample of words, or a black box, by singular values",
    runsProgram: true,
    load: async () => (await import("./spectral.ts")).spectral,
  },
  {
    name: "check",
    summary: "verify a certificate against the black box, independently of any learner",
    runsProgram: true,
    load: async () => (await import("./check.ts")).check,
  },
  {
    name: "replay",
    summary: "run a journal again, without the black box",
    load: async () => (await import("./replay.ts")).replay,
  },
  {
    name: "journal",
    summary: "inspect journals and merge them",
    load: async () => (await import("./journal.ts")).journal,
  },
  {
    name: "weigh",
    summary: "print the weights of words",
    load: async () => (await import("./weigh.ts")).weigh,
  },
  {
    name: "compare",
    summary: "say whether two automata give every word the same weight",
    load: async () => (await import("./compare.ts")).compare,
  },
  {
    name: "minimize",
    summary: "write the minimal automaton of the same language, in canonical form",
    load: async () => (await import("./minimize.ts")).minimize,
  },
  {
    name: "determinize",
    summary: "write a deterministic automaton of the same language",
    load: async () => (await import("./determinize.ts")).determinize,
  },
  {
    name: "twins",
    summary: "say whether an automaton can be determinized",
    load: async () => (await import("./twins.ts")).twins,
  },
  {
    name: "push",
    summary: "move the weights along the paths, towards the initial or the final states",
    load: async () => (await import("./push.ts")).push,
  },
  {
    name: "union",
    summary: "add two languages",
    load: async () => (await import("./union.ts")).union,
  },
  {
    name: "concat",
    summary: "concatenate two languages",
    load: async () => (await import("./concat.ts")).concat,
  },
  {
    name: "intersect",
    summary: "multiply two languages, word by word",
    load: async () => (await import("./intersect.ts")).intersect,
  },
  {
    name: "difference",
    summary: "remove the words of one language from another",
    load: async () => (await import("./difference.ts")).difference,
  },
  {
    name: "closure",
    summary: "repeat a language any number of times",
    load: async () => (await import("./closure.ts")).closure,
  },
  {
    name: "reverse",
    summary: "read a language backwards",
    load: async () => (await import("./reverse.ts")).reverse,
  },
  {
    name: "total",
    summary: "add up the weights of all words",
    load: async () => (await import("./total.ts")).total,
  },
  {
    name: "best",
    summary: "print the heaviest words",
    load: async () => (await import("./best.ts")).best,
  },
  {
    name: "sample",
    summary: "draw words at random, by their weights",
    load: async () => (await import("./sample.ts")).sample,
  },
  {
    name: "regex",
    summary: "make an automaton from a weighted regular expression, or an expression from an automaton",
    load: async () => (await import("./regex.ts")).regex,
  },
  {
    name: "convert",
    summary: "write an automaton in another format",
    load: async () => (await import("./convert.ts")).convert,
  },
  {
    name: "draw",
    summary: "draw an automaton, as SVG or PNG",
    load: async () => (await import("./draw.ts")).draw,
  },
  {
    name: "info",
    summary: "describe an automaton",
    load: async () => (await import("./info.ts")).info,
  },
  {
    name: "random",
    summary: "make a random automaton from a seed",
    load: async () => (await import("./random.ts")).random,
  },
];
