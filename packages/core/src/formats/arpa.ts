import type { Rational } from "../algebra/fraction.ts";
import { rational } from "../algebra/rational.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import { tropical } from "../algebra/tropical.ts";
import { HankelError, quote } from "../errors.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import { ARPA_ZERO, expandBackoff } from "./backoff.ts";
import { decodeUtf8, Ints } from "./bytes.ts";
import type { AutomatonDocument } from "./document.ts";
import { type ChunkReader, Columns, failAt, failAtPlace, type Line, LineSplitter, textOf } from "./lines.ts";
import { decimalLogarithmIn } from "./probability.ts";
import { TokenTable } from "./token-table.ts";
import { parseWeight } from "./weight-cache.ts";

/** Longer n-grams than this are refused; real models are shorter. */
const MAX_ORDER = 20;

/**
 * Reads an n-gram model in the ARPA format of SRILM and KenLM, and expands its back-off. States are histories, and
 * every word has an arc, so the automaton is deterministic and weighs a sentence as the model does. `<s>` and `</s>`
 * mark the beginning and the end; they are not symbols. Over the tropical semifield, the default, weights are the
 * decimal logarithms of the file, negated and exact. As in SRILM, -99 stands for the logarithm of 0.
 */
export class ArpaReader implements ChunkReader<AutomatonDocument<unknown>> {
  readonly #algebra: AnyAlgebra;
  readonly #toWeight: (logarithm: Rational) => unknown;
  readonly #splitter = new LineSplitter((line) => this.#line(line));
  readonly #columns = new Columns(MAX_ORDER + 2);
  readonly #tokens = new TokenTable();
  readonly #tree = new PrefixTree();
  readonly #weight: unknown[] = [undefined];
  readonly #backoff: unknown[] = [undefined];
  /** How many n-grams are announced, by length, and how many were read. */
  readonly #announced: number[] = [];
  readonly #found: number[] = [];
  readonly #unigrams = new Ints();
  #section: "before" | "data" | "grams" | "end" = "before";
  #order = 0;

  constructor(algebra: AnyAlgebra = tropical) {
    this.#algebra = algebra;
    this.#toWeight = decimalLogarithmIn(algebra);
  }

  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes);
  }

  end(): AutomatonDocument<unknown> {
    this.#splitter.finish();
    const place = { line: this.#splitter.number, column: 1 };
    if (this.#section !== "end") failAtPlace(place, "expected \\end\\, found the end of the text");
    this.#announced.forEach((count, n) => {
      if (count !== (this.#found[n] ?? 0)) {
        failAtPlace(place, `${count} ${n}-grams are announced, but there are ${this.#found[n] ?? 0}`);
      }
    });
    const names = Array.from({ length: this.#tokens.size }, (_, token) => this.#name(token));
    const [start, end] = [names.indexOf("<s>"), names.indexOf("</s>")];
    if (end < 0) failAtPlace(place, "the model has no </s>: no sentence would end");
    const words = Array.from(this.#unigrams.array).filter((word) => word !== start && word !== end);
    try {
      return expandBackoff({
        algebra: this.#algebra,
        order: this.#announced.length - 1,
        tree: this.#tree,
        weight: this.#weight,
        backoff: this.#backoff,
        start,
        end,
        words,
        symbols: words.map((word) => names[word]),
      });
    } catch (error) {
      if (error instanceof HankelError && error.code === "budget") failAtPlace(place, error.message);
      throw error;
    }
  }

  #name(token: number): string {
    const bytes = this.#tokens.bytes(token);
    return decodeUtf8(bytes, 0, bytes.length);
  }

  #line(line: Line): void {
    const columns = this.#columns;
    columns.split(line);
    if (columns.count === 0) return;
    if (line.bytes[columns.starts[0]] === 0x5c && columns.count === 1) this.#heading(line);
    else if (this.#section === "data") this.#announce(line);
    else if (this.#section === "grams") this.#gram(line);
    else if (this.#section === "end") failAt(line, columns.starts[0], "expected nothing behind \\end\\");
  }

  #heading(line: Line): void {
    const text = this.#columns.text(line, 0);
    const at = this.#columns.starts[0];
    const order = /^\\(\d{1,2})-grams:$/.exec(text)?.[1];
    if (text === "\\data\\" && this.#section === "before") this.#section = "data";
    else if (text === "\\end\\" && this.#section === "grams") this.#section = "end";
    else if (order !== undefined && (this.#section === "data" || this.#section === "grams")) {
      if (Number(order) !== this.#order + 1) failAt(line, at, `expected \\${this.#order + 1}-grams:`);
      if (this.#announced[Number(order)] === undefined)
        failAt(line, at, `\\data\\ does not announce ${order}-grams`);
      this.#order++;
      this.#section = "grams";
    } else if (this.#section !== "before") failAt(line, at, `the heading ${quote(text)} is out of place`);
  }

  #announce(line: Line): void {
    const match = /^\s*ngram\s+(\d{1,2})\s*=\s*(\d{1,15})\s*$/.exec(textOf(line).slice(0, 200));
    const order = Number(match?.[1]);
    if (match === null || order !== Math.max(1, this.#announced.length) || order > MAX_ORDER) {
      failAt(line, line.start, `expected "ngram ${Math.max(1, this.#announced.length)}=count"`);
    }
    this.#announced[0] = 0;
    this.#announced[order] = Number(match?.[2]);
  }

  #gram(line: Line): void {
    const { count, starts, ends } = this.#columns;
    const order = this.#order;
    if (count !== order + 1 && count !== order + 2) {
      failAt(
        line,
        starts[0],
        `expected a logarithm, ${order} words and perhaps a back-off, found ${count} columns`,
      );
    }
    let node = 0;
    for (let i = 1; i <= order; i++) {
      const known = this.#tokens.size;
      const token = this.#tokens.number(line.bytes, starts[i], ends[i]);
      if (token === known) {
        textOf(line, starts[i], ends[i]);
        if (order > 1) failAt(line, starts[i], `the word ${quote(this.#name(token))} is none of the 1-grams`);
        this.#unigrams.push(token);
      }
      node = this.#tree.extend(node, token);
    }
    if (this.#weight[node] !== undefined) failAt(line, starts[0], "this n-gram occurs twice");
    while (this.#weight.length < this.#tree.size) {
      this.#weight.push(undefined);
      this.#backoff.push(undefined);
    }
    this.#weight[node] = this.#logarithm(line, 0);
    if (count === order + 2) this.#backoff[node] = this.#logarithm(line, count - 1);
    this.#found[0] = 0;
    this.#found[order] = (this.#found[order] ?? 0) + 1;
  }

  #logarithm(line: Line, column: number): unknown {
    const text = this.#columns.text(line, column);
    if (text.toLowerCase() === "-inf") return this.#algebra.zero;
    const value = parseWeight(rational, line, this.#columns.starts[column], text);
    if (value === ARPA_ZERO) return this.#algebra.zero;
    try {
      return this.#toWeight(value);
    } catch (error) {
      if (error instanceof HankelError) return failAt(line, this.#columns.starts[column], error.message);
      throw error;
    }
  }
}
