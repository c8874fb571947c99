import { type Place, quote, shortened } from "../errors.ts";
import { badUtf8, decodeUtf8 } from "../formats/bytes.ts";
import { type ChunkReader, failAtPlace } from "../formats/lines.ts";
import { referenced } from "../formats/xml.ts";
import type { LogBuilder } from "./log-builder.ts";
import type { LogRecord } from "./log-record.ts";
import type { Names } from "./names.ts";
import { type ColumnSettings, Records } from "./records.ts";

const LESS = 0x3c;
const GREATER = 0x3e;
const LINE_FEED = 0x0a;
const [DOUBLE, SINGLE] = [0x22, 0x27];
/** A tag is no longer than this: a quote that is never closed must not swallow the file. */
const LONGEST_TAG = 2 ** 20;

/** In front of the keys of a trace, as pm4py has them; its name is the first column. */
const OF_TRACE = "case:";
const NAME = "concept:name";

/** How to skip what is no tag: its beginning, and its end. */
const SKIPPED = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/**
 * Reads XES, the event logs of process mining: traces of events, whose attributes have keys. These are columns, as are those of their traces with `case:` in
 * front; two traces are two sessions also if they have one name. Everything that counts stands in tags, which are read one by one, so that a file of any size
 * needs little memory. A document type is refused.
 */
export class XesReader implements ChunkReader<void> {
  readonly #log: LogBuilder;
  readonly #records: Records;
  /** The number of the column of each key. */
  readonly #columns = new Map<string, number>([[`${OF_TRACE}${NAME}`, 0]]);
  #rest = new Uint8Array(0);
  #line = 1;
  #column = 1;
  /** The elements that are open, outermost first. */
  readonly #open: string[] = [];
  /** The attributes of the event, or of the trace, that is being read. */
  #event: string[] = [];
  #trace: string[] = [];
  /** Did the trace have an event? Then its attributes are known. */
  #hasEvents = false;
  #traces = 0;
  #eventPlace: Place = { line: 1, column: 1 };
  /** The names of the traces so far. */
  readonly #names = new Set<string>();

  constructor(log: LogBuilder, settings: ColumnSettings) {
    this.#log = log;
    this.#records = new Records(log, settings, "attribute", undefined, 1);
    this.#records.names.push(`${OF_TRACE}${NAME}`);
  }

