/** What models say comes next, after every prefix of some words. */

import { type Conditionals, conditionals } from "../automata/stochastic/conditionals.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import type { Distribution } from "../next/distribution.ts";
import type { NextTeacher } from "../next/next-teacher.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";

/** A row for each node of a tree of words; a row of zeros where the model excludes the word so far. */
export type Rows = readonly Distribution[];

/** A language model: an automaton, or something that has to be asked. */
export type Model = Wdfsa<number> | NextTeacher;

/** How many words are asked at once. */
const BATCH = 1024;

/** Whoever watches a run: says whether it should stop, and hears how far it is. */
export interface Watch {
  readonly cancelled?: (() => boolean) | undefined;
  readonly progress?: ((done: number) => void) | undefined;
}

/** The symbols of both, those of the first in their order first. */
export function jointAlphabet(a: Alphabet, b: Alphabet): Alphabet {
  return a.equals(b) ? a : new Alphabet(new Set([...a.symbols, ...b.symbols]));
}

/** What a model says along the words of a tree. The letters of the tree belong to an alphabet with all of its symbols. */
export async function rowsAlong(
  model: Model,
  tree: PrefixTree,
  alphabet: Alphabet,
  watch: Watch = {},
): Promise<Rows> {
  const translate = translation(model.alphabet, alphabet);
  if (model instanceof Wdfsa) return automatonRows(conditionals(model), tree, translate);
  return askedRows(model, tree, translate, watch);
}

/** How letters and rows of one alphabet are those of a larger one. */
interface Translation {
  /** The letter of the model, or -1 if it does not know the symbol. */
  readonly letter: (letter: Letter) => Letter;
  readonly row: (row: Distribution) => Distribution;
}

const SAME: Translation = { letter: (letter) => letter, row: (row) => row };

export function translation(from: Alphabet, to: Alphabet): Translation {
  if (from.equals(to)) return SAME;
  const place = to.word(from.symbols);
  return {
    letter: (letter) => from.letter(to.symbols[letter]),
    row(row) {
      const spread = new Float64Array(to.size + 1);
      place.forEach((at, letter) => {
        spread[at] = row[letter];
      });
      spread[to.size] = row[from.size];
      return spread;
    },
  };
}

/** The parents of a node come before it, so one pass finds all states. */
function automatonRows(model: Conditionals, tree: PrefixTree, translate: Translation): Rows {
  const width = model.alphabet.size;
  const states = new Int32Array(tree.size);
  const said = model.rows.map(translate.row);
  const nothing = translate.row(new Float64Array(width + 1));
  const rows: Distribution[] = [said[0] ?? nothing];
  if (model.size === 0) states[0] = -1;
  for (let node = 1; node < tree.size; node++) {
    const before = states[tree.parent(node)];
    const letter = translate.letter(tree.letter(node));
    const state = before < 0 || letter < 0 ? -1 : model.target[before * width + letter];
    states[node] = state;
    rows.push(state < 0 ? nothing : said[state]);
  }
  return rows;
}

/** What a model says along the words of a tree, by asking; zeros behind a symbol that it does not know. */
async function askedRows(
  model: NextTeacher,
  tree: PrefixTree,
  translate: Translation,
  watch: Watch,
): Promise<Rows> {
  const rows: (Distribution | undefined)[] = [];
  await askMissing(model, tree, rows, { ...watch, translate });
  const nothing = translate.row(new Float64Array(model.alphabet.size + 1));
  return Array.from({ length: tree.size }, (_, node) => rows[node] ?? nothing);
}

/** How letters are translated where the tree has other ones than the model. */
interface AskOptions extends Watch {
  readonly translate?: Translation;
}

/**
 * Fills in the rows that are missing: asks for each of their nodes, or, if an answer tells the prefixes too, for those that
 * are no prefix of another one. What is known stays as it is.
 */
export async function askMissing(
  model: NextTeacher,
  tree: PrefixTree,
  rows: (Distribution | undefined)[],
  { translate = SAME, ...watch }: AskOptions = {},
): Promise<void> {
  const width = model.alphabet.size + 1;
  const asked = nodesToAsk(model, tree, rows, translate);
  for (let from = 0; from < asked.length; from += BATCH) {
    stopIfCancelled(watch);
    const batch = asked.slice(from, from + BATCH);
    const answers = await model.next(batch.map(({ word }) => word));
    batch.forEach(({ node }, i) => {
      const answer = answers[i];
      for (let end = answer.length, at = node; end > 0 && at >= 0; end -= width, at = tree.parent(at)) {
        rows[at] ??= translate.row(answer.subarray(end - width, end));
      }
    });
    watch.progress?.(from + batch.length);
  }
}

interface AskedNode {
  readonly node: number;
  readonly word: Word;
}

function nodesToAsk(
  model: NextTeacher,
  tree: PrefixTree,
  rows: readonly (Distribution | undefined)[],
  translate: Translation,
): AskedNode[] {
  const asked: AskedNode[] = [];
  const told = new Uint8Array(tree.size);
  for (let node = tree.size - 1; node >= 0; node--) {
    if (told[node] === 1 || rows[node] !== undefined) continue;
    const word = tree.word(node).map(translate.letter);
    // The model does not know one of the symbols, so it excludes the word.
    if (word.includes(-1)) continue;
    asked.push({ node, word });
    if (model.prefixes !== true) continue;
    for (let at = node; at >= 0; at = tree.parent(at)) told[at] = 1;
  }
  return asked;
}

export function stopIfCancelled({ cancelled }: Watch): void {
  if (cancelled?.() === true) throw new HankelError("cancelled", "cancelled");
}
