import type { GroupWithZero } from "../../algebra/semifield.ts";
import { HankelError, type Place, quote } from "../../errors.ts";

/**
 * A weighted rational expression. A weight w stands for w times the empty word. So ε is the weight 1, the empty
 * language is the weight 0, and `<1/2>a` is an ordinary product.
 */
export type Expression<W> =
  | { readonly kind: "weight"; readonly weight: W }
  | { readonly kind: "symbol"; readonly symbol: string }
  | { readonly kind: "sum"; readonly terms: readonly Expression<W>[] }
  | { readonly kind: "product"; readonly factors: readonly Expression<W>[] }
  | { readonly kind: "star" | "plus"; readonly of: Expression<W> };

/** The deepest nesting of expressions, so that recursive functions do not run out of stack. */
export const MAX_DEPTH = 1000;

/** The characters that `parseExpression` does not read as symbols. */
export const SPECIAL = new Set('()|*+?<>"\\ε');

/**
 * The inverse of `parseExpression`: symbols in quotes only if needed, weights in the algebra's notation between < and
 * >, and no more parentheses than needed. Linear.
 *
 * @example
 * console.log(formatExpression(parseExpression("a (b|<1/2>a)*", rational), rational)); // a(b|<1/2>a)*
 */
export function formatExpression<W>(expression: Expression<W>, algebra: GroupWithZero<W>): string {
  const pieces: string[] = [];
  write(expression, 0);
  return pieces.join("");

  /** `level` says what needs no parentheses here: 0 anything, 1 everything but sums, 2 neither sums nor products. */
  function write(part: Expression<W>, level: number): void {
    if (part.kind === "weight") pieces.push(weightText(part.weight, algebra));
    else if (part.kind === "symbol") pieces.push(symbolText(part.symbol));
    else if (part.kind === "sum") bracketed(level > 0, () => separated(part.terms, "|", 1, algebra.zero));
    else if (part.kind === "product") bracketed(level > 1, () => separated(part.factors, "", 2, algebra.one));
    else {
      write(part.of, 2);
      pieces.push(part.kind === "star" ? "*" : "+");
    }
  }

  /** The parts with a separator between them; an empty sum or product has a text of its own. */
  function separated(parts: readonly Expression<W>[], separator: string, level: number, none: W): void {
    if (parts.length === 0) pieces.push(weightText(none, algebra));
    parts.forEach((part, i) => {
      if (i > 0) pieces.push(separator);
      write(part, level);
    });
  }

  function bracketed(needed: boolean, inner: () => void): void {
    if (needed) pieces.push("(");
    inner();
    if (needed) pieces.push(")");
  }
}

function weightText<W>(weight: W, algebra: GroupWithZero<W>): string {
  if (algebra.equals(weight, algebra.one)) return "()";
  return `<${algebra.format(weight).replaceAll(/[\\>]/gu, "\\$&")}>`;
}

function symbolText(symbol: string): string {
  const [first, ...more] = symbol;
  const plain = first !== undefined && more.length === 0 && !SPECIAL.has(first) && !/[\s\p{C}]/u.test(first);
  return plain ? first : JSON.stringify(symbol);
}

/**
 * Reads a weighted rational expression.
 *
 *     E F      a product, one after the other; spaces do not count
 *     E|F      a sum
 *     E*  E+   Kleene's star, and at least one        E?   the same as (()|E)
 *     (E)      for grouping                           ()   or ε: the empty word
 *     <w>      a weight, in the algebra's notation, \> for > and \\ for \ ; <0> is the empty language
 *     a        a symbol: any other character           \a   any character at all
 *     "a b"    a symbol of any number of characters, as JSON writes a string
 *
 * A weight is a factor like any other: `<1/2>a(b|c)*` is half of a(b|c)*, and `a<2>*` needs the star of 2. Linear.
 *
 * @example
 * console.log(formatExpression(parseExpression("(a|b)* <2>a", tropical), tropical)); // (a|b)*<2>a
 */
export function parseExpression<W>(text: string, algebra: GroupWithZero<W>): Expression<W> {
  return new Parser(text, algebra).whole();
}

/** A part, with the depth of its nesting. */
interface Part<W> {
  readonly expression: Expression<W>;
  readonly depth: number;
}

class Parser<W> {
  readonly #text: string;
  readonly #algebra: GroupWithZero<W>;
  #at = 0;
  #open = 0;

  constructor(text: string, algebra: GroupWithZero<W>) {
    this.#text = text;
    this.#algebra = algebra;
  }

