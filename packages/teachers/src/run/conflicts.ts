import {
  type AnswerClash,
  type AnswerStore,
  Contradiction,
  type OnConflict,
  type StoredAnswer,
  type Word,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import type { Conflict, LiveEvent } from "./live-options.ts";
import type { RunJournal } from "./run-journal.ts";

/** How many more answers are asked for when answers differ and the majority decides. */
export const VOTES = 3;

/**
 * A run may correct so many answers, and one more for so many answers that it has. Where errors are rare, it ends long before:
 * beyond that each correction leads to new errors.
 */
const CORRECTIONS = 64;
const ANSWERS_PER_CORRECTION = 400;

/** All answers that an answer was made of. */
export function votesOf<A>({ weight, answers = [weight] }: StoredAnswer<A>): readonly A[] {
  return answers;
}

/** Whom a run asks, how, and where it keeps the answers. */
export interface Answering<W, A = W> {
  readonly box: BlackBox<W, A>;
  readonly store: AnswerStore<A>;
  readonly journal: RunJournal | undefined;
  /** How often each word is asked. */
  readonly repeat: number;
  readonly onConflict: OnConflict;
  /** Reports an event. */
  readonly tell: (event: LiveEvent) => void;
}

/** Makes one answer of several to a word, by the rule that the user chose, and remembers the conflicts. */
export class Conflicts<W, A = W> {
  readonly found: Conflict<A>[] = [];
  /** The largest distance between answers to one word. */
  spread = 0;
  readonly #run: Answering<W, A>;
  #advised = false;
  #noted = 0;

  constructor(run: Answering<W, A>) {
    this.#run = run;
  }

  /** Throws a `Contradiction` if the rule is to stop, or if there is no majority. */
  reconcile(word: Word, answers: readonly A[]): StoredAnswer<A> {
    const { box, onConflict } = this.#run;
    const { answer: weight, spread, conflict, decided } = box.kind.combine(answers, onConflict);
    this.spread = Math.max(this.spread, spread);
    if (conflict) {
      if (onConflict === "stop" || !decided) throw this.#contradiction(word, answers, decided);
      this.#note(word, answers, weight);
    }
    return answers.length > 1 ? { weight, answers } : { weight };
  }

  /** Does an answer refute a log, or must the majority decide about it, since it disagrees with the answer to another word? */
  isDisputed(node: number, { weight }: StoredAnswer<A>): boolean {
    const { store, onConflict } = this.#run;
    if (store.refutes(node, weight)) return true;
    if (onConflict !== "majority" || !store.kind.corrects) return false;
    return store.memory.clash(node, weight) !== undefined;
  }

  /**
   * Compares an answer with what the answers to other words told about the prefixes of this one. Throws a
   * `Contradiction` if the rule is to stop; otherwise what was told first stands.
   */
  settle(node: number, answer: StoredAnswer<A>): StoredAnswer<A> {
    const { store, onConflict } = this.#run;
    const clash = store.clash(node, answer.weight);
    if (clash === undefined) return answer;
    const word = store.tree.word(node);
    if (onConflict === "stop") throw this.#clashing(word, clash);
    const weight = store.memory.kept(node, answer.weight);
    const answers = votesOf(answer);
    this.#note(word, [weight, ...answers], weight);
    return { weight, answers };
  }

  /** Replaces what is known of a word; the run has to start again. */
  correct(node: number, answer: StoredAnswer<A>): void {
    const { store, journal } = this.#run;
    journal?.append([store.line("correction", node, answer)]);
    store.correct(node, answer);
  }

  /** An answer was corrected: advises the user once, and returns an error if there is no end to corrections. */
  noteCorrection(): Contradiction | undefined {
    const { store, repeat, tell } = this.#run;
    const { corrections, answered } = store;
    // A log that was wrong says nothing of the black box.
    if (corrections === this.#noted) return undefined;
    this.#noted = corrections;
    const option = repeat === 1 ? "--repeat 3" : `a --repeat of more than ${repeat}`;
    if (!this.#advised) {
      const noisy = "the answers look noisy: one was outvoted, and the learner starts again";
      tell({ event: "advice", text: `${noisy}; ${option} outvotes errors before they are used` });
      this.#advised = true;
    }
    if (corrections <= CORRECTIONS + answered / ANSWERS_PER_CORRECTION) return undefined;
    return new Contradiction(
      `the black box contradicts itself again and again: ${corrections} of ${answered} answers were outvoted, and errors ` +
        `lead to more errors; ${option} outvotes them before they are used`,
    );
  }

  #note(word: Word, answers: readonly A[], used: A): void {
    const { box, tell } = this.#run;
    const { kind, alphabet } = box;
    const shown = answers.map((answer) => kind.format(answer));
    this.found.push({ word, answers, used });
    tell({ event: "conflict", word: alphabet.spell(word), answers: shown, used: kind.format(used) });
  }

  #contradiction(word: Word, answers: readonly A[], decided: boolean): Contradiction {
    const { kind, alphabet } = this.#run.box;
    const majority = decided ? "" : "; there is no majority";
    return this.#error(`${kind.differing(alphabet, word, answers)}${majority}${this.#witnesses(word)}`);
  }

  /** The error for answers that tell different things about the same prefix. */
  #clashing(word: Word, clash: AnswerClash): Contradiction {
    const { kind, alphabet } = this.#run.box;
    const named = (of: Word) => `${alphabet.show(of, kind.terms)}${this.#witnesses(of)}`;
    return this.#error(kind.clashing(alphabet, clash, named(clash.word), named(word)));
  }

  #error(problem: string): Contradiction {
    const { suspicion } = this.#run.box.kind;
    const noise = "--repeat and --on-conflict say what to do about noise";
    return new Contradiction(`the black box contradicts itself: ${problem}; ${noise}${suspicion}`);
  }

  /** Who answered the word, if the black box is several machines. */
  #witnesses(word: Word): string {
    const names = this.#run.box.witnesses?.(word) ?? [];
    return names.length === 0 ? "" : ` (answered by ${names.join(", then by ")})`;
  }
}
