/** Logs as people have them: which reader a file gets, and what is questioned before anything is learned. */

import { countOf, grouped, HankelError, quote } from "../errors.ts";
import { encodeUtf8 } from "../formats/bytes.ts";
import { type ChunkReader, failAtPlace, type Line } from "../formats/lines.ts";
import { isObvious, type LogColumns, type NamedColumns, namedIn, roles } from "./columns.ts";
import { JsonLinesReader } from "./json-lines-reader.ts";
import { type Log, LogBuilder, type LogKind } from "./log-builder.ts";
import { NumberedLogReader } from "./numbered-words-reader.ts";
import { delimiterOf, TableReader } from "./table-reader.ts";
import { hasSign, WordLinesReader } from "./word-lines-reader.ts";
import { XesReader } from "./xes-reader.ts";

/**
 * The formats of logs, and what they are.
 *
 * @example
 * console.log(Object.keys(logFormats).join(" ")); // words signed samples abbadingo table jsonl xes
 */
export const logFormats = {
  words: "a word on each line, its symbols between blanks",
  signed: "the same with +, - or ? in front of each word",
  samples: "samples of PAutomaC and SPiCe",
  abbadingo: "labelled words, as Abbadingo and StaMinA have them",
  table: "a table, with commas, semicolons, tabs or bars between its columns",
  jsonl: "JSON lines: an event or a word on each",
  xes: "XES event logs",
} as const;

/** A format of logs, by its name. */
export type LogFormat = keyof typeof logFormats;

/** How logs are read, as far as they do not say it. */
export interface LogOptions extends LogKind {
  /** The format; without it, the ending of the name and the first lines decide. */
  readonly format?: LogFormat | undefined;
  /** Which columns hold what, by their names or, where the first line has no names, by their numbers from 1 on. */
  readonly columns?: NamedColumns | undefined;
  /** In files of words: is every character a symbol? */
  readonly letters?: boolean | undefined;
  /** More symbols are questioned; 1,000 by default. */
  readonly maxSymbols?: number | undefined;
}

