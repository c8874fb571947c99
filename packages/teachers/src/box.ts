import type { Alphabet, GroupWithZero, Wdfsa, Word } from "@hankel/core";

/** What a black box says of itself. */
export interface Announcement {
  readonly semifield: string;
  readonly alphabet: readonly string[];
  /** It can look for counterexamples. */
  readonly counterexamples: boolean;
  /** It can draw words of its own distribution. */
  readonly samples: boolean;
}

/** How a batch of words is asked. */
export interface WeighOptions<W> {
  /** Told of weights as they come, in any order: those of the words from `from` on. */
  readonly arrived?: (from: number, weights: readonly W[]) => void;
  /** When it aborts, nothing more is sent out; what is under way is waited for. */
  readonly signal?: AbortSignal | undefined;
}

/** Whoever answers: a program, a server, a module, a person, an automaton. */
export interface BlackBox<W> {
  /** For messages. */
  readonly name: string;
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** Can it look for counterexamples, and is its "there is none" a proof? */
  readonly finds: "none" | "counterexamples" | "exact";
  /** Can it draw words? */
  readonly draws: boolean;
  /** The weights of words, in their order. */
  weigh(words: readonly Word[], options?: WeighOptions<W>): Promise<readonly W[]>;
  /** A word on which language and hypothesis differ, or null. */
  findCounterexample(hypothesis: Wdfsa<W>): Promise<Word | null>;
  /** Words as the target draws them. */
  draw(count: number, seed: number): Promise<readonly Word[]>;
  /** Ends it; nothing of it is left behind. */
  close(): Promise<void>;
}

/** Something worth telling that is no error: a worker that was started again, an answer that nobody had asked for. */
export type Report = (notice: string) => void;
