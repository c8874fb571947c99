import type { MachineKind } from "../../automata/machine.ts";

/** How an answer tells the answers to all prefixes of its word: as the run of a machine, or as rows of distributions. */
export type Telling = MachineKind | "rows";

/** Two answers that disagree on a common prefix of their words. */
export interface PrefixClash {
  /** The shortest prefix on which they do. */
  readonly prefix: number;
  /** What was told about it first, and what the other answer tells. */
  readonly told: string;
  readonly other: string;
}

/** What answers tell about words and all of their prefixes. The first answer to tell something wins. */
export interface PrefixMemory<A> {
  /** Is the answer to the node's word known? */
  knows(node: number): boolean;
  /** The answer to the node's word, which must be known. */
  answer(node: number): A;
  /** Where an answer to the node's word differs from what is known; undefined if it does not. */
  clash(node: number, answer: A): PrefixClash | undefined;
  /** The answer with what is known in place of its own. */
  corrected(node: number, answer: A): A;
  /** Takes in an answer: what is not known yet. */
  tell(node: number, answer: A): void;
  forget(): void;
}
