import { conditionals } from "../automata/stochastic/conditionals.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import { AskedRows } from "../next/asked-rows.ts";
import type { Distribution } from "../next/distribution.ts";
import type { Arriving, NextTeacher } from "../next/next-teacher.ts";
import type { Pdfa } from "../next/pdfa.ts";
import { WordDraw } from "../next/word-draw.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import { askMissing, type RowOf, stopIfCancelled, type Watch } from "./rows.ts";

/** How words are drawn. */
export interface DrawOptions extends Watch {
  /** How many words; 1000 by default. */
  readonly words?: number | undefined;
  readonly seed?: number | undefined;
  /** Words are cut off after this many letters, or earlier if the teacher cannot be asked about so many; 200 by default. */
  readonly maxLength?: number | undefined;
  /** An automaton that speaks like the teacher: it saves questions where an answer tells all prefixes. */
  readonly draft?: Wdfsa<number> | undefined;
  /**
   * How many words are drawn at a time; all by default. If the teacher refuses with an error `budget`, the groups before
   * are the result. A word alone would not do: those that take few questions would be finished first.
   */
  readonly group?: number | undefined;
}

/** Words drawn from a teacher, as nodes of a tree that may hold others, too. */
export interface DrawnWords {
  readonly tree: PrefixTree;
  /** The node of each word. */
  readonly nodes: readonly number[];
  /** What the teacher says after a word, or after a prefix of one. */
  readonly row: RowOf;
  /** How many words are cut off, and after how many letters. */
  readonly cut: number;
  readonly maxLength: number;
}

/** Keeps these words apart from those that learners draw with the same seed. */
const STREAM = 0x65_76_61_6c;

/**
 * Draws words from a teacher. All unfinished words take a step together, in one batch of questions, and a prefix that several
 * words share is asked for once. A step is a letter; with a draft, if an answer tells all prefixes, it is as far as the
 * draft is right. Every word has its own random numbers: the first words do not depend on how many there are.
 *
 * @example
 * const coin = nextTeacherOf(minimize(fromExpression("(<1/2>a)*<1/2>", rational)));
 * const { nodes } = await drawWords(coin, { words: 10, seed: 1 });
 * console.log(nodes.length); // 10
 */
export async function drawWords(teacher: NextTeacher, options: DrawOptions = {}): Promise<DrawnWords> {
  const { words = 1000, seed = 1, maxLength: wanted = 200, group = words, progress } = options;
  for (const [what, value] of Object.entries({ words, maxLength: wanted, group })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new HankelError("usage", `${what} is a whole number from 1 on, not ${value}`);
  }
  const longest = Math.min(wanted, teacher.longest ?? wanted);
  const draft = draftFor(teacher, options.draft);
  const asked = new AskedRows(teacher);
  const { tree } = asked.answers;
  const nodes: number[] = [];
  let cut = 0;
  try {
    for (let first = 0; first < words; first += group) {
      const count = Math.min(group, words - first);
      const draw = new WordDraw(draft, { count, first, seed, stream: STREAM, longest });
      await finish(draw, asked, { ...options, progress: (done) => progress?.(first + done) });
      for (const word of draw.words) nodes.push(tree.insert(word));
      cut += draw.cut;
    }
  } catch (error) {
    if (!isSpent(error) || nodes.length === 0) throw error;
  }
  return { tree, nodes, row: (node) => asked.answers.row(node), cut, maxLength: longest };
}

/** Does a teacher refuse because a budget is spent? */
export function isSpent(error: unknown): boolean {
  return error instanceof HankelError && error.code === "budget";
}

/** Draws all words of a `WordDraw`. */
export async function finish(
  draw: WordDraw,
  asked: AskedRows<Arriving<Distribution>>,
  watch: Watch,
): Promise<void> {
  const { answers } = asked;
  for (let drafts = draw.drafts(); drafts.length > 0; drafts = draw.drafts()) {
    stopIfCancelled(watch);
    await askMissing(asked, asked.unknownPrefixes(drafts), { cancelled: watch.cancelled });
    draw.settle((word, length) => answers.row(answers.tree.find(word.slice(0, length))));
    watch.progress?.(draw.finished);
  }
}

/** The automaton as a draft, where one saves questions and knows the same symbols. */
function draftFor(teacher: NextTeacher, automaton: Wdfsa<number> | undefined): Pdfa | undefined {
  if (automaton === undefined || teacher.prefixes !== true) return undefined;
  if (!automaton.alphabet.equals(teacher.alphabet)) return undefined;
  const { size, target, rows } = conditionals(automaton);
  const flat = Float64Array.from(rows.flatMap((row) => [...row]));
  return { size, letters: teacher.alphabet.size, target: Int32Array.from(target), rows: flat };
}
