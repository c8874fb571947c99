import { boolean } from "../algebra/boolean.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { HankelError, quote } from "../errors.ts";
import { Collector } from "./collector.ts";
import { readContext, vcsnWeights } from "./daut-context.ts";
import { letter, letters, writtenLetter } from "./daut-label.ts";
import { type AutomatonDocument, documentToAutomaton } from "./document.ts";
import { decimalWhereExact } from "./ratio.ts";
import { TextScanner } from "./text-scanner.ts";

/** The name for the outside: initial arcs come from it, final ones lead to it. */
const OUTSIDE = "$";

/**
 * Reads Vcsn's daut: a context, then a line per arc, `from -> to <weight>label, …`. `$ -> 0` makes 0 initial, `0 -> $`
 * final; `\e` is ε. Without a context the weights are booleans.
 */
export function readDaut(text: string, algebra?: AnyAlgebra): Automaton<unknown> {
  return documentToAutomaton(readDautDocument(text, algebra));
}

/** What a daut file says, with the places of its entries. */
export function readDautDocument(text: string, algebra?: AnyAlgebra): AutomatonDocument<unknown> {
  return new DautReader(text, algebra).document();
}

class DautReader {
  readonly #scan: TextScanner;
  readonly #collector: Collector;
  readonly #given: AnyAlgebra | undefined;
  #algebra: AnyAlgebra | undefined;
  #symbols: readonly string[] = [];

  constructor(text: string, given: AnyAlgebra | undefined) {
    this.#scan = new TextScanner(text);
    this.#collector = new Collector(text);
    this.#given = given;
  }

  document(): AutomatonDocument<unknown> {
    const scan = this.#scan;
    for (;;) {
      scan.blanks();
      if (scan.done) break;
      if (scan.take("//") || scan.take("#")) scan.line();
      else if (scan.match(/context[ \t]*=[ \t]*/y) !== undefined) this.#context();
      else this.#arc();
    }
    return this.#collector.document(this.#algebra ?? this.#given ?? boolean);
  }

  #context(): void {
    const scan = this.#scan;
    const at = scan.at;
    if (this.#algebra !== undefined) scan.fail("a second context", at);
    const text = scan.line().trim();
    const bare = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
    const { algebra, symbols } = readContext(scan, at, bare, this.#given);
    this.#algebra = algebra;
    this.#symbols = symbols;
    for (const symbol of symbols) this.#collector.symbol(symbol);
  }

  #arc(): void {
    const scan = this.#scan;
    const at = scan.at;
    const from = this.#state();
    if (scan.match(/[ \t]*->[ \t]*/y) === undefined) scan.fail(`expected ->, found ${scan.found()}`);
    const to = this.#state();
    scan.match(/[ \t]*/y);
    const start = scan.at;
    const raw = scan.line().trimEnd();
    const quoted = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"');
    const text = quoted ? raw.slice(1, -1).replaceAll('\\"', '"') : raw;
    if (from === OUTSIDE || to === OUTSIDE) this.#end(from, to, text, at, start);
    else this.#entries(this.#number(from), this.#number(to), text, at, start);
  }

  /** An initial or a final state, with its weight in <> if it has one. */
  #end(from: string | undefined, to: string | undefined, text: string, at: number, start: number): void {
    const weight = /^<([^<>]*)>$/u.exec(text)?.[1];
    if (text !== "" && weight === undefined) {
      this.#scan.fail(`expected a weight in <>, found ${quote(text)}`, start);
    }
    if (from === OUTSIDE && to === OUTSIDE) this.#scan.fail("$ -> $ is no arc", at);
    if (from === OUTSIDE) this.#collector.initial(this.#number(to), weight, at);
    else this.#collector.final(this.#number(from), weight, at);
  }

  #entries(from: number, to: number, text: string, at: number, start: number): void {
    if (text === "") this.#scan.fail("expected a label; ε is written \\e", start);
    for (let next = 0; ; next++) {
      const entry = /\s*(?:<([^<>]*)>)?\s*/uy;
      entry.lastIndex = next;
      const weight = entry.exec(text)?.[1];
      next = entry.lastIndex;
      const found = this.#labels(text, next);
      if (found === undefined) {
        return this.#scan.fail(`expected a label such as a or <2>b, found ${quote(text.slice(next))}`, start);
      }
      for (const symbol of found.symbols) this.#collector.arc(from, symbol, weight, to, at);
      next = found.end;
      while (next < text.length && /\s/u.test(text[next])) next++;
      if (next >= text.length) return;
      if (text[next] !== ",") this.#scan.fail(`expected a comma, found ${quote(text.slice(next))}`, start);
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
    const scan = this.#scan;
    if (scan.text[scan.at] !== '"') {
      const name = scan.match(/[^\s"]+?(?=\s|->|$)/uy)?.[0];
      return name ?? scan.fail(`expected a state, found ${scan.found()}`);
    }
    const start = scan.at;
    let name = "";
    for (scan.at++; scan.text[scan.at] !== '"'; scan.at++) {
      if (scan.done || /[\n\r]/u.test(scan.text[scan.at]))
        scan.fail("a name that starts here does not end", start);
      const found = letter(scan.text, scan.at);
      if (scan.text[scan.at] !== "\\") name += scan.text[scan.at];
      else if (found === undefined) scan.fail("an unknown escape");
      else {
        name += found.symbol;
        scan.at = found.end - 1;
      }
    }
    scan.at++;
    return name === OUTSIDE ? '"$"' : name;
  }

  #number(name: string | undefined): number {
    return this.#collector.state(name === '"$"' ? OUTSIDE : (name ?? ""));
  }
}

/** Writes Vcsn's daut. Semifields that Vcsn does not have are written with our names, which Vcsn does not read. */
export function writeDaut<W>(automaton: Automaton<W>): string {
  const { algebra, alphabet, size, names, initialWeight, finalWeight, ...arcs } = toWfsa(automaton);
  const weight = (value: W) => {
    if (algebra.exact && algebra.equals(value, algebra.one)) return "";
    const text = decimalWhereExact(algebra.format(value));
    if (!/[<>\n\r]/u.test(text)) return `<${algebra.name === "boolean" ? "1" : text}>`;
    throw new HankelError(
      "unsupported",
      `Vcsn's daut cannot hold the weight ${quote(text)}, which has < or >`,
    );
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
