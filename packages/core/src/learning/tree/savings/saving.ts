import type { Observations } from "../../../answers/observations.ts";
import type { Word } from "../../../words/word.ts";
import type { Asking, Reason } from "../../protocol.ts";
import type { Sifting } from "../sifting.ts";
import type { TreeView } from "../tree-view.ts";

/** What a saving sees. It may read, and put words on the list of what is asked next. */
export type SiftingView<W> = Pick<
  Sifting<W>,
  "algebra" | "alphabet" | "arc" | "accessWord" | "accessNode" | "leaf" | "target" | "ratio" | "atRoot"
> & {
  readonly tree: TreeView<W>;
  readonly observations: Pick<Observations<W>, "knows" | "weight" | "node" | "want">;
};

/** Asks for the words on the list. The answers are recorded by the learner, so a saving cannot invent any. */
export type AskListed<W> = (why: Reason) => Asking<W>;

/**
 * A change of the tree (docs/theory.md, 6.6). The learner applies it only if known answers justify it, so no saving can
 * change the result.
 */
export type Edit =
  /** Splits the leaf of a word by a suffix that tells the word from the leaf's state, which gives a new state. */
  | { readonly kind: "split"; readonly word: number; readonly suffix: Word }
  /** Inserts a suffix above a node that has a longer one. The answers of all states below must be known and not all agree. */
  | { readonly kind: "insert"; readonly node: number; readonly suffix: Word };

/** A way to spend less than the textbook algorithm: it reads, may ask, and suggests edits. */
export interface Saving<W> {
  /** Called before each batch; the words that it puts on the observations' list join the batch. */
  askAlong?(sifting: SiftingView<W>): void;
  /** Called after a leaf was split: should the other words of the leaf wait until the new state's arcs are known? */
  holdsAfterSplit?(node: number, suffix: Word): boolean;
  /** Called when every word is at a leaf or held, repeatedly until it has no edit. */
  suggest?(sifting: SiftingView<W>): Asking<W, Edit | undefined>;
}
