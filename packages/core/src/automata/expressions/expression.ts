import type { GroupWithZero } from "../../algebra/semifield.ts";

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
