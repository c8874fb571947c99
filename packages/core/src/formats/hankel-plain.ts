import { type AnyAlgebra, semifieldByName } from "../algebra/registry.ts";
import type { GroupWithZero, Weights } from "../algebra/semifield.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { HankelError } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { badUtf8, Ints } from "./bytes.ts";
import { type AutomatonDocument, tooManyStates, type WeightedStates } from "./document.ts";
import { HASH_START, hashEnd, TokenTable } from "./tokens.ts";

/**
 * Reads the bytes of a `hankel/1` file that has no mistake and no escape, and calls states by numbers or by names that each state has
 * alone: nearly all files, in a fraction of the time and memory of `readHankelDocument`, since no text is made of what repeats. Any other
 * file gives `undefined`, and `otherwise` has to read it, which also knows the places of entries.
 */
export function readPlainHankel(
  bytes: Uint8Array,
  algebra: AnyAlgebra | undefined,
  otherwise: () => AutomatonDocument<unknown>,
): AutomatonDocument<unknown> | undefined {
  try {
    return resolved(new PlainReader(bytes).file(), algebra, otherwise);
  } catch (error) {
    // Whatever is wrong, the reader that knows places says it.
    if (error === NOT_PLAIN || error instanceof HankelError) return undefined;
    throw error;
  }
}

const NOT_PLAIN = Symbol("not plain");

function bail(): never {
  throw NOT_PLAIN;
}

/** Entries in columns. A state is a number, or −1 − the token of a name. */
interface Entries {
  readonly states: Ints;
  /** The tokens of weights. */
  readonly weights: Ints;
}

