import { boolean } from "../algebra/boolean.ts";
import { decimalWhereExact } from "../algebra/fraction-text.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import { unsupported } from "../automata/requirements.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { quote } from "../errors.ts";
import { type AutomatonDocument, Collector, documentToAutomaton } from "./document.ts";
import { semifieldOf } from "./lines.ts";
import { TextScanner } from "./text-scanner.ts";

/** The name for the outside: initial arcs come from it, final ones lead to it. */
const OUTSIDE = "$";

/**
 * Reads Vcsn's daut: a context, then a line per arc, `from -> to <weight>label, …`. `$ -> 0` makes 0 initial, `0 -> $`
 * final; `\e` is ε. Without a context the weights are booleans.
 *
 * @example
 * const automaton = readDaut("context = letterset<char_letters(a)>, b\n$ -> 0\n0 -> 1 a\n1 -> $\n");
 * console.log(automaton.weigh(["a"])); // true
 */
export function readDaut(text: string, algebra?: AnyAlgebra): Automaton<unknown> {
  return documentToAutomaton(readDautDocument(text, algebra));
}

/**
 * What a daut file says, with the places of its entries.
 *
 * @example
 * const document = readDautDocument(writeDaut(fromExpression("ab", boolean)));
 * console.log(documentToAutomaton(document).weigh(["a", "b"])); // true
 */
export function readDautDocument(text: string, algebra?: AnyAlgebra): AutomatonDocument<unknown> {
  return new DautReader(text, algebra).document();
}

class DautReader extends TextScanner {
  readonly #collector: Collector;
  readonly #given: AnyAlgebra | undefined;
  #algebra: AnyAlgebra | undefined;
  #symbols: readonly string[] = [];

  constructor(text: string, given: AnyAlgebra | undefined) {
    super(text);
    this.#collector = new Collector(text);
    this.#given = given;
  }

  document(): AutomatonDocument<unknown> {
    for (;;) {
      this.blanks();
      if (this.done) break;
      if (this.take("//") || this.take("#")) this.line();
      else if (this.match(/context[ \t]*=[ \t]*/y) !== undefined) this.#context();
      else this.#arc();
    }
    return this.#collector.document(this.#algebra ?? this.#given ?? boolean);
  }

  #context(): void {
    const at = this.at;
    if (this.#algebra !== undefined) this.fail("a second context", at);
    const text = this.line().trim();
    const bare = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
    const { algebra, symbols } = readContext(this, at, bare, this.#given);
    this.#algebra = algebra;
    this.#symbols = symbols;
    for (const symbol of symbols) this.#collector.symbol(symbol);
  }

  #arc(): void {
    const at = this.at;
    const from = this.#state();
    if (this.match(/[ \t]*->[ \t]*/y) === undefined) this.fail(`expected ->, found ${this.found()}`);
    const to = this.#state();
    this.match(/[ \t]*/y);
    const start = this.at;
    const raw = this.line().trimEnd();
    const quoted = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"');
    const text = quoted ? raw.slice(1, -1).replaceAll('\\"', '"') : raw;
    if (from === OUTSIDE || to === OUTSIDE) this.#end(from, to, text, at, start);
    else this.#entries(this.#number(from), this.#number(to), text, at, start);
  }

