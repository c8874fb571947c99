import { decimalWhereExact } from "../algebra/fraction-text.ts";
import { freeGroup } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import { unsupported } from "../automata/requirements.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { HankelError, quote } from "../errors.ts";
import type { Letter } from "../words/word.ts";
import { ByteWriter, decodeUtf8, encodeUtf8, Ints, putInt } from "./bytes.ts";
import { type Rows, rowsOf } from "./rows.ts";
import { EPSILON_NAME, SymbolTable } from "./symbols.ts";

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

const TAB = 0x09;
const LINE_FEED = 0x0a;
const ZERO = 0x30;
