import type { PrefixMemory } from "./prefix-memory.ts";
import type { StoredAnswer } from "./stored-answer.ts";

interface ReservedAnswer<A> extends StoredAnswer<A> {
  /** Does it stand in the second file of the journal, until its turn comes? */
  readonly early: boolean;
}

/** Answers from another journal, or that came ahead of their turn. They wait until they are asked for. */
export class ReservedAnswers<A> {
  readonly #answers = new Map<number, ReservedAnswer<A>>();
  /** What they tell about prefixes, if they do. */
  readonly #memory: PrefixMemory<A> | undefined;
  #early = 0;

  constructor(memory: PrefixMemory<A> | undefined) {
    this.#memory = memory;
  }

  /** Those that stand in the second file of the journal. */
  get early(): number {
    return this.#early;
  }

  add(node: number, answer: StoredAnswer<A>, early: boolean): void {
    if (this.#answers.has(node)) return;
    this.#memory?.tell(node, answer.weight);
    this.#answers.set(node, { ...answer, early });
    if (early) this.#early++;
  }

  /** The answer to a word, or what the answer to a longer word tells about it. */
  get(node: number): StoredAnswer<A> | undefined {
    const found = this.#answers.get(node);
    if (found !== undefined)
      return { weight: found.weight, ...(found.answers && { answers: found.answers }) };
    return this.#memory?.knows(node) === true ? { weight: this.#memory.answer(node) } : undefined;
  }

  /** The same; an answer is given out once. */
  take(node: number): StoredAnswer<A> | undefined {
    const answer = this.get(node);
    if (this.#answers.get(node)?.early === true) this.#early--;
    this.#answers.delete(node);
    return answer;
  }
}
