import { decimalWhereExact } from "../algebra/fraction-text.ts";
import { freeGroup } from "../algebra/free-group.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import { type Automaton, copyWeights, toWfsa } from "../automata/convert.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { EPSILON, Wfsa } from "../automata/wfsa.ts";
import { HankelError, quote } from "../errors.ts";
import { ByteWriter, decodeUtf8 } from "./bytes.ts";
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

const TAB = 0x09;
const LINE_FEED = 0x0a;

/** Writes the text format of OpenFst as one string. */
export function writeAtt<W>(automaton: Automaton<W>, options: AttWriteOptions = {}): string {
  return Array.from(attChunks(automaton, options), (chunk) => decodeUtf8(chunk, 0, chunk.length)).join("");
}

/** The symbol table for such a file. */
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
 */
export function* attChunks<W>(automaton: Automaton<W>, options: AttWriteOptions = {}): Generator<Uint8Array> {
  const { frame } = options;
  const writer = new ByteWriter();
  const lines = new LineWriter(writer, automaton.algebra, checkAtt(automaton, options));
  const framed = frame !== undefined || (automaton instanceof Wfsa && automaton.initials.length > 1);
  const pushed = framed ? automaton : withoutInitialWeight(automaton);
  const first = pushed instanceof Wdfsa ? 0 : pushed.initials[0];
  // The empty file is the zero language.
  if (first === undefined) return;
  if (framed) lines.frame(toWfsa(automaton), frame);
  if (first < pushed.size) lines.state(pushed, first);
  for (let state = 0; state < pushed.size; state++) {
    if (state !== first) lines.state(pushed, state);
    if (writer.full) yield writer.take();
  }
  yield writer.take();
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
    throw new HankelError(
      "unsupported",
      `OpenFst's text format cannot hold the symbol ${quote(bad)}, which ${why}`,
    );
  }
  if (withTable !== true && all.includes("0") && all.every((symbol) => /^(?:0|[1-9]\d*)$/.test(symbol))) {
    throw new HankelError("usage", 'without a symbol table the symbol "0" would be read as ε; write one too');
  }
  return all;
}

class LineWriter<W> {
  readonly #writer: ByteWriter;
  readonly #algebra: GroupWithZero<W>;
  readonly #symbols: readonly string[];
  #first = true;

  constructor(writer: ByteWriter, algebra: GroupWithZero<W>, symbols: readonly string[]) {
    this.#writer = writer;
    this.#algebra = algebra;
    this.#symbols = symbols;
  }

  /** Arcs from a new state to the initial ones, on the frame's symbol or ε. */
  frame(automaton: Wfsa<W>, symbol = EPSILON_NAME): void {
    const { size, initials } = automaton;
    for (let i = 0; i < initials.length; i++) {
      this.#arc(size, initials[i], symbol, automaton.initialWeight[initials[i]]);
    }
  }

  /** A state's arcs and final weight. A state with neither is written as final with weight zero, so that it is kept. */
  state(automaton: Automaton<W>, state: number): void {
    const { target, arcWeight } = automaton;
    const dense = automaton instanceof Wdfsa;
    const width = automaton.alphabet.size;
    const start = dense ? state * width : automaton.start[state];
    const end = dense ? start + width : automaton.start[state + 1];
    let arcs = 0;
    for (let arc = start; arc < end; arc++) {
      if (target[arc] < 0) continue;
      const letter = dense ? arc - start : automaton.letter[arc];
      const symbol = letter === EPSILON ? EPSILON_NAME : this.#symbols[letter];
      this.#arc(state, target[arc], symbol, arcWeight[arc]);
      arcs++;
    }
    const final = automaton.finalWeight[state];
    if (arcs > 0 && this.#algebra.isZero(final)) return;
    this.#writer.int(state);
    this.#weight(final);
  }

  #arc(from: number, to: number, symbol: string, weight: W): void {
    const writer = this.#writer;
    writer.int(from);
    writer.byte(TAB);
    writer.int(to);
    writer.byte(TAB);
    writer.text(symbol);
    // A file whose arcs all have the columns `from to x x` could be a transducer's, so the first arc has not.
    this.#weight(weight, this.#first ? symbol : undefined);
    this.#first = false;
  }

  /** The weight, unless it is 1, in another notation than that of a symbol; and the end of the line. */
  #weight(weight: W, symbol?: string): void {
    const { one, exact } = this.#algebra;
    if (weight !== one && !(exact && this.#algebra.equals(weight, one))) {
      const usual = decimalWhereExact(this.#algebra.format(weight));
      const text = usual === symbol ? otherNotation(this.#algebra, usual) : usual;
      if (text.includes(" ")) {
        const reason = "its columns are separated by blanks";
        throw new HankelError(
          "unsupported",
          `OpenFst's text format cannot hold the weight ${quote(text)}: ${reason}`,
        );
      }
      this.#writer.byte(TAB);
      this.#writer.text(text);
    }
    this.#writer.byte(LINE_FEED);
  }
}

/** A weight as nobody writes a symbol. Over the free group it is an output, which may well be the symbol. */
function otherNotation<W>(algebra: GroupWithZero<W>, text: string): string {
  if (algebra.name === freeGroup.name) return text;
  const others = [`+${text}`, text.replace("-", "-0")].filter((other) => means(algebra, other, text));
  if (others.length > 0) return others[0];
  throw new HankelError(
    "unsupported",
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

/** The same language with initial weight one; see `attChunks`. */
function withoutInitialWeight<W>(automaton: Automaton<W>): Automaton<W> {
  const { algebra, alphabet, size } = automaton;
  const dense = automaton instanceof Wdfsa;
  const initial = dense ? 0 : automaton.initials[0];
  if (size === 0 || initial === undefined) return automaton;
  const weight = dense ? automaton.initialWeight : automaton.initialWeight[initial];
  if (algebra.exact && algebra.equals(weight, algebra.one)) return automaton;
  const back = algebra.inverse(weight);
  const { target } = automaton;
  const arcWeight = copyWeights(algebra, automaton.arcWeight);
  for (let arc = 0; arc < arcWeight.length; arc++) {
    if (target[arc] < 0) continue;
    const source = dense ? Math.floor(arc / alphabet.size) : automaton.source[arc];
    if (source === initial) arcWeight[arc] = algebra.times(weight, arcWeight[arc]);
    if (target[arc] === initial) arcWeight[arc] = algebra.times(arcWeight[arc], back);
  }
  const finalWeight = copyWeights(algebra, automaton.finalWeight);
  finalWeight[initial] = algebra.times(weight, finalWeight[initial]);
  if (dense) return new Wdfsa({ ...automaton, arcWeight, finalWeight, initialWeight: algebra.one });
  const initialWeight = algebra.array(size);
  initialWeight[initial] = algebra.one;
  return new Wfsa({ ...automaton, arcWeight, finalWeight, initialWeight });
}
