import { basisOf, type Wfsa, type Word, wordsUpTo } from "@hankel/core";
import { drawGrid, type GridRow, type Phrase, picture } from "./grid-picture.ts";

/**
 * Draws a corner of the Hankel matrix of an automaton in canonical form over a field: the rows of the basis in colour, the
 * others as combinations of them, and a frame around a block of full rank.
 */
export function matrixPicture<W>(automaton: Wfsa<W>, length: number): string {
  const words = wordsUpTo(automaton.alphabet, length);
  const { prefixes, suffixes } = basisOf(automaton);
  const places = prefixes.map((word) => placeOf(words, word));
  const grid = drawGrid({
    columns: words.map((word) => automaton.alphabet.show(word)),
    rows: words.map((word, i) => rowOf(automaton, words, word, places.indexOf(i))),
    frames: suffixes.flatMap((suffix) => places.map((row) => ({ row, column: placeOf(words, suffix) }))),
    endless: true,
  });
  return picture([grid], "A corner of the Hankel matrix");
}

/** A word, its entries, and how its row follows from those of the basis. */
function rowOf<W>(automaton: Wfsa<W>, words: readonly Word[], row: Word, state: number): GridRow {
  const { algebra, alphabet } = automaton;
  return {
    word: alphabet.show(row),
    entries: words.map((column) => algebra.format(automaton.weigh([...row, ...column]))),
    colour: state < 0 ? undefined : state,
    note: state < 0 ? combination(automaton, row) : [{ text: `state ${state}` }],
  };
}

/** The coordinates of a row: the weights of the states behind its word. */
function combination<W>(automaton: Wfsa<W>, row: Word): Phrase[] {
  const { algebra, alphabet } = automaton;
  let reached = new Map([[0, algebra.one]]);
  for (const letter of row) reached = automaton.step(reached, letter);
  const { prefixes } = basisOf(automaton);
  const terms = [...reached]
    .filter(([, weight]) => !algebra.isZero(weight))
    .toSorted(([p], [q]) => p - q)
    .flatMap(([state, weight], i): Phrase[] => {
      const written = algebra.format(weight);
      const sign = written.startsWith("-") ? "−" : i === 0 ? "" : "+";
      const space = i === 0 ? "" : " ";
      const size = written.replace("-", "");
      const factor = size === "1" ? "" : `${size}·`;
      return [
        { text: `${space}${sign}${space}${factor}` },
        { text: alphabet.show(prefixes[state]), colour: state },
      ];
    });
  return [{ text: "= " }, ...terms];
}

function placeOf(words: readonly Word[], word: Word): number {
  return words.findIndex((other) => other.join() === word.join());
}
