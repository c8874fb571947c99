import type { AnyAlgebra } from "../algebra/registry.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { quote, shortened } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { encodeUtf8 } from "./bytes.ts";
import {
  type AutomatonDocument,
  documentToAutomaton,
  type Section,
  tooManyStates,
  type WeightedStates,
} from "./document.ts";
import { JsonReader } from "./json.ts";
import { orFail, semifieldOf } from "./lines.ts";
import { type Rows, rowsOf } from "./rows.ts";

/**
 * Reads a `hankel/1` automaton; it is a `Wdfsa` if the file is deterministic. The semifield is the one that the file
 * names, or the one given here, whose name must then be the file's. Anything that is no such automaton is a `parse` error
 * with its line and column.
 *
 * @example
 * const automaton = readHankel(writeHankel(minimize(fromExpression("(ab)*", boolean))));
 * console.log(automaton.weigh(["a", "b"])); // true
 */
export function readHankel(text: string): Automaton<unknown>;
export function readHankel<W>(text: string, algebra: GroupWithZero<W>): Automaton<W>;
export function readHankel(text: string, algebra?: AnyAlgebra): Automaton<unknown> {
  return documentToAutomaton(readHankelDocument(text, algebra));
}

/**
 * What a `hankel/1` file says, with the places of its entries.
 *
 * @example
 * const document = readHankelDocument(writeHankel(minimize(fromExpression("ab", boolean))));
 * console.log(documentToAutomaton(document).weigh(["a", "b"])); // true
 */
export function readHankelDocument(text: string, algebra?: AnyAlgebra): AutomatonDocument<unknown> {
  const raw = scanHankel(text);
  const fail = (message: string) => raw.reader.fail(message, raw.at.get("semifield"));
  return resolved(raw, semifieldOf(raw.semifield, algebra, fail));
}

/** Resolves the states, symbols and weights of a raw document. */
function resolved<W>(raw: RawDocument, algebra: GroupWithZero<W>): AutomatonDocument<W> {
  const { arcs, initial, final, reader } = raw;
  const alphabet = new Alphabet(raw.alphabet);
  const names = typeof raw.states === "number" ? undefined : raw.states;
  const size = typeof raw.states === "number" ? raw.states : raw.states.length;
  const mentions = 2 * arcs.at.length + initial.at.length + final.at.length;
  const problem = tooManyStates(size, alphabet.size, mentions);
  if (problem !== undefined) reader.fail(problem, raw.at.get("states"));
  /** The state with a name; -1 if several have it. */
  const numbers = new Map<string, number>();
  names?.forEach((name, state) => {
    numbers.set(name, numbers.has(name) ? -1 : state);
  });
  const fail = (message: string, section: Section, entry: number, part: number): never =>
    reader.fail(message, partAt(raw, section, entry, part));
  const problemWith = (reference: StateReference): string => {
    if (typeof reference === "number") {
      const range = size === 0 ? "there are none" : `there are 0 to ${size - 1}`;
      return `state ${reference} is out of range: ${range}`;
    }
    if (numbers.has(reference))
      return `several states are called ${quote(reference)}: write the number instead`;
    return names === undefined
      ? `the states have no names here, found ${quote(reference)}: write a number`
      : `no state is called ${quote(reference)}`;
  };
  const states = (references: readonly StateReference[], section: Section, part: number) =>
    references.map((reference, i) => {
      const state = typeof reference === "number" ? reference : (numbers.get(reference) ?? -1);
      return state >= 0 && state < size ? state : fail(problemWith(reference), section, i, part);
    });
  const weights = (texts: readonly string[], section: Section, part: number) =>
    texts.map((text, i) =>
      orFail(
        () => algebra.parse(text),
        (message) => fail(message, section, i, part),
      ),
    );
  const entries = (section: "initial" | "final"): WeightedStates<W> => {
    const found = {
      states: states(raw[section].states, section, 0),
      weights: weights(raw[section].weights, section, 1),
    };
    const seen = new Set<number>();
    for (const [i, state] of found.states.entries()) {
      if (seen.has(state)) fail(`a second ${section} weight for state ${state}`, section, i, 0);
      seen.add(state);
    }
    return found;
  };
  return {
    algebra,
    alphabet,
    states: size,
    names,
    final: entries("final"),
    initial: entries("initial"),
    arcs: {
      from: states(arcs.states, "arcs", 0),
      letters: arcs.symbols.map((symbol, i) => {
        if (symbol === null) return EPSILON;
        const letter = alphabet.letter(symbol);
        return letter >= 0 ? letter : fail(`${quote(symbol)} is not in the alphabet`, "arcs", i, 1);
      }),
      weights: weights(arcs.weights, "arcs", 2),
      to: states(arcs.to, "arcs", 3),
    },
    place: (section, entry) => reader.place(raw[section].at[entry]),
  };
}

/** Lists longer than this are written with one item per line. */
const LINE = 100;
/** A piece of a file has about so many characters. */
const PIECE = 2 ** 16;

/**
 * Writes a `hankel/1` automaton. Nothing is lost, equal automata give the same bytes, and each entry has its own line,
 * so that a changed arc is a changed line. Symbols that are not valid Unicode are escaped.
 *
 * @example
 * console.log(writeHankel(minimize(fromExpression("ab", boolean))).includes('"hankel/1"')); // true
 */
export function writeHankel<W>(automaton: Automaton<W>): string {
  return Array.from(hankelPieces(automaton)).join("");
}