  /** An initial or a final state, with its weight in <> if it has one. */
  #end(from: string | undefined, to: string | undefined, text: string, at: number, start: number): void {
    const weight = /^<([^<>]*)>$/u.exec(text)?.[1];
    if (text !== "" && weight === undefined) {
      this.fail(`expected a weight in <>, found ${quote(text)}`, start);
    }
    if (from === OUTSIDE && to === OUTSIDE) this.fail("$ -> $ is no arc", at);
    if (from === OUTSIDE) this.#collector.initial(this.#number(to), weight, at);
    else this.#collector.final(this.#number(from), weight, at);
  }

  #entries(from: number, to: number, text: string, at: number, start: number): void {
    if (text === "") this.fail("expected a label; ε is written \\e", start);
    for (let next = 0; ; next++) {
      const entry = /\s*(?:<([^<>]*)>)?\s*/uy;
      entry.lastIndex = next;
      const weight = entry.exec(text)?.[1];
      next = entry.lastIndex;
      const found = this.#labels(text, next);
      if (found === undefined) {
        return this.fail(`expected a label such as a or <2>b, found ${quote(text.slice(next))}`, start);
      }
      for (const symbol of found.symbols) this.#collector.arc(from, symbol, weight, to, at);
      next = found.end;
      while (next < text.length && /\s/u.test(text[next])) next++;
      if (next >= text.length) return;
      if (text[next] !== ",") this.fail(`expected a comma, found ${quote(text.slice(next))}`, start);
    }
  }

  /** The letters of a label: ε, a letter, or each letter of a class. */
  #labels(text: string, at: number): { symbols: (string | undefined)[]; end: number } | undefined {
    if (text.startsWith("\\e", at)) return { symbols: [undefined], end: at + 2 };
    if (text[at] !== "[") {
      const found = letter(text, at);
      return found && { symbols: [found.symbol], end: found.end };
    }
    let end = at + 1;
    while (end < text.length && text[end] !== "]") end += text[end] === "\\" ? 2 : 1;
    const inside = text.slice(at + 1, end);
    if (inside.startsWith("^") && this.#symbols.length > 0) {
      const without = new Set(letters(inside.slice(1)));
      return { symbols: this.#symbols.filter((symbol) => !without.has(symbol)), end: end + 1 };
    }
    const symbols = inside.startsWith("^") || end >= text.length ? undefined : letters(inside);
    return symbols === undefined || symbols.length === 0 ? undefined : { symbols, end: end + 1 };
  }

  /** A state's name, or `$` for the outside; the name `"$"` in quotes is a state. */
  #state(): string | undefined {
    if (this.text[this.at] !== '"') {
      const name = this.match(/[^\s"]+?(?=\s|->|$)/uy)?.[0];
      return name ?? this.fail(`expected a state, found ${this.found()}`);
    }
    const start = this.at;
    let name = "";
    for (this.at++; this.text[this.at] !== '"'; this.at++) {
      if (this.done || /[\n\r]/u.test(this.text[this.at]))
        this.fail("a name that starts here does not end", start);
      const found = letter(this.text, this.at);
      if (this.text[this.at] !== "\\") name += this.text[this.at];
      else if (found === undefined) this.fail("an unknown escape");
      else {
        name += found.symbol;
        this.at = found.end - 1;
      }
    }
    this.at++;
    return name === OUTSIDE ? '"$"' : name;
  }

  #number(name: string | undefined): number {
    return this.#collector.state(name === '"$"' ? OUTSIDE : (name ?? ""));
  }
}

/**
 * Writes Vcsn's daut. Semifields that Vcsn does not have are written with our names, which Vcsn does not read.
 *
 * @example
 * console.log(writeDaut(fromExpression("a", boolean)).split("\n")[0]); // context = lal_char(a), b
 */
export function writeDaut<W>(automaton: Automaton<W>): string {
  const { algebra, alphabet, size, names, initialWeight, finalWeight, ...arcs } = toWfsa(automaton);
  const weight = (value: W) => {
    if (algebra.exact && algebra.equals(value, algebra.one)) return "";
    const text = decimalWhereExact(algebra.format(value));
    if (!/[<>\n\r]/u.test(text)) return `<${algebra.name === "boolean" ? "1" : text}>`;
    unsupported(`Vcsn's daut cannot hold the weight ${quote(text)}, which has < or >`);
  };
  const unique = names !== undefined && new Set(names).size === size;
  const state = (number: number) => {
    const name = unique ? names[number] : String(number);
    if (/^(?:[\p{L}\p{N}_.]+)$/u.test(name)) return name;
    return `"${Array.from(name, (character) => writtenLetter(character)).join("")}"`;
  };
  const lines: string[] = [];
  let integral = true;
  const note = (text: string) => {
    integral &&= !/[./]/u.test(text);
    return text;
  };
  for (let q = 0; q < size; q++) {
    if (!algebra.isZero(initialWeight[q]))
      lines.push(`$ -> ${state(q)} ${note(weight(initialWeight[q]))}`.trimEnd());
  }
  for (let arc = 0; arc < arcs.letter.length; arc++) {
    const label = arcs.letter[arc] === EPSILON ? "\\e" : writtenLetter(alphabet.symbols[arcs.letter[arc]]);
    const ends = `${state(arcs.source[arc])} -> ${state(arcs.target[arc])}`;
    lines.push(`${ends} ${note(weight(arcs.arcWeight[arc]))}${label}`);
  }
  for (let q = 0; q < size; q++) {
    if (!algebra.isZero(finalWeight[q]))
      lines.push(`${state(q)} -> $ ${note(weight(finalWeight[q]))}`.trimEnd());
  }
  const context = `${labelset(alphabet.symbols, arcs.epsilons > 0)}, ${vcsnWeights(algebra.name, integral)}`;
  return `context = ${context}\n${lines.map((line) => `${line}\n`).join("")}`;
}

