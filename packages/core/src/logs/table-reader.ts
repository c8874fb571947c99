import { countOf, type Place } from "../errors.ts";
import { isBlank } from "../formats/bytes.ts";
import { failAt, type Line, LineReader, placeAt, textOf } from "../formats/lines.ts";
import type { LogBuilder } from "./log-builder.ts";
import type { LogRecord } from "./log-record.ts";
import type { Names } from "./names.ts";
import { type ColumnSettings, Records } from "./records.ts";

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const HASH = 0x23;
/** What may stand between columns, in the order in which they are tried. */
const COMMA = 0x2c;
const DELIMITERS = [0x09, COMMA, 0x3b, 0x7c];
/** A quoted cell may go over several lines, but a quote that is never closed must not swallow the file. */
const LONGEST_ROW = 2 ** 20;

/** The delimiter that a line has most of, outside quotes; undefined if it has none. */
export function delimiterOf(bytes: Uint8Array, start: number, end: number): number | undefined {
  const counts = DELIMITERS.map(() => 0);
  for (let at = start, quoted = false; at < end; at++) {
    if (bytes[at] === QUOTE) quoted = !quoted;
    else if (!quoted && DELIMITERS.includes(bytes[at])) counts[DELIMITERS.indexOf(bytes[at])]++;
  }
  const most = Math.max(...counts);
  return most === 0 ? undefined : DELIMITERS[counts.indexOf(most)];
}

function quotesIn({ bytes, start, end }: Line): number {
  let count = 0;
  for (let at = start; at < end; at++) if (bytes[at] === QUOTE) count++;
  return count;
}

/** A row, whose cells are `starts[i]` to `ends[i]` in the bytes of a line, without their quotes. The same one is filled again and again. */
class Row implements LogRecord {
  readonly delimiter: number;
  readonly starts: number[];
  readonly ends: number[];
  /** Which of them hold doubled quotes. */
  readonly doubled: boolean[];
  count: number;
  #read: Line = { bytes: new Uint8Array(0), start: 0, end: 0, number: 0 };

  constructor(delimiter: number, cells?: Row) {
    this.delimiter = delimiter;
    this.starts = cells?.starts.slice() ?? [];
    this.ends = cells?.ends.slice() ?? [];
    this.doubled = cells?.doubled.slice() ?? [];
    this.count = cells?.count ?? 0;
  }

  get line(): number {
    return this.#read.number;
  }

