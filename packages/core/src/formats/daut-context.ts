import { type AnyAlgebra, semifieldByName } from "../algebra/registry.ts";
import { HankelError, quote } from "../errors.ts";
import { letter, letters } from "./daut-label.ts";
import type { TextScanner } from "./text-scanner.ts";

/** Vcsn's names of weights, in both of its spellings, with our semifields. */
const WEIGHTS: ReadonlyMap<string, string> = new Map([
  ["b", "boolean"],
  ["𝔹", "boolean"],
  ["z", "rational"],
  ["ℤ", "rational"],
  ["q", "rational"],
  ["qmp", "rational"],
  ["ℚ", "rational"],
  ["r", "real"],
  ["ℝ", "real"],
  ["nmin", "tropical"],
  ["ℕmin", "tropical"],
  ["zmin", "tropical"],
  ["ℤmin", "tropical"],
  ["rmin", "tropical"],
  ["ℝmin", "tropical"],
  ["zmax", "arctic"],
  ["ℤmax", "arctic"],
  ["log", "log"],
  ["f2", "prime-field:2"],
  ["𝔽₂", "prime-field:2"],
]);

/** Vcsn's name for a semifield, or our own if Vcsn has none, so that nothing is lost. */
export function vcsnWeights(semifield: string, integral: boolean): string {
  if (semifield === "tropical") return integral ? "zmin" : "rmin";
  const preferred = new Map([
    ["boolean", "b"],
    ["rational", "q"],
    ["real", "r"],
    ["log", "log"],
    ["prime-field:2", "f2"],
  ]);
  return preferred.get(semifield) ?? semifield;
}

/** A context: `lal_char(ab), q`, or `[ab] → ℚ` in newer versions. */
export interface Context {
  readonly algebra: AnyAlgebra;
  /** The symbols that it lists; none if it is open. */
  readonly symbols: readonly string[];
}

/** Reads the context at an offset; a letter that is listed twice counts once. */
export function readContext(
  scan: TextScanner,
  at: number,
  text: string,
  given: AnyAlgebra | undefined,
): Context {
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
  const name = WEIGHTS.get(weights) ?? WEIGHTS.get(weights.toLowerCase()) ?? weights;
  if (given?.name === name) return given;
  if (given !== undefined) scan.fail(`expected the semifield ${quote(given.name)}, found ${quote(name)}`, at);
  try {
    return semifieldByName(name);
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    return scan.fail(`the weights ${quote(weights)} are not known here: ${error.message}`, at);
  }
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
