/** What peers made of samples in the last results. */

import { readResults } from "../support/documents.ts";
import type { Cell, Result } from "../support/result.ts";

/** The cells of a peer in the last results of a section, by the first cells of the rows; and on what day these were measured. */
export interface Kept {
  readonly day: string | undefined;
  readonly cell: (row: Cell, peer: string) => Cell;
}

/** The same words are judged in every run, so what a peer made of them stays true. */
export function keptFigures(section: string): Kept {
  const result = readResults().find(({ id }) => id === `logs/${section}`);
  return { day: dayOf(result), cell: (row, peer) => cellOf(result, row, peer) };
}

function cellOf(result: Result | undefined, first: Cell, peer: string): Cell {
  const column = result?.columns.findIndex(({ name }) => name === peer) ?? -1;
  return result?.rows.find(([cell]) => cell === first)?.[column] ?? null;
}

/** The day of the last results, unless these kept the figures of peers, too. */
function dayOf(result: Result | undefined): string | undefined {
  const before = result?.notes.map((note) => / on (\d{4}-\d\d-\d\d), in an earlier run/u.exec(note)?.[1]);
  return before?.find((day) => day !== undefined) ?? result?.measured;
}

export function keptNote({ day }: Kept, who = "AALpy and FlexFringe"): string {
  return `${who} were measured on ${day}, in an earlier run, on the same words.`;
}
