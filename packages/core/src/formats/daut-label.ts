/** Letters as Vcsn writes them: a character, a backslash and a character, or several characters in single quotes. */

/** The characters after a backslash, and what they mean. */
const SPECIAL = /[^\p{L}\p{N}_]/u;
/** The characters that need a backslash to be letters. */
const STRUCTURE = /[\s<>[\],']/u;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** A symbol as it is written in a label. */
export function writtenLetter(symbol: string): string {
  const characters = Array.from(symbol);
  if (characters.length === 1) return escaped(symbol);
  return `'${characters.map(escaped).join("")}'`;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) as number;
  const hidden = /[\p{C}\p{Z}]/u.test(character);
  if (hidden) return `\\x{${code.toString(16)}}`;
  return SPECIAL.test(character) ? `\\${character}` : character;
}

/** The character at an offset, with its escape read; undefined if there is none. */
function character(text: string, at: number): { value: string; end: number } | undefined {
  const code = text.codePointAt(at);
  if (code === undefined) return undefined;
  const value = String.fromCodePoint(code);
  if (value !== "\\") return { value, end: at + value.length };
  const hexadecimal = /\\x(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{2}))/uy;
  hexadecimal.lastIndex = at;
  const match = hexadecimal.exec(text);
  if (match !== null) {
    const number = Number.parseInt(match[1] ?? match[2], 16);
    return number <= 0x10ffff
      ? { value: String.fromCodePoint(number), end: at + match[0].length }
      : undefined;
  }
  const next = text.codePointAt(at + 1);
  if (next === undefined) return undefined;
  const escape = String.fromCodePoint(next);
  const known = ESCAPES.get(escape);
  if (known === undefined && /[\p{L}\p{N}]/u.test(escape)) return undefined;
  return { value: known ?? escape, end: at + 1 + escape.length };
}

/** The letter at an offset; undefined if there is none. */
export function letter(text: string, at: number): { symbol: string; end: number } | undefined {
  if (text[at] !== "'") {
    if (STRUCTURE.test(text[at] ?? " ")) return undefined;
    const found = character(text, at);
    return found && { symbol: found.value, end: found.end };
  }
  const parts: string[] = [];
  for (let next = at + 1; ; ) {
    if (text[next] === "'") return { symbol: parts.join(""), end: next + 1 };
    const found = character(text, next);
    if (found === undefined) return undefined;
    parts.push(found.value);
    next = found.end;
  }
}

/** The letters of a class such as `a-dxz`; undefined if it is no class. */
export function letters(text: string): string[] | undefined {
  const symbols: string[] = [];
  for (let at = 0; at < text.length; ) {
    const first = character(text, at);
    if (first === undefined) return undefined;
    at = first.end;
    symbols.push(first.value);
    if (text[at] !== "-") continue;
    const last = character(text, at + 1);
    const [low, high] = [first.value.codePointAt(0) as number, last?.value.codePointAt(0) ?? -1];
    if (last === undefined || high < low || high - low > 0xffff) return undefined;
    for (let code = low + 1; code <= high; code++) symbols.push(String.fromCodePoint(code));
    at = last.end;
  }
  return symbols;
}
