import { quote, shortened } from "../errors.ts";
import type { Section } from "./document.ts";
import { JsonReader } from "./json.ts";

/** A reference to a state, by number or by name. */
export type StateReference = number | string;

/** Entries in columns, unresolved; `at` has their offsets. */
export interface RawEntries {
  readonly at: number[];
  readonly states: StateReference[];
  readonly weights: string[];
}

export interface RawArcs extends RawEntries {
  /** ε is null. */
  readonly symbols: (string | null)[];
  readonly to: StateReference[];
}

/** The entries of a `hankel/1` text: valid in form, but names and weights are not resolved yet. */
export interface RawDocument {
  readonly reader: JsonReader;
  readonly semifield: string;
  readonly alphabet: readonly string[];
  /** The number of states, or their names. */
  readonly states: number | readonly string[];
  readonly initial: RawEntries;
  readonly final: RawEntries;
  readonly arcs: RawArcs;
  /** The offset of the value of a key. */
  readonly at: ReadonlyMap<string, number>;
}

const KEYS = ["format", "semifield", "alphabet", "states", "initial", "final", "arcs"] as const;
const STATE_ENTRY = '[state, weight] as in [0, "1/2"]';
const ARC_ENTRY = '[state, symbol, weight, state] as in [0, "a", "1/2", 1]';

/** Reads the keys in any order. */
export function scanHankel(text: string): RawDocument {
  const reader = new JsonReader(text);
  const at = new Map<string, number>();
  const arcs: RawArcs = { at: [], states: [], weights: [], symbols: [], to: [] };
  const initial: RawEntries = { at: [], states: [], weights: [] };
  const final: RawEntries = { at: [], states: [], weights: [] };
  let semifield = "";
  let alphabet: string[] = [];
  let states: number | string[] = 0;
  const start = reader.at;
  reader.object((key, keyAt) => {
    at.set(key, reader.at);
    if (key === "format") scanFormat(reader);
    else if (key === "semifield") semifield = reader.string("the name of a semifield");
    else if (key === "alphabet") alphabet = scanSymbols(reader);
    else if (key === "states") states = scanStates(reader);
    else if (key === "initial") scanEntries(reader, initial);
    else if (key === "final") scanEntries(reader, final);
    else if (key === "arcs") scanArcs(reader, arcs);
    else reader.fail(`unknown key ${quote(key)}; a hankel/1 automaton has ${KEYS.join(", ")}`, keyAt);
  }, "a hankel/1 automaton, which is a JSON object");
  reader.end();
  const missing = KEYS.find((key) => !at.has(key));
  if (missing !== undefined) reader.fail(`the key ${quote(missing)} is missing`, start);
  return { reader, semifield, alphabet, states, initial, final, arcs, at };
}

/** The offset of the `part`-th value of an entry, or of the entry itself if it has no such value. */
export function partAt(document: RawDocument, section: Section, entry: number, part: number): number {
  const start = document[section].at[entry];
  let found = start;
  const reader = new JsonReader(document.reader.text, start);
  reader.array((index) => {
    if (index === part) found = reader.at;
    reader.skip();
  });
  return found;
}

function scanFormat(reader: JsonReader): void {
  const at = reader.at;
  const format = reader.string('the format "hankel/1"');
  if (format !== "hankel/1") reader.fail(`expected the format "hankel/1", found ${quote(format)}`, at);
}

function scanSymbols(reader: JsonReader): string[] {
  const symbols = new Set<string>();
  reader.array(() => {
    const at = reader.at;
    const symbol = reader.string("a symbol (a string)");
    if (symbols.has(symbol)) reader.fail(`the symbol ${quote(symbol)} occurs twice in the alphabet`, at);
    symbols.add(symbol);
  }, "the alphabet, an array of symbols");
  return [...symbols];
}

function scanStates(reader: JsonReader): number | string[] {
  const what = "the states: how many, or an array of their names";
  if (reader.peek() === "array") {
    const names: string[] = [];
    reader.array(() => {
      names.push(reader.string("the name of a state (a string)"));
    });
    return names;
  }
  return scanCount(reader, what);
}

function scanCount(reader: JsonReader, what: string): number {
  const at = reader.at;
  const text = reader.number(what);
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(count) ? count : reader.fail(`expected ${what}, found ${shortened(text)}`, at);
}

function scanEntries(reader: JsonReader, entries: RawEntries): void {
  const part = (index: number) => {
    if (index === 0) entries.states.push(scanState(reader));
    else if (index === 1) entries.weights.push(scanWeight(reader));
    else reader.fail(`expected only ${STATE_ENTRY}`);
  };
  reader.array(() => {
    const at = reader.at;
    entries.at.push(at);
    if (reader.array(part, STATE_ENTRY) < 2) reader.fail(`expected ${STATE_ENTRY}`, at);
  }, `an array of ${STATE_ENTRY}`);
}

function scanArcs(reader: JsonReader, arcs: RawArcs): void {
  const part = (index: number) => {
    if (index === 0) arcs.states.push(scanState(reader));
    else if (index === 1) arcs.symbols.push(scanSymbol(reader));
    else if (index === 2) arcs.weights.push(scanWeight(reader));
    else if (index === 3) arcs.to.push(scanState(reader));
    else reader.fail(`expected only ${ARC_ENTRY}`);
  };
  reader.array(() => {
    const at = reader.at;
    arcs.at.push(at);
    if (reader.array(part, ARC_ENTRY) < 4) reader.fail(`expected ${ARC_ENTRY}`, at);
  }, `an array of ${ARC_ENTRY}`);
}

function scanSymbol(reader: JsonReader): string | null {
  return reader.peek() === "null" ? reader.null() : reader.string("a symbol (a string), or null for ε");
}

function scanState(reader: JsonReader): StateReference {
  return reader.peek() === "string" ? reader.string() : scanCount(reader, "a state, by number or name");
}

/** The text of a weight. A JSON number keeps its text, so that `0.1` is exactly a tenth. */
function scanWeight(reader: JsonReader): string {
  const kind = reader.peek();
  if (kind === "number") return reader.number();
  if (kind === "boolean") return String(reader.boolean());
  return reader.string('a weight, as in "1/2"');
}
