import {
  type AnswerClash,
  type AnswerStore,
  Contradiction,
  type OnConflict,
  type Steady,
  type StoredAnswer,
  type Word,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import type { Conflict, LiveEvent } from "./live-options.ts";
import type { Recall } from "./recall.ts";
import type { RunJournal } from "./run-journal.ts";

/** How many more answers are asked for when answers differ and the majority decides. */
export const VOTES = 3;

/**
 * A run may correct so many answers, and one more for so many answers that it has. Where errors are rare, it ends long before:
 * beyond that each correction leads to new errors.
 */
const CORRECTIONS = 64;
const ANSWERS_PER_CORRECTION = 400;

/** Under `stable`, answers to a word have to be the same so many times in a row unless the user says it. */
export const IN_A_ROW = 3;
/**
 * An output is waited for so many times, for each time that it has to be seen in a row; and a word is asked so many times in all, since
 * runs that are wrong before an output do not count there.
 */
const PATIENCE = 20;
const LONGEST_PATIENCE = 200;

/** All answers that an answer was made of. */
export function votesOf<A>({ weight, answers = [weight] }: StoredAnswer<A>): readonly A[] {
  return answers;
}

/** What the error for stale answers says of where they are from. */
type Stale = Pick<Recall, "source" | "since" | "anew">;

/** Whom a run asks, how, and where it keeps the answers. */
export interface Answering<W, A = W> {
  readonly box: BlackBox<W, A>;
  readonly store: AnswerStore<A>;
  readonly journal: RunJournal | undefined;
  /** How often each word is asked; under `stable`, how often its answer has to be seen in a row. */
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

  /**
   * How many more answers to a word are needed before one counts: none, unless it has to be seen so many times in a row. Throws a
   * `Contradiction` when that has been tried for long enough.
   */
  wanting(word: Word, answers: readonly A[], inARow = this.#run.repeat): number {
    const { box, onConflict } = this.#run;
    if (onConflict !== "stable") return 0;
    const steady = box.kind.steady(answers, inARow);
    const { missing, seen } = steady;
    const isHopeless = seen.length >= PATIENCE * inARow || answers.length >= LONGEST_PATIENCE * inARow;
    if (missing > 0 && isHopeless) throw this.#unsteady(word, steady, inARow);
    return missing;
  }

  /** Throws a `Contradiction` if the rule is to stop, or if there is no majority. */
  reconcile(word: Word, answers: readonly A[]): StoredAnswer<A> {
    const { box, onConflict, repeat } = this.#run;
    const { answer, spread, conflict, decided } = box.kind.combine(answers, onConflict);
    const weight = onConflict === "stable" ? box.kind.steady(answers, repeat).answer : answer;
    this.spread = Math.max(this.spread, spread);
    if (conflict) {
      if (onConflict === "stop" || (onConflict === "majority" && !decided))
        throw this.#contradiction(word, answers, decided);
      this.#note(word, answers, weight);
    }
    return answers.length > 1 ? { weight, answers } : { weight };
  }

  /** The error for an answer that is not what it was before the run. */
  stale(word: Word, answers: readonly A[], recall: Stale): Contradiction {
    const { kind, alphabet } = this.#run.box;
    return this.outdated(`${kind.differing(alphabet, word, answers)}${this.#witnesses(word)}`, recall);
  }

  /** The error for a black box that is not what a journal says. */
  outdated(problem: string, { source, since, anew }: Stale): Contradiction {
    const because = since === "" ? "" : ` (${since})`;
    return new Contradiction(
      `the target no longer answers as in ${source}: ${problem}${because}. ` +
        `If it is another version now, ${anew}: what is known of the old one says nothing of it. ` +
        `If its answers change by themselves, ${this.#noise}${this.#run.box.kind.suspicion}`,
    );
  }

  /** Does an answer refute a log, or must the majority decide about it, since it disagrees with the answer to another word? */
  isDisputed(node: number, { weight }: StoredAnswer<A>): boolean {
    const { store, onConflict } = this.#run;
    if (store.refutes(node, weight)) return true;
    if (!(onConflict === "majority" || onConflict === "stable") || !store.kind.corrects) return false;
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
    const { store, repeat, onConflict, tell } = this.#run;
    const { corrections, answered } = store;
    // A log that was wrong says nothing of the black box.
    if (corrections === this.#noted) return undefined;
    this.#noted = corrections;
    const isStable = onConflict === "stable";
    const option =
      repeat === 1 ? "--repeat 3" : `a --${isStable ? "stable" : "repeat"} of more than ${repeat}`;
    const advice = `${option} ${isStable ? "waits longer before an answer counts" : "outvotes errors before they are used"}`;
    const were = isStable ? "not stable after all" : "outvoted";
    if (!this.#advised) {
      const noisy = `the answers look noisy: one was ${were}, and the learner starts again`;
      tell({ event: "advice", text: `${noisy}; ${advice}` });
      this.#advised = true;
    }
    if (corrections <= CORRECTIONS + answered / ANSWERS_PER_CORRECTION) return undefined;
    return new Contradiction(
      `the black box contradicts itself again and again: ${corrections} of ${answered} answers were ${were}, and errors ` +
        `lead to more errors; ${advice}`,
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

  /** The error for a word whose answers change all the time. */
  #unsteady(word: Word, steady: Steady<A>, inARow: number): Contradiction {
    const { kind, alphabet } = this.#run.box;
    return new Contradiction(
      `the black box never answers the same ${inARow} times in a row: ${kind.unsteady(alphabet, word, steady)}${this.#witnesses(word)}. ` +
        "What depends on time or load is often a time limit that is shorter than the slowest answer, something that a reset leaves " +
        "behind, or several words at once (--workers 1); an output that changes by itself, such as a clock, does not belong in an answer",
    );
  }

  /** The error for answers that tell different things about the same prefix. */
  #clashing(word: Word, clash: AnswerClash): Contradiction {
    const { kind, alphabet } = this.#run.box;
    const named = (of: Word) => `${alphabet.show(of, kind.terms)}${this.#witnesses(of)}`;
    return this.#error(kind.clashing(alphabet, clash, named(clash.word), named(word)));
  }

  #error(problem: string): Contradiction {
    const { kind } = this.#run.box;
    const suspicion = this.#run.box.suspicion?.() ?? kind.suspicion;
    return new Contradiction(`the black box contradicts itself: ${problem}; ${this.#noise}${suspicion}`);
  }

  get #noise(): string {
    return "--repeat, --stable and --on-conflict say what to do about noise";
  }

  /** Who answered the word, if the black box is several machines. */
  #witnesses(word: Word): string {
    const names = this.#run.box.witnesses?.(word) ?? [];
    return names.length === 0 ? "" : ` (answered by ${names.join(", then by ")})`;
  }
}
