import type { Alphabet, GroupWithZero, MachineKind, Wdfsa, Word } from "@hankel/core";

/** The first message of a black box: what its answers are, its symbols and what it can do. */
export interface Announcement {
  /** The semifield of its weights; `free-group` if it is a machine. */
  readonly semifield: string;
  /** Set if it answers with the runs of a machine. */
  readonly machine?: MachineKind | undefined;
  readonly alphabet: readonly string[];
  /** It can look for counterexamples. */
  readonly counterexamples: boolean;
  /** It can draw words from its own distribution. */
  readonly samples: boolean;
}

/** How a batch of words is asked. */
export interface WeighOptions<W> {
  /** Called with weights as they arrive, in any order; the first belongs to the word at index `from`. */
  readonly arrived?: (from: number, weights: readonly W[]) => void;
  /** When it aborts, no more requests are sent; those already sent are awaited. */
  readonly signal?: AbortSignal | undefined;
}

/** Something that answers membership questions: a program, a server, a module, a person or an automaton. */
export interface BlackBox<W> {
  /** The name that messages use. */
  readonly name: string;
  readonly algebra: GroupWithZero<W>;
  /** Set if every answer is the run of a machine: it tells the weights of all prefixes of the word. */
  readonly machine?: MachineKind | undefined;
  readonly alphabet: Alphabet;
  /** Can it look for counterexamples, and is its "there is none" a proof? */
  readonly finds: "none" | "counterexamples" | "exact";
  /** Can it draw words? */
  readonly draws: boolean;
  /** The weights of the words, in the same order. */
  weigh(words: readonly Word[], options?: WeighOptions<W>): Promise<readonly W[]>;
  /** A word that the hypothesis weighs differently, or null. */
  findCounterexample(hypothesis: Wdfsa<W>): Promise<Word | null>;
  /** Words drawn from the distribution of the target. */
  draw(count: number, seed: number): Promise<readonly Word[]>;
  /** Ends it and everything that it started. */
  close(): Promise<void>;
}

/** Receives notices that are not errors: a worker was restarted, an answer matched no request. */
export type Report = (notice: string) => void;
