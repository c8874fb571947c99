import {
  Alphabet,
  type Distribution,
  type FreeWord,
  HankelError,
  type Kind,
  type MachineKind,
  messageOf,
  runsOf,
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
  /** What it answers with: `"mealy"`, `"moore"`, `weightsIn(boolean)`, `rowsOver(alphabet)`, … */
  readonly kind: Kind<W, A> | MachineKind;
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
 *   kind: "mealy",
 *   answer: async (word) => word.map((input, i) => (input === "coin" ? "ok" : word[i - 1] === "coin" ? "coffee" : "nothing")),
 * });
 * const { automaton } = await learnAsync(box);
 * console.log(requireMachine(automaton).kind, automaton.size); // mealy 2
 */
export function functionBox(
  options: FunctionBoxOptions<FreeWord> & { readonly kind: MachineKind },
): BlackBox<FreeWord>;
export function functionBox<W, A = W>(
  options: FunctionBoxOptions<W, A> & { readonly kind: Kind<W, A> },
): BlackBox<W, A>;
export function functionBox(options: FunctionBoxOptions<unknown>): BlackBox<unknown> {
  const { answer, name = "the function" } = options;
  const kind: Kind<unknown> = requireKind(
    options.kind === "mealy" || options.kind === "moore" ? runsOf(options.kind) : options.kind,
  );
  requireFunction(answer, "answer", "returns the answer to a word");
  const alphabet = alphabetOf(options.alphabet);
  const usual = checkConcurrency(options.concurrency ?? 1);
  const failed = (what: string, word: Word, cause: unknown) =>
    new HankelError("teacher", `${what} ${alphabet.show(word, kind.terms)}: ${messageOf(cause)}`, { cause });
  const ask = async (word: Word, signal: Signal | undefined): Promise<unknown> => {
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
    weigh: (words, { concurrency = usual, signal, arrived }: WeighOptions<unknown> = {}) =>
      askInLanes(words, (word) => ask(word, signal), { concurrency, signal, arrived }),
  };
}

/** The alphabet of these symbols; a string stands for its characters. */
export function alphabetOf(symbols: Alphabet | Iterable<string>): Alphabet {
  return symbols instanceof Alphabet ? symbols : new Alphabet(symbols);
}

/** Refuses what is no function, and says what it is for. */
export function requireFunction(given: unknown, name: string, task: string): void {
  if (typeof given === "function") return;
  throw new HankelError(
    "usage",
    `a black box needs a function ${name}, which ${task}; it is ${given === undefined ? "missing" : shown(given)}`,
  );
}

/** Refuses what is no kind, and says which kinds there are. */
export function requireKind<W, A>(kind: Kind<W, A> | undefined): Kind<W, A> {
  if (typeof kind === "object" && typeof kind.isAnswer === "function") return kind;
  throw new HankelError(
    "usage",
    `the kind of a black box says what it answers with: "mealy" or "moore" for outputs, weightsIn(boolean) or another semifield ` +
      `for weights, rowsOver(alphabet) for what comes next; it is ${kind === undefined ? "missing" : shown(kind)}`,
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