const ENDINGS: readonly (readonly [RegExp, LogFormat])[] = [
  [/\.(?:csv|tsv|tab)$/iu, "table"],
  [/\.(?:jsonl|ndjson)$/iu, "jsonl"],
  [/\.xes$/iu, "xes"],
  [/\.(?:train|test|samples|spice)$/iu, "samples"],
  [/\.(?:abbadingo|a)$/iu, "abbadingo"],
];

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
    this.#log = new LogBuilder(options);
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
    return new FileReader(name, (format, start) => this.#reader(format, start), this.#options.format);
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
    question(log, this.#options.maxSymbols ?? 1000);
    return log;
  }

  #reader(format: LogFormat, start: Uint8Array): ChunkReader<void> {
    const { letters } = this.#options;
    const columns = namedIn(this.#options.columns ?? {});
    if (format === "table") return new TableReader(this.#log, columns);
    if (format === "jsonl") return new JsonLinesReader(this.#log, columns);
    if (format === "xes") return new XesReader(this.#log, columns);
    if (format === "samples") return new NumberedLogReader(this.#log, "plain");
    if (format === "abbadingo") return new NumberedLogReader(this.#log, "labelled");
    refuseColumns(columns, start);
    return new WordLinesReader(this.#log, { letters, labelled: format === "signed" });
  }
}

/** So much of a file decides which reader it gets. */
const LOOKED_AT = 2 ** 16;

/** Holds the beginning of a file back until it is known what the file is. */
class FileReader implements ChunkReader<void> {
  readonly #name: string;
  readonly #make: (format: LogFormat, start: Uint8Array) => ChunkReader<void>;
  readonly #format: LogFormat | undefined;
  #start = new Uint8Array(0);
  #reader: ChunkReader<void> | undefined;

  constructor(
    name: string,
    make: (format: LogFormat, start: Uint8Array) => ChunkReader<void>,
    format: LogFormat | undefined,
  ) {
    this.#name = name;
    this.#make = make;
    this.#format = format;
  }

  push(bytes: Uint8Array): void {
    if (this.#reader !== undefined) return this.#reader.push(bytes);
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
    const start = this.#start;
    if (start.length === 0)
      failAtPlace({ line: 1, column: 1 }, "the file is empty; expected words or events");
    refuseBinary(start);
    const format = this.#format ?? byEnding(this.#name) ?? byContent(start, isWhole);
    this.#reader = this.#make(format, start);
    this.#reader.push(start);
    this.#start = new Uint8Array(0);
  }
}

function byEnding(name: string): LogFormat | undefined {
  return ENDINGS.find(([ending]) => ending.test(name.replace(/\.gz$/iu, "")))?.[1];
}

/** What others than texts begin with, and what to do about them. */
const BINARY: readonly (readonly [readonly number[], string])[] = [
  [[0x1f, 0x8b], "this is compressed by gzip: call the file NAME.gz, or unpack it with gunzip"],
  [[0x50, 0x4b, 0x03, 0x04], "this is a zip archive, as .xlsx files are: save the table as CSV"],
  [[0x50, 0x41, 0x52, 0x31], "this is a Parquet file: write the table as CSV"],
  [[0xff, 0xfe], "this is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"],
  [[0xfe, 0xff], "this is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"],
];

function refuseBinary(start: Uint8Array): void {
  const known = BINARY.find(([magic]) => magic.every((byte, i) => start[i] === byte));
  if (known !== undefined) failAtPlace({ line: 1, column: 1 }, known[1]);
  const zero = start.indexOf(0);
  if (zero < 0) return;
  let [line, column] = [1, 1];
  for (let at = 0; at < zero; at++) {
    if (start[at] === 0x0a) [line, column] = [line + 1, 1];
    else if ((start[at] & 0xc0) !== 0x80) column++;
  }
  failAtPlace({ line, column }, "this is no text: it holds a zero byte");
}

/** The complete lines among the first bytes of a file. */
function linesOf(start: Uint8Array, isWhole: boolean): Line[] {
  const lines: Line[] = [];
  const hasMark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  for (let at = hasMark ? 3 : 0; at < start.length; ) {
    const found = start.indexOf(0x0a, at);
    if (found < 0 && !isWhole) break;
    const end = found < 0 ? start.length : found;
    const trimmed = end > at && start[end - 1] === 0x0d ? end - 1 : end;
    lines.push({ bytes: start, start: at, end: trimmed, number: lines.length + 1 });
    at = end + 1;
  }
  return lines;
}

function byContent(start: Uint8Array, isWhole: boolean): LogFormat {
  const lines = linesOf(start, isWhole);
  const texts = lines.map((line) =>
    String.fromCharCode(...start.subarray(line.start, Math.min(line.end, line.start + 2000))).trim(),
  );
  const first = texts.find((text) => text !== "") ?? "";
  if (first.startsWith("{")) return "jsonl";
  if (/^\[\s*(?:$|\{)/u.test(first)) return "jsonl";
  if (first.startsWith("<")) return "xes";
  const numbered = numberedWords(texts);
  if (numbered !== undefined) return numbered;
  if (lines.every((line) => line.start === line.end || hasSign(line)) && lines.some((line) => hasSign(line)))
    return "signed";
  return isTable(lines) ? "table" : "words";
}

/** A first line of two numbers, then words with their lengths, perhaps behind labels. */
function numberedWords(texts: readonly string[]): LogFormat | undefined {
  const [head, ...rest] = texts.filter((text) => text !== "").map((text) => text.split(/\s+/u));
  if (head?.length !== 2 || !head.every((number) => /^\d+$/u.test(number)) || rest.length === 0)
    return undefined;
  // The last line that was looked at may be cut off.
  const some = rest.slice(0, 100).filter(({ length }) => length < 500);
  if (some.every((word) => Number(word[0]) === word.length - 1)) return "samples";
  return some.every((word) => /^(?:-1|0|1)$/u.test(word[0]) && Number(word[1]) === word.length - 2)
    ? "abbadingo"
    : undefined;
}

/** Do the first lines have equally many columns, and does the first one name some of them? */
function isTable(lines: readonly Line[]): boolean {
  const [head] = lines;
  if (head === undefined) return false;
  const delimiter = delimiterOf(head.bytes, head.start, head.end);
  if (delimiter === undefined) return false;
  const names = String.fromCharCode(
    ...head.bytes.subarray(head.start, Math.min(head.end, head.start + 10_000)),
  )
    .split(String.fromCharCode(delimiter))
    .map((name) => name.replaceAll('"', ""));
  return names.some((name) => roles.some((role) => isObvious(role, name)));
}

/** Columns are named, but the file is no table. */
function refuseColumns(columns: NamedColumns, start: Uint8Array): void {
  const [role] = Object.keys(columns);
  if (role === undefined) return;
  const [head] = linesOf(start, true);
  const text =
    head === undefined
      ? ""
      : String.fromCharCode(...start.subarray(head.start, Math.min(head.end, head.start + 200)));
  throw new HankelError(
    "usage",
    `--${role} names a column of a table, and this is read as a word on each line, since its first line is ${quote(text)}; --format table reads it as a table`,
    { place: { line: 1, column: 1 } },
  );
}

/** Below this, symbols may be as rare as they are. */
const FEW_SYMBOLS = 100;

/** A log whose symbols hardly repeat is one whose lines or columns are not what they seem. */
function question({ sample, events, sessions }: Log, most: number): void {
  const { size } = sample.alphabet;
  const isRare = size > FEW_SYMBOLS && 2 * size > events;
  if (size <= most && !isRare) return;
  const found = `${grouped(size)} distinct symbols in ${countOf(events, "event").replace(/\d+/u, grouped)}`;
  const why = sessions
    ? "does the column of events hold names of events, or texts, times and numbers? --event names another column"
    : "is each line a word of letters (--letters), or a row of a table (--format table, with --session and --event)?";
  const anyway = isRare ? "" : `; --max-symbols ${size} learns from it as it is`;
  throw new HankelError("usage", `${found}: ${why}${anyway}`);
}