function labelset(symbols: readonly string[], nullable: boolean): string {
  const written = symbols.map(writtenLetter);
  const characters = symbols.every((symbol) => Array.from(symbol).length === 1);
  if (characters) return `${nullable ? "lan" : "lal"}_char(${written.join("")})`;
  const set = `letterset<string_letters(${symbols.map((symbol) => quotedLetter(symbol)).join(", ")})>`;
  return nullable ? `nullableset<${set}>` : set;
}

function quotedLetter(symbol: string): string {
  const written = writtenLetter(symbol);
  return written.startsWith("'") ? written : `'${written}'`;
}

/** Our semifields, and what Vcsn calls them in both of its spellings; the first one is written. */
const WEIGHTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["boolean", ["b", "𝔹"]],
  ["rational", ["q", "qmp", "ℚ", "z", "ℤ"]],
  ["real", ["r", "ℝ"]],
  ["tropical", ["rmin", "ℝmin", "zmin", "ℤmin", "nmin", "ℕmin"]],
  ["arctic", ["zmax", "ℤmax"]],
  ["log", ["log"]],
  ["prime-field:2", ["f2", "𝔽₂"]],
]);

/** Vcsn's name for a semifield, or our own if Vcsn has none for all of its weights, so that nothing is lost. */
function vcsnWeights(semifield: string, integral: boolean): string {
  if (semifield === "tropical" && integral) return "zmin";
  return semifield === "arctic" ? semifield : (WEIGHTS.get(semifield)?.[0] ?? semifield);
}

/** A context: `lal_char(ab), q`, or `[ab] → ℚ` in newer versions. */
interface Context {
  readonly algebra: AnyAlgebra;
  /** The symbols that it lists; none if it is open. */
  readonly symbols: readonly string[];
}

