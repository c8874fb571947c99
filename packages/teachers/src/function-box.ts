import {
  Alphabet,
  type Distribution,
  HankelError,
  type Kind,
  messageOf,
  shown,
  type Word,
} from "@hankel/core";
import type { BlackBox, WeighOptions } from "./box.ts";
import { abortable, GRACE, reasonOf, systemClock } from "./pool/time.ts";
import type { Signal } from "./signal.ts";

/** What a function may give for an answer of each kind, besides the answer itself. */
export type Given<A> =
  | A
  | (A extends Distribution ? readonly number[] : never)
  | (A extends string ? readonly string[] : never);

/** What `functionBox` needs: the alphabet, what the answers are, and the function. */
export interface FunctionBoxOptions<W, A = W> {
  /** The symbols; a string stands for its characters. */
  readonly alphabet: Alphabet | Iterable<string>;
  /** What it answers with: `weightsIn(boolean)`, `runsOf("mealy")`, … */
  readonly kind: Kind<W, A>;
  /**
   * The answer to a word, given as its symbols: its weight; for a machine the outputs, one for each input, after the first one if it is a
   * Moore machine; for a language model the probabilities of the symbols and of the end. The signal aborts when the run ends early.
   */
  readonly answer: (word: readonly string[], signal?: Signal) => Given<A> | Promise<Given<A>>;
  /** How many words are asked at a time; one unless given, since the answers of many systems depend on what else goes on. */
  readonly concurrency?: number | undefined;
  /** The name that messages use. */
  readonly name?: string | undefined;
}

/**
 * A function as a black box, for `learnAsync`. It may return promises.
 *
 * @example
 * const box = functionBox({
 *   alphabet: ["coin", "button"],
 *   kind: runsOf("mealy"),
 *   answer: async (word) => word.map((input, i) => (input === "coin" ? "ok" : word[i - 1] === "coin" ? "coffee" : "nothing")),
 * });
 * const { automaton } = await learnAsync(box);
 * console.log(requireMachine(automaton).kind, automaton.size); // mealy 2
 */
export function functionBox<W, A = W>(options: FunctionBoxOptions<W, A>): BlackBox<W, A> {
  const { answer, name = "the function" } = options;
  const kind = checkKind(options.kind);
  const alphabet = options.alphabet instanceof Alphabet ? options.alphabet : new Alphabet(options.alphabet);
  const usual = checkConcurrency(options.concurrency ?? 1);
  const failed = (what: string, word: Word, cause: unknown) =>
    new HankelError("teacher", `${what} ${alphabet.show(word, kind.terms)}: ${messageOf(cause)}`, { cause });
  const ask = async (word: Word, signal: Signal | undefined): Promise<A> => {
    let given: unknown;
    try {
      given = await answer(alphabet.spell(word), signal);
    } catch (error) {
      // Who passes the signal on is told of its abort by an error.
      throw signal?.aborted ? reasonOf(signal) : failed(`${name} failed at`, word, error);
    }
    try {
      return kind.isAnswer(given) ? given : kind.read(word, given);
    } catch (error) {
      throw failed("the answer for", word, error);
    }
  };
  return {
    name,
    kind,
    alphabet,
    weigh: (words, { concurrency = usual, signal, arrived }: WeighOptions<A> = {}) =>
      askInLanes(words, (word) => ask(word, signal), { concurrency, signal, arrived }),
  };
}

/** Refuses what is no kind of answers, such as its name, or none. */
export function checkKind<W, A>(kind: Kind<W, A>): Kind<W, A> {
  const given: unknown = kind;
  if (typeof given === "object" && given !== null && "equals" in given && "header" in given) return kind;
  throw new HankelError(
    "usage",
    `kind must say what the answers are, as weightsIn(boolean) or runsOf("mealy") do, not ${shown(given)}`,
  );
}

/** Refuses a number of words that cannot be asked at a time. */
export function checkConcurrency(concurrency: number): number {
  if (concurrency >= 1 && (Number.isInteger(concurrency) || concurrency === Number.POSITIVE_INFINITY))
    return concurrency;
  throw new HankelError("usage", `concurrency must be a whole number from 1 on, not ${String(concurrency)}`);
}

/** Asks so many words at a time: when one is answered, the next one is asked. After a failure no more are. */
async function askInLanes<A>(
  words: readonly Word[],
  ask: (word: Word) => Promise<A>,
  {
    concurrency,
    signal,
    arrived,
  }: Pick<WeighOptions<A>, "signal" | "arrived"> & { readonly concurrency: number },
): Promise<readonly A[]> {
  const answers = new Array<A>(words.length);
  let next = 0;
  let ended = false;
  const lane = async () => {
    while (next < words.length) {
      if (signal?.aborted) throw reasonOf(signal);
      const i = next++;
      answers[i] = await ask(words[i]);
      // Nobody takes answers any more after the call has returned.
      if (!ended) arrived?.(i, [answers[i]]);
    }
  };
  const lanes = Array.from({ length: Math.min(concurrency, words.length) }, lane);
  try {
    await abortable(Promise.all(lanes), signal, { grace: GRACE });
  } catch (error) {
    next = words.length;
    // The answers that are under way have cost something: they are waited for, though not for long.
    if (signal?.aborted !== true) await settledWithin(GRACE, lanes);
    throw error;
  } finally {
    ended = true;
  }
  return answers;
}

function settledWithin(milliseconds: number, promises: readonly Promise<unknown>[]): Promise<void> {
  return new Promise((resolve) => {
    const stopTimer = systemClock.after(milliseconds, resolve);
    void Promise.allSettled(promises).then(() => {
      stopTimer();
      resolve();
    });
  });
}
