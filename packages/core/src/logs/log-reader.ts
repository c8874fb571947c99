/** Logs as people have them: which reader a file gets. */

import { quote } from "../errors.ts";
import { encodeUtf8 } from "../formats/bytes.ts";
import { type ChunkReader, failAtPlace } from "../formats/lines.ts";
import { type LogColumns, type NamedColumns, namedIn, roles } from "./columns.ts";
import { isJsonLines } from "./json-items.ts";
import { JsonLogReader } from "./json-log-reader.ts";
import { type Log, LogBuilder, type LogKind } from "./log-builder.ts";
import {
  doubtsAbout,
  firstLines,
  formatOf,
  type LogFormat,
  labelPlace,
  logFormats,
  refuseBinary,
} from "./log-format.ts";
import { NumberedLogReader } from "./numbered-words-reader.ts";
import { question } from "./question.ts";
import { TableReader } from "./table-reader.ts";
import type { DateOrder } from "./time.ts";
import { WordLinesReader } from "./word-lines-reader.ts";
import { XesReader } from "./xes-reader.ts";

/** How logs are read, as far as they do not say it. */
export interface LogOptions extends LogKind {
  /** The format; without it, the ending of the name and the first lines decide. */
  readonly format?: LogFormat | undefined;
  /**
   * Which columns hold what, by their names or, where the first line has no names, by their numbers from 1 on; null for none. Several joined by + are one, and
   * a member of a member has a dot in its name.
   */
  readonly columns?: NamedColumns | undefined;
  /** What stands between the columns of a table. */
  readonly delimiter?: string | undefined;
  /** Which number of a date such as 3/4/2026 is the day. */
  readonly dates?: DateOrder | undefined;
  /** In files of words: is every character a symbol? */
  readonly letters?: boolean | undefined;
  /** Are lines, rows and objects left out that cannot be read? Otherwise the first one ends the reading. */
  readonly skipBad?: boolean | undefined;
  /** More symbols or outputs are questioned; 1,000 by default, and fewer if they hardly repeat. */
  readonly maxSymbols?: number | undefined;
}

/** So many symbols are questioned before the file was read to its end. */
const FAR_TOO_MANY = 200_000;

/**
 * Reads logs: the bytes of one file after the other, in chunks of any size, then the sample of all of them.
 *
 * @example
 * const logs = new LogReader();
 * logs.read("log.csv", "session,event\n1,open\n2,open\n1,close\n");
 * const { sample, events } = logs.end();
 * console.log(events, sample.starts.length - 1, sample.alphabet.symbols.join(" ")); // 3 2 close open
 */
export class LogReader {
  readonly #options: LogOptions;
  readonly #log: LogBuilder;

  constructor(options: LogOptions = {}) {
    this.#options = options;
    this.#log = new LogBuilder(options, options.skipBad);
  }

  /** How many events were read so far. */
  get events(): number {
    return this.#log.events;
  }

  /** The columns of the last file that has some, as far as it was read: known even if reading it failed. */
  get columns(): LogColumns | undefined {
    return this.#log.columns;
  }

  /** Where the bytes of a file go. */
  file(name: string): ChunkReader<void> {
    this.#log.begin(name);
    const make = (start: Uint8Array, isWhole: boolean) => this.#reader(name, start, isWhole);
    return new FileReader(make, () => {
      if (this.#log.symbols.size > FAR_TOO_MANY) this.#question(this.#log.events);
    });
  }

  /** A whole file. */
  read(name: string, text: string): void {
    const reader = this.file(name);
    reader.push(encodeUtf8(text));
    reader.end();
  }

  /** Everything that was read; a file whose symbols can hardly be symbols is questioned. */
  end(): Log {
    const log = this.#log.log();
    this.#question(log.events);
    return log;
  }

  #question(events: number): void {
    const { symbols, outputs, columns } = this.#log;
    question({ events, symbols: symbols.size, outputs: outputs.size, columns }, this.#options.maxSymbols);
  }

  #reader(name: string, start: Uint8Array, isWhole: boolean): ChunkReader<void> {
    const { letters, dates, delimiter } = this.#options;
    const lines = firstLines(start, isWhole);
    const format = this.#options.format ?? formatOf(name, lines);
    const log = this.#log;
    const settings = { columns: namedIn(this.#options.columns ?? {}), dates, delimiter };
    if (format === "table") return new TableReader(log, settings);
    if (format === "jsonl") return new JsonLogReader(log, settings, isJsonLines(start, isWhole));
    if (format === "xes") return new XesReader(log, settings);
    refuseColumns(settings.columns, format, lines);
    if (format === "samples") return new NumberedLogReader(log, "plain");
    if (format === "abbadingo") return new NumberedLogReader(log, "labelled");
    if (format === "signed") return new WordLinesReader(log, { letters, label: labelPlace(lines) });
    if (format === "runs") return new WordLinesReader(log, { pairs: true });
    if (letters !== true) for (const doubt of doubtsAbout(lines)) log.remark(doubt);
    return new WordLinesReader(log, { letters });
  }
}

/** So much of a file decides which reader it gets. */
const LOOKED_AT = 2 ** 16;
const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** Holds the beginning of a file back until it is known what the file is. */
class FileReader implements ChunkReader<void> {
  readonly #make: (start: Uint8Array, isWhole: boolean) => ChunkReader<void>;
  readonly #watch: () => void;
  #start = new Uint8Array(0);
  #reader: ChunkReader<void> | undefined;
  /** Do its lines end with CR alone, as those of old Macs did? */
  #isOld = false;

  constructor(make: (start: Uint8Array, isWhole: boolean) => ChunkReader<void>, watch: () => void) {
    this.#make = make;
    this.#watch = watch;
  }

  push(bytes: Uint8Array): void {
    if (this.#reader !== undefined) {
      this.#reader.push(this.#isOld ? withLineFeeds(bytes) : bytes);
      this.#watch();
      return;
    }
    const start = new Uint8Array(this.#start.length + bytes.length);
    start.set(this.#start);
    start.set(bytes, this.#start.length);
    this.#start = start;
    if (start.length >= LOOKED_AT) this.#decide(false);
  }

  end(): void {
    if (this.#reader === undefined) this.#decide(true);
    this.#reader?.end();
  }

  #decide(isWhole: boolean): void {
    const { length } = this.#start;
    if (length === 0) failAtPlace({ line: 1, column: 1 }, "the file is empty; expected words or events");
    refuseBinary(this.#start);
    // The size of the pieces that come must not matter.
    const looked = this.#start.subarray(0, LOOKED_AT);
    this.#isOld = looked.includes(RETURN) && !looked.includes(LINE_FEED);
    const start = this.#isOld ? withLineFeeds(this.#start) : this.#start;
    this.#reader = this.#make(start.subarray(0, LOOKED_AT), isWhole && length <= LOOKED_AT);
    this.#reader.push(start);
    this.#start = new Uint8Array(0);
  }
}

function withLineFeeds(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (byte === RETURN ? LINE_FEED : byte));
}

/** Columns are named, but the file has none. */
function refuseColumns(columns: NamedColumns, format: LogFormat, lines: readonly string[]): void {
  const role = roles.find((each) => typeof columns[each] === "string");
  if (role === undefined) return;
  const seen = format === "words" ? `, since its first line is ${quote(lines[0] ?? "")}` : "";
  failAtPlace(
    { line: 1, column: 1 },
    `--${role} names a column, and this file has none: it is read as --format ${format} (${logFormats[format]})${seen}; --format table reads it as a table`,
  );
}
