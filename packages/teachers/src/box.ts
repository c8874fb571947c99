import type {
  Alphabet,
  AnswerType,
  Automaton,
  GroupWithZero,
  MachineKind,
  NextAnswers,
  StateVector,
  Word,
} from "@hankel/core";

/** The first message of a black box: what its answers are, its symbols and what it can do. */
export interface Announcement {
  /** The semifield of its weights; `free-group` if it is a machine, `real` if it gives distributions. */
  readonly semifield: string;
  /** Set if it answers with the runs of a machine. */
  readonly machine?: MachineKind | undefined;
  /** Set if it answers with distributions of what comes next. */
  readonly next?: AnnouncedNext | undefined;
  readonly alphabet: readonly string[];
  /** How many numbers its states have, if it can give them. */
  readonly states?: number | undefined;
  /** It can look for counterexamples. */
  readonly counterexamples: boolean;
  /** It can draw words from its own distribution. */
  readonly samples: boolean;
}

/** How a black box writes distributions: as probabilities or as their natural logarithms; with those of all prefixes? */
export interface AnnouncedNext extends NextAnswers {
  readonly logs: boolean;
  /** They are divided by their sums already. */
  readonly normalized?: boolean;
}

/** The tokens that a server has counted. */
export interface TokenUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** Receives states; the first one belongs to the word at index `from`. */
export type OnStates = (from: number, states: readonly StateVector[]) => void;

/** How a batch of words is asked. */
export interface WeighOptions<A> {
  /** Called with answers as they arrive, in any order; the first belongs to the word at index `from`. */
  readonly arrived?: (from: number, weights: readonly A[]) => void;
  /**
   * Asks for the target's states as well, of a box that has them. Called with those after the words that have been
   * answered, before `arrived` is.
   */
  readonly states?: OnStates | undefined;
  /** When it aborts, no more requests are sent, and the answers to those already sent are awaited for two seconds at most. */
  readonly signal?: AbortSignal | undefined;
  /** The words were answered before: someone else should answer them, if there is anyone. */
  readonly again?: boolean | undefined;
}

/**
 * Something that answers membership questions: a program, a server, a module, a person or an automaton. W is a weight of the
 * automata that are learned, and A is what a word is answered with: a weight, or a distribution of what comes next.
 */
export interface BlackBox<W, A = W> {
  /** The name that messages use. */
  readonly name: string;
  readonly algebra: GroupWithZero<W>;
  /** What the answers are; weights of the algebra unless given. */
  readonly answers?: AnswerType<A> | undefined;
  /** Set if every answer is the run of a machine: it tells the weights of all prefixes of the word. */
  readonly machine?: MachineKind | undefined;
  /** Set if the answers are distributions of what comes next. */
  readonly next?: NextAnswers | undefined;
  readonly alphabet: Alphabet;
  /** How many numbers its states have, if it can give the state after a word: a recurrent network can. */
  readonly states?: number | undefined;
  /** Can it look for counterexamples, and is its "there is none" a proof? */
  readonly finds: "none" | "counterexamples" | "exact";
  /** Can it draw words? */
  readonly draws: boolean;
  /** The most letters of a word that it can be asked about, if there is a limit. */
  readonly longest?: number | undefined;
  /** The tests of conjectures that suit it, as `--equivalence` has them, if the usual ones do not. */
  readonly tests?: string | undefined;
  /** What its answers have cost so far, if they are paid by the token. */
  usage?(): TokenUsage;
  /** How many questions these words take, with states or without, if it is not one each. */
  questions?(words: readonly Word[], states?: boolean): number;
  /** Who answered this word, first and last, if several machines answer. */
  witnesses?(word: Word): readonly string[];
  /** The weights of the words, or their distributions, in the same order. */
  weigh(words: readonly Word[], options?: WeighOptions<A>): Promise<readonly A[]>;
  /** A word that the hypothesis weighs differently, or null. The signal ends the search, if the box can end it. */
  findCounterexample(hypothesis: Automaton<W>, signal?: AbortSignal): Promise<Word | null>;
  /** Words drawn from the distribution of the target. */
  draw(count: number, seed: number): Promise<readonly Word[]>;
  /** Ends it and everything that it started. */
  close(): Promise<void>;
}

/** What the answers of a black box are. Without a type of their own, they are weights of its algebra. */
export function answersOf<W, A>({ answers, algebra }: BlackBox<W, A>): AnswerType<A> {
  return answers ?? (algebra as AnswerType<unknown> as AnswerType<A>);
}

/** Receives notices that are not errors: a worker was restarted, an answer matched no request. */
export type Report = (notice: string) => void;
