import { boolean } from "../algebra/boolean.ts";
import { HankelError, quote } from "../errors.ts";
import {
  type JournalHeader,
  outputsIn,
  parseJournalHeader,
  parseJournalLine,
} from "../formats/journal-lines.ts";
import { JsonReader } from "../formats/json.ts";
import { failAtPlace, type Line, LineReader, semifieldOf, textOf } from "../formats/lines.ts";
import { type ColumnsOf, findColumns, isObvious, type NamedColumns, type Role } from "./columns.ts";
import { labelOf } from "./labels.ts";
import type { LogBuilder } from "./log-builder.ts";
import { RowSink, symbolsIn } from "./row-sink.ts";

/** What a member of an object holds, as far as it can be used: a text, or several. */
type Value = string | readonly string[];

/**
 * Reads JSON lines. Each is an object: an event with its members as columns, `{"session": "s1", "event": "login"}`, or a whole
 * word, `{"word": ["login", "logout"], "label": true}` or `{"input": [...], "output": [...]}`. An array is a word of its own.
 * The first line says which. A journal of Hankel is read, too: its answers are words with weights or outputs.
 */
export class JsonLinesReader extends LineReader<void> {
  readonly #log: LogBuilder;
  readonly #named: NamedColumns;
  #names: readonly string[] = [];
  #indices = new Map<string, number>();
  #sink: RowSink | undefined;
  /** The columns of words, if each line holds one. */
  #words: ColumnsOf | undefined;
  #journal: JournalHeader | undefined;

  constructor(log: LogBuilder, named: NamedColumns) {
    super();
    this.#log = log;
    this.#named = named;
  }

  protected line(line: Line): void {
    const text = textOf(line);
    if (text.trim() === "") return;
    if (this.#journal !== undefined) return this.#answer(text, line.number, this.#journal);
    const reader = new JsonReader(text);
    const fail = (message: string, at = 0): never =>
      failAtPlace({ line: line.number, column: reader.place(at).column }, message);
    try {
      if (reader.peek() === "array") this.#array(reader, line.number, fail);
      else this.#object(reader, line, text, fail);
      reader.end();
    } catch (error) {
      // The reader of JSON sees one line only.
      const ofJson = error instanceof HankelError && error.place?.line === 1;
      if (!ofJson || error.place === undefined) throw error;
      failAtPlace({ line: line.number, column: error.place.column }, error.message);
    }
  }

  protected result(): void {}

  #array(reader: JsonReader, line: number, fail: (message: string) => never): void {
    const value = valueOf(reader);
    if (value === undefined || typeof value === "string")
      return fail(
        "expected a word, an array of texts; JSON lines have an object on each line, and jq -c '.[]' makes them of an array",
      );
    for (const symbol of value) this.#log.letter(this.#log.symbols.ofText(symbol));
    this.#log.word(line);
  }

  #object(reader: JsonReader, { number }: Line, text: string, fail: (message: string) => never): void {
    const values: (Value | undefined)[] = [];
    const isFirst = this.#sink === undefined;
    const keys: string[] = [];
    reader.object((key) => {
      const at = isFirst ? keys.push(key) - 1 : this.#indices.get(key);
      if (at === undefined) reader.skip();
      else values[at] = valueOf(reader);
    });
    if (isFirst && keys.includes("journal")) {
      this.#journal = parseJournalHeader(text);
      this.#begin(this.#journal);
      return;
    }
    const sink = this.#sink ?? this.#first(keys, values, fail);
    if (this.#words !== undefined) this.#word(sink, this.#words, values, number, fail);
    else this.#event(sink, values, number, fail);
  }

