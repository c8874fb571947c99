import type { Place } from "../errors.ts";
import type { Names } from "./names.ts";

/** What a column holds: a text, or several, some of which may not be known. */
export type Value = string | readonly (string | undefined)[];

/** A row of a table, an object of JSON or an event of XES: what stands in its columns. */
export interface LogRecord {
  readonly line: number;
  /** Undefined if it has no such column. */
  value(column: number): Value | undefined;
  /** The number of a text among names, which is faster than to make the text; -1 if there is none, or none of one piece. */
  number(column: number, names: Names): number;
  /** Where a column stands, for messages. */
  place(column: number): Place;
  /** The same for good: a reader may use a record again for the next one. */
  kept(): LogRecord;
  /** Is this a session without events? Then it has no symbol. */
  readonly isEmpty?: true;
}
