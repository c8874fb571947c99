import { quote } from "../errors.ts";
import { failAtPlace } from "../formats/lines.ts";
import { type ColumnNoun, isObvious, type NamedColumns, type Role, roles, someNames } from "./columns.ts";
import { type FoundColumns, findColumns, MOST } from "./find-columns.ts";
import type { LogBuilder } from "./log-builder.ts";
import type { LogRecord } from "./log-record.ts";
import { RowSink } from "./row-sink.ts";
import type { DateOrder } from "./time.ts";

/** What the user says about the columns. */
export interface ColumnSettings {
  readonly columns: NamedColumns;
  readonly dates?: DateOrder | undefined;
}

/** So many records decide what the columns mean, or so many bytes of them. */
const LOOKED_AT = 1000;
const MOST_BYTES = 2 ** 20;
/** More names of columns are not looked at: objects may be used as maps. */
export const MOST_NAMES = 10_000;

/**
 * The records of a file on their way to the log. The first ones are held back until it is decided what their columns mean; that holds for all others,
 * whatever comes.
 */
export class Records {
  /** The columns; a reader of objects adds to them. */
  readonly names: string[];
  readonly #log: LogBuilder;
  readonly #settings: ColumnSettings;
  readonly #noun: ColumnNoun;
  /** Are the columns those of the first line, or may each record have others? */
  readonly #isOpen: boolean;
  /** Where the columns are named. */
  readonly #line: number;
  /** What has to be done when it is decided. */
  readonly #decided: (found: FoundColumns) => void;
  #held: LogRecord[] = [];
  #bytes = 0;
  #sink: RowSink | undefined;
  #found: FoundColumns | undefined;
  /** The columns that are known, those that came too late among them. */
  readonly #late = new Set<string>();

  constructor(
    log: LogBuilder,
    settings: ColumnSettings,
    noun: ColumnNoun,
    names: readonly string[] | undefined,
    line: number,
    decided: (found: FoundColumns) => void = () => {},
  ) {
    this.#log = log;
    this.#settings = settings;
    this.#noun = noun;
    this.#isOpen = names === undefined;
    this.#line = line;
    this.names = [...(names ?? [])];
    this.#decided = decided;
    log.columns = { names: this.names, found: {} };
  }

  get isDecided(): boolean {
    return this.#found !== undefined;
  }

  /** A record that takes about so many bytes. */
  push(record: LogRecord, bytes: number): void {
    if (this.#sink !== undefined) {
      const sink = this.#sink;
      this.#log.orSkip(() => sink.take(record));
      return;
    }
    this.#held.push(record.kept());
    this.#bytes += bytes;
    if (this.#held.length >= LOOKED_AT || this.#bytes >= MOST_BYTES) this.#decide();
  }

  /** All records of the file were read. */
  end(): void {
    // A table of which only the names of the columns are there is decided, too: they may be the wrong ones.
    if (this.#found === undefined && (this.#held.length > 0 || !this.#isOpen)) this.#decide();
    const missing = this.#found?.missing.find((role) => this.#sink?.has(role) === false);
    const name = missing === undefined ? undefined : this.#settings.columns[missing];
    if (name === undefined || name === null) return;
    const there = someNames(this.names.filter((other) => other !== name));
    failAtPlace(
      { line: this.#line, column: 1 },
      `there is no ${this.#noun} ${quote(name)} (--${missing}); the ${this.#noun}s are ${there}`,
    );
  }

  /** A column that none of the first records has: it is not read, which is said if its name is that of something to read. */
  late(name: string, line: number): void {
    const found = this.#found;
    if (found === undefined || this.#late.has(name) || this.#late.size > MOST_NAMES) return;
    this.#late.add(name);
    const role = roles.find((each) => isObvious(each, name) && this.#isFree(each, found));
    if (role === undefined) return;
    this.#log.remark(
      `the ${this.#noun} ${quote(name)} occurs first at ${this.#log.placeOf(line)}, too late to be found by its name: --${role} ${quote(name)} reads it`,
    );
  }

  /** Could a column be this? */
  #isFree(role: Role, { columns, wholeWords }: FoundColumns): boolean {
    if (columns[role] !== undefined || this.#settings.columns[role] !== undefined) return false;
    return wholeWords ? OF_WORDS.has(role) : OF_EVENTS.has(role);
  }

  #decide(): void {
    const log = this.#log;
    const found = findColumns({
      names: this.names,
      records: this.#held.filter(({ isEmpty }) => isEmpty !== true),
      noun: this.#noun,
      isOpen: this.#isOpen,
      named: this.#settings.columns,
      dates: this.#settings.dates,
      timesRead: log.skips ? MOST : 1,
      fail: (message) => failAtPlace({ line: this.#line, column: 1 }, message),
    });
    for (const name of this.names) this.#late.add(name);
    for (const remark of found.remarks) log.remark(remark);
    this.#found = found;
    const sink = new RowSink(log, found, this.names, this.#noun);
    this.#sink = sink;
    this.#decided(found);
    for (const record of this.#held) log.orSkip(() => sink.take(record));
    this.#held = [];
  }
}

const OF_WORDS: ReadonlySet<Role> = new Set(["output", "label", "weight", "count"]);
const OF_EVENTS: ReadonlySet<Role> = new Set(["output", "label", "session", "time"]);
