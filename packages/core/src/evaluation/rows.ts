/** What models say comes next, after every prefix of some words. */

import { conditionals } from "../automata/stochastic/conditionals.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import { AskedRows } from "../next/asked-rows.ts";
import type { Distribution } from "../next/distribution.ts";
import type { Arriving, NextTeacher } from "../next/next-teacher.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";

/** What comes next after the word of a node; a row of zeros where the model excludes the word so far. */
export type RowOf = (node: number) => Distribution;

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

/**
 * What a model says along words, which are nodes of a tree: after them and after all their prefixes. The letters of the tree
 * belong to an alphabet with all symbols of the model.
 */
export async function rowsAlong(
  model: Model,
  tree: PrefixTree,
  nodes: readonly number[],
  alphabet: Alphabet,
  watch: Watch = {},
): Promise<RowOf> {
  const translate = translation(model.alphabet, alphabet);
  const nothing = translate.row(new Float64Array(model.alphabet.size + 1));
  if (model instanceof Wdfsa) {
    const { size, target, rows } = conditionals(model);
    const letters = model.alphabet.size;
    const said = rows.map(translate.row);
    const states = follow(
      tree,
      size === 0 ? -1 : 0,
      translate,
      (state, letter) => target[state * letters + letter],
    );
    return (node) => said[states[node]] ?? nothing;
  }
  const asked = new AskedRows(model);
  const { answers } = asked;
  const places = follow(tree, 0, translate, (place, letter) => answers.tree.extend(place, letter));
  const wanted = new Set<number>();
  for (const node of nodes) {
    for (let at = node; at >= 0; at = tree.parent(at)) if (places[at] >= 0) wanted.add(places[at]);
  }
  await askMissing(asked, wanted, watch);
  return (node) => (places[node] < 0 ? nothing : translate.row(answers.row(places[node])));
}

/** A model as something to ask. An automaton says nothing, by a row of zeros, behind words that it cannot read. */
export function askable(model: Model): NextTeacher {
  if (!(model instanceof Wdfsa)) return model;
  const { alphabet, target, rows } = conditionals(model);
  const nothing = new Float64Array(alphabet.size + 1);
  const after = (word: Word): Distribution => {
    let state = model.size === 0 ? -1 : 0;
    for (let i = 0; i < word.length && state >= 0; i++) state = target[state * alphabet.size + word[i]];
    return rows[state] ?? nothing;
  };
  return { alphabet, prefixes: false, next: (words) => words.map(after) };
}

/** Where the words of a tree lead, letter by letter; -1 behind a symbol that is not known. Parents come before their children. */
function follow(
  tree: PrefixTree,
  first: number,
  { letter: translated }: Translation,
  step: (from: number, letter: Letter) => number,
): Int32Array {
  const places = new Int32Array(tree.size);
  places[0] = first;
  for (let node = 1; node < tree.size; node++) {
    const before = places[tree.parent(node)];
    const letter = translated(tree.letter(node));
    places[node] = before < 0 || letter < 0 ? -1 : step(before, letter);
  }
  return places;
}

/** How letters and rows of one alphabet are those of a larger one. */
export interface Translation {
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

/** Asks for those of the rows that are not known, in batches. */
export async function askMissing(
  asked: AskedRows<Arriving<Distribution>>,
  nodes: Iterable<number>,
  watch: Watch = {},
): Promise<void> {
  const missing = asked.answers.missing(nodes);
  for (let from = 0; from < missing.length; from += BATCH) {
    stopIfCancelled(watch);
    await asked.ask(missing.slice(from, from + BATCH));
    watch.progress?.(Math.min(from + BATCH, missing.length));
  }
}

export function stopIfCancelled({ cancelled }: Watch): void {
  if (cancelled?.() === true) throw new HankelError("cancelled", "cancelled");
}
