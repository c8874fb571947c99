import { rational } from "../algebra/rational.ts";
import { quote } from "../errors.ts";
import { failAtPlace, orFail } from "../formats/lines.ts";
import { type ColumnNoun, type Role, roles } from "./columns.ts";
import type { FoundColumns } from "./find-columns.ts";
import { labelOf } from "./labels.ts";
import type { LogBuilder, WordFacts } from "./log-builder.ts";
import type { LogRecord, Value } from "./log-record.ts";
import type { Names } from "./names.ts";
import { otherTime } from "./time.ts";

/** What there is of an event where its name should be: nothing. */
const NOTHING = -1;

/** What an event or a word need not have. */
const OPTIONAL: ReadonlySet<Role> = new Set(["label", "time", "weight", "count"]);

/** Takes records into a log, when it is known what their columns mean. A record that cannot be read leaves nothing behind. */
export class RowSink {
  readonly #log: LogBuilder;
  readonly #found: FoundColumns;
  readonly #names: readonly string[];
  readonly #noun: ColumnNoun;
  readonly #seen = new Set<Role>();
  /** The session of all events, where no column says which they belong to. */
  #alone = NOTHING;

  constructor(log: LogBuilder, found: FoundColumns, names: readonly string[], noun: ColumnNoun) {
    this.#log = log;
    this.#noun = noun;
    this.#found = found;
    this.#names = names;
    const shown = roles.flatMap((role) => {
      const columns = found.columns[role];
      return columns === undefined ? [] : [[role, columns.map((column) => names[column]).join("+")] as const];
    });
    log.columns = { names, found: Object.fromEntries(shown) };
  }

  /** Did any record hold this, of what was named but missing at first? */
  has(role: Role): boolean {
    return this.#seen.has(role);
  }

  take(record: LogRecord): void {
    if (this.#found.wholeWords) this.#word(record);
    else this.#event(record);
    for (const role of this.#found.missing) {
      const [column] = this.#found.columns[role] ?? [];
      if (column !== undefined && record.value(column) !== undefined) this.#seen.add(role);
    }
  }

  /** An event of a session. */
  #event(record: LogRecord): void {
    const { symbols, outputs, rows } = this.#log;
    const { columns } = this.#found;
    const label = this.#label(record) ?? -1;
    if (record.isEmpty) {
      const [session] = columns.session ?? [];
      if (session === undefined || record.value(session) !== undefined)
        this.#log.word(record.line, { label });
      return;
    }
    const symbol = this.#number(record, columns.event ?? columns.input, symbols);
    if (symbol < 0 && columns.output === undefined)
      this.#fail(record, "event", "expected the name of an event, found nothing");
    const session =
      columns.session === undefined ? this.#only() : this.#number(record, columns.session, rows.sessions);
    if (session < 0) this.#fail(record, "session", "expected the name of a session, found nothing");
    const time = this.#moment(record);
    const output = this.#number(record, columns.output, outputs, true);
    rows.push({ session, symbol, output, time, label, line: record.line });
  }

