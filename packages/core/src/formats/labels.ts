import { EPSILON } from "../automata/wfsa.ts";
import { quote } from "../errors.ts";
import { decodeUtf8, Ints } from "./bytes.ts";
import { failAtPlace, type Line, placeAt, textOf } from "./lines.ts";
import { EPSILON_NAME, type SymbolTable } from "./symbols.ts";
import { TokenTable } from "./token-table.ts";

const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** The labels of a file: names or numbers, with or without a symbol table. Only the whole file shows which they are. */
export class LabelNames {
  readonly #symbols: SymbolTable | undefined;
  readonly #tokens = new TokenTable();
  /** The first place of a label. */
  readonly #lines = new Ints();
  readonly #columns = new Ints();

  constructor(symbols: SymbolTable | undefined) {
    this.#symbols = symbols;
  }

  /** A provisional number for the label from `start` to `end` in a line. */
  read(line: Line, start: number, end: number): number {
    const known = this.#tokens.size;
    const token = this.#tokens.number(line.bytes, start, end);
    if (token === known) {
      textOf(line, start, end);
      const place = placeAt(line, start);
      this.#lines.push(place.line);
      this.#columns.push(place.column);
    }
    return token;
  }

  /**
   * The alphabet, and the letter of each label, -1 for ε. The alphabet is that of the symbol table. Without a table it
   * has the labels of the file, sorted, so that it does not depend on the order of the arcs.
   */
  settle(frame: string | undefined): { alphabet: string[]; letters: Int32Array } {
    const texts = Array.from({ length: this.#tokens.size }, (_, token) => {
      const bytes = this.#tokens.bytes(token);
      return decodeUtf8(bytes, 0, bytes.length);
    });
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
    const place = { line: this.#lines.array[token], column: this.#columns.array[token] };
    return failAtPlace(place, `the label ${quote(texts[token])} is not in the symbol table`);
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
