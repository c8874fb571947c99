import { countOf } from "../errors.ts";
import { isBlank } from "../formats/bytes.ts";
import { failAt, type Line, LineReader, textOf } from "../formats/lines.ts";
import { findColumns, type NamedColumns } from "./columns.ts";
import type { LogBuilder } from "./log-builder.ts";
import { RowSink } from "./row-sink.ts";

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
/** What may stand between columns, in the order in which they are tried. */
const DELIMITERS = [0x09, 0x2c, 0x3b, 0x7c];
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

/** The cells of a row: `starts[i]` to `ends[i]` in `bytes`, without their quotes. Reused for every row. */
class Cells {
  readonly delimiter: number;
  starts: number[] = [];
  ends: number[] = [];
  /** Which of them hold doubled quotes. */
  doubled: boolean[] = [];
  count = 0;

  constructor(delimiter: number) {
    this.delimiter = delimiter;
  }

  /** False if a quoted cell does not end on this line; then `open` is where it starts. */
  split({ bytes, start, end }: Line): boolean {
    const { delimiter } = this;
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

/**
 * Reads a table: columns between commas, semicolons, tabs or bars, cells in double quotes if need be, and on the first line the
 * names of the columns. If the user gives numbers for columns, there is no such line.
 */
export class TableReader extends LineReader<void> {
  readonly #log: LogBuilder;
  readonly #named: NamedColumns;
  #cells: Cells | undefined;
  #sink: RowSink | undefined;
  /** How many columns a row has. */
  #width = 0;
  /** The lines of a row whose quoted cell is not complete, their bytes, and the number of the first. */
  #pending: Uint8Array[] = [];
  #bytes = 0;
  #since = 0;
  /** Where the cell that is not complete starts in them. */
  #open = 0;

  constructor(log: LogBuilder, named: NamedColumns) {
    super();
    this.#log = log;
    this.#named = named;
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
    const cells = (this.#cells ??= new Cells(delimiterOf(line.bytes, line.start, line.end) ?? 0x2c));
    if (!cells.split(line)) {
      if (isLonger) return;
      this.#since = line.number;
      this.#bytes = 0;
      this.#open = cells.open - line.start;
      this.#keep(line);
      return;
    }
    this.#pending = [];
    if (this.#sink === undefined) this.#head(line, cells);
    else this.#row(line, cells, this.#sink);
  }

  protected result(): void {
    if (this.#pending.length > 0) this.#neverEnds();
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

  #head(line: Line, cells: Cells): void {
    this.#width = cells.count;
    const texts = Array.from({ length: cells.count }, (_, i) => cellText(line, cells, i));
    const numbers = Object.values(this.#named);
    const isHeadless =
      numbers.length > 0 && numbers.every((name) => /^\d+$/u.test(name) && !texts.includes(name));
    const names = isHeadless ? texts.map((_, i) => String(i + 1)) : texts;
    this.#log.columns = { names, found: {} };
    const { columns, remark } = findColumns(names, this.#named, (message) =>
      failAt(line, line.start, message),
    );
    if (remark !== undefined) this.#log.remark(remark);
    this.#sink = new RowSink(this.#log, columns, this.#named, names);
    if (isHeadless) this.#row(line, cells, this.#sink);
  }

  #row(line: Line, cells: Cells, sink: RowSink): void {
    if (cells.count !== this.#width)
      failAt(
        line,
        line.start,
        `expected ${countOf(this.#width, "column")} as in the first line, found ${cells.count}`,
      );
    const { symbols, outputs, rows } = this.#log;
    const { columns } = sink;
    const fail = (column: number) => (message: string) => failAt(line, cells.starts[column], message);
    const text = (column: number) => cellText(line, cells, column);
    if (columns.word !== undefined) {
      sink.word(line.number, text, fail);
      return;
    }
    const name = (names: typeof symbols, column: number | undefined, empty = false) => {
      if (column === undefined) return -1;
      const [start, end] = [cells.starts[column], cells.ends[column]];
      if (start === end && !empty) return -1;
      if (cells.doubled[column]) return names.ofText(text(column));
      return names.ofBytes(line, line.bytes, start, end);
    };
    sink.event(
      line.number,
      name(symbols, columns.event ?? columns.input),
      // A machine may write nothing.
      name(outputs, columns.output, true),
      name(rows.sessions, columns.session),
      text,
      fail,
    );
  }
}

function cellText(line: Line, cells: Cells, column: number): string {
  const text = textOf(line, cells.starts[column], cells.ends[column]);
  return cells.doubled[column] ? text.replaceAll('""', '"') : text;
}
