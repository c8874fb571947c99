import { Contradiction, type StoredAnswer, type Word } from "@hankel/core";
import { combine } from "./combine.ts";
import type { Conflict } from "./live-options.ts";
import type { LiveRun } from "./live-run.ts";

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
    const { box, onConflict, tell } = this.#run;
    const { algebra, alphabet } = box;
    const { weight, spread, conflict, decided } = combine(algebra, answers, onConflict);
    this.#spread = Math.max(this.#spread, spread);
    if (conflict) {
      const shown = answers.map((answer) => algebra.format(answer));
      if (onConflict === "stop" || !decided) {
        throw new Contradiction(
          `the black box contradicts itself: ${alphabet.show(word)} weighs ${shown.join(", then ")}` +
            (decided ? "" : "; there is no majority") +
            "; --repeat and --on-conflict say what to do about noise, --tolerance about rounding",
        );
      }
      this.found.push({ word, answers, used: weight });
      const used = algebra.format(weight);
      tell({ event: "conflict", word: alphabet.spell(word), answers: shown, used });
    }
    return answers.length > 1 ? { weight, answers } : { weight };
  }
}
