import { quote } from "../errors.ts";
import { type ColumnsOf, type NamedColumns, type Role, roles, someNames } from "./columns.ts";
import { labelOf } from "./labels.ts";
import type { LogBuilder } from "./log-builder.ts";
import { momentOf, notAMoment } from "./time.ts";

/** The text of a column, and how a message about it ends the reading. */
type TextOf = (column: number) => string;
type FailOf = (column: number) => (message: string) => never;

/** Takes the rows of a table: what their cells mean follows from the columns. Both tables and JSON objects have rows. */
export class RowSink {
  readonly columns: ColumnsOf;
  readonly #log: LogBuilder;
  readonly #named: NamedColumns;
  readonly #names: readonly string[];
  #time: number | undefined;
  #alone = -1;

  constructor(log: LogBuilder, columns: ColumnsOf, named: NamedColumns, names: readonly string[]) {
    this.#log = log;
    this.columns = columns;
    this.#named = named;
    this.#names = names;
    this.#time = columns.time;
    const found: Partial<Record<Role, string>> = {};
    for (const role of roles) {
      const column = columns[role];
      if (column !== undefined) found[role] = names[column];
    }
    log.columns = { names, found };
  }

  /** An event of a session. Its names are numbers of the log, -1 for an empty cell. */
  event(line: number, symbol: number, output: number, session: number, text: TextOf, fail: FailOf): void {
    const { columns } = this;
    const column = columns.event ?? columns.input ?? 0;
    if (symbol < 0 && columns.output === undefined)
      fail(column)("expected the name of an event, found nothing");
    const known = columns.session === undefined ? this.#only() : session;
    if (known < 0) fail(columns.session ?? 0)("expected the name of a session, found nothing");
    const label = columns.label === undefined ? -1 : labelOf(text(columns.label), fail(columns.label));
    const time = this.#moment(text, fail);
    this.#log.rows.push({ session: known, symbol, output, time, label, line });
  }

  /** A word on one line, with its outputs, label, weight or count. */
  word(line: number, text: TextOf, fail: FailOf): void {
    const { word: column = 0, output, label, weight, count } = this.columns;
    const symbols = symbolsIn(text(column), fail(column));
    const outputs = output === undefined ? undefined : symbolsIn(text(output), fail(output));
    this.spelled(
      line,
      symbols,
      outputs,
      {
        label: label === undefined ? undefined : labelOf(text(label), fail(label)),
        weight: weight === undefined ? undefined : text(weight),
        count: count === undefined ? undefined : countIn(text(count), fail(count)),
      },
      fail(output ?? column),
    );
  }

  /** The same, given by its symbols and outputs. */
  spelled(
    line: number,
    symbols: readonly string[],
    outputs: readonly string[] | undefined,
    facts: { label?: number | undefined; weight?: string | undefined; count?: number | undefined },
    fail: (message: string) => never,
  ): void {
    const log = this.#log;
    const more = outputs === undefined ? 0 : outputs.length - symbols.length;
    if (more !== 0 && more !== 1)
      fail(
        `${symbols.length} inputs need as many outputs, or one more in front, and there are ${outputs?.length}`,
      );
    symbols.forEach((symbol, i) => {
      log.letter(
        log.symbols.ofText(symbol),
        outputs === undefined ? -1 : log.outputs.ofText(outputs[i + more]),
      );
    });
    const first = outputs !== undefined && more === 1 ? log.outputs.ofText(outputs[0]) : -1;
    log.word(line, facts, first);
  }

  /** The session of all events, where nothing says which they belong to. */
  #only(): number {
    if (this.#alone < 0) {
      this.#log.remark(
        `no column says which session an event belongs to, so all are one session; --session names it, and the columns are ${someNames(this.#names)}`,
      );
      this.#alone = this.#log.rows.sessions.ofText("");
    }
    return this.#alone;
  }

  #moment(text: TextOf, fail: FailOf): number {
    const column = this.#time;
    if (column === undefined) return Number.NaN;
    const found = text(column);
    const moment = momentOf(found);
    if (!Number.isNaN(moment)) return moment;
    if (this.#named.time !== undefined) fail(column)(notAMoment(found));
    // Nobody asked for this column, and the lines have an order of their own.
    this.#time = undefined;
    this.#log.rows.forgetTimes();
    this.#log.remark(
      `the column ${quote(this.#names[column])} holds ${quote(found)}, which is no time: events stay in the order of their lines`,
    );
    return Number.NaN;
  }
}

/** The symbols of a word: between blanks, or in a JSON array. */
export function symbolsIn(text: string, fail: (message: string) => never): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (!trimmed.startsWith("[")) return trimmed.split(/\s+/u);
  let symbols: unknown;
  try {
    symbols = JSON.parse(trimmed);
  } catch {
    return trimmed.split(/\s+/u);
  }
  if (Array.isArray(symbols) && symbols.every((symbol) => typeof symbol === "string")) return symbols;
  return fail(
    `expected a word, its symbols between blanks or as a JSON array of texts, found ${quote(text)}`,
  );
}

function countIn(text: string, fail: (message: string) => never): number {
  const count = Number(text);
  if (text.trim() !== "" && Number.isFinite(count) && count > 0) return count;
  return fail(`expected how often the word occurred, a number above 0, found ${quote(text)}`);
}
