import { decimalWhereExact } from "../algebra/fraction-text.ts";
import { freeGroup } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import { unsupported } from "../automata/requirements.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { HankelError, type Place, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { Letter } from "../words/word.ts";
import { ByteWriter, decodeUtf8, encodeUtf8, Ints, putInt } from "./bytes.ts";
import type { AutomatonDocument, Section } from "./document.ts";
import { Columns, failAt, failAtPlace, type Line, LineReader, placeAt, textOf } from "./lines.ts";
import { type Rows, rowsOf } from "./rows.ts";
import { EPSILON_NAME, SymbolTable } from "./symbols.ts";
import { HASH_START, hashEnd, TokenTable, WeightCache } from "./tokens.ts";

/** What a file of OpenFst does not say itself. */
export interface AttOptions<W> {
  /** The semifield of the weights, which the file does not name. */
  readonly algebra: GroupWithZero<W>;
  /** Names for numeric labels, and the order of the alphabet. */
  readonly symbols?: SymbolTable | undefined;
  /** The first symbol, whose arcs carry the initial weights. */
  readonly frame?: string | undefined;
  /** Which label of a transducer is read. If absent, arcs have one label each. */
  readonly side?: "input" | "output" | undefined;
}

/**
 * Reads the text format of AT&T's FSM library and of OpenFst. A line is an arc, `from to label [weight]`, or a final
 * state, `state [weight]`; the arcs of a transducer have two labels. The first state in the file is initial. A
 * missing weight is 1. ε is `<eps>`, or 0 if all labels are numbers.
 *
 * States that are exactly 0 … n−1 keep their numbers. The text comes in chunks; only the automaton is kept in memory.
 *
 * @example
 * const document = readWhole(new AttReader({ algebra: tropical }), "0 1 a 0.5\n1\n");
 * console.log(tropical.format(documentToWdfsa(document).weigh(["a"]))); // 1/2
 */
export class AttReader<W> extends LineReader<AutomatonDocument<W>> {
  readonly #options: AttOptions<W>;
  readonly #weights: WeightCache<W>;
  readonly #labels: LabelNames;
  readonly #states = new StateNumbers();
  readonly #columns = new Columns(5);

  readonly #from = new Ints();
  readonly #letters = new Ints();
  readonly #to = new Ints();
  readonly #arcWeights: W[] = [];
  readonly #arcLines = new Ints();
  readonly #final = new Ints();
  readonly #finalWeights: W[] = [];
  readonly #finalLines = new Ints();
  #first: Int32Array | undefined;
  /** Is the fourth column of an arc an output? */
  readonly #outputs: boolean;
  /** Have all arcs so far had the columns `from to x x`? Then the last one may be a weight or a label. */
  #twins = true;

  constructor(options: AttOptions<W>) {
    super();
    refuseOutputsTwice(options);
    this.#options = options;
    this.#outputs = options.algebra.name === freeGroup.name;
    this.#weights = new WeightCache(this.#outputs ? withEpsilon(options.algebra) : options.algebra);
    this.#labels = new LabelNames(options.symbols);
  }