  /** The first line says what the others hold. */
  #first(
    keys: readonly string[],
    values: readonly (Value | undefined)[],
    fail: (message: string) => never,
  ): RowSink {
    this.#names = keys;
    this.#log.columns = { names: keys, found: {} };
    this.#indices = new Map(keys.map((key, i) => [key, i]));
    this.#words = this.#wordColumns(keys, values);
    const { columns, remark } = this.#words
      ? { columns: this.#words, remark: undefined }
      : findColumns(keys, this.#named, fail);
    if (remark !== undefined) this.#log.remark(remark.replace("columns", "members"));
    this.#sink = new RowSink(this.#log, columns, this.#named, keys);
    return this.#sink;
  }

  /** The members of an object that is a whole word: where an event could stand, an array stands. */
  #wordColumns(keys: readonly string[], values: readonly (Value | undefined)[]): ColumnsOf | undefined {
    const find = (roles: readonly Role[], isWord: boolean) =>
      keys.findIndex(
        (key, i) =>
          (!isWord || typeof values[i] === "object") &&
          roles.some((role) =>
            this.#named[role] === undefined ? isObvious(role, key) : this.#named[role] === key,
          ),
      );
    const word = find(["word", "input", "event", "session"], true);
    if (word < 0) return undefined;
    const columns: ColumnsOf = { word };
    for (const role of ["output", "label", "weight", "count"] as const) {
      const at = find([role], role === "output");
      if (at >= 0 && at !== word) columns[role] = at;
    }
    return columns;
  }

  #word(
    sink: RowSink,
    columns: ColumnsOf,
    values: readonly (Value | undefined)[],
    line: number,
    fail: (message: string) => never,
  ): void {
    const list = (column: number) => {
      const value = values[column];
      if (value === undefined) fail(`expected ${quote(this.#names[column])}, an array of texts`);
      return typeof value === "string" ? symbolsIn(value, fail) : value;
    };
    const text = (column: number | undefined) => {
      const value = column === undefined ? undefined : values[column];
      return typeof value === "object"
        ? fail(`expected one ${quote(this.#names[column ?? 0])}, found an array`)
        : value;
    };
    const { word = 0, output, label, weight, count } = columns;
    const labelled = label === undefined ? undefined : (text(label) ?? "");
    const counted = text(count);
    if (counted !== undefined && !(Number(counted) > 0))
      fail(`expected a count above 0, found ${quote(counted)}`);
    const facts = {
      label: labelled === undefined ? undefined : labelOf(labelled, fail),
      weight: text(weight),
      count: counted === undefined ? undefined : Number(counted),
    };
    sink.spelled(line, list(word), output === undefined ? undefined : list(output), facts, fail);
  }

  #event(
    sink: RowSink,
    values: readonly (Value | undefined)[],
    line: number,
    fail: (message: string) => never,
  ): void {
    const { symbols, outputs, rows } = this.#log;
    const { event, input, output, session } = sink.columns;
    const text = (column: number) => {
      const value = values[column];
      return typeof value === "object"
        ? fail(`expected one ${quote(this.#names[column])}, found an array`)
        : (value ?? "");
    };
    const name = (names: typeof symbols, column: number | undefined) =>
      column === undefined || values[column] === undefined ? -1 : names.ofText(text(column));
    const failOf = (column: number) => (message: string) => fail(`${quote(this.#names[column])}: ${message}`);
    const found = [
      name(symbols, event ?? input),
      name(outputs, output),
      name(rows.sessions, session),
    ] as const;
    sink.event(line, ...found, text, failOf);
  }

  /** What the answers of a journal are. */
  #begin({ semifield, machine, next }: JournalHeader): void {
    if (next !== undefined)
      failAtPlace(
        { line: 1, column: 1 },
        "the answers of this journal are distributions of what comes next, not words that occurred; hankel learn --warm uses them",
      );
    if (machine !== undefined || semifield === boolean.name) return;
    const fail = (message: string) => failAtPlace({ line: 1, column: 1 }, message);
    const algebra = semifieldOf(semifield, this.#log.kind.algebra, fail);
    this.#log.kind = { ...this.#log.kind, algebra };
  }

  #answer(text: string, number: number, { machine, semifield }: JournalHeader): void {
    const line = parseJournalLine(text, number);
    const log = this.#log;
    if (line.kind === "correction" || line.kind === "undo")
      failAtPlace(
        { line: number, column: 1 },
        "this journal takes answers back; hankel journal merge writes one with those that stand",
      );
    if (line.kind !== "answer") return;
    const sink = (this.#sink ??= new RowSink(log, { word: 0 }, this.#named, ["word"]));
    const fail = (message: string) => failAtPlace({ line: number, column: 1 }, message);
    if (machine !== undefined) {
      log.kind = { ...log.kind, machine: log.kind.machine ?? machine };
      sink.spelled(number, line.word, outputsIn(line.weight), {}, fail);
    } else if (semifield === boolean.name)
      sink.spelled(number, line.word, undefined, { label: boolean.parse(line.weight) ? 1 : 0 }, fail);
    else sink.spelled(number, line.word, undefined, { weight: line.weight }, fail);
  }
}

/** A value as texts; undefined for null, objects and arrays of them. */
function valueOf(reader: JsonReader): Value | undefined {
  const kind = reader.peek();
  if (kind === "string") return reader.string();
  if (kind === "number") return reader.number();
  if (kind === "boolean") return String(reader.boolean());
  if (kind !== "array") {
    reader.skip();
    return undefined;
  }
  const items: string[] = [];
  let isFlat = true;
  reader.array(() => {
    const item = valueOf(reader);
    if (typeof item === "string") items.push(item);
    else isFlat = false;
  });
  return isFlat ? items : undefined;
}
