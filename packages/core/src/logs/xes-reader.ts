import { quote, shortened } from "../errors.ts";
import { badUtf8, decodeUtf8 } from "../formats/bytes.ts";
import { type ChunkReader, failAtPlace } from "../formats/lines.ts";
import { referenced } from "../formats/xml.ts";
import type { NamedColumns } from "./columns.ts";
import { labelOf } from "./labels.ts";
import type { LogBuilder } from "./log-builder.ts";
import { momentOf, notAMoment } from "./time.ts";

const LESS = 0x3c;
const GREATER = 0x3e;
const LINE_FEED = 0x0a;
const [DOUBLE, SINGLE] = [0x22, 0x27];
/** A tag is no longer than this: a quote that is never closed must not swallow the file. */
const LONGEST_TAG = 2 ** 20;

/** The keys of an event that are read. */
const DEFAULTS = { event: "concept:name", time: "time:timestamp", session: "concept:name" } as const;

/** How to skip what is no tag: its beginning, and its end. */
const SKIPPED = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/**
 * Reads XES, the event logs of process mining: traces of events, whose attributes have keys. Everything that counts stands in tags, which
 * are read one by one, so that a file of any size needs little memory. A document type is refused.
 */
export class XesReader implements ChunkReader<void> {
  readonly #log: LogBuilder;
  readonly #keys: { event: string; time: string; output: string | undefined; label: string | undefined };
  #rest = new Uint8Array(0);
  #line = 1;
  #column = 1;
  /** The elements that are open, outermost first. */
  readonly #open: string[] = [];
  /** The attributes of the event, or of the trace, that is being read. */
  #event = new Map<string, string>();
  #trace = new Map<string, string>();
  #session = -1;
  #traces = 0;
  #eventLine = 1;
  readonly #times: boolean;

  constructor(log: LogBuilder, named: NamedColumns) {
    this.#log = log;
    this.#keys = {
      event: named.event ?? named.input ?? DEFAULTS.event,
      time: named.time ?? DEFAULTS.time,
      output: named.output,
      label: named.label,
    };
    this.#times = named.time !== undefined;
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
    if (name === "trace") this.#trace = new Map();
    else if (name === "event") {
      this.#event = new Map();
      this.#eventLine = this.#line;
    } else if (parent === "event" || (parent === "trace" && this.#session < 0)) {
      const attributes = this.#attributes(tag);
      const [key, value] = [attributes.get("key"), attributes.get("value")];
      if (key !== undefined && value !== undefined)
        (parent === "event" ? this.#event : this.#trace).set(key, value);
    }
  }

  #close(name: string): void {
    const open = this.#open.pop();
    if (open !== name)
      this.#fail(`expected </${shortened(open ?? "", 40)}>, found </${shortened(name, 40)}>`);
    if (name === "event" && this.#open.at(-1) === "trace") this.#record();
    if (name === "trace") {
      this.#traces++;
      if (this.#session < 0) this.#log.word(this.#line, { label: this.#label() });
      this.#session = -1;
    }
  }

  /** The event is complete; the first one of a trace names its session. */
  #record(): void {
    const { rows, symbols, outputs } = this.#log;
    if (this.#session < 0) {
      const name = this.#trace.get(DEFAULTS.session) ?? `trace ${this.#traces + 1}`;
      // Two traces of a log are two sessions also if they have one name.
      const before = rows.sessions.size;
      this.#session = rows.sessions.ofText(name);
      if (rows.sessions.size === before)
        this.#session = rows.sessions.ofText(`${name} (trace ${this.#traces + 1})`);
    }
    const { event, time, output } = this.#keys;
    const symbol = this.#event.get(event) ?? this.#missing(event);
    const written = output === undefined ? undefined : (this.#event.get(output) ?? this.#missing(output));
    rows.push({
      session: this.#session,
      symbol: symbols.ofText(symbol),
      output: written === undefined ? -1 : outputs.ofText(written),
      time: this.#moment(this.#event.get(time)),
      label: this.#label(),
      line: this.#eventLine,
    });
  }

  /** The label is an attribute of the trace. */
  #label(): number {
    const { label } = this.#keys;
    return label === undefined ? -1 : labelOf(this.#trace.get(label) ?? "", (message) => this.#fail(message));
  }

  #moment(text: string | undefined): number {
    const moment = text === undefined ? Number.NaN : momentOf(text);
    if (Number.isNaN(moment) && (this.#times || text !== undefined)) this.#fail(notAMoment(text ?? ""));
    return moment;
  }

  #missing(key: string): never {
    const keys = [...this.#event.keys()].map((known) => quote(known)).join(", ");
    return this.#fail(
      `an event without ${quote(key)}; it has ${keys || "no attributes"}, and --event names another`,
    );
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
