import { type Pdfa, usesOf } from "../../next/pdfa.ts";
import { WordDraw } from "../../next/word-draw.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { Word } from "../../words/word.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/** Drawn words are cut at this length. */
const LONGEST = 100;

/** The most words that are drawn at a time. */
const MOST = 300;

/** How many words are drawn, and from what seed. */
export interface ModelDraw {
  /** The questions that it may take, in proportion to those before. */
  readonly share: number;
  /** The least words that are drawn. */
  readonly least: number;
  readonly seed: number;
  readonly longest: number;
}

/** Draws words from the model, with an automaton as the draft. */
export function* drawFromModel(
  known: KnownRows,
  draft: Pdfa,
  { share, least, seed, longest }: ModelDraw,
): SoftAsking<readonly Word[]> {
  const each = known.prefixes ? 1 : usesOf(draft).steps;
  const count = Math.min(MOST, Math.max(least, Math.ceil((share * known.asked) / each)));
  const draw = new WordDraw(draft, { count, seed, longest: Math.min(LONGEST, longest) });
  for (let drafts = draw.drafts(); drafts.length > 0; drafts = draw.drafts()) {
    yield* known.ask(
      drafts.flatMap((word) => prefixNodes(known.tree, word)),
      "drawn",
    );
    draw.settle((word, length) => known.row(known.tree.find(word.slice(0, length))));
  }
  return draw.words;
}

function prefixNodes(tree: PrefixTree, word: Word): number[] {
  const nodes = [0];
  for (const letter of word) nodes.push(tree.extend(nodes[nodes.length - 1], letter));
  return nodes;
}
