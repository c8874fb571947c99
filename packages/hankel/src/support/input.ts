import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from "node:fs";
import { isField } from "../algebra.ts";
import {
  type AutomatonDocument,
  type ChunkReader,
  type DrawnKind,
  documentToAutomaton,
  documentToWdfsa,
  FRAME,
  type ReadOptions,
  readFormatDocument,
  SymbolReader,
  type SymbolTable,
} from "../formats.ts";
import {
  type Automaton,
  type ErrorCode,
  formatByEnding,
  formatByName,
  type GroupWithZero,
  HankelError,
  semifieldByName,
  type Wdfsa,
} from "../index.ts";
import { addressWithoutSecrets, messageOf, quote } from "../internal/core.ts";
import { type Room, roomFor } from "../internal/files.ts";
import { located, misuse, reasonOf, systemError } from "./failures.ts";
import { isPipe, isStream, pipeChunks } from "./open-stream.ts";
import { standardInput } from "./supervision.ts";

/** What a file is called in messages. */
export function inputName(path: string): string {
  return path === "-" ? "standard input" : path;
}

/** How to read a file, as far as the file does not say it: the options of `readingOptions`. */
export interface Reading {
  readonly from?: string;
  readonly semifield?: string;
  readonly symbols?: string;
  readonly framed?: true;
  readonly transducer?: "input" | "output";
  readonly machine?: DrawnKind;
  /** The most bytes of memory that this process may take; what its heap has unless given. */
  readonly maxMemory?: number | undefined;
}

/** Reads a deterministic automaton from a file, or from standard input for `-`. */
export async function readAutomaton(path: string, reading: Reading = {}): Promise<Wdfsa<unknown>> {
  return readWith(path, reading, (document) => documentToWdfsa(document, otherwise(document.algebra)));
}

/** What can be done about a file that is not deterministic. */
function otherwise(algebra: GroupWithZero<unknown>): string {
  const made = "hankel determinize makes it deterministic if it can";
  if (!isField(algebra)) return made;
  const asItIs = "hankel learn --learner multiplicity learns it as it is";
  // With rounded weights there is hardly ever a deterministic automaton, and the search for one takes long.
  if (!algebra.exact)
    return `${asItIs}, and --learner soft learns a deterministic one near it if it is a distribution`;
  return `${asItIs}, and ${made}`;
}

/** Reads an automaton of either kind: deterministic when it is. */
export async function readAny(path: string, reading: Reading = {}): Promise<Automaton<unknown>> {
  return readWith(path, reading, documentToAutomaton);
}

/**
 * Reads the two automata of a command. `--from` applies only to inputs whose name does not say their format, such as
 * standard input, because the two may have different formats.
 */
export async function readPair(
  left: string,
  right: string,
  reading: Reading,
): Promise<[Automaton<unknown>, Automaton<unknown>]> {
  const { from: _from, ...rest } = reading;
  const read = (path: string) => readAny(path, formatByEnding(path) === undefined ? reading : rest);
  const first = await read(left);
  return [first, left === right ? first : await read(right)];
}

/** The codes of errors whose messages name the file: those of the operating system, and of too little memory. */
const NAMED: ReadonlySet<ErrorCode> = new Set(["usage", "budget"]);

const NOTHING = new Uint8Array(0);

async function readWith<T>(
  path: string,
  reading: Reading,
  build: (document: AutomatonDocument<unknown>) => T,
): Promise<T> {
  const { from } = reading;
  const format = from === undefined ? (formatByEnding(path) ?? formatByName("hankel")) : formatByName(from);
  const options = await readOptions(reading);
  const reader = format.stream?.(options);
  const { maxMemory } = reading;
  const bytes = reader === undefined ? await readBytes(path, maxMemory) : NOTHING;
  const plain = format.readPlain?.(bytes, options);
  const text = plain === undefined ? textOf(bytes, path) : "";
  try {
    if (plain !== undefined) return build(plain);
    if (from === undefined && formatByEnding(path) === undefined) refuseColumns(text);
    if (reader === undefined) return build(readFormatDocument(format, text, options));
    await feed(reader, path, maxMemory);
    return build(reader.end());
  } catch (error) {
    // Messages of the operating system already name the file.
    if (error instanceof HankelError && NAMED.has(error.code) && error.place === undefined) throw error;
    throw located(error, inputName(path));
  }
}