  whole(): Expression<W> {
    const { expression } = this.#sum();
    if (this.#at < this.#text.length)
      throw this.#error(`a ${quote(this.#text[this.#at])} that closes nothing`);
    return expression;
  }

  #sum(): Part<W> {
    const terms = [this.#product()];
    while (this.#take("|")) terms.push(this.#product());
    if (terms.length === 1) return terms[0];
    return this.#deeper({ kind: "sum", terms: terms.map((term) => term.expression) }, terms);
  }

  #product(): Part<W> {
    const factors: Part<W>[] = [];
    for (let next = this.#peek(); next !== "" && next !== "|" && next !== ")"; next = this.#peek()) {
      factors.push(this.#repeated());
    }
    if (factors.length === 1) return factors[0];
    if (factors.length === 0)
      throw this.#error("nothing where an expression should be; the empty word is ()");
    return this.#deeper({ kind: "product", factors: factors.map((factor) => factor.expression) }, factors);
  }

  #repeated(): Part<W> {
    let part = this.#atom();
    for (;;) {
      const of = part.expression;
      if (this.#take("*")) part = this.#deeper({ kind: "star", of }, [part]);
      else if (this.#take("+")) part = this.#deeper({ kind: "plus", of }, [part]);
      else if (this.#take("?")) part = this.#deeper({ kind: "sum", terms: [this.#empty(), of] }, [part]);
      else return part;
    }
  }

  #atom(): Part<W> {
    const next = this.#peek();
    if (next === "(") return this.#group();
    if (next === "<") return leaf({ kind: "weight", weight: this.#weight() });
    if (next === '"') return leaf({ kind: "symbol", symbol: this.#quoted() });
    if (next === "ε") {
      this.#at += next.length;
      return leaf(this.#empty());
    }
    if (next === "*" || next === "+" || next === "?")
      throw this.#error(`a ${next} that nothing stands before`);
    if (next === ">") throw this.#error("a > that closes no weight; the symbol is written \\>");
    if (next === "\\") this.#at++;
    const symbol = this.#character();
    if (symbol === "") throw this.#error("a \\ that nothing follows");
    this.#at += symbol.length;
    return leaf({ kind: "symbol", symbol });
  }

  #group(): Part<W> {
    const opened = this.#at++;
    if (++this.#open > MAX_DEPTH) throw this.#tooDeep();
    const part = this.#peek() === ")" ? leaf(this.#empty()) : this.#sum();
    if (!this.#take(")")) throw this.#error("a ( that is not closed", opened);
    this.#open--;
    return part;
  }

  /** From < to the first > without a \ before it. */
  #weight(): W {
    const opened = this.#at;
    let notation = "";
    for (let at = opened + 1; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === ">") {
        this.#at = at + 1;
        return this.#parsedWeight(notation, opened);
      }
      notation += char === "\\" ? this.#text.charAt(++at) : char;
    }
    throw this.#error("a < that is not closed", opened);
  }

  #parsedWeight(notation: string, opened: number): W {
    try {
      return this.#algebra.parse(notation.trim());
    } catch (cause) {
      if (!(cause instanceof HankelError)) throw cause;
      throw new HankelError("parse", cause.message, { place: this.#place(opened), cause });
    }
  }

  #quoted(): string {
    const literal = /"(?:[^"\\]|\\.)*"/suy;
    literal.lastIndex = this.#at;
    const found = literal.exec(this.#text)?.[0];
    if (found === undefined) throw this.#error('a " that is not closed');
    try {
      const symbol = JSON.parse(found) as string;
      this.#at += found.length;
      return symbol;
    } catch (cause) {
      throw new HankelError("parse", `${quote(found)} is not a JSON string`, {
        place: this.#place(this.#at),
        cause,
      });
    }
  }

  #empty(): Expression<W> {
    return { kind: "weight", weight: this.#algebra.one };
  }

  #deeper(expression: Expression<W>, parts: readonly Part<W>[]): Part<W> {
    let deepest = 0;
    for (const { depth } of parts) deepest = Math.max(deepest, depth);
    if (deepest >= MAX_DEPTH) throw this.#tooDeep();
    return { expression, depth: deepest + 1 };
  }

  /** The next character that is no space; empty at the end. */
  #peek(): string {
    while (this.#at < this.#text.length && /\s/u.test(this.#text[this.#at])) this.#at++;
    return this.#character();
  }

  /** The character here, which may be two units of UTF-16. */
  #character(): string {
    const code = this.#text.codePointAt(this.#at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += char.length;
    return true;
  }

  #tooDeep(): HankelError {
    return this.#error(`an expression nested deeper than ${MAX_DEPTH}`);
  }

  #error(what: string, at = this.#at): HankelError {
    return new HankelError("parse", `in an expression: ${what}`, { place: this.#place(at) });
  }

  #place(at: number): Place {
    const before = this.#text.slice(0, at);
    const line = before.split("\n").length;
    return { line, column: at - (before.lastIndexOf("\n") + 1) + 1 };
  }
}

function leaf<W>(expression: Expression<W>): Part<W> {
  return { expression, depth: 1 };
}
