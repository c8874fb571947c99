import { HankelError, quote } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Distribution } from "./distribution.ts";

/** A partition of distributions into classes, each with a name that says what its distributions have in common. */
export interface Classes {
  /** As the command line writes it: `bins:10`, `top:3`. */
  readonly name: string;
  /** The name of a distribution's class. */
  of(distribution: Distribution, alphabet: Alphabet): string;
}

/** How the end is called in the names of classes, unless that is a symbol. */
const END = "end";

/**
 * The bins of equal width that every probability falls into: n of them, [0, 1/n) to [1 − 1/n, 1]. A class is named by the
 * lower edges in percent, where bins from 0 are left out: `a:30% b:60%`.
 *
 * @example
 * console.log(bins(10).of(Float64Array.of(0.35, 0.65, 0), new Alphabet("ab"))); // a:30% b:60%
 */
export function bins(n: number): Classes {
  requireCount(n, "bins");
  return {
    name: `bins:${n}`,
    of(distribution, alphabet) {
      const parts: string[] = [];
      for (let i = 0; i < distribution.length; i++) {
        const bin = Math.min(n - 1, Math.floor(distribution[i] * n));
        if (bin > 0) parts.push(`${symbolAt(alphabet, i)}:${percent(bin / n)}`);
      }
      return parts.length === 0 ? `all below ${percent(1 / n)}` : parts.join(" ");
    },
  };
}

/**
 * The k likeliest symbols in their order, the end among them: `a > end > b`. Of equal probabilities the first symbol is
 * ahead, and symbols with probability 0 are not listed.
 *
 * @example
 * console.log(topRanks(2).of(Float64Array.of(0.3, 0.6, 0.1), new Alphabet("ab"))); // b > a
 */
export function topRanks(k: number): Classes {
  requireCount(k, "top");
  return {
    name: `top:${k}`,
    of(distribution, alphabet) {
      const order = Array.from(distribution.keys()).filter((i) => distribution[i] > 0);
      order.sort((a, b) => distribution[b] - distribution[a] || a - b);
      return order
        .slice(0, k)
        .map((i) => symbolAt(alphabet, i))
        .join(" > ");
    },
  };
}

/**
 * Reads `bins:10` or `top:3`.
 *
 * @example
 * console.log(parseClasses("top:3").name); // top:3
 */
export function parseClasses(text: string): Classes {
  const [, kind, count] = /^(bins|top):(\d{1,6})$/u.exec(text) ?? [];
  if (kind === "bins") return bins(Number(count));
  if (kind === "top") return topRanks(Number(count));
  throw new HankelError(
    "usage",
    `expected classes such as bins:10 (probabilities by tenths) or top:3 (the likeliest three), not ${quote(text)}`,
  );
}

function requireCount(count: number, what: string): void {
  if (Number.isSafeInteger(count) && count >= 1) return;
  throw new HankelError("usage", `${what} needs a whole number from 1 on, not ${count}`);
}

function symbolAt(alphabet: Alphabet, i: number): string {
  if (i < alphabet.size) return alphabet.symbols[i];
  return alphabet.letter(END) < 0 ? END : `<${END}>`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(4))}%`;
}
