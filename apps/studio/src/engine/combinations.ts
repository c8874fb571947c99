import type { MachineView } from "./views.ts";

/**
 * The rows p·a of a block as combinations of the rows of its basis, by i·|Σ| + a for the basis word number i: the arcs of the
 * hypothesis are their coordinates. `words` are the basis words, and `symbols` the alphabet.
 */
export function combinationsOf(
  { arcs }: MachineView,
  words: readonly string[],
  symbols: readonly string[],
): string[] {
  const letters = new Map(symbols.map((symbol, letter) => [symbol, letter]));
  const terms = Array.from(
    { length: words.length * symbols.length },
    (): { weight: string; word: string }[] => [],
  );
  for (const { from, to, symbol, weight } of arcs) {
    terms[from * symbols.length + (letters.get(symbol) ?? 0)]?.push({ weight, word: words[to] });
  }
  return terms.map(combination);
}

/** A sum of words with coefficients on their left: 2·ε − a. */
export function combination(terms: readonly { readonly weight: string; readonly word: string }[]): string {
  let text = "";
  for (const { weight, word } of terms) {
    // Signs inside a weight, as quaternions have them, need parentheses.
    const isSum = /.[+-]/u.test(weight);
    const isNegative = !isSum && weight.startsWith("-");
    const factor = isSum ? `(${weight})` : isNegative ? weight.slice(1) : weight;
    const sign = text === "" ? (isNegative ? "−" : "") : isNegative ? " − " : " + ";
    text += `${sign}${factor === "1" ? "" : `${factor}·`}${word}`;
  }
  return text === "" ? "0" : text;
}
