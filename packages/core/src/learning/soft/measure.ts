import { type Measure, type Pdfa, usesOf } from "../../next/pdfa.ts";
import { WordDraw, type WordDrawOptions } from "../../next/word-draw.ts";
import type { Word } from "../../words/word.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/**
 * So many words are drawn at least, and one for so many questions before. More of them make better averages, and a surer
 * test of what seems exact, at a question each where an answer tells all prefixes, and a question a letter elsewhere.
 */
const DRAWN = 10;
const DRAWN_FOR = 4;

/** A word that is drawn takes about as many rows as so many words have. */
const DRAFTS = 6;

/**
 * Draws words from the model, with an automaton as the draft (Proposition 13.7). Of the explored words and the drawn ones,
 * those that are not explored count as often as they were drawn: so the sum of any function over the measure is, in
 * expectation, that over the prefixes of a word of the model, as far as they are explored or have at most `longest` letters.
 */
export function* withDrawn(
  known: KnownRows,
  draft: Pdfa,
  { seed, longest }: { readonly seed: number; readonly longest: number },
): SoftAsking<{ readonly measure: Measure; readonly draw: WordDraw }> {
  const explored = known.explored;
  const { steps } = usesOf(draft);
  const each = known.shared.tellsPrefixes ? 1 : steps;
  // A draft that is given up takes rows, too.
  const most = Math.max(DRAWN, Math.floor(known.room / (DRAFTS * steps)));
  const count = Math.min(most, Math.max(DRAWN, Math.ceil(known.count / (DRAWN_FOR * each))));
  const draw = new WordDraw(draft, { count, seed, longest });
  for (let drafts = draw.drafts(); drafts.length > 0; drafts = draw.drafts()) {
    yield* known.ask(prefixesOf(known, drafts), "drawn");
    draw.settle((word, length) => known.row(known.tree.find(word.slice(0, length))));
  }
  return { measure: measureOf(known, explored, draw.words), draw };
}

/** The nodes of words and their prefixes, each as often as it occurs. */
function prefixesOf({ tree }: KnownRows, words: readonly Word[]): number[] {
  return words.flatMap((word) => tree.path(word));
}

/** The explored words, and the prefixes of drawn words that are not explored, as often as they occur in a word. */
export function measureOf(known: KnownRows, explored: Measure, words: readonly Word[]): Measure {
  const measure = new Map(explored);
  for (const node of prefixesOf(known, words)) {
    if (!explored.has(node)) measure.set(node, (measure.get(node) ?? 0) + 1 / words.length);
  }
  return measure;
}

/**
 * Draws words, all from the model (13.7). Where rows are known they are used, so that a draft begins behind them: what two
 * words have in common is asked once.
 */
export function* drawnBehindKnown(
  known: KnownRows,
  draft: Pdfa,
  options: WordDrawOptions,
): SoftAsking<WordDraw> {
  const { tree } = known;
  const draw = new WordDraw(draft, options);
  const rowOf = (word: Word, length: number) => {
    let node = 0;
    for (let i = 0; i < length && node >= 0; i++) node = tree.child(node, word[i]);
    return node >= 0 && known.knows(node) ? known.row(node) : undefined;
  };
  for (;;) {
    draw.advance(rowOf);
    const drafts = draw.drafts();
    if (drafts.length === 0) return draw;
    yield* known.ask(prefixesOf(known, drafts), "drawn");
    draw.settle((word, length) => known.row(tree.find(word.slice(0, length))));
  }
}