  protected result(): AutomatonDocument<W> {
    const { algebra, frame } = this.#options;
    // Over the free group, the fourth column is the output of a transducer anyway.
    const isOpen = !this.#outputs && this.#options.side === undefined;
    if (isOpen && this.#twins && this.#from.length > 0) this.#ambiguous();
    const first = this.#first ?? new Int32Array(0);
    const [from, to, final] = [this.#from.array, this.#to.array, this.#final.array];
    const { states, names } = this.#states.settle([from, to, final, first]);
    const { alphabet, letters } = this.#labels.settle(frame);
    const tokens = this.#letters.array;
    // Labels that first occur in their order have the numbers of their letters already.
    if (letters.some((letter, token) => letter !== token))
      for (let i = 0; i < tokens.length; i++) tokens[i] = letters[tokens[i]];
    const lines = { initial: Int32Array.of(1), final: this.#finalLines.array, arcs: this.#arcLines.array };
    const document: AutomatonDocument<W> = {
      algebra,
      alphabet: new Alphabet(alphabet),
      states,
      names,
      initial: { states: first, weights: Array.from(first, () => algebra.one) },
      final: { states: final, weights: this.#finalWeights },
      arcs: { from, letters: tokens, weights: this.#arcWeights, to },
      place: (section: Section, entry: number) => ({ line: lines[section][entry] ?? 1, column: 1 }),
    };
    refuseTwice(document);
    refuseZeros(document);
    return frame === undefined ? document : unframed(document, frame);
  }

  /**
   * Arcs `from to label [weight]` and final states `state [weight]` with one blank between the columns, whose states are numbers, and whose
   * labels have occurred before: nearly all lines of a large file. It does exactly what `line` does with them, which gets
   * every other line.
   */
  protected override plainLines(
    bytes: Uint8Array,
    start: number,
    number: number,
  ): { end: number; lines: number } {
    // A line that still has to say something about the file is not plain: whether its columns are a transducer's, or its first state.
    const isOpen = this.#twins || this.#first === undefined;
    if (isOpen || this.#outputs || this.#options.side !== undefined) return { end: start, lines: 0 };
    const { tokens } = this.#labels;
    const most = Math.ceil((bytes.length - start) / SHORTEST_ARC);
    const [from, to] = [this.#from.reserve(most), this.#to.reserve(most)];
    const [letters, arcLines] = [this.#letters.reserve(most), this.#arcLines.reserve(most)];
    let arcs = this.#from.length;
    let end = start;
    let line = number;
    // No line is read beyond its line feed, so no byte is read that is not there. A look beyond, and every step that is first taken when
    // the loop is compiled already, makes V8 compile it anew: what is rare takes the same steps as what is not.
    const last = bytes.lastIndexOf(LINE_FEED);
    for (let at = start; at <= last; ) {
      let column = at;
      let source = 0;
      let digit = bytes[at] - ZERO;
      while (digit >= 0 && digit <= 9) {
        source = 10 * source + digit;
        digit = bytes[++at] - ZERO;
      }
      let byte = bytes[at];
      if (byte > BLANK || !isState(bytes, column, at)) break;
      column = at + SEPARATES[byte];
      at = column;
      let target = 0;
      digit = bytes[at] - ZERO;
      while (digit >= 0 && digit <= 9) {
        target = 10 * target + digit;
        digit = bytes[++at] - ZERO;
      }
      byte = bytes[at];
      const isArc = SEPARATES[byte];
      if (isArc === 1) {
        if (!isState(bytes, column, at)) break;
        column = ++at;
        let hash = HASH_START;
        for (byte = bytes[at]; byte > BLANK; byte = bytes[++at]) hash = (hash << 5) ^ (hash >>> 27) ^ byte;
        letters[arcs] = tokens.find(bytes, column, at, hashEnd(hash));
        if (letters[arcs] < 0) break;
        column = at + SEPARATES[byte];
      }
      at = column;
      let hash = HASH_START;
      for (byte = bytes[at]; byte > BLANK; byte = bytes[++at]) hash = (hash << 5) ^ (hash >>> 27) ^ byte;
      const weightEnd = at;
      if (byte === RETURN) byte = bytes[++at];
      if (byte !== LINE_FEED) break;
      const weight =
        this.#weights.find(bytes, column, weightEnd, hashEnd(hash)) ??
        this.#newWeight(
          { bytes, start: end, end: at, number: line },
          column,
          weightEnd,
          hashEnd(hash),
          isArc,
        );
      if (isArc === 1) {
        from[arcs] = source;
        to[arcs] = target;
        arcLines[arcs++] = line;
        this.#arcWeights.push(weight);
      } else {
        this.#final.push(source);
        this.#finalWeights.push(weight);
        this.#finalLines.push(line);
      }
      line++;
      end = ++at;
    }
    for (const list of [this.#from, this.#to, this.#letters, this.#arcLines]) list.length = arcs;
    return { end, lines: line - number };
  }

  #newWeight(line: Line, start: number, end: number, hash: number, isArc: number): W {
    return isArc === 1
      ? this.#arcWeightAt(line, start, end, 3, hash)
      : this.#weights.read(line, start, end, hash);
  }

  protected line(line: Line): void {
    const columns = this.#columns;
    columns.split(line);
    const { count, starts, ends } = columns;
    if (count === 0) return;
    const labels = this.#options.side === undefined ? 1 : 2;
    if (count >= 2 + labels && count <= 3 + labels) this.#arc(line, labels);
    else if (count <= 2) {
      const state = this.#states.read(line, starts[0], ends[0]);
      this.#first ??= Int32Array.of(state);
      this.#final.push(state);
      this.#finalWeights.push(this.#weight(line, 1));
      this.#finalLines.push(line.number);
    } else {
      const arc = labels === 1 ? "from to label [weight]" : "from to input output [weight]";
      const hint = count === 5 ? `; ${this.#fiveColumns()}` : "";
      failAt(line, starts[0], `expected "${arc}" or "state [weight]", found ${count} columns${hint}`);
    }
  }

  #arc(line: Line, labels: number): void {
    const { starts, ends, count } = this.#columns;
    const from = this.#states.read(line, starts[0], ends[0]);
    this.#first ??= Int32Array.of(from);
    this.#from.push(from);
    this.#to.push(this.#states.read(line, starts[1], ends[1]));
    const label = this.#options.side === "output" ? 3 : 2;
    this.#letters.push(this.#labels.read(line, starts[label], ends[label]));
    if (this.#outputs && count === 4) this.#refuseNumber(line, 3);
    this.#arcWeights.push(this.#arcWeight(line, 2 + labels));
    this.#arcLines.push(line.number);
    if (this.#twins) this.#twins = count === 4 && this.#same(line, 2, 3);
  }

  #weight(line: Line, column: number): W {
    if (column >= this.#columns.count) return this.#options.algebra.one;
    return this.#weights.read(line, this.#columns.starts[column], this.#columns.ends[column]);
  }

  #arcWeight(line: Line, column: number): W {
    if (column >= this.#columns.count) return this.#options.algebra.one;
    return this.#arcWeightAt(line, this.#columns.starts[column], this.#columns.ends[column], column);
  }

  /** Four columns are an acceptor's arc with a weight, or a transducer's without one: who meant the latter hears of it. */
  #arcWeightAt(line: Line, start: number, end: number, column: number, hash?: number): W {
    try {
      return this.#weights.read(line, start, end, hash);
    } catch (error) {
      if (!(error instanceof HankelError) || column !== 3 || this.#outputs) throw error;
      failAt(
        line,
        start,
        `${error.message}. Four columns are "from to label weight" or, in a transducer, "from to input output": for the ` +
          "former name the semifield of the weights with --semifield, for the latter choose a side with --transducer, " +
          "or read it as a machine with --semifield free-group",
      );
    }
  }

  /** As labels of OpenFst 0 is ε and 1 a symbol; as weights of the free group they are its zero and its one. */
  #refuseNumber(line: Line, column: number): void {
    const text = this.#columns.text(line, column);
    if (text !== "0" && text !== "1") return;
    failAt(
      line,
      this.#columns.starts[column],
      `the output ${text} could be OpenFst's label ${text} or free-group's ${text === "0" ? "zero" : "one"}; ` +
        `write outputs by their names, and ε as ${EPSILON_NAME} (fstprint does with symbol tables)`,
    );
  }

  #fiveColumns(): string {
    if (!this.#outputs) return "five columns are a transducer's, read with --transducer";
    return (
      "over free-group the output is the weight, and no column is left for another; " +
      "read one side with --transducer and the semifield of the weights"
    );
  }

  #same(line: Line, a: number, b: number): boolean {
    return this.#columns.text(line, a) === this.#columns.text(line, b);
  }

  #ambiguous(): never {
    return failAtPlace(
      { line: this.#arcLines.array[0], column: 1 },
      'every arc has the columns "from to x x": a label and the same weight, or a transducer\'s two labels? ' +
        'Write the weight of the first arc in another way, such as "+5", or read the file with --transducer',
    );
  }
}

/** Over the free group a fourth column is an output, and the output ε is the weight one. */
function withEpsilon<W>(algebra: GroupWithZero<W>): GroupWithZero<W> {
  return { ...algebra, parse: (text) => (text === EPSILON_NAME ? algebra.one : algebra.parse(text)) };
}

/** Weights of the free group are outputs: one side of a transducer has none, and its numeric weights are no outputs. */
function refuseOutputsTwice<W>({ algebra, side }: AttOptions<W>): void {
  if (side === undefined || algebra.name !== freeGroup.name) return;
  throw new HankelError(
    "usage",
    `one side of a transducer (--transducer ${side}) has no weights in free-group; name the semifield of its ` +
      "weights, or leave the side out: then the outputs are the weights",
  );
}

/** A file whose arcs all weigh zero was written for another semifield, in which 0 is not the zero. */
function refuseZeros<W>({ algebra, arcs, place }: AutomatonDocument<W>): void {
  const { weights } = arcs;
  for (let i = 0; i < weights.length; i++) if (!algebra.isZero(weights[i])) return;
  if (weights.length === 0) return;
  failAtPlace(
    place("arcs", 0),
    `every arc weighs ${algebra.format(algebra.zero)}, the zero of ${algebra.name}, so that no arc is left; ` +
      "name the semifield of the file's weights with --semifield",
  );
}

/** A state has one final weight. */
function refuseTwice<W>({ states, final, names, place }: AutomatonDocument<W>): void {
  const seen = new Uint8Array(states);
  for (let i = 0; i < final.states.length; i++) {
    const state = final.states[i];
    if (seen[state] === 1) {
      const name = names === undefined ? state : quote(names[state]);
      failAtPlace(place("final", i), `a second final weight for state ${name}`);
    }
    seen[state] = 1;
  }
}

/** The bytes of `0 0 a` and a line feed. */
const SHORTEST_ARC = 6;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
/** 1 for the bytes that stand between the columns of a plain line. A table needs no step that is taken only for one of them. */
const SEPARATES = new Uint8Array(256);
for (const byte of [TAB, BLANK]) SEPARATES[byte] = 1;

const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** The labels of a file: names or numbers, with or without a symbol table. Only the whole file shows which they are. */
class LabelNames {
  readonly #symbols: SymbolTable | undefined;
  /** The provisional numbers. */
  readonly tokens = new TokenTable();
  /** The first place of a label. */
  readonly #places: Place[] = [];

  constructor(symbols: SymbolTable | undefined) {
    this.#symbols = symbols;
  }

  /** A provisional number for the label from `start` to `end` in a line. */
  read(line: Line, start: number, end: number): number {
    const known = this.tokens.size;
    const token = this.tokens.number(line.bytes, start, end);
    if (token === known) {
      textOf(line, start, end);
      this.#places.push(placeAt(line, start));
    }
    return token;
  }

  /**
   * The alphabet, and the letter of each label, -1 for ε. The alphabet is that of the symbol table. Without a table it
   * has the labels of the file, sorted, so that it does not depend on the order of the arcs.
   */
  settle(frame: string | undefined): { alphabet: string[]; letters: Int32Array } {
    const texts = this.tokens.texts();
    const named = this.#symbols === undefined ? withoutTable(texts) : this.#byTable(texts, this.#symbols);
    const alphabet = this.#symbols?.symbols() ?? sorted(new Set(named));
    if (frame !== undefined && !alphabet.includes(frame)) alphabet.push(frame);
    const letterOf = new Map(alphabet.map((symbol, letter) => [symbol, letter]));
    const letters = Int32Array.from(named, (name) =>
      name === undefined ? EPSILON : (letterOf.get(name) as number),
    );
    return { alphabet, letters };
  }

  /** Either all labels are names of the table, or all are its numbers. */
  #byTable(texts: readonly string[], table: SymbolTable): (string | undefined)[] {
    const epsilon = table.name(0) ?? EPSILON_NAME;
    const isName = (text: string) => text === epsilon || table.label(text) !== undefined;
    const isLabel = (text: string) =>
      text === "0" || (NUMBER.test(text) && table.name(Number(text)) !== undefined);
    if (texts.every(isName)) return texts.map((text) => (text === epsilon ? undefined : text));
    if (texts.every(isLabel))
      return texts.map((text) => (text === "0" ? undefined : table.name(Number(text))));
    const token = texts.findIndex((text) => !isName(text));
    return failAtPlace(this.#places[token], `the label ${quote(texts[token])} is not in the symbol table`);
  }
}

function withoutTable(texts: readonly string[]): (string | undefined)[] {
  const epsilon = texts.every((text) => NUMBER.test(text) || text === EPSILON_NAME) ? "0" : EPSILON_NAME;
  return texts.map((text) => (text === epsilon || text === EPSILON_NAME ? undefined : text));
}

function sorted(names: Set<string | undefined>): string[] {
  const symbols = [...names].filter((name) => name !== undefined);
  if (symbols.every((symbol) => NUMBER.test(symbol))) return symbols.sort((a, b) => Number(a) - Number(b));
  return symbols.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

const ZERO = 0x30;
/** Numbers of up to nine digits fit an array index; longer ones are names. */
const MOST_DIGITS = 9;

/** Is this a state that stands for itself, if there are only digits? */
function isState(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  return length > 0 && length <= MOST_DIGITS && (bytes[start] !== ZERO || length === 1);
}

/**
 * The states of a file: small numbers, or any other text. While reading, a number stands for itself and a name is a
 * negative number; at the end all become 0 … n−1, and numbers without gaps keep their values.
 */
class StateNumbers {
  readonly #names = new TokenTable();

  /** The provisional number of the state from `start` to `end` in a line. */
  read(line: Line, start: number, end: number): number {
    const { bytes } = line;
    if (isState(bytes, start, end)) {
      let value = 0;
      let at = start;
      for (; at < end; at++) {
        const digit = bytes[at] - ZERO;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === end) return value;
    }
    const known = this.#names.size;
    const name = this.#names.number(bytes, start, end);
    if (name === known) textOf(line, start, end);
    return -1 - name;
  }

  /**
   * Replaces the provisional numbers in the lists. Numbers come first, in order, then names in the order of the file.
   * Names are kept unless the states are exactly 0 … n−1.
   */
  settle(lists: readonly Int32Array[]): { states: number; names: string[] | undefined } {
    const numbers = distinct(lists, Math.max(...lists.map(largest)));
    const named = this.#names.size;
    const states = numbers.length + named;
    const gapless = numbers.length === 0 || numbers[numbers.length - 1] === numbers.length - 1;
    if (gapless && named === 0) return { states, names: undefined };
    for (const list of lists) {
      for (let i = 0; i < list.length; i++) {
        const state = list[i];
        if (state < 0) list[i] = numbers.length - 1 - state;
        else if (!gapless) list[i] = indexIn(numbers, state);
      }
    }
    return { states, names: [...Array.from(numbers, String), ...this.#names.texts()] };
  }
}

/** The distinct numbers in the lists that are not negative, in order. */
function distinct(lists: readonly Int32Array[], most: number): Int32Array {
  const all = new Ints();
  // Sort if there are very large numbers; otherwise mark them in an array.
  if (most > 8 * lists.reduce((sum, list) => sum + list.length, 0) + 1024) {
    for (const list of lists) for (let i = 0; i < list.length; i++) if (list[i] >= 0) all.push(list[i]);
    return all.array.sort().filter((number, i, sorted) => i === 0 || number !== sorted[i - 1]);
  }
  const seen = new Uint8Array(most + 1);
  for (const list of lists) mark(seen, list);
  const numbers = all.reserve(most + 1);
  let count = 0;
  for (let number = 0; number <= most; number++) if (seen[number] === 1) numbers[count++] = number;
  return numbers.subarray(0, count);
}

function mark(seen: Uint8Array, list: Int32Array): void {
  for (let i = 0; i < list.length; i++) if (list[i] >= 0) seen[list[i]] = 1;
}

/** The largest number, or -1. */
function largest(list: Int32Array): number {
  let most = -1;
  for (let i = 0; i < list.length; i++) if (list[i] > most) most = list[i];
  return most;
}

/** The place of a number in a sorted list that contains it. */
function indexIn(sorted: Int32Array, number: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * OpenFst has no initial weights. A *framed* file has them nevertheless: a fresh state has an arc on this symbol to
 * each initial state, so every word starts with the symbol. Equal languages stay equal when framed, and a minimal
 * automaton stays minimal, so results can be compared with OpenFst's.
 *
 * @example
 * console.log(writeAtt(fromExpression("<2>a", tropical), { frame: FRAME }).includes(FRAME)); // true
 */
export const FRAME = "<init>";

/** A framed document without its frame: the arcs on the frame's symbol become initial weights. */
function unframed<W>(document: AutomatonDocument<W>, symbol = FRAME): AutomatonDocument<W> {
  const { alphabet, arcs, initial, final } = document;
  const frame = alphabet.letter(symbol);
  const without = new Alphabet(alphabet.symbols.filter((other) => other !== symbol));
  if (initial.states.length === 0) return { ...document, alphabet: without };
  const start = initial.states[0];
  const fail = (section: Section, entry: number, what: string) =>
    failAtPlace(document.place(section, entry), `not framed by ${quote(symbol)}: ${what}`);

  // The document is in columns: find the entries to remove first, then leave them out.
  const { framing, kept } = splitArcs(document, frame, fail);
  const finals = Array.from({ length: final.states.length }, (_, i) => i).filter(
    (i) => final.states[i] !== start,
  );
  const state = (old: number) => (old > start ? old - 1 : old);
  const letter = (old: number) => (old === EPSILON || old < frame ? old : old - 1);
  const entries = { initial: framing, final: finals, arcs: kept };
  return {
    ...document,
    alphabet: without,
    states: document.states - 1,
    names: document.names?.filter((_, old) => old !== start),
    initial: {
      states: framing.map((arc) => state(arcs.to[arc])),
      weights: framing.map((arc) => arcs.weights[arc]),
    },
    final: {
      states: finals.map((i) => state(final.states[i])),
      weights: finals.map((i) => final.weights[i]),
    },
    arcs: {
      from: kept.map((arc) => state(arcs.from[arc])),
      letters: kept.map((arc) => letter(arcs.letters[arc])),
      weights: kept.map((arc) => arcs.weights[arc]),
      to: kept.map((arc) => state(arcs.to[arc])),
    },
    place: (section, entry) =>
      document.place(section === "initial" ? "arcs" : section, entries[section][entry] ?? 0),
  };
}

type Fail = (section: Section, entry: number, what: string) => never;

/** The arcs of the frame and all others; fails where the document has no frame. */
function splitArcs<W>({ algebra, arcs, initial, final }: AutomatonDocument<W>, frame: Letter, fail: Fail) {
  const start = initial.states[0];
  const kept: number[] = [];
  const framing: number[] = [];
  const isFrame = (arc: number) => arcs.from[arc] === start;
  for (let arc = 0; arc < arcs.to.length; arc++) {
    if (arcs.to[arc] === start) fail("arcs", arc, "an arc leads back to the initial state");
    if (isFrame(arc) !== (arcs.letters[arc] === frame)) {
      fail("arcs", arc, isFrame(arc) ? "the initial state has another arc" : "a later arc has the symbol");
    }
    (isFrame(arc) ? framing : kept).push(arc);
  }
  for (let i = 0; i < final.states.length; i++) {
    if (final.states[i] !== start || algebra.isZero(final.weights[i])) continue;
    fail("final", i, "the initial state is final");
  }
  const seen = new Set<number>();
  for (const arc of framing) {
    if (seen.has(arcs.to[arc])) fail("arcs", arc, "a second arc leads to the same state");
    seen.add(arcs.to[arc]);
  }
  return { framing, kept };
}

/** How a file of OpenFst is written. */
export interface AttWriteOptions {
  /**
   * A fresh first symbol that carries the initial weights. Without it, a single initial weight is pushed into the arcs.
   */
  readonly frame?: string | undefined;
  /** Does the file come with a symbol table? Then a symbol cannot be mistaken for the number of a label. */
  readonly withTable?: boolean;
}

/**
 * Writes the text format of OpenFst as one string.
 *
 * @example
 * console.log(writeAtt(minimize(fromExpression("a", boolean))).split("\t").join(" ").trim().split("\n").join(" / ")); // 0 1 a / 1
 */
export function writeAtt<W>(automaton: Automaton<W>, options: AttWriteOptions = {}): string {
  return Array.from(attChunks(automaton, options), (chunk) => decodeUtf8(chunk, 0, chunk.length)).join("");
}

/**
 * The symbol table for such a file.
 *
 * @example
 * console.log(attSymbols(fromExpression("ab", boolean)).symbols().join(" ")); // a b
 */
export function attSymbols<W>(automaton: Automaton<W>, frame?: string): SymbolTable {
  const { symbols } = automaton.alphabet;
  return SymbolTable.of(frame === undefined ? symbols : [...symbols, frame]);
}

/**
 * Writes the text format of OpenFst, chunk by chunk. Weights are in the algebra's notation, as decimals if those are
 * exact.
 *
 * The format has no initial weights. With a `frame`, arcs on that extra first symbol carry them. Without one, a single
 * initial weight λ is pushed forward: arcs and final weights of the initial state become λ ⊗ w, arcs into it w ⊗ λ⁻¹. If
 * there are several initial states, ε arcs lead to them from a new one.
 *
 * @example
 * const chunks = [...attChunks(fromExpression("<2>a", tropical))];
 * console.log(chunks.length); // 1
 */
export function* attChunks<W>(automaton: Automaton<W>, options: AttWriteOptions = {}): Generator<Uint8Array> {
  const { frame } = options;
  const symbols = checkAtt(automaton, options);
  // A frame keeps the order of arcs by letter, of which it has one more.
  const rows = rowsOf(frame === undefined ? automaton : toWfsa(automaton));
  const { initials, initialWeight, size } = rows;
  // The empty file is the zero language.
  if (initials.length === 0) return;
  const isPushed = frame === undefined && initials.length === 1;
  const lines = new Lines(automaton.algebra, symbols, rows, isPushed);
  // Arcs from a new state to the initial ones, on the frame's symbol, which is the last one, or ε.
  if (frame !== undefined || initials.length > 1) {
    for (const state of Array.from(initials))
      lines.arc(size, state, frame === undefined ? EPSILON : symbols.length - 1, initialWeight[state]);
  }
  for (let place = 0; place < size; ) {
    place = lines.states(place);
    yield lines.take();
  }
}

/** Writes the lines of an automaton. */
class Lines<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #rows: Rows<W>;
  readonly #first: number;
  /** The initial weight, if it is pushed into the arcs. */
  readonly #pushed: W | undefined;
  readonly #writer = new ByteWriter();
  readonly #ends: WeightEnds<W>;
  readonly #symbols: readonly string[];
  /** What stands between the states of an arc and its weight, by letter; ε, which is -1, comes first. */
  readonly #labels: readonly Uint8Array[];
  #isFirst = true;

  constructor(algebra: GroupWithZero<W>, symbols: readonly string[], rows: Rows<W>, isPushed: boolean) {
    this.#algebra = algebra;
    this.#rows = rows;
    this.#first = rows.initials[0];
    const weight = rows.initialWeight[this.#first];
    this.#pushed = isPushed && !isOne(algebra, weight) ? weight : undefined;
    this.#ends = new WeightEnds(algebra);
    this.#symbols = [EPSILON_NAME, ...symbols];
    this.#labels = this.#symbols.map((symbol) => encodeUtf8(`\t${symbol}`));
  }

  /** The bytes of the lines since the last call. */
  take(): Uint8Array {
    return this.#writer.take();
  }

  arc(from: number, to: number, letter: Letter, weight: W): void {
    this.#writer.int(from);
    this.#writer.byte(TAB);
    this.#writer.int(to);
    this.#writer.bytes(this.#labels[letter + 1]);
    this.#finish(this.#end(weight, letter));
  }

  /**
   * The arcs and final weights of states, as many as a buffer holds, and the place of the next one. The initial state comes first. It is
   * one loop, since a new process runs such a loop, compiled at once, several times faster than functions that call each other.
   */
  states(begin: number): number {
    const { size, start, letter, target, arcWeight, finalWeight } = this.#rows;
    const pushed = this.#pushed;
    const [writer, ends, labels, first] = [this.#writer, this.#ends, this.#labels, this.#first];
    const width = this.#symbols.length - 1;
    const head = new Uint8Array(12);
    let place = begin;
    for (; place < size && !writer.full; place++) {
      const state = place === 0 ? first : place <= first ? place - 1 : place;
      const headEnd = putInt(head, 0, state);
      const firstArc = start === undefined ? state * width : start[state];
      const lastArc = start === undefined ? firstArc + width : start[state + 1];
      let isBare = true;
      let bytes = writer.bytesWithRoom(0);
      let at = writer.length;
      for (let arc = firstArc; arc < lastArc; arc++) {
        const to = target[arc];
        if (to < 0) continue;
        const symbol = letter === undefined ? arc - firstArc : letter[arc];
        const isMoved = pushed !== undefined && (state === first || to === first);
        const weight = isMoved ? this.#moved(arcWeight[arc], state, to) : arcWeight[arc];
        const tail = this.#isFirst ? this.#end(weight, symbol) : ends.of(weight);
        const label = labels[symbol + 1];
        const tailEnd = ends.starts.at(tail + 1);
        let from = ends.starts.at(tail);
        const needed = LONGEST_STATES + label.length + tailEnd - from;
        if (at + needed > bytes.length) {
          writer.length = at;
          bytes = writer.bytesWithRoom(needed);
        }
        for (let i = 0; i < headEnd; i++) bytes[at++] = head[i];
        bytes[at++] = TAB;
        let last = at;
        for (let bound = 10; to >= bound; bound *= 10) last++;
        at = last + 1;
        let rest = to;
        do {
          const tenth = (rest / 10) | 0;
          bytes[last--] = ZERO + rest - 10 * tenth;
          rest = tenth;
        } while (rest > 0);
        for (let i = 0; i < label.length; i++) bytes[at++] = label[i];
        const kept = ends.bytes;
        while (from < tailEnd) bytes[at++] = kept[from++];
        isBare = false;
      }
      writer.length = at;
      // A state with neither an arc nor a final weight is written as final with weight zero, so that it is kept.
      const final = pushed === undefined ? finalWeight[state] : this.#moved(finalWeight[state], state, -1);
      if (!isBare && this.#algebra.isZero(final)) continue;
      writer.int(state);
      this.#finish(ends.of(final));
    }
    return place;
  }

  /** Writes the end of a line. */
  #finish(end: number): void {
    const { array } = this.#ends.starts;
    this.#writer.bytes(this.#ends.bytes.subarray(array[end], array[end + 1]));
  }

  /** The weight of an arc, or of the end of words, after the initial weight λ was pushed: λ ⊗ w behind the initial state, w ⊗ λ⁻¹ into it. */
  #moved(weight: W, state: number, to: number): W {
    const [pushed, first] = [this.#pushed, this.#first];
    if (pushed === undefined || (state !== first && to !== first) || this.#algebra.isZero(weight))
      return weight;
    const { times, inverse, isWeight, isZero, format } = this.#algebra;
    const before = state === first ? times(pushed, weight) : weight;
    const moved = to === first ? times(before, inverse(pushed)) : before;
    if (isWeight(moved) && !isZero(moved)) return moved;
    unsupported(
      `OpenFst's text format has no initial weights, and ${format(pushed)} cannot be pushed into a weight ${format(weight)}`,
    );
  }

  /** The number of the end of a line. A file whose arcs all have the columns `from to x x` could be a transducer's, so the first arc has not. */
  #end(weight: W, letter: Letter): number {
    if (!this.#isFirst) return this.#ends.of(weight);
    this.#isFirst = false;
    return this.#ends.make(weight, this.#symbols[letter + 1]);
  }
}

/** Two states of an arc take at most so many bytes, with the tab between them. */
const LONGEST_STATES = 23;

/** Is this weight written as nothing? One near 1 is not. */
function isOne<W>({ one, exact, equals }: GroupWithZero<W>, weight: W): boolean {
  return weight === one || (exact && equals(weight, one));
}

/** So many weights are kept with their bytes. */
const MOST_ENDS = 2 ** 14;

/** The ends of lines: a weight, unless it is 1, and the line end. Files repeat few weights many times, so their bytes are kept. */
class WeightEnds<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #known = new Map<W, number>();
  readonly #kept = new ByteWriter();
  /** Where in the bytes each end begins; it ends where the next one begins. */
  readonly starts = new Ints();

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
    this.starts.push(0);
  }

  /** The bytes of all ends that are kept, until the next one is made. */
  get bytes(): Uint8Array {
    return this.#kept.bytesWithRoom(0);
  }

  /** The number of the end of a line with this weight. */
  of(weight: W): number {
    const known = this.#known.get(weight);
    if (known !== undefined) return known;
    if (this.#known.size === MOST_ENDS) {
      this.#known.clear();
      this.#kept.length = 0;
      this.starts.length = 1;
    }
    const end = this.make(weight);
    this.#known.set(weight, end);
    return end;
  }

  /** The same for a weight that is written in another notation than that of a symbol. */
  make(weight: W, symbol?: string): number {
    const algebra = this.#algebra;
    if (!isOne(algebra, weight)) {
      const usual = decimalWhereExact(algebra.format(weight));
      const text = usual === symbol ? otherNotation(algebra, usual) : usual;
      if (text.includes(" ")) {
        const reason = "its columns are separated by blanks";
        unsupported(`OpenFst's text format cannot hold the weight ${quote(text)}: ${reason}`);
      }
      this.#kept.byte(TAB);
      this.#kept.text(text);
    }
    this.#kept.byte(LINE_FEED);
    this.starts.push(this.#kept.length);
    return this.starts.length - 2;
  }
}

/** Refuses symbols that the format cannot write; returns the label of each letter. */
export function checkAtt<W>(
  { alphabet }: Pick<Automaton<W>, "alphabet">,
  { frame, withTable }: AttWriteOptions = {},
): readonly string[] {
  if (frame !== undefined && alphabet.letter(frame) >= 0) {
    throw new HankelError("usage", `the frame's symbol ${quote(frame)} is in the alphabet; choose another`);
  }
  const all = frame === undefined ? alphabet.symbols : [...alphabet.symbols, frame];
  const bad = all.find((symbol) => !/^[^\s\p{Cs}\ufeff]+$/u.test(symbol) || symbol === EPSILON_NAME);
  if (bad !== undefined) {
    const why = bad === EPSILON_NAME ? "stands for ε there" : "is empty, or has blanks or half a character";
    unsupported(`OpenFst's text format cannot hold the symbol ${quote(bad)}, which ${why}`);
  }
  if (withTable !== true && all.includes("0") && all.every((symbol) => /^(?:0|[1-9]\d*)$/.test(symbol))) {
    throw new HankelError("usage", 'without a symbol table the symbol "0" would be read as ε; write one too');
  }
  return all;
}

/** A weight as nobody writes a symbol. Over the free group it is an output, which may well be the symbol. */
function otherNotation<W>(algebra: GroupWithZero<W>, text: string): string {
  if (algebra.name === freeGroup.name) return text;
  const others = [`+${text}`, text.replace("-", "-0")].filter((other) => means(algebra, other, text));
  if (others.length > 0) return others[0];
  unsupported(
    `OpenFst's text format cannot hold the symbol ${quote(text)} with the same weight on its first arc: they could be the ` +
      "two labels of a transducer; rename the symbol",
  );
}

/** Is another text the same weight? */
function means<W>(algebra: GroupWithZero<W>, other: string, text: string): boolean {
  try {
    return other !== text && algebra.format(algebra.parse(other)) === algebra.format(algebra.parse(text));
  } catch {
    return false;
  }
}
