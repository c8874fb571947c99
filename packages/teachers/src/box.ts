import type {
  Alphabet,
  AnyLearnerName,
  Automaton,
  FoldedAnswer,
  GuessedWord,
  Kind,
  Letter,
  StateVector,
  Word,
} from "@hankel/core";
import { HankelError } from "@hankel/core";
import type { Signal } from "./signal.ts";

/** The first message of a black box: what its answers are, its symbols and what it can do. */
export interface Announcement {
  /** What it answers with, over its whole alphabet. */
  readonly kind: Kind<unknown>;
  readonly alphabet: readonly string[];
  /** How many numbers its states have, if it can give them. */
  readonly states?: number | undefined;
  /** It can look for counterexamples. */
  readonly counterexamples: boolean;
  /** It can draw words from its own distribution. */
  readonly samples: boolean;
}

/** The tokens that a server has counted. */
export interface TokenUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** Receives states; the first one belongs to the word at index `from`. */
export type OnStates = (from: number, states: readonly StateVector[]) => void;

/** Takes each state with the word, or whatever stands for it, that was asked. */
export function eachState<T>(asked: readonly T[], keep: (of: T, state: StateVector) => void): OnStates {
  return (from, states) => {
    for (const [i, state] of states.entries()) keep(asked[from + i], state);
  };
}

/** How a batch of words is asked. */
export interface WeighOptions<A> {
  /** Called with answers as they arrive, in any order; the first belongs to the word at index `from`. */
  readonly arrived?: ((from: number, answers: readonly A[]) => void) | undefined;
  /**
   * Asks for the target's states as well, of a box that has them. Called with those after the words that have been
   * answered, before `arrived` is.
   */
  readonly states?: OnStates | undefined;
  /** When it aborts, no more requests are sent, and the answers to those already sent are awaited for two seconds at most. */
  readonly signal?: Signal | undefined;
  /** How many words to ask at a time, if the box asks them one by one; its own number unless given. */
  readonly concurrency?: number | undefined;
  /** The words were answered before: someone else should answer them, if there is anyone. */
  readonly again?: boolean | undefined;
}

/** The one long run of a machine that is never reset. */
export interface OneRun {
  /** How many inputs the machine was sent. */
  readonly sent: number;
  /** Is what was answered void, since words were not asked from one state? Learning it again makes it false. */
  moved: boolean;
  /** Where the initial state is, in words. */
  whereHomeIs(): string;
}

/**
 * Something that answers membership questions: a program, a server, a module, a person or an automaton. W is a weight of the
 * automata that are learned, and A is what a word is answered with. Three members make a black box; the others are what only
 * some can do.
 *
 *     const box = { alphabet, kind: weightsIn(rational), weigh: async (words) => words.map((word) => word.length) };
 */
export interface BlackBox<W, A = W> {
  readonly alphabet: Alphabet;
  /** What it answers with. */
  readonly kind: Kind<W, A>;
  /** The answers to the words, in the same order. */
  weigh(words: readonly Word[], options?: WeighOptions<A>): Promise<readonly A[]>;

  /** Of distributions: those over some letters only, in this order, with all others as one, if that takes less than whole ones. */
  folded?(
    words: readonly GuessedWord[],
    kept: readonly Letter[],
    options?: Pick<WeighOptions<A>, "signal">,
  ): Promise<readonly FoldedAnswer[]>;

  /** The name that messages use. */
  readonly name?: string | undefined;
  /** A word that the hypothesis weighs differently, or null. The signal ends the search, if the box can end it. */
  findCounterexample?(hypothesis: Automaton<W>, signal?: Signal): Promise<Word | null>;
  /** Is it a proof that it finds no counterexample? */
  readonly proves?: boolean | undefined;
  /** Words drawn from the distribution of the target. */
  draw?(count: number, seed: number): Promise<readonly Word[]>;
  /** Ends it and everything that it started. */
  close?(): Promise<void>;
  /** How many numbers its states have, if it can give the state after a word: a recurrent network can. */
  readonly states?: number | undefined;
  /** The most letters of a word that it can be asked about, if there is a limit. */
  readonly longest?: number | undefined;
  /** The tests of conjectures that suit it, as `--equivalence` has them, if the usual ones do not. */
  readonly tests?: string | undefined;
  /** The learner that suits it, if the usual one of its kind does not. */
  readonly learner?: AnyLearnerName | undefined;
  /** The one run of a machine that is never reset. */
  readonly homing?: OneRun | undefined;
  /** What its answers have cost so far, if they are paid by the token. */
  usage?(): TokenUsage;
  /** How many questions these words take, with states or without, if it is not one each. */
  questions?(words: readonly Word[], states?: boolean): number;
  /** What usually makes its answers differ, for the end of a message about such answers; what is usual for its kind unless given. */
  suspicion?(): string;
  /** Who answered this word, first and last, if several machines answer. */
  witnesses?(word: Word): readonly string[];
}

/** A black box that was opened: it has a name, and must be closed. */
export type OpenBox<W, A = W> = BlackBox<W, A> &
  Required<Pick<BlackBox<W, A>, "close">> & { readonly name: string };

/**
 * The name of a black box in messages.
 *
 * @example
 * console.log(nameOf({ name: "my program" })); // my program
 */
export function nameOf(box: Pick<BlackBox<unknown>, "name">): string {
  return box.name ?? "the black box";
}

/**
 * Can it look for counterexamples, and is its "there is none" a proof?
 *
 * @example
 * console.log(findsOf(automatonBox(minimize(fromExpression("a", boolean))))); // exact
 */
export function findsOf({
  findCounterexample,
  proves,
}: Pick<BlackBox<unknown>, "findCounterexample" | "proves">): "none" | "counterexamples" | "exact" {
  if (findCounterexample === undefined) return "none";
  return proves === true ? "exact" : "counterexamples";
}

/**
 * The error for what a black box does not do: find counterexamples, draw samples.
 *
 * @example
 * console.log(cannot({ name: "my program" }, "draw samples").code); // usage
 */
export function cannot(box: Pick<BlackBox<unknown>, "name">, what: string): HankelError {
  return new HankelError("usage", `${nameOf(box)} cannot ${what}`);
}

/** A person wants the last answer back. */
export class UndoRequest extends Error {}

/** Receives notices that are not errors: a worker was restarted, an answer matched no request. */
export type Report = (notice: string) => void;