  /** A word of its own, with its outputs, label, weight or count. */
  #word(record: LogRecord): void {
    const symbols = this.#list(record, "word").map(
      (symbol) =>
        symbol ?? this.#fail(record, "word", "expected the symbols of a word, and one of them is null"),
    );
    const outputs = this.#found.columns.output === undefined ? undefined : this.#list(record, "output");
    const facts = {
      label: this.#label(record),
      weight: this.#weight(record),
      count: this.#count(record),
    };
    spell(this.#log, record.line, symbols, outputs, facts, (message) => this.#fail(record, "word", message));
  }

  #label(record: LogRecord): number | undefined {
    if (this.#found.columns.label === undefined) return undefined;
    return labelOf(this.#text(record, "label") ?? "", (message) => this.#fail(record, "label", message));
  }

  #count(record: LogRecord): number | undefined {
    if (this.#found.columns.count === undefined) return undefined;
    const text = this.#text(record, "count") ?? "";
    const count = Number(text);
    if (text.trim() !== "" && Number.isFinite(count) && count > 0) return count;
    return this.#fail(
      record,
      "count",
      `expected how often the word occurred, a number above 0, found ${quote(text)}`,
    );
  }

  /** The text of a weight, which is looked at while its place is known. */
  #weight(record: LogRecord): string | undefined {
    if (this.#found.columns.weight === undefined) return undefined;
    const text = this.#text(record, "weight") ?? "";
    const fail = (message: string) => this.#fail(record, "weight", message);
    if (text === "") fail("expected the weight of the word, found nothing");
    orFail(() => (this.#log.kind.algebra ?? rational).parse(text), fail);
    return text;
  }

  #moment(record: LogRecord): number {
    const { times } = this.#found;
    if (times === undefined) return Number.NaN;
    const text = this.#text(record, "time") ?? "";
    const moment = times.momentOf(text);
    if (Number.isNaN(moment)) this.#fail(record, "time", otherTime(times.example, text));
    return moment;
  }

  /** The number of a name, which may stand in several columns; nothing if there is none. An output may be an empty text. */
  #number(record: LogRecord, columns: readonly number[] | undefined, names: Names, empty = false): number {
    if (columns === undefined) return NOTHING;
    if (columns.length > 1) {
      const texts = columns.flatMap((column) => this.#one(record, column) || []);
      return texts.length === 0 ? NOTHING : names.ofText(texts.join("+"));
    }
    const [column] = columns;
    const number = record.number(column, names);
    if (number >= 0) return number;
    const text = this.#one(record, column);
    return text === undefined || (text === "" && !empty) ? NOTHING : names.ofText(text);
  }

  #text(record: LogRecord, role: Role): string | undefined {
    const [column] = this.#found.columns[role] ?? [];
    return column === undefined ? undefined : this.#one(record, column);
  }

  /** The text in a column; several texts are refused. */
  #one(record: LogRecord, column: number): string | undefined {
    const value = record.value(column);
    if (typeof value !== "object") return value;
    return failAtPlace(record.place(column), `expected one ${quote(this.#names[column])}, found an array`);
  }

  /** The symbols of a word, or its outputs, some of which may not be known. */
  #list(record: LogRecord, role: Role): readonly (string | undefined)[] {
    const [column = 0] = this.#found.columns[role] ?? [];
    const value: Value | undefined = record.value(column);
    const fail = (message: string) => this.#fail(record, role, message);
    if (value === undefined) return fail(`expected ${quote(this.#names[column])}, an array of texts`);
    return typeof value === "string" ? symbolsIn(value, fail) : value;
  }

  #only(): number {
    if (this.#alone < 0) this.#alone = this.#log.rows.sessions.ofText("");
    return this.#alone;
  }

  /** A column that nobody named can be left out. */
  #fail(record: LogRecord, role: Role, message: string): never {
    const { columns, guessed } = this.#found;
    const [column] = columns[role] ?? columns.input ?? columns.word ?? [0];
    const isOptional = guessed.has(role) && OPTIONAL.has(role);
    const other = role === "weight" ? "; --semifield says what weights are" : "";
    const advice = isOptional ? `${other}; --${role} none leaves the ${this.#noun} out` : other;
    // Of an object only the place of its beginning is known.
    const where = this.#noun === "column" ? "" : `${quote(this.#names[column])}: `;
    return failAtPlace(record.place(column), `${where}${message}${advice}`);
  }
}

/** A word that is given by its symbols and its outputs, of which there may be one more, in front. */
export function spell(
  log: LogBuilder,
  line: number,
  symbols: readonly string[],
  outputs: readonly (string | undefined)[] | undefined,
  facts: WordFacts,
  fail: (message: string) => never,
): void {
  const more = outputs === undefined ? 0 : outputs.length - symbols.length;
  if (more !== 0 && more !== 1)
    fail(
      `${symbols.length} inputs need as many outputs, or one more in front, and there are ${outputs?.length}`,
    );
  const seen = outputs?.map((output) => (output === undefined ? NOTHING : log.outputs.ofText(output)));
  symbols.forEach((symbol, i) => {
    log.letter(log.symbols.ofText(symbol), seen === undefined ? NOTHING : seen[i + more]);
  });
  log.word(line, facts, seen !== undefined && more === 1 ? seen[0] : NOTHING);
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
