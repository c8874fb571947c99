import { type RowAnswers, rowsOver } from "../kinds/rows.ts";
import type { Word } from "../words/word.ts";
import type { Distribution } from "./distribution.ts";
import type { Arriving, NextTeacher } from "./next-teacher.ts";

/** What a language model said after words and their prefixes, so that nothing needs to be asked twice. */
export class AskedRows<Options extends Arriving<Distribution>> {
  readonly answers: RowAnswers;
  readonly #next: NextTeacher<Options>;

  constructor(next: NextTeacher<Options>) {
    this.#next = next;
    this.answers = rowsOver(next.alphabet, { prefixes: next.prefixes === true }).answers(next.alphabet);
  }

  /** Asks for the rows of these nodes, and keeps them. */
  async ask(nodes: readonly number[], options?: Options): Promise<void> {
    const { answers } = this;
    if (nodes.length === 0) return;
    const given = await this.#next.next(
      nodes.map((node) => answers.tree.word(node)),
      options,
    );
    nodes.forEach((node, i) => {
      answers.tell(node, given[i]);
    });
  }

  /** The prefixes of words that are not known: each is a question to a model that tells single words. */
  unknownPrefixes(words: readonly Word[]): Set<number> {
    const { answers } = this;
    const unknown = new Set<number>();
    for (const word of words) {
      for (let at = answers.tree.insert(word); at >= 0; at = answers.tree.parent(at))
        if (!answers.knows(at)) unknown.add(at);
    }
    return unknown;
  }
}
