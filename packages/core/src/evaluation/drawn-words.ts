import { HankelError } from "../errors.ts";
import { type Distribution, distributionOf } from "../next/distribution.ts";
import type { NextTeacher } from "../next/next-teacher.ts";
import { Random } from "../random.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import { stopIfCancelled, type Watch } from "./rows.ts";

/** How words are drawn. */
export interface DrawOptions extends Watch {
  /** How many words; 1000 by default. */
  readonly words?: number | undefined;
  readonly seed?: number | undefined;
  /** Words are cut off after this many letters, or earlier if the teacher cannot be asked about so many; 200 by default. */
  readonly maxLength?: number | undefined;
}

/** Words drawn from a teacher, as nodes of a tree, and what the teacher says after each of their prefixes. */
export interface DrawnWords {
  readonly tree: PrefixTree;
  readonly rows: readonly Distribution[];
  /** The node of each word. */
  readonly nodes: readonly number[];
  /** How many words are cut off, and after how many letters. */
  readonly cut: number;
  readonly maxLength: number;
}

/** Keeps these words apart from those that learners draw with the same seed. */
const STREAM = 0x65_76_61_6c;

/**
 * Draws words from a teacher, letter by letter: all unfinished words take a step together, so there is one batch of
 * questions for each length, and a prefix that several words share is asked for once. Every word has its own random
 * numbers: the first words do not depend on how many there are.
 */
export async function drawWords(teacher: NextTeacher, options: DrawOptions = {}): Promise<DrawnWords> {
  const { words = 1000, seed = 1, maxLength: wanted = 200, progress } = options;
  for (const [what, value] of Object.entries({ words, maxLength: wanted })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new HankelError("usage", `${what} is a whole number from 1 on, not ${value}`);
  }
  const maxLength = Math.min(wanted, teacher.longest ?? wanted);
  const letters = teacher.alphabet.size;
  const tree = new PrefixTree(letters);
  const rows: Distribution[] = [];
  const nodes = new Array<number>(words).fill(0);
  const random = nodes.map((_, i) => new Random(STREAM, seed, i));
  let open = nodes.map((_, i) => i);
  for (let length = 0; open.length > 0 && length <= maxLength; length++) {
    stopIfCancelled(options);
    const fresh: number[] = [];
    for (let node = rows.length; node < tree.size; node++) fresh.push(node);
    const answers = await teacher.next(fresh.map((node) => tree.word(node)));
    for (const answer of answers) rows.push(distributionOf(answer, letters));
    open = open.filter((word) => {
      const symbol = drawn(rows[nodes[word]], random[word]);
      if (symbol === letters) return false;
      if (length < maxLength) nodes[word] = tree.extend(nodes[word], symbol);
      return true;
    });
    progress?.(words - open.length);
  }
  return { tree, rows, nodes, cut: open.length, maxLength };
}

/** A symbol drawn from a distribution. Rounding may leave the sum below 1: then it is the last symbol that can happen. */
function drawn(row: Distribution, random: Random): number {
  let left = random.real();
  let last = row.length - 1;
  for (let symbol = 0; symbol < row.length; symbol++) {
    if (!(row[symbol] > 0)) continue;
    left -= row[symbol];
    last = symbol;
    if (left < 0) break;
  }
  return last;
}