/** The same as bytes, in pieces: as one string, the file of a large automaton takes more memory than the automaton. */
export function* hankelChunks<W>(automaton: Automaton<W>): Generator<Uint8Array> {
  for (const piece of hankelPieces(automaton)) yield encodeUtf8(piece);
}

/** The same in pieces of text. */
export function* hankelPieces<W>(automaton: Automaton<W>): Generator<string> {
  const { algebra, alphabet, size, names } = automaton;
  const symbols = alphabet.symbols.map((symbol) => JSON.stringify(symbol));
  const called = names?.map((name) => JSON.stringify(name));
  const references = new Set(names).size === size ? called : undefined;
  const rows = rowsOf(automaton);
  const weight = weightTexts(algebra);
  const { initials, initialWeight } = rows;
  const initial = Array.from(
    initials,
    (state) => `[${references?.[state] ?? state}, ${weight(initialWeight[state])}]`,
  );
  yield `{
  "format": "hankel/1",
  "semifield": ${JSON.stringify(algebra.name)},
  "alphabet": ${short(symbols)},
  "states": ${called === undefined ? size : short(called)},
  "initial": ${initial.length <= 1 ? `[${initial.join("")}]` : joined(initial)},
  "final": `;
  yield* finalPieces(algebra, rows, references, weight);
  yield `,
  "arcs": `;
  yield* arcPieces(rows, ["null", ...symbols], references, weight);
  yield "\n}\n";
}

/** So many weights are kept with their texts. */
const MOST_TEXTS = 2 ** 14;

/** Weights as JSON strings. Files repeat few weights many times, so their texts are kept. */
function weightTexts<W>({ format }: GroupWithZero<W>): (weight: W) => string {
  const known = new Map<W, string>();
  return (weight) => {
    let text = known.get(weight);
    if (text === undefined) {
      text = JSON.stringify(format(weight));
      if (known.size === MOST_TEXTS) known.clear();
      known.set(weight, text);
    }
    return text;
  };
}

const BEGIN = "[";
const SEPARATOR = ",\n    ";
const END = "\n  ]";

function* finalPieces<W>(
  { isZero }: GroupWithZero<W>,
  { size, finalWeight }: Rows<W>,
  references: readonly string[] | undefined,
  weight: (value: W) => string,
): Generator<string> {
  let piece = BEGIN;
  let before = "\n    ";
  for (let state = 0; state < size; state++) {
    if (isZero(finalWeight[state])) continue;
    piece += `${before}[${references === undefined ? state : references[state]}, ${weight(finalWeight[state])}]`;
    before = SEPARATOR;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield before === SEPARATOR ? piece + END : "[]";
}

/** The arcs; of the symbols, the first one is that of ε, which is letter -1. */
function* arcPieces<W>(
  { size, start, letter, target, arcWeight }: Rows<W>,
  symbols: readonly string[],
  references: readonly string[] | undefined,
  weight: (value: W) => string,
): Generator<string> {
  const width = symbols.length - 1;
  let piece = BEGIN;
  let before = "\n    ";
  for (let state = 0; state < size; state++) {
    const from = references === undefined ? state : references[state];
    const first = start === undefined ? state * width : start[state];
    const last = start === undefined ? first + width : start[state + 1];
    for (let arc = first; arc < last; arc++) {
      const to = target[arc];
      if (to < 0) continue;
      const symbol = symbols[1 + (letter === undefined ? arc - first : letter[arc])];
      piece += `${before}[${from}, ${symbol}, ${weight(arcWeight[arc])}, ${references === undefined ? to : references[to]}]`;
      before = SEPARATOR;
    }
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield before === SEPARATOR ? piece + END : "[]";
}

function short(items: readonly string[]): string {
  const line = `[${items.join(", ")}]`;
  return line.length <= LINE ? line : joined(items);
}

/** A list with one item per line. */
function joined(items: readonly string[]): string {
  return items.length === 0 ? "[]" : `[\n    ${items.join(SEPARATOR)}${END}`;
}

/** A reference to a state, by number or by name. */
type StateReference = number | string;

/** Entries in columns, unresolved; `at` has their offsets. */
interface RawEntries {
  readonly at: number[];
  readonly states: StateReference[];
  readonly weights: string[];
}

interface RawArcs extends RawEntries {
  /** ε is null. */
  readonly symbols: (string | null)[];
  readonly to: StateReference[];
}

/** The entries of a `hankel/1` text: valid in form, but names and weights are not resolved yet. */
interface RawDocument {
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
function scanHankel(text: string): RawDocument {
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
function partAt(document: RawDocument, section: Section, entry: number, part: number): number {
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
  scanList(reader, entries, STATE_ENTRY, [
    () => entries.states.push(scanState(reader)),
    () => entries.weights.push(scanWeight(reader)),
  ]);
}

function scanArcs(reader: JsonReader, arcs: RawArcs): void {
  scanList(reader, arcs, ARC_ENTRY, [
    () => arcs.states.push(scanState(reader)),
    () => arcs.symbols.push(scanSymbol(reader)),
    () => arcs.weights.push(scanWeight(reader)),
    () => arcs.to.push(scanState(reader)),
  ]);
}

/** Reads a list of entries, part by part. */
function scanList(
  reader: JsonReader,
  { at: places }: RawEntries,
  form: string,
  parts: readonly (() => void)[],
): void {
  const part = (index: number) => (parts[index] ?? reader.fail(`expected only ${form}`))();
  reader.array(() => {
    const { at } = reader;
    places.push(at);
    if (reader.array(part, form) < parts.length) reader.fail(`expected ${form}`, at);
  }, `an array of ${form}`);
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
