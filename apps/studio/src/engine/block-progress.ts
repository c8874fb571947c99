import type { Alphabet, Word } from "hankel";
import type { Reason } from "hankel/learning";
import type { AnyQuestion, Explanation } from "./explain.ts";
import { explainBlock } from "./explain-block.ts";
import type { Focus } from "./focus.ts";
import type { BlockMatrix } from "./matrix-source.ts";

/** What a question of the multiplicity learner is about. */
export interface BlockQuestion {
  readonly explanation: Explanation;
  readonly focus: Focus;
  /** A suffix that may join the block. */
  readonly trial: Word | undefined;
}

/** Follows the growth of a block from question to question. */
export class BlockProgress<W> {
  readonly #block: BlockMatrix<W>;
  readonly #alphabet: Alphabet;
  #rank = 0;
  #why: Reason | undefined;

  constructor(block: BlockMatrix<W>, alphabet: Alphabet) {
    this.#block = block;
    this.#alphabet = alphabet;
  }

  /** To be called once for each question, in order. */
  step(question: AnyQuestion<unknown>): BlockQuestion {
    const { prefixes, suffixes } = this.#block;
    const fresh = prefixes.map((row, basis) => ({ row, basis })).slice(this.#rank);
    const why = question.kind === "weigh" ? question.why : undefined;
    // The rows that follow from a column are asked for because a word joined the basis; at the start, with the same reason.
    const repeats = why !== undefined && why === this.#why;
    const fillsRows = fresh.length > 0 && (why?.kind === "unclosed" || repeats);
    const explanation = explainBlock(question, this.#alphabet, {
      joined: fresh.map(({ row, basis }) => ({ prefix: this.#block.word(row), suffix: suffixes[basis] })),
      rank: prefixes.length,
      fillsRows,
    });
    this.#rank = prefixes.length;
    this.#why = why;
    const trial = fillsRows ? undefined : suffixOf(why);
    const focus = { rows: fresh.map(({ row }) => row), columns: fresh.map(({ basis }) => basis) };
    return { explanation, focus, trial };
  }
}

function suffixOf(why: Reason | undefined): Word | undefined {
  if (why?.kind === "counterexample") return why.suffix;
  return why?.kind === "dimension" && why.suffixes.length === 1 ? why.suffixes[0] : undefined;
}
