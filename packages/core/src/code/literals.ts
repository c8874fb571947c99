/** Texts in programs: as literals, and in comments. */

/** What a reader of code would not see, or see elsewhere: controls, unassigned characters, marks of direction, ends of lines. */
const HIDDEN = /[\p{C}\u2028\u2029]/gu;

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
const codeOf = (character: string) => character.codePointAt(0) ?? 0;

/** A value as JSON, in which hidden characters are escaped. */
export function json(value: string | object): string {
  return JSON.stringify(value).replaceAll(HIDDEN, (hidden) =>
    Array.from({ length: hidden.length }, (_, i) => `\\u${hex(hidden.charCodeAt(i), 4)}`).join(""),
  );
}

/** A literal of JavaScript is JSON. */
export function javascriptText(text: string): string {
  return json(text);
}

/** The key of an object in JavaScript. */
export function javascriptKey(text: string): string {
  // As a plain key it would be the prototype.
  if (text === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/u.test(text) ? text : javascriptText(text);
}

export function pythonText(text: string): string {
  return JSON.stringify(text).replaceAll(HIDDEN, (hidden) => {
    const code = codeOf(hidden);
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

/** UTF-8 in three octal digits a byte, which no further digit prolongs; a NUL in two bytes, since the text would end there. */
export function cText(text: string): string {
  const written = Array.from(text, (character) => {
    const code = codeOf(character);
    if (character === '"' || character === "\\") return `\\${character}`;
    if (character === "\n") return "\\n";
    // Two of them could begin a trigraph.
    if (character === "?") return "\\?";
    if (code >= 0x20 && code < 0x7f) return character;
    return utf8(code)
      .map((byte) => `\\${byte.toString(8).padStart(3, "0")}`)
      .join("");
  });
  return `"${written.join("")}"`;
}

function utf8(code: number): number[] {
  if (code === 0) return [0xc0, 0x80];
  if (code < 0x80) return [code];
  const rest = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return [0xc0 | (code >> 6), rest(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), rest(6), rest(0)];
  return [0xf0 | (code >> 18), rest(12), rest(6), rest(0)];
}

/** In attributes and content of XML. What XML cannot hold, or nobody sees, is escaped as in JavaScript. */
export function xmlText(text: string): string {
  return text
    .replaceAll(HIDDEN, (hidden) => (codeOf(hidden) > 0xffff ? hidden : `\\u${hex(codeOf(hidden), 4)}`))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A text that people read, on one line: as it is, or as JSON where it would be unclear. */
export function plainText(text: string): string {
  return /^[^\s"'\\\p{C}\u2028\u2029]+(?: [^\s"'\\\p{C}\u2028\u2029]+)*$/u.test(text) ? text : json(text);
}

const LONGEST_COMMENT = 80;

/** A text in a comment: on one line, not too long, and nothing in it ends the comment. */
export function commentText(text: string): string {
  const shown = plainText(text);
  const cut =
    shown.length > LONGEST_COMMENT ? `${Array.from(shown).slice(0, LONGEST_COMMENT).join("")}…` : shown;
  // What ends or begins a comment, or its line, in one of the languages.
  return cut
    .replaceAll("*/", "* /")
    .replaceAll("/*", "/ *")
    .replaceAll("--", "- -")
    .replaceAll("??", "? ?")
    .replaceAll('"""', '" " "');
}
