import { freeGroup } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { HankelError, type Place, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { Letter } from "../words/word.ts";
import { Ints } from "./bytes.ts";
import type { AutomatonDocument, Section } from "./document.ts";
import { Columns, failAt, failAtPlace, type Line, LineReader, placeAt, textOf } from "./lines.ts";
import { EPSILON_NAME, type SymbolTable } from "./symbols.ts";
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
