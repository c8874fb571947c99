import {
  type AnswerClash,
  type AnswerType,
  Contradiction,
  type Distribution,
  type FreeWord,
  quote,
  type StoredAnswer,
  shortened,
  showRow,
  type Word,
} from "@hankel/core";
import { answersOf } from "../box.ts";
import { type Combined, combine } from "./combine.ts";
import { combineDistributions, furthestRows } from "./combine-distributions.ts";
import { combineRuns } from "./combine-runs.ts";
import type { Conflict } from "./live-options.ts";
import type { LiveRun } from "./live-run.ts";

/** How many more answers are asked for when answers differ and the majority decides. */
export const VOTES = 3;

/**
 * A run may correct so many answers, and one more for so many answers that it has. Where errors are rare, it ends long before:
 * beyond that each correction leads to new errors.
 */
const CORRECTIONS = 64;
const ANSWERS_PER_CORRECTION = 400;

/** Makes one answer of several to a word, by the rule that the user chose, and remembers the conflicts. */
export class Conflicts<W, A = W> {
  readonly found: Conflict<A>[] = [];
  readonly #run: LiveRun<W, A>;
  /** The largest distance between answers to one word. */
  #spread = 0;
  #advised = false;

  constructor(run: LiveRun<W, A>) {
    this.#run = run;
  }

  get spread(): number {
    return this.#spread;
  }

  /** Throws a `Contradiction` if the rule is to stop, or if there is no majority. */
  reconcile(word: Word, answers: readonly A[]): StoredAnswer<A> {
    const { onConflict } = this.#run;
    const { weight, spread, conflict, decided } = this.#combine(answers);
    this.#spread = Math.max(this.#spread, spread);
    if (conflict) {
      if (onConflict === "stop" || !decided) throw this.#contradiction(word, answers, decided);
      this.#note(word, answers, weight);
    }
    return answers.length > 1 ? { weight, answers } : { weight };
  }

  /** Must the majority decide about the answer of a machine, since it disagrees with the answer to another word? */
  isDisputed(node: number, { weight }: StoredAnswer<A>): boolean {
    const { store, onConflict } = this.#run;
    // A mean of distributions is never the same twice, so the first one stands.
    if (onConflict !== "majority" || store.telling === "rows") return false;
    return store.clash(node, weight) !== undefined;
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
    const weight = store.keepKnown(node, answer.weight);
    const answers = answer.answers ?? [answer.weight];
    this.#note(word, [weight, ...answers], weight);
    return { weight, answers };
  }

  /** An answer was corrected: advises the user once, and returns an error if there is no end to corrections. */
  noteCorrection(): Contradiction | undefined {
    const { store, repeat, tell } = this.#run;
    const { corrections, answered } = store;
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

  /** The answers of a machine are words of the free group, those of a language model distributions, and others weights. */
  #combine(answers: readonly A[]): Combined<A> {
    const { box, onConflict } = this.#run;
    const given: unknown = answers;
    let combined: Combined<unknown>;
    if (box.next !== undefined) {
      const type = answersOf(box) as AnswerType<unknown> as AnswerType<Distribution>;
      combined = combineDistributions(type, given as readonly Distribution[], onConflict);
    } else if (box.machine !== undefined) combined = combineRuns(given as readonly FreeWord[], onConflict);
    else combined = combine(box.algebra, given as readonly W[], onConflict);
    return combined as Combined<A>;
  }

  #note(word: Word, answers: readonly A[], used: A): void {
    const { box, tell } = this.#run;
    const type = answersOf(box);
    const shown = answers.map((answer) => type.format(answer));
    this.found.push({ word, answers, used });
    tell({ event: "conflict", word: box.alphabet.spell(word), answers: shown, used: type.format(used) });
  }

  #contradiction(word: Word, answers: readonly A[], decided: boolean): Contradiction {
    const { box } = this.#run;
    const { alphabet, machine, next } = box;
    if (next !== undefined) return this.#changing(word, answers);
    const shown = answers.map((answer) => shortened(answersOf(box).format(answer))).join(", then ");
    const said = machine === undefined ? `weighs ${shown}` : `gives the outputs ${shown}`;
    const majority = decided ? "" : "; there is no majority";
    const rounding = machine === undefined ? ", --tolerance about rounding" : RESET;
    return new Contradiction(
      `the black box contradicts itself: ${alphabet.show(word)} ${said}${majority}${this.#witnesses(word)}; ${NOISE}${rounding}`,
    );
  }

  /** Who answered the word, if the black box is several machines. */
  #witnesses(word: Word): string {
    const names = this.#run.box.witnesses?.(word) ?? [];
    return names.length === 0 ? "" : ` (answered by ${names.join(", then by ")})`;
  }

  /** The error for distributions that change: only the rows where they differ most are shown. */
  #changing(word: Word, answers: readonly unknown[]): Contradiction {
    const { alphabet } = this.#run.box;
    const { row, rows } = furthestRows(answers as readonly Distribution[], alphabet.size + 1);
    const prefix = this.#run.store.telling === "rows" ? word.slice(0, row) : word;
    const shown = rows.map(showRow).join(", then ");
    return new Contradiction(
      `the black box contradicts itself: after ${alphabet.show(prefix)} it gives the distributions ${shown}${this.#witnesses(word)}; ${NOISE}`,
    );
  }

  /** The error for answers that tell different things about the same prefix. */
  #clashing(word: Word, { prefix, word: before, told, other }: AnswerClash): Contradiction {
    const { alphabet } = this.#run.box;
    if (this.#run.box.next !== undefined) {
      return new Contradiction(
        `the black box contradicts itself: after ${alphabet.show(prefix)} it gave the distribution ${told} along with ` +
          `${alphabet.show(before)}${this.#witnesses(before)}, and ${other} along with ` +
          `${alphabet.show(word)}${this.#witnesses(word)}; ${NOISE}`,
      );
    }
    const place = prefix.length === 0 ? "for its initial state" : `at the end of ${alphabet.show(prefix)}`;
    return new Contradiction(
      `the black box contradicts itself: ${place} it wrote ${quote(told)} in the run on ${alphabet.show(before)}${this.#witnesses(before)}, and ` +
        `${quote(other)} in the run on ${alphabet.show(word)}${this.#witnesses(word)}; ${NOISE}${RESET}`,
    );
  }
}

const NOISE = "--repeat and --on-conflict say what to do about noise";
const RESET = " (does it reset itself before every run?)";