/** A line of OpenFst's text: an arc or a final state, of numbered states. */
const COLUMNS = /^\s*\d+(?:[ \t]+\d+[ \t]+\S+(?:[ \t]+\S+){0,2}|[ \t]+[\d.]+)?[ \t]*\r?(?:\n|$)/u;

/** Refuses a text of OpenFst whose name does not tell that it is one, and says how it is read. */
function refuseColumns(text: string): void {
  const line = COLUMNS.exec(text)?.[0].trim();
  if (line === undefined) return;
  const { length } = line.split(/\s+/u);
  const sides =
    length === 4
      ? ' (four columns are "from to label weight", or "from to input output" of a transducer, read with --transducer)'
      : length === 5
        ? " (five columns are those of a transducer, read with --transducer)"
        : "";
  throw new HankelError(
    "parse",
    `this looks like the text of an automaton of OpenFst, since its first line is ${quote(line)}${sides}: call the file NAME.fst.txt, or read it with --from att`,
    { place: { line: 1, column: 1 } },
  );
}

async function readOptions({
  semifield,
  symbols,
  framed,
  transducer,
  machine,
}: Reading): Promise<ReadOptions> {
  return {
    algebra: semifield === undefined ? undefined : semifieldByName(semifield),
    symbols: symbols === undefined ? undefined : await readSymbolFile(symbols),
    frame: framed === true ? FRAME : undefined,
    side: transducer,
    machine,
  };
}

async function readSymbolFile(path: string): Promise<SymbolTable> {
  const reader = new SymbolReader();
  try {
    await feed(reader, path);
    return reader.end();
  } catch (error) {
    throw error instanceof HankelError && error.place === undefined ? error : located(error, path);
  }
}

/** Feeds a file, or standard input for `-`, to a reader; only one piece at a time is in memory. */
async function feed<T>(reader: ChunkReader<T>, path: string, maxMemory?: number): Promise<void> {
  const room = roomFor(inputName(path), maxMemory);
  for await (const chunk of chunksOf(path, room)) {
    reader.push(chunk);
    room.check();
  }
}

/**
 * Feeds a log to a reader; one whose name ends in .gz is unpacked. It may be larger than the memory, since a reader keeps little of it. `watch`
 * hears how many bytes of the file were read, and may throw.
 */
export async function feedLog(
  reader: ChunkReader<void>,
  path: string,
  watch: (bytes: number, of: number) => void,
): Promise<void> {
  const room = { ...roomFor(inputName(path)), refuseLarger: () => {} };
  const size = path === "-" ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of chunksOf(path, room)) {
      bytes += chunk.length;
      watch(bytes, size);
      yield chunk;
    }
  };
  try {
    for await (const chunk of /\.gz$/iu.test(path) ? unpacked(counted()) : counted()) {
      reader.push(chunk);
      room.check();
    }
    reader.end();
  } catch (error) {
    if (error instanceof HankelError && error.place === undefined && NAMED.has(error.code)) throw error;
    throw located(error, inputName(path));
  }
}

async function* unpacked(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [{ createGunzip }, { Readable }] = await Promise.all([import("node:zlib"), import("node:stream")]);
  const source = Readable.from(packed);
  const unzip = createGunzip();
  source.on("error", (error) => unzip.destroy(error));
  try {
    for await (const chunk of source.pipe(unzip)) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof HankelError) throw error;
    throw new HankelError("parse", `it cannot be unpacked as gzip: ${messageOf(error)}`, { cause: error });
  }
}

/** Large files are read in pieces of this many bytes, smaller ones in one piece: a loop that is begun once is compiled once. */
const CHUNK = 2 ** 20;
/** What a file may have beyond the size that it tells is read in pieces of this many. */
const LITTLE = 2 ** 14;

