import type { Define } from "./define.ts";

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** One file per command, loaded when it is the one to run. */
  readonly load: () => Promise<Define>;
}

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: "demo",
    summary: "learn a small black box before your eyes",
    load: async () => (await import("./demo.ts")).demo,
  },
  {
    name: "learn",
    summary: "learn the minimal automaton of a target by asking it questions",
    load: async () => (await import("./learn.ts")).learn,
  },
  {
    name: "weigh",
    summary: "print the weights of words",
    load: async () => (await import("./weigh.ts")).weigh,
  },
  {
    name: "compare",
    summary: "say whether two automata weigh every word alike",
    load: async () => (await import("./compare.ts")).compare,
  },
  {
    name: "minimize",
    summary: "write the minimal automaton of the same language, in canonical form",
    load: async () => (await import("./minimize.ts")).minimize,
  },
  {
    name: "convert",
    summary: "write an automaton in another format",
    load: async () => (await import("./convert.ts")).convert,
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
