import { Random, type Word } from "@hankel/core";
import type { Journal } from "../journal/journal.ts";
import { Restart } from "../stop.ts";
import type { Asker } from "./asker.ts";
import type { Book, Settled } from "./book.ts";
import type { OnConflict } from "./combine.ts";

/** So many answers more are asked for where a word was answered in two ways and the majority is to decide. */
const VOTES = 3;
/** Keeps what is drawn here apart from what the tests draw from the same seed. */
const STREAM = 0x72656368;

export interface RecheckOptions<W> {
  readonly asker: Asker<W>;
  readonly book: Book<W>;
  readonly journal: Journal | undefined;
  /** How many words at each conjecture. */
  readonly count: number;
  readonly seed: number;
  readonly onConflict: OnConflict;
}

/**
 * Asks a few answered words again, at each conjecture: a memory never asks twice, so nobody would notice a black box
 * that answers now so, now so. Which words, the seed decides, out of those that this run has used. Throws `Restart`
 * when the majority of the answers to a word is not what the run was built on.
 */
export async function recheck<W>(
  options: RecheckOptions<W>,
  conjecture: number,
  used: readonly number[],
): Promise<void> {
  const { asker, book, journal, count, seed } = options;
  if (count === 0 || used.length === 0) return;
  const random = new Random(seed, STREAM, conjecture);
  const chosen = new Set<number>();
  for (let i = 0; i < count; i++) chosen.add(used[random.below(used.length)]);
  const known = book.rechecks.get(conjecture);
  const nodes = [...chosen].filter((node) => known?.has(node) !== true);
  const weights = nodes.length === 0 ? [] : await asker.again(nodes.map((node) => book.tree.word(node)));
  const lines = nodes.map((node, i) => ({
    kind: "recheck" as const,
    conjecture,
    word: book.alphabet.spell(book.tree.word(node)),
    weight: book.algebra.format(weights[i]),
  }));
  journal?.append(lines);
  await journal?.sync();
  nodes.forEach((node, i) => book.rechecked(conjecture, node, weights[i]));
  for (const node of chosen) {
    const again = book.rechecks.get(conjecture)?.get(node);
    const before = book.known(node);
    if (before === undefined || again === undefined || book.algebra.equals(before.weight, again)) continue;
    await contradicted(options, node, before, again);
  }
}

async function contradicted<W>(
  { asker, book, journal, onConflict }: RecheckOptions<W>,
  node: number,
  before: Settled<W>,
  again: W,
): Promise<void> {
  const word: Word = book.tree.word(node);
  const votes = onConflict === "majority" ? await asker.again(Array.from({ length: VOTES }, () => word)) : [];
  const answers = [...(before.answers ?? [before.weight]), again, ...votes];
  const settled = asker.settle(word, answers);
  if (book.algebra.equals(settled.weight, before.weight)) return;
  journal?.append([book.line("correction", node, settled)]);
  await journal?.sync();
  book.correct(node, settled);
  throw new Restart();
}
