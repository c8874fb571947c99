import { type RunMemory, runOf, weightOf } from "./run-memory.ts";
import type { StoredAnswer } from "./stored-answer.ts";

interface ReservedAnswer<W> extends StoredAnswer<W> {
  /** Does it stand in the second file of the journal, until its turn comes? */
  readonly early: boolean;
}

/** Answers from another journal, or that came ahead of their turn. They wait until they are asked for. */
export class ReservedAnswers<W> {
  readonly #answers = new Map<number, ReservedAnswer<W>>();
  /** What the runs among them tell, if they are those of a machine. */
  readonly #runs: RunMemory | undefined;
  #early = 0;

  constructor(runs: RunMemory | undefined) {
    this.#runs = runs;
  }

  /** Those that stand in the second file of the journal. */
  get early(): number {
    return this.#early;
  }

  add(node: number, answer: StoredAnswer<W>, early: boolean): void {
    if (this.#answers.has(node)) return;
    this.#runs?.tell(node, runOf(answer.weight));
    this.#answers.set(node, { ...answer, early });
    if (early) this.#early++;
  }

  /** The answer to a word, or what a run of a machine on a longer word tells about it. */
  get(node: number): StoredAnswer<W> | undefined {
    const found = this.#answers.get(node);
    if (found !== undefined)
      return { weight: found.weight, ...(found.answers && { answers: found.answers }) };
    return this.#runs?.knows(node) === true ? { weight: weightOf<W>(this.#runs.run(node)) } : undefined;
  }

  /** The same; an answer is given out once. */
  take(node: number): StoredAnswer<W> | undefined {
    const answer = this.get(node);
    if (this.#answers.get(node)?.early === true) this.#early--;
    this.#answers.delete(node);
    return answer;
  }
}
