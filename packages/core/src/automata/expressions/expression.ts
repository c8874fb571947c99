import type { GroupWithZero } from "../../algebra/semifield.ts";

/**
 * A weighted rational expression. A weight stands for itself times the empty word, so that ε is the weight 1 and the
 * empty language the weight 0, and `<1/2>a` is a product like any other.
 */
export type Expression<W> =
  | { readonly kind: "weight"; readonly weight: W }
  | { readonly kind: "symbol"; readonly symbol: string }
  | { readonly kind: "sum"; readonly terms: readonly Expression<W>[] }
  | { readonly kind: "product"; readonly factors: readonly Expression<W>[] }
  | { readonly kind: "star" | "plus"; readonly of: Expression<W> };

/** Expressions are not nested deeper than this: functions that follow them must not run out of stack. */
export const MAX_DEPTH = 1000;

/** What `parseExpression` reads as something else than a symbol. */
export const SPECIAL = new Set('()|*+?<>"\\ε');

/**
 * The inverse of `parseExpression`: symbols as they are where they can stand so, in quotes where they cannot; weights
 * in the algebra's notation between < and >; no more parentheses than needed. Linear.
 */
export function formatExpression<W>(expression: Expression<W>, algebra: GroupWithZero<W>): string {
  const pieces: string[] = [];
  write(expression, 0);
  return pieces.join("");

  /** `level` is what may stand here without parentheses: 0 anything, 1 no sum, 2 no product either. */
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

  /** Parts one after the other; of none, what such a sum or product is. */
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