interface Arcs extends Entries {
  /** The tokens of symbols, or −1 for ε. */
  readonly symbols: Ints;
  readonly to: Ints;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const NULL = 0x6e;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** 1 for the white space of JSON. */
const SPACE = new Uint8Array(256);
for (const byte of [TAB, LINE_FEED, RETURN, BLANK]) SPACE[byte] = 1;

/** States and counts of more digits are not plain. */
const MOST_DIGITS = 9;

class PlainReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  readonly names = new TokenTable();
  readonly symbols = new TokenTable();
  readonly weights = new TokenTable();
  readonly initial: Entries = { states: new Ints(), weights: new Ints() };
  readonly final: Entries = { states: new Ints(), weights: new Ints() };
  readonly arcs: Arcs = { states: new Ints(), weights: new Ints(), symbols: new Ints(), to: new Ints() };
  /** How many symbols the alphabet has: these are the first tokens. */
  alphabet = -1;
  states = -1;
  /** Have the states names? Then these are the first tokens of names. */
  isNamed = false;
  semifield = "";

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  file(): this {
    const seen = new Set<string>();
    const keys = new TokenTable();
    this.#take(OPEN_OBJECT);
    do {
      const key = keys.text(this.#string(keys, COLON));
      if (seen.has(key)) bail();
      seen.add(key);
      this.#value(key, keys);
    } while (this.#another(CLOSE_OBJECT));
    if (seen.size !== KEYS) bail();
    while (this.#at < this.#bytes.length && SPACE[this.#bytes[this.#at]] === 1) this.#at++;
    if (this.#at < this.#bytes.length) bail();
    return this;
  }

  #value(key: string, texts: TokenTable): void {
    if (key === "format") {
      if (texts.text(this.#string(texts)) !== "hankel/1") bail();
    } else if (key === "semifield") this.semifield = texts.text(this.#string(texts));
    else if (key === "alphabet") this.alphabet = this.#distinct(this.symbols);
    else if (key === "states") {
      this.isNamed = this.#next() === OPEN;
      this.states = this.isNamed ? this.#distinct(this.names) : this.#integer();
    } else if (key === "initial") this.#entries(this.initial);
    else if (key === "final") this.#entries(this.final);
    else if (key === "arcs") this.#arcs();
    else bail();
  }

  /** A list of different strings, the first ones of their table; how many there are. */
  #distinct(table: TokenTable): number {
    // Names may be announced behind the arcs that use them; such a file is not plain.
    if (table.size > 0) bail();
    for (let more = this.#begun(); more; more = this.#another(CLOSE)) {
      const { size } = table;
      if (this.#string(table) !== size) bail();
    }
    return table.size;
  }

  #entries({ states, weights }: Entries): void {
    for (let more = this.#begun(); more; more = this.#another(CLOSE)) {
      this.#take(OPEN);
      states.push(this.#state(COMMA));
      weights.push(this.#string(this.weights, CLOSE));
    }
  }

  #arcs(): void {
    const { states, symbols, weights, to } = this.arcs;
    for (let more = this.#begun(); more; more = this.#another(CLOSE)) {
      this.#take(OPEN);
      states.push(this.#state(COMMA));
      symbols.push(this.#next() === NULL ? this.#null() : this.#string(this.symbols, COMMA));
      weights.push(this.#string(this.weights, COMMA));
      to.push(this.#state(CLOSE));
    }
  }

  /** Enters a list: has it an item? */
  #begun(): boolean {
    this.#take(OPEN);
    if (this.#next() !== CLOSE) return true;
    this.#at++;
    return false;
  }

  /** After an item: is there another one? */
  #another(close: number): boolean {
    const byte = this.#next();
    this.#at++;
    if (byte !== COMMA && byte !== close) bail();
    return byte === COMMA;
  }

  /** The next byte that is no white space. */
  #next(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    while (SPACE[bytes[at]] === 1) at++;
    this.#at = at;
    return bytes[at];
  }

  #take(byte: number): void {
    if (this.#next() !== byte) bail();
    this.#at++;
  }

  #state(end: number): number {
    if (this.#next() === QUOTE) return -1 - this.#string(this.names, end);
    const state = this.#integer();
    this.#take(end);
    return state;
  }

  #integer(): number {
    this.#next();
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let value = 0;
    for (let digit = bytes[at] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO)
      value = 10 * value + digit;
    const length = at - start;
    if (length === 0 || length > MOST_DIGITS || (length > 1 && bytes[start] === ZERO)) bail();
    this.#at = at;
    return value;
  }

  #null(): number {
    for (const byte of [NULL, 0x75, 0x6c, 0x6c]) if (this.#bytes[this.#at++] !== byte) bail();
    this.#take(COMMA);
    return EPSILON;
  }

  /** The token of a string, and of what follows it if that is given. */
  #string(table: TokenTable, end?: number): number {
    if (this.#next() !== QUOTE) bail();
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let at = start;
    let hash = HASH_START;
    for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[++at]) {
      if (!(byte >= BLANK) || byte === BACKSLASH) bail();
      hash = (hash << 5) ^ (hash >>> 27) ^ byte;
    }
    this.#at = at + 1;
    hash = hashEnd(hash);
    let token = table.find(bytes, start, at, hash);
    if (token < 0) {
      if (badUtf8(bytes, start, at) >= 0) bail();
      token = table.add(bytes, start, at, hash);
    }
    if (end !== undefined) this.#take(end);
    return token;
  }
}

/** A file has so many keys. */
const KEYS = 7;

function resolved(
  read: PlainReader,
  given: AnyAlgebra | undefined,
  otherwise: () => AutomatonDocument<unknown>,
): AutomatonDocument<unknown> {
  const { initial, final, arcs, states: size } = read;
  if (given !== undefined && given.name !== read.semifield) bail();
  const algebra: GroupWithZero<unknown> = given ?? semifieldByName(read.semifield);
  // A symbol or a name beyond those that were announced is unknown.
  if (read.symbols.size > read.alphabet || read.names.size > (read.isNamed ? size : 0)) bail();
  const mentions = 2 * arcs.to.length + initial.states.length + final.states.length;
  if (tooManyStates(size, read.alphabet, mentions) !== undefined) bail();
  const values = read.weights.texts().map((text) => algebra.parse(text));
  const states = ({ array }: Ints) => {
    for (let i = 0; i < array.length; i++) {
      if (array[i] < 0) array[i] = -1 - array[i];
      if (array[i] >= size) bail();
    }
    return array;
  };
  const weights = ({ array }: Ints): Weights<unknown> => {
    const found = algebra.array(array.length);
    for (let i = 0; i < array.length; i++) found[i] = values[array[i]];
    return found;
  };
  const entries = (of: Entries): WeightedStates<unknown> => {
    const found = { states: states(of.states), weights: weights(of.weights) };
    if (new Set(found.states).size < found.states.length) bail();
    return found;
  };
  return {
    algebra,
    alphabet: new Alphabet(read.symbols.texts()),
    states: size,
    names: read.isNamed ? read.names.texts() : undefined,
    initial: entries(initial),
    final: entries(final),
    arcs: {
      from: states(arcs.states),
      letters: arcs.symbols.array,
      weights: weights(arcs.weights),
      to: states(arcs.to),
    },
    place: (section, entry) => otherwise().place(section, entry),
  };
}
