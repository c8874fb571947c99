import type { Wdfsa, Word } from "@hankel/core";
import { type Drawn, drawGrid, type GridRow, type Phrase } from "./grid-picture.ts";

/** The words of a table: prefixes, each with its row, and suffixes. */
export interface TableWords {
  readonly prefixes: readonly Word[];
  readonly suffixes: readonly Word[];
}

/**
 * Draws a table of answers of an automaton as the table learner has it: the rows of the prefixes above a line, and those one
 * letter longer below. Rows that are equal up to a factor have the colour of their state.
 */
export function drawTable<W>(automaton: Wdfsa<W>, { prefixes, suffixes }: TableWords): Drawn {
  const { algebra, alphabet } = automaton;
  const isBoolean = algebra.name === "boolean";
  const states: { readonly prefix: Word; readonly row: readonly W[] }[] = [];

  /** By which factor is a row the row of a state? */
  function scaleOf(row: readonly W[], other: readonly W[]): W | undefined {
    const pivot = other.findIndex((weight) => !algebra.isZero(weight));
    if (algebra.isZero(row[pivot])) return undefined;
    const scale = algebra.times(row[pivot], algebra.inverse(other[pivot]));
    const isMultiple = row.every((weight, j) => algebra.equals(weight, algebra.times(scale, other[j])));
    return isMultiple ? scale : undefined;
  }

  function note(row: readonly W[], state: number, isNew: boolean): Phrase[] {
    if (row.every((weight) => algebra.isZero(weight))) return [{ text: `only ${shown(row[0])}: no state` }];
    if (state < 0) return [{ text: isBoolean ? "like no row above" : "a multiple of no row above" }];
    if (isNew) return [{ text: `state ${state}` }];
    const scale = scaleOf(row, states[state].row) ?? algebra.one;
    const factor = algebra.equals(scale, algebra.one) ? "like " : `${shown(scale)} × `;
    return [{ text: factor }, { text: alphabet.show(states[state].prefix), colour: state }];
  }

  function shown(weight: W): string {
    if (isBoolean) return algebra.isZero(weight) ? "✗" : "✓";
    return algebra.format(weight);
  }

  function rowOf(prefix: Word, isAbove: boolean): GridRow {
    const row = suffixes.map((suffix) => automaton.weigh([...prefix, ...suffix]));
    let state = states.findIndex((other) => scaleOf(row, other.row) !== undefined);
    const isNew = state < 0 && isAbove && row.some((weight) => !algebra.isZero(weight));
    if (isNew) state = states.push({ prefix, row }) - 1;
    return {
      word: alphabet.show(prefix),
      entries: row.map(shown),
      colour: state < 0 ? undefined : state,
      note: note(row, state, isNew),
    };
  }

  const above = prefixes.map((prefix) => rowOf(prefix, true));
  const known = new Set(prefixes.map((prefix) => prefix.join()));
  const longer = prefixes.flatMap((prefix) => alphabet.symbols.map((_, letter) => [...prefix, letter]));
  return drawGrid({
    columns: suffixes.map((word) => alphabet.show(word)),
    rows: [...above, ...longer.filter((word) => !known.has(word.join())).map((word) => rowOf(word, false))],
    above: above.length,
  });
}
