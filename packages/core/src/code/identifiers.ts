import { allDifferent } from "./state-names.ts";

/** How the words of an identifier are put together. */
export type Style = "camelCase" | "PascalCase" | "snake_case" | "UPPER_CASE" | "kebab-case";

export interface IdentifierOptions {
  /** The word that stands in front of a digit, of a reserved name, and of what has no letters at all; empty if a digit may come first. */
  readonly lead: string;
  /** Names that mean something else there. */
  readonly reserved?: ReadonlySet<string>;
}

const LONGEST_IDENTIFIER = 48;

/** What people call signs that stand alone. */
const SIGNS: Readonly<Record<string, string>> = {
  "+": "plus",
  "-": "minus",
  "*": "star",
  "/": "slash",
  "\\": "backslash",
  "=": "equals",
  "<": "less",
  ">": "greater",
  "(": "open",
  ")": "close",
  "[": "open bracket",
  "]": "close bracket",
  "{": "open brace",
  "}": "close brace",
  "!": "bang",
  "?": "question",
  ".": "dot",
  ",": "comma",
  ":": "colon",
  ";": "semicolon",
  "&": "and",
  "|": "bar",
  "^": "caret",
  "~": "tilde",
  "%": "percent",
  $: "dollar",
  "#": "hash",
  "@": "at",
  "'": "quote",
  '"': "double quote",
  "`": "backtick",
  _: "underscore",
  ε: "epsilon",
  ß: "ss",
  æ: "ae",
  ø: "o",
  Æ: "Ae",
  Ø: "O",
};

/** Signs inside a name, which only separate its parts. */
const SEPARATORS = /(?<=[\p{L}\p{N}])[-_./:,'"()[\]{}]+(?=[\p{L}\p{N}])/gu;

/** The words of a text, in ASCII letters and digits: `HelloDone` and `hello-done` have two. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .split(/\s+/u)
    .flatMap((token) => {
      const spelled = Array.from(token.replaceAll(SEPARATORS, " "), (character) => {
        if (/[A-Za-z\d ]/u.test(character)) return character;
        const name = SIGNS[character];
        if (name !== undefined && /\p{L}/u.test(character)) return name;
        return ` ${name ?? `u${(character.codePointAt(0) ?? 0).toString(16)}`} `;
      });
      return spelled
        .join("")
        .replaceAll(/([a-z\d])([A-Z])/gu, "$1 $2")
        .split(" ");
    })
    .filter((word) => word !== "");
}

/** A text as an identifier; two texts may get the same one. */
export function identifier(text: string, style: Style, { lead, reserved }: IdentifierOptions): string {
  const words = wordsOf(text);
  if (words.length === 0) words.push(...wordsOf(lead), "empty");
  if (/^\d/u.test(words[0])) words.unshift(...wordsOf(lead));
  const name = joined(shortened(words), style);
  return reserved?.has(name) ? joined([...wordsOf(lead === "" ? "the" : lead), ...words], style) : name;
}

/** The first words, and of a very long one the beginning. */
function shortened(words: readonly string[]): string[] {
  let length = 0;
  const kept = words.filter((word) => (length += word.length + 1) <= LONGEST_IDENTIFIER);
  return kept.length > 0 ? kept : [words[0].slice(0, LONGEST_IDENTIFIER)];
}

/** Texts as identifiers, all different. */
export function identifiers(texts: readonly string[], style: Style, options: IdentifierOptions): string[] {
  const names = texts.map((text) => identifier(text, style, options));
  return allDifferent(names, style === "kebab-case" ? "-" : "_");
}

function joined(words: readonly string[], style: Style): string {
  const lower = words.map((word) => word.toLowerCase());
  const capital = (word: string) => word[0].toUpperCase() + word.slice(1);
  switch (style) {
    case "snake_case":
      return lower.join("_");
    case "UPPER_CASE":
      return lower.join("_").toUpperCase();
    case "kebab-case":
      return lower.join("-");
    case "PascalCase":
      return lower.map(capital).join("");
    default:
      return lower.map((word, i) => (i === 0 ? word : capital(word))).join("");
  }
}

/** The symbols that are names as they are; the others become identifiers. All are different. */
export function namesOfSymbols(
  symbols: readonly string[],
  isName: (symbol: string) => boolean,
  style: Style,
  options: IdentifierOptions,
): string[] {
  const kept = symbols.filter(isName);
  const others = symbols.filter((symbol) => !isName(symbol));
  // Those that stay come first, so that they keep their names.
  const names = allDifferent([...kept, ...others.map((symbol) => identifier(symbol, style, options))], "_");
  const nameOf = new Map([...kept, ...others].map((symbol, i) => [symbol, names[i]]));
  return symbols.map((symbol) => nameOf.get(symbol) ?? symbol);
}