/** Reads the context at an offset; a letter that is listed twice counts once. */
function readContext(scan: TextScanner, at: number, text: string, given: AnyAlgebra | undefined): Context {
  // The weights follow the last comma or arrow.
  const weights = /[^\s,>→]+$/u.exec(text.slice(-200))?.[0] ?? "";
  const before = text.slice(0, text.length - weights.length).trimEnd();
  const arrow = [",", "->", "→"].find((separator) => before.endsWith(separator));
  if (arrow === undefined || weights === "") {
    scan.fail(`expected a context such as "lal_char(ab), q", found ${quote(text)}`, at);
  }
  const labels = before.slice(0, -arrow.length).trimEnd();
  const open = labels.search(/[([{]/u);
  const close = Math.max(labels.lastIndexOf(")"), labels.lastIndexOf("]"), labels.lastIndexOf("}"));
  const around = open < 0 ? labels : `${labels.slice(0, open)} ${labels.slice(close + 1)}`;
  if (/^law|wordset|^lat|tupleset|×|\*/u.test(around)) {
    scan.fail(`only labels that are letters are read, not those of ${quote(labels)}`, at);
  }
  const inside = open < 0 || close < open ? "" : labels.slice(open + 1, close);
  return { algebra: algebraOf(scan, at, weights, given), symbols: symbolsOf(scan, at, inside) };
}

function algebraOf(
  scan: TextScanner,
  at: number,
  weights: string,
  given: AnyAlgebra | undefined,
): AnyAlgebra {
  const known = [weights, weights.toLowerCase()].flatMap((called) =>
    [...WEIGHTS].filter(([, names]) => names.includes(called)),
  );
  const name = known[0]?.[0] ?? weights;
  return semifieldOf(name, given, (message) =>
    scan.fail(
      given === undefined ? `the weights ${quote(weights)} are not known here: ${message}` : message,
      at,
    ),
  );
}

/** The letters between the brackets. */
function symbolsOf(scan: TextScanner, at: number, inside: string): string[] {
  if (inside.trim() === "..." || inside === "") return [];
  const symbols = inside.trimStart().startsWith("'") ? quotedLetters(inside) : letters(inside);
  if (symbols === undefined)
    return scan.fail(`expected the letters of the alphabet, found ${quote(inside)}`, at);
  return [...new Set(symbols)];
}

/** `'ab', 'cd'`. */
function quotedLetters(text: string): string[] | undefined {
  const symbols: string[] = [];
  for (let at = 0; at < text.length; ) {
    const found = letter(text, at);
    if (found === undefined) return undefined;
    symbols.push(found.symbol);
    const separator = /\s*(?:,\s*|$)/uy;
    separator.lastIndex = found.end;
    const next = separator.exec(text);
    if (next === null) return undefined;
    at = found.end + next[0].length;
  }
  return symbols;
}

/** Letters as Vcsn writes them: a character, a backslash and a character, or several characters in single quotes. */

/** The characters that are written with a backslash. */
const SPECIAL = /[^\p{L}\p{N}_]/u;
/** The characters that need a backslash to be letters. */
const STRUCTURE = /[\s<>[\],']/u;
/** What a letter after a backslash means. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** A symbol as it is written in a label. */
function writtenLetter(symbol: string): string {
  const characters = Array.from(symbol);
  if (characters.length === 1) return escaped(symbol);
  return `'${characters.map(escaped).join("")}'`;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) as number;
  const hidden = /[\p{C}\p{Z}]/u.test(character);
  if (hidden) return `\\x{${code.toString(16)}}`;
  return SPECIAL.test(character) ? `\\${character}` : character;
}

/** The character at an offset, with its escape read; undefined if there is none. */
function character(text: string, at: number): { value: string; end: number } | undefined {
  const code = text.codePointAt(at);
  if (code === undefined) return undefined;
  const value = String.fromCodePoint(code);
  if (value !== "\\") return { value, end: at + value.length };
  const hexadecimal = /\\x(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{2}))/uy;
  hexadecimal.lastIndex = at;
  const match = hexadecimal.exec(text);
  if (match !== null) {
    const number = Number.parseInt(match[1] ?? match[2], 16);
    return number <= 0x10ffff
      ? { value: String.fromCodePoint(number), end: at + match[0].length }
      : undefined;
  }
  const next = text.codePointAt(at + 1);
  if (next === undefined) return undefined;
  const escape = String.fromCodePoint(next);
  const known = ESCAPES.get(escape);
  if (known === undefined && /[\p{L}\p{N}]/u.test(escape)) return undefined;
  return { value: known ?? escape, end: at + 1 + escape.length };
}

/** The letter at an offset; undefined if there is none. */
function letter(text: string, at: number): { symbol: string; end: number } | undefined {
  if (text[at] !== "'") {
    if (STRUCTURE.test(text[at] ?? " ")) return undefined;
    const found = character(text, at);
    return found && { symbol: found.value, end: found.end };
  }
  const parts: string[] = [];
  for (let next = at + 1; ; ) {
    if (text[next] === "'") return { symbol: parts.join(""), end: next + 1 };
    const found = character(text, next);
    if (found === undefined) return undefined;
    parts.push(found.value);
    next = found.end;
  }
}

/** The letters of a class such as `a-dxz`; undefined if it is no class. */
function letters(text: string): string[] | undefined {
  const symbols: string[] = [];
  for (let at = 0; at < text.length; ) {
    const first = character(text, at);
    if (first === undefined) return undefined;
    at = first.end;
    symbols.push(first.value);
    if (text[at] !== "-") continue;
    const last = character(text, at + 1);
    const [low, high] = [first.value.codePointAt(0) as number, last?.value.codePointAt(0) ?? -1];
    if (last === undefined || high < low || high - low > 0xffff) return undefined;
    for (let code = low + 1; code <= high; code++) symbols.push(String.fromCodePoint(code));
    at = last.end;
  }
  return symbols;
}
