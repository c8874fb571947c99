import {
  type AnswerClash,
  Contradiction,
  type FreeWord,
  quote,
  type StoredAnswer,
  type Word,
} from "@hankel/core";
import { type Combined, combine } from "./combine.ts";
import { combineRuns } from "./combine-runs.ts";
import type { Conflict } from "./live-options.ts";
import type { LiveRun } from "./live-run.ts";

/** How many more answers are asked for when answers differ and the majority decides. */
export const VOTES = 3;

/** Makes one weight of several answers to a word, by the rule that the user chose, and remembers the conflicts. */
export class Conflicts<W> {
  readonly found: Conflict<W>[] = [];
  readonly #run: LiveRun<W>;
  /** The largest distance between answers to one word. */
  #spread = 0;

  constructor(run: LiveRun<W>) {
    this.#run = run;
  }

  get spread(): number {
    return this.#spread;
  }

  /** Throws a `Contradiction` if the rule is to stop, or if there is no majority. */
  reconcile(word: Word, answers: readonly W[]): StoredAnswer<W> {
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
  isDisputed(node: number, { weight }: StoredAnswer<W>): boolean {
    const { store, onConflict } = this.#run;
    return onConflict === "majority" && store.clash(node, weight) !== undefined;
  }

  /**
   * Compares the answer of a machine with what the answers to other words told about the prefixes of this one. Throws a
   * `Contradiction` if the rule is to stop; otherwise the outputs that were told first stand.
   */
  settle(node: number, answer: StoredAnswer<W>): StoredAnswer<W> {
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

  #combine(answers: readonly W[]): Combined<W> {
    const { box, onConflict } = this.#run;
    if (box.machine === undefined) return combine(box.algebra, answers, onConflict);
    // The weights of a machine are words of the free group.
    return combineRuns(answers as readonly FreeWord[], onConflict) as Combined<W>;
  }

  #note(word: Word, answers: readonly W[], used: W): void {
    const { box, tell } = this.#run;
    const { algebra, alphabet } = box;
    const shown = answers.map((answer) => algebra.format(answer));
    this.found.push({ word, answers, used });
    tell({ event: "conflict", word: alphabet.spell(word), answers: shown, used: algebra.format(used) });
  }

  #contradiction(word: Word, answers: readonly W[], decided: boolean): Contradiction {
    const { algebra, alphabet, machine } = this.#run.box;
    const shown = answers.map((answer) => algebra.format(answer)).join(", then ");
    const said = machine === undefined ? `weighs ${shown}` : `gives the outputs ${shown}`;
    const majority = decided ? "" : "; there is no majority";
    const rounding = machine === undefined ? ", --tolerance about rounding" : RESET;
    return new Contradiction(
      `the black box contradicts itself: ${alphabet.show(word)} ${said}${majority}; ${NOISE}${rounding}`,
    );
  }

  /** The error for outputs that change for the same prefix. */
  #clashing(word: Word, { prefix, word: before, told, other }: AnswerClash): Contradiction {
    const { alphabet } = this.#run.box;
    const place = prefix.length === 0 ? "for its initial state" : `at the end of ${alphabet.show(prefix)}`;
    return new Contradiction(
      `the black box contradicts itself: ${place} it wrote ${quote(told)} in the run on ${alphabet.show(before)}, and ` +
        `${quote(other)} in the run on ${alphabet.show(word)}; ${NOISE}${RESET}`,
    );
  }
}

const NOISE = "--repeat and --on-conflict say what to do about noise";
const RESET = " (does it reset itself before every run?)";
