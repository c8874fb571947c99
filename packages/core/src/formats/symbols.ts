import { HankelError, quote } from "../errors.ts";
import { Columns, failAt, type Line, LineReader, orFail, readWhole } from "./lines.ts";

/** The name of ε; its number is 0. */
export const EPSILON_NAME = "<eps>";

/**
 * A symbol table of OpenFst: names for numeric labels. Label 0 is ε, whatever its name.
 *
 * @example
 * const table = SymbolTable.of(["a", "b"]);
 * console.log(table.label("b"), table.name(1)); // 2 a
 */
export class SymbolTable {
  readonly #labels = new Map<string, number>();
  readonly #names = new Map<number, string>();

  /** Adds a symbol; a `usage` error if the name or the label is taken. */
  add(name: string, label: number): void {
    const problem = this.#names.has(label)
      ? `the label ${label} occurs twice in the symbol table`
      : this.#labels.has(name)
        ? `the symbol ${quote(name)} occurs twice in the symbol table`
        : undefined;
    if (problem !== undefined) throw new HankelError("usage", problem);
    this.#labels.set(name, label);
    this.#names.set(label, name);
  }

  label(name: string): number | undefined {
    return this.#labels.get(name);
  }

  name(label: number): string | undefined {
    return this.#names.get(label);
  }

  /** The symbols without ε, by increasing label. */
  symbols(): string[] {
    const labels = [...this.#names.keys()].filter((label) => label !== 0).sort((a, b) => a - b);
    return labels.map((label) => this.#names.get(label) as string);
  }

  /** Labels 1, 2, … for these symbols, and 0 for `<eps>`. */
  static of(symbols: Iterable<string>): SymbolTable {
    const table = new SymbolTable();
    table.add(EPSILON_NAME, 0);
    let label = 1;
    for (const symbol of symbols) table.add(symbol, label++);
    return table;
  }

  /** A line per symbol: `name TAB label`. */
  toString(): string {
    return Array.from(this.#labels, ([name, label]) => `${name}\t${label}\n`).join("");
  }
}

/**
 * Reads a symbol table: `name label` on each line.
 *
 * @example
 * console.log(readSymbols("<eps> 0\nsun 1\nrain 2\n").symbols().join(" ")); // sun rain
 */
export function readSymbols(text: string): SymbolTable {
  return readWhole(new SymbolReader(), text);
}

/**
 * Reads a symbol table as it comes, in chunks.
 *
 * @example
 * console.log(readWhole(new SymbolReader(), "<eps> 0\na 1\n").label("a")); // 1
 */
export class SymbolReader extends LineReader<SymbolTable> {
  readonly #table = new SymbolTable();
  readonly #columns = new Columns(2);

  protected result(): SymbolTable {
    return this.#table;
  }

  protected line(line: Line): void {
    const columns = this.#columns;
    columns.split(line);
    if (columns.count === 0) return;
    if (columns.count !== 2) {
      failAt(line, columns.starts[0], `expected a symbol and its label, found ${columns.count} columns`);
    }
    const label = columns.text(line, 1);
    if (!/^\d{1,15}$/.test(label)) {
      failAt(line, columns.starts[1], `expected a label, 0 or a positive number, found ${quote(label)}`);
    }
    const name = columns.text(line, 0);
    orFail(
      () => this.#table.add(name, Number(label)),
      (message) => failAt(line, columns.starts[0], message),
    );
  }
}