async function* chunksOf(path: string, room: Room): AsyncGenerator<Uint8Array> {
  const size = path === "-" ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  room.refuseLarger(size);
  try {
    let first = true;
    for await (const chunk of await sourceOf(path)) {
      if (first) refuseBinary(chunk, path);
      first = false;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof HankelError) throw error;
    if (shouldEnd?.aborted) throw reasonOf(shouldEnd);
    // An address in the place of a file may hold a password, which no message repeats.
    if (!/^\w+:\/\//u.test(path)) throw systemError(error, `read ${inputName(path)}`);
    const address = quote(addressWithoutSecrets(path));
    throw misuse(`${address} is an address and no file`);
  }
}

/** How OpenFst begins its binary automata: the number 0x7eb2fdd6, the least byte first. */
const OPENFST = [0xd6, 0xfd, 0xb2, 0x7e];

/** Refuses a binary file of OpenFst, and says how it becomes text. */
function refuseBinary(start: Uint8Array, path: string): void {
  if (!OPENFST.every((byte, i) => start[i] === byte)) return;
  const [file, text] =
    path === "-" ? ["FILE.fst", "FILE.fst.txt"] : [path, `${path.replace(/\.fst$/u, "")}.fst.txt`];
  throw new HankelError(
    "parse",
    `${inputName(path)}: this is a binary automaton of OpenFst, and Hankel reads its text: fstprint --acceptor ${file} ${text} ` +
      "writes that (leave --acceptor out for a transducer, and read one side of it with --transducer)",
  );
}

/** While the whole text is made, its bytes are there twice more: in one piece, and as characters. */
const COPIES = 2;

/** What ends the reading of anything but an ordinary file. */
let shouldEnd: AbortSignal | undefined;

/**
 * From here on, the end of the command ends the reading of pipes, of devices and of standard input, which may have no end. An
 * ordinary file is read to its end.
 */
export function endReadingWith(signal: AbortSignal | undefined): void {
  shouldEnd = signal;
}

async function sourceOf(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === "-") {
    const input = standardInput();
    if (shouldEnd === undefined) return input;
    const { addAbortSignal } = await import("node:stream");
    return addAbortSignal(shouldEnd, input);
  }
  if (isPipe(path)) return pipeChunks(path, shouldEnd);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return fileChunks(path);
  const signal = isStream(path) ? shouldEnd : undefined;
  return createReadStream(path, { highWaterMark: CHUNK, ...(signal && { signal }) });
}

/** After so many pieces of a file, signals are heard. */
const HEARS = 16;

/** An ordinary file. A stream of Node does the same, but to load streams takes longer than to read a small file. */
async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = openSync(path, "r");
  try {
    let { size: left } = fstatSync(file);
    for (let count = 1; ; count++) {
      // Only a read that brings nothing is the end: a file grows, and some do not tell their size.
      const chunk = Buffer.allocUnsafeSlow(left > 0 ? Math.min(CHUNK, left) : LITTLE);
      const length = readSync(file, chunk);
      if (length === 0) return;
      left -= length;
      yield chunk.subarray(0, length);
      if (count % HEARS === 0) await new Promise((done) => setImmediate(done));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads a file, or standard input for `-`. */
export async function readBytes(path: string, maxMemory?: number): Promise<Uint8Array> {
  const room = roomFor(inputName(path), maxMemory);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(path, room)) {
    chunks.push(chunk);
    length += chunk.length;
    room.check(COPIES * length);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

/** Reads a text file, or standard input for `-`. It must be UTF-8. */
export async function readText(path: string, maxMemory?: number): Promise<string> {
  return textOf(await readBytes(path, maxMemory), path);
}

/** The text of a file. */
function textOf(bytes: Uint8Array, path: string): string {
  const name = inputName(path);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") {
      throw systemError(error, `read ${name}`);
    }
    throw new HankelError("parse", `${name}:${badByte(bytes)}: not UTF-8 text`, { cause: error });
  }
}

/** The line and column of the first byte that is not UTF-8: there the text that can be decoded is no longer the same bytes. */
function badByte(bytes: Uint8Array): string {
  const decode = (part: Uint8Array, stream: boolean) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(part, { stream });
  const decodable = new TextEncoder().encode(decode(bytes, false));
  const at = bytes.findIndex((byte, i) => byte !== decodable[i]);
  // As part of a stream, a character that is not complete is left out.
  const rows = decode(bytes.subarray(0, at), true).split("\n");
  return `${rows.length}:${[...(rows.at(-1) ?? "")].length + 1}`;
}
