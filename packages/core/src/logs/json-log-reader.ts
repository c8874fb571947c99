import { boolean } from "../algebra/boolean.ts";
import { HankelError, type Place } from "../errors.ts";
import {
  type JournalHeader,
  outputsIn,
  parseJournalHeader,
  parseJournalLine,
} from "../formats/journal-lines.ts";
import { JsonReader } from "../formats/json.ts";
import { type ChunkReader, failAtPlace, semifieldOf } from "../formats/lines.ts";
import { roles } from "./columns.ts";
import { JsonLines, JsonValues } from "./json-items.ts";
import { JsonMembers } from "./json-members.ts";
import type { LogBuilder } from "./log-builder.ts";
import type { LogRecord } from "./log-record.ts";
import { type ColumnSettings, MOST_NAMES, Records } from "./records.ts";
import { spell } from "./row-sink.ts";

/** An automaton, which is no log; and the beginning of a journal. */
const AUTOMATON = /^\s*\{\s*"format"\s*:\s*"hankel\//u;
const JOURNAL = /^\s*\{[^{]*"journal"\s*:\s*"hankel\//u;
/** An array of objects or of arrays. */
const LIST = /^\s*\[\s*[[{]/u;

/**
 * Reads JSON: an object for each event with its members as columns, `{"session": "s1", "event": "login"}`, or for each word, `{"word": ["login",
 * "logout"], "label": true}` or `{"input": [...], "output": [...]}`. An array of texts is a word of its own. Members of members have dots in their names, and
 * what is in an array of objects is a list: `events.input`. A journal of Hankel is read, too: its answers are words with weights or outputs.
 */
export class JsonLogReader implements ChunkReader<void> {
  readonly #log: LogBuilder;
  readonly #settings: ColumnSettings;
  readonly #items: ChunkReader<void>;
  readonly #records: Records;
  readonly #members: JsonMembers;
  #journal: JournalHeader | undefined;
  #taken = 0;
  #objects = 0;

  /** Are there values on lines, or over any number of lines, as `isJsonLines` says? */
  constructor(log: LogBuilder, settings: ColumnSettings, areLines: boolean) {
    this.#log = log;
    this.#settings = settings;
    const take = (read: () => string, at: Place) => this.#take(read, at);
    this.#items = areLines ? new JsonLines(take) : new JsonValues(take);
    this.#records = new Records(log, settings, "member", undefined, 1, ({ columns }) => {
      this.#members.decide(Object.values(columns).flat());
    });
    this.#members = new JsonMembers(this.#records.names, MOST_NAMES);
  }

  push(bytes: Uint8Array): void {
    this.#items.push(bytes);
  }

  end(): void {
    this.#items.end();
    if (this.#objects === 0)
      this.#refuseColumns(this.#journal === undefined ? "are arrays" : "are those of a journal");
    this.#records.end();
  }

  #refuseColumns(what: string): void {
    const role = roles.find((each) => typeof this.#settings.columns[each] === "string");
    if (role !== undefined && this.#taken > 0)
      failAtPlace(
        { line: 1, column: 1 },
        `--${role} names a member of objects, and the values of this file ${what}`,
      );
  }

  #take(read: () => string, at: Place): void {
    if (this.#journal !== undefined) return this.#answer(read(), at.line, this.#journal);
    let record: LogRecord | undefined;
    let length = 0;
    this.#log.orSkip(() => {
      const text = read();
      length = text.length;
      if (this.#taken++ > 0 || !this.#begins(text, at)) record = this.#read(text, at);
    });
    if (record !== undefined) this.#records.push(record, length);
  }

  /** Is the first value that of a journal? */
  #begins(text: string, at: Place): boolean {
    if (AUTOMATON.test(text)) failAtPlace(at, "this is an automaton, and no log: hankel info describes it");
    if (!JOURNAL.test(text)) return false;
    this.#journal = parseJournalHeader(text);
    this.#begin(this.#journal);
    return true;
  }

  /** An object or a list of them; a word of its own is taken at once. */
  #read(text: string, at: Place): LogRecord | undefined {
    const reader = new JsonReader(text);
    try {
      const kind = reader.peek();
      if (kind === "array" && !LIST.test(text)) this.#word(reader, at);
      else if (kind === "array" || kind === "object") {
        const record = this.#members.read(reader, at, (name) => this.#records.late(name, at.line));
        reader.end();
        this.#objects++;
        return record;
      } else reader.fail("expected an object or an array");
      return undefined;
    } catch (error) {
      if (!(error instanceof HankelError) || error.place === undefined) throw error;
      const { line, column } = error.place;
      const place = { line: at.line + line - 1, column: line === 1 ? at.column + column - 1 : column };
      throw new HankelError(error.code, error.message, { place, cause: error });
    }
  }

  #word(reader: JsonReader, at: Place): void {
    const symbols: string[] = [];
    reader.array(() => {
      const kind = reader.peek();
      if (kind === "string") symbols.push(reader.string());
      else if (kind === "number") symbols.push(reader.number());
      else reader.fail("expected a word, an array of texts");
    });
    reader.end();
    spell(this.#log, at.line, symbols, undefined, {}, (message) => failAtPlace(at, message));
  }

  /** What the answers of a journal are. */
  #begin({ semifield, machine, next }: JournalHeader): void {
    const fail = (message: string) => failAtPlace({ line: 1, column: 1 }, message);
    if (next !== undefined)
      fail(
        "the answers of this journal are distributions of what comes next, not words that occurred; hankel learn --warm uses them",
      );
    if (machine !== undefined || semifield === boolean.name) return;
    const algebra = semifieldOf(semifield, this.#log.kind.algebra, fail);
    this.#log.kind = { ...this.#log.kind, algebra };
  }

  #answer(text: string, number: number, { machine, semifield }: JournalHeader): void {
    const line = parseJournalLine(text, number);
    const log = this.#log;
    const fail = (message: string) => failAtPlace({ line: number, column: 1 }, message);
    if (line.kind === "correction" || line.kind === "undo")
      fail("this journal takes answers back; hankel journal merge writes one with those that stand");
    if (line.kind !== "answer") return;
    if (machine !== undefined) {
      log.kind = { ...log.kind, machine: log.kind.machine ?? machine };
      spell(log, number, line.word, outputsIn(line.weight), {}, fail);
    } else if (semifield === boolean.name)
      spell(log, number, line.word, undefined, { label: boolean.parse(line.weight) ? 1 : 0 }, fail);
    else spell(log, number, line.word, undefined, { weight: line.weight }, fail);
  }
}