  value(column: number): string {
    const text = textOf(this.#read, this.starts[column], this.ends[column]);
    return this.doubled[column] ? text.replaceAll('""', '"') : text;
  }

  number(column: number, names: Names): number {
    const [start, end] = [this.starts[column], this.ends[column]];
    if (start === end || this.doubled[column]) return -1;
    return names.ofBytes(this.#read, this.#read.bytes, start, end);
  }

  place(column: number): Place {
    return placeAt(this.#read, this.starts[column]);
  }

  kept(): Row {
    const { bytes, start, end, number } = this.#read;
    const kept = new Row(this.delimiter, this);
    // Places count from the beginning of the line.
    kept.#read = { bytes: bytes.slice(start, end), start: 0, end: end - start, number };
    for (let i = 0; i < kept.count; i++) {
      kept.starts[i] -= start;
      kept.ends[i] -= start;
    }
    return kept;
  }

  /** False if a quoted cell does not end on this line; then `open` is where it starts. */
  split(line: Line): boolean {
    const { bytes, start, end } = line;
    const { delimiter } = this;
    this.#read = line;
    this.count = 0;
    for (let at = start; ; at++) {
      while (at < end && bytes[at] !== delimiter && isBlank(bytes[at])) at++;
      const quoted = at < end && bytes[at] === QUOTE;
      const from = quoted ? at + 1 : at;
      let doubled = false;
      let to = from;
      if (quoted) {
        for (;;) {
          to = bytes.indexOf(QUOTE, to);
          if (to < 0 || to >= end) {
            this.open = at;
            return false;
          }
          if (bytes[to + 1] !== QUOTE || to + 1 >= end) break;
          doubled = true;
          to += 2;
        }
        at = to + 1;
      }
      while (at < end && bytes[at] !== delimiter) at++;
      if (!quoted) {
        to = at;
        while (to > from && isBlank(bytes[to - 1])) to--;
      }
      this.starts[this.count] = from;
      this.ends[this.count] = to;
      this.doubled[this.count++] = doubled;
      if (at >= end) return true;
    }
  }

  open = 0;
}

/** How a table is read, as far as it does not say it. */
export interface TableSettings extends ColumnSettings {
  /** What stands between its columns; found in the first line unless given. */
  readonly delimiter?: string | undefined;
}

/**
 * Reads a table: columns between commas, semicolons, tabs or bars, cells in double quotes if need be, and on the first line the
 * names of the columns. If the user gives numbers for columns, there is no such line. Lines in front that begin with # and have one column are comments.
 */
export class TableReader extends LineReader<void> {
  readonly #log: LogBuilder;
  readonly #settings: TableSettings;
  #row: Row | undefined;
  #records: Records | undefined;
  /** How many columns a row has. */
  #width = 0;
  /** The lines of a row whose quoted cell is not complete, their bytes, and the number of the first. */
  #pending: Uint8Array[] = [];
  #bytes = 0;
  #since = 0;
  /** Where the cell that is not complete starts in them. */
  #open = 0;

  constructor(log: LogBuilder, settings: TableSettings) {
    super();
    this.#log = log;
    this.#settings = settings;
  }

  protected line(read: Line): void {
    const isLonger = this.#pending.length > 0;
    if (!isLonger && read.start === read.end) return;
    if (isLonger) {
      // Quotes inside a cell are doubled, so that an even number of them closes nothing.
      this.#keep(read);
      if (quotesIn(read) % 2 === 0) return;
    }
    const line = isLonger ? this.#joined() : read;
    const delimiter = this.#delimiter(line);
    if (this.#row === undefined && delimiter === undefined && line.bytes[line.start] === HASH) return;
    const row = (this.#row ??= new Row(delimiter ?? COMMA));
    if (!row.split(line)) {
      if (isLonger) return;
      this.#since = line.number;
      this.#bytes = 0;
      this.#open = row.open - line.start;
      this.#keep(line);
      return;
    }
    this.#pending = [];
    if (this.#records === undefined) this.#head(line, row);
    else this.#take(line, row, this.#records);
  }

  protected result(): void {
    if (this.#pending.length > 0) this.#neverEnds();
    this.#records?.end();
  }

  #delimiter(line: Line): number | undefined {
    const { delimiter } = this.#settings;
    if (delimiter === undefined) return delimiterOf(line.bytes, line.start, line.end);
    return delimiter.charCodeAt(0);
  }

  /** Keeps a line of a row that is not complete. */
  #keep({ bytes, start, end }: Line): void {
    this.#pending.push(bytes.slice(start, end));
    this.#bytes += end - start + 1;
    if (this.#bytes > LONGEST_ROW) this.#neverEnds();
  }

  #neverEnds(): never {
    const line = this.#joined();
    return failAt(line, this.#open, "a quoted cell that starts here does not end");
  }

  #joined(): Line {
    const whole = new Uint8Array(this.#bytes - 1);
    let at = 0;
    for (const piece of this.#pending) {
      whole.set(piece, at);
      at += piece.length;
      if (at < whole.length) whole[at++] = LINE_FEED;
    }
    return { bytes: whole, start: 0, end: whole.length, number: this.#since };
  }

  /** The first line has the names of the columns, unless these are named by numbers. */
  #head(line: Line, row: Row): void {
    this.#width = row.count;
    const texts = Array.from({ length: row.count }, (_, i) => row.value(i));
    const named = Object.values(this.#settings.columns).filter((name) => name !== null);
    // A first line that holds some of the numbers, as in the session 1 of the first event, has no names.
    const isHeadless =
      named.every((name) => /^[\d+]+$/u.test(name)) && named.some((name) => !texts.includes(name));
    const names = isHeadless ? texts.map((_, i) => String(i + 1)) : texts;
    this.#records = new Records(this.#log, this.#settings, "column", names, line.number);
    if (isHeadless) this.#take(line, row, this.#records);
  }

  #take(line: Line, row: Row, records: Records): void {
    let isGood = true;
    if (row.count !== this.#width || this.#log.skips || !records.isDecided) {
      isGood = this.#log.orSkip(() => {
        if (row.count !== this.#width) {
          const there = countOf(this.#width, "column");
          failAt(line, line.start, `expected ${there} as in the first line, found ${row.count}`);
        }
        textOf(line);
      });
    }
    if (isGood) records.push(row, line.end - line.start);
  }
}