  push(chunk: Uint8Array): void {
    const bytes = new Uint8Array(this.#rest.length + chunk.length);
    bytes.set(this.#rest);
    bytes.set(chunk, this.#rest.length);
    let at = 0;
    for (;;) {
      const start = bytes.indexOf(LESS, at);
      const end = start < 0 ? -1 : tagEnd(bytes, start);
      if (end < 0) {
        const left = start < 0 ? bytes.length : start;
        this.#count(bytes, at, left);
        this.#rest = bytes.slice(left);
        if (this.#rest.length > LONGEST_TAG) this.#fail("a tag that starts here does not end");
        return;
      }
      this.#count(bytes, at, start);
      this.#tag(bytes, start, end);
      this.#count(bytes, start, end);
      at = end;
    }
  }

  end(): void {
    if (this.#rest.length > 0) this.#fail("a tag that starts here does not end");
    const open = this.#open.at(-1);
    if (open !== undefined) this.#fail(`the element ${quote(open)} does not end`);
    if (this.#traces === 0)
      this.#fail("expected traces, elements called trace, as XES has them; there are none");
    this.#records.end();
  }

  /** Goes on to another place; columns count characters, of which only the first byte is no continuation. */
  #count(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      if (bytes[at] === LINE_FEED) {
        this.#line++;
        this.#column = 1;
      } else if ((bytes[at] & 0xc0) !== 0x80) this.#column++;
    }
  }

  #fail(message: string): never {
    return failAtPlace({ line: this.#line, column: this.#column }, message);
  }

  #tag(bytes: Uint8Array, start: number, end: number): void {
    const bad = badUtf8(bytes, start, end);
    if (bad >= 0) {
      this.#count(bytes, start, bad);
      this.#fail("not UTF-8 text");
    }
    const tag = decodeUtf8(bytes, start + 1, end - 1);
    if (tag.startsWith("?") || tag.startsWith("!--") || tag.startsWith("![CDATA[")) return;
    if (tag.startsWith("!")) this.#fail("a document type is not read here; delete it");
    if (tag.startsWith("/")) return this.#close(tag.slice(1).trim());
    const name = /^[^\s/]+/u.exec(tag)?.[0] ?? this.#fail("expected the name of an element");
    this.#begin(name, tag);
    if (tag.endsWith("/")) this.#close(name);
  }

  #begin(name: string, tag: string): void {
    const parent = this.#open.at(-1);
    if (this.#open.length === 0 && name !== "log")
      this.#fail(`expected the element log of XES, found ${quote(shortened(name, 40))}`);
    this.#open.push(name);
    if (name === "trace") {
      [this.#trace, this.#hasEvents] = [[], false];
    } else if (name === "event") {
      if (!this.#hasEvents) this.#nameTrace();
      this.#hasEvents = true;
      this.#event = [...this.#trace];
      this.#eventPlace = { line: this.#line, column: this.#column };
    } else if (name === "classifier" && parent === "log") this.#classifier(this.#attributes(tag));
    else if (parent === "event" || (parent === "trace" && !this.#hasEvents)) {
      const attributes = this.#attributes(tag);
      const [key, value] = [attributes.get("key"), attributes.get("value")];
      if (key === undefined || value === undefined) return;
      const column = this.#columnOf(parent === "event" ? key : `${OF_TRACE}${key}`);
      if (column >= 0) (parent === "event" ? this.#event : this.#trace)[column] = value;
    }
  }

  /** The column of a key, -1 if it comes too late to be one. */
  #columnOf(key: string): number {
    let column = this.#columns.get(key);
    if (column === undefined) {
      if (this.#records.isDecided) {
        column = this.#records.names.indexOf(key);
        if (column < 0) this.#records.late(key, this.#line);
      } else column = this.#records.names.push(key) - 1;
      this.#columns.set(key, column);
    }
    return column;
  }

  /** A trace has a name of its own. */
  #nameTrace(): void {
    const name = this.#trace[0] ?? `trace ${this.#traces + 1}`;
    const isKnown = this.#names.has(name);
    this.#trace[0] = isKnown ? `${name} (trace ${this.#traces + 1})` : name;
    this.#names.add(this.#trace[0]);
  }

  /** A log may say by which keys its events are told apart. */
  #classifier(attributes: ReadonlyMap<string, string>): void {
    const keys = attributes.get("keys")?.split(/\s+/u) ?? [];
    const name = attributes.get("name") ?? "";
    if (keys.includes(NAME) && keys.some((key) => key !== NAME && key !== "lifecycle:transition"))
      this.#log.remark(
        `the log has a classifier, ${quote(name)}, that takes more than the name of an event: --event ${quote(keys.join("+"))}`,
      );
  }

  #close(name: string): void {
    const open = this.#open.pop();
    if (open !== name)
      this.#fail(`expected </${shortened(open ?? "", 40)}>, found </${shortened(name, 40)}>`);
    if (name === "event" && this.#open.at(-1) === "trace")
      this.#records.push(new XesRecord(this.#event, this.#eventPlace, false), BYTES * this.#event.length);
    if (name === "trace") {
      const here = { line: this.#line, column: this.#column };
      if (!this.#hasEvents) {
        this.#nameTrace();
        this.#records.push(new XesRecord(this.#trace, here, true), BYTES);
      }
      this.#traces++;
    }
  }

  /** The attributes of a tag. By hand: a pattern would look at a long text again from each of its characters. */
  #attributes(tag: string): Map<string, string> {
    const attributes = new Map<string, string>();
    for (let at = tag.search(/\s/u); at >= 0; ) {
      const equals = tag.indexOf("=", at);
      if (equals < 0) break;
      const name = tag.slice(at, equals).trim();
      const opening = /\S/u.exec(tag.slice(equals + 1, equals + 100));
      const mark = opening?.[0];
      if (mark !== '"' && mark !== "'")
        this.#fail(`expected a value in quotes behind ${quote(shortened(name, 40))}`);
      const start = equals + 2 + (opening?.index ?? 0);
      const end = tag.indexOf(mark, start);
      if (end < 0) this.#fail(`the value of ${quote(shortened(name, 40))} does not end`);
      attributes.set(name, this.#resolved(tag.slice(start, end)));
      at = end + 1;
    }
    return attributes;
  }

  /** A value with its references. */
  #resolved(raw: string): string {
    if (!raw.includes("&")) return raw;
    return raw.replaceAll(
      /&([^;&]*);/gu,
      (_all, reference: string) =>
        referenced(reference) ??
        this.#fail(`&${shortened(reference, 20)}; is not a character that XML defines`),
    );
  }
}

/** About so many bytes an attribute takes. */
const BYTES = 50;

/** An event with its attributes and those of its trace; or a trace without events. */
class XesRecord implements LogRecord {
  readonly line: number;
  readonly isEmpty?: true;
  readonly #values: readonly (string | undefined)[];
  readonly #place: Place;

  constructor(values: readonly string[], place: Place, isEmpty: boolean) {
    this.line = place.line;
    this.#values = values;
    this.#place = place;
    if (isEmpty) this.isEmpty = true;
  }

  value(column: number): string | undefined {
    return this.#values[column];
  }

  number(column: number, names: Names): number {
    const value = this.#values[column];
    return value === undefined || value === "" ? -1 : names.ofText(value);
  }

  place(): Place {
    return this.#place;
  }

  kept(): this {
    return this;
  }
}

/** The offset behind the tag, comment or instruction that starts here, or -1 if it is not complete. */
function tagEnd(bytes: Uint8Array, start: number): number {
  for (const [opening, closing] of SKIPPED) {
    if (!beginsWith(bytes, start, opening)) continue;
    for (let at = bytes.indexOf(GREATER, start); at >= 0; at = bytes.indexOf(GREATER, at + 1)) {
      if (
        at - closing.length + 1 >= start + opening.length &&
        beginsWith(bytes, at - closing.length + 1, closing)
      )
        return at + 1;
    }
    return -1;
  }
  let quote = 0;
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === DOUBLE || byte === SINGLE) quote = byte;
    else if (byte === GREATER) return at + 1;
  }
  return -1;
}

function beginsWith(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
