import type { Word } from "../../../words/word.ts";
import type { Asking } from "../../protocol.ts";
import type { Sifting } from "../sifting.ts";
import type { TreeView } from "../subtree.ts";

/** What a saving may see: it looks and asks, and cannot change anything but what is known. */
export type SiftingView<W> = Pick<
  Sifting<W>,
  | "algebra"
  | "alphabet"
  | "observations"
  | "arc"
  | "accessWord"
  | "accessNode"
  | "leaf"
  | "target"
  | "ratio"
  | "atRoot"
> & { readonly tree: TreeView<W> };

/**
 * A change of the tree (docs/theory.md, 6.6). The learner applies it only if known answers justify it, so no saving can
 * change the result.
 */
export type Edit =
  /** Splits the leaf of a word by a suffix that tells the word from the leaf's state: a new state. */
  | { readonly kind: "split"; readonly word: number; readonly suffix: Word }
  /** Puts a suffix above a node, to which all states below have known answers; it must tell some of them apart. */
  | { readonly kind: "insert"; readonly node: number; readonly suffix: Word };

/** A way to spend less than the textbook does. It looks, may ask, and suggests. */
export interface Saving<W> {
  /** Called before each batch: what it puts on the observations' list is asked along. */
  askAlong?(sifting: SiftingView<W>): void;
  /** Called when a leaf has been split: shall the other words of the leaf wait until the new state's arcs are known? */
  holdsAfterSplit?(node: number, suffix: Word): boolean;
  /** Called when every word is at a leaf or held, again and again until it has no edit. */
  suggest?(sifting: SiftingView<W>): Asking<W, Edit | undefined>;
}
