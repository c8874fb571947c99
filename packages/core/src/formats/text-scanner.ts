import { HankelError, type Place } from "../errors.ts";

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** The line and column of an offset. Lines end with LF, CR LF or CR; a column counts characters. */
export function placeIn(text: string, at: number): Place {
  const end = Math.min(at, text.length);
  let line = 1;
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code !== LINE_FEED && code !== RETURN) continue;
    // CR LF is one line end, also if the offset is between the two.
    if (code === LINE_FEED && i > 0 && text.charCodeAt(i - 1) === RETURN) {
      start = i + 1;
      continue;
    }
    line++;
    start = i + 1;
  }
  let column = 1;
  for (let i = start; i < end; i++) if (!isTrail(text, i)) column++;
  return { line, column };
}

/** Is this the second half of a surrogate pair? */
function isTrail(text: string, at: number): boolean {
  const [before, code] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/** Is this white space, as in `\s`? */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code >= 0xa0 && /\s/u.test(String.fromCharCode(code));
}

/** A text and a position in it, for readers of formats that are not made of lines. */
export class TextScanner {
  readonly text: string;
  at: number;

  constructor(text: string) {
    this.text = text;
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  /** Reads what a sticky pattern matches here; `undefined` if it does not match. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  /** Skips this text if it comes next; false if it does not. */
  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Skips white space. A loop, because a pattern needs stack in proportion to what it matches. */
  blanks(): void {
    const { text } = this;
    while (this.at < text.length && isSpace(text.charCodeAt(this.at))) this.at++;
  }

  /** Reads the rest of the line. */
  line(): string {
    const { text } = this;
    const start = this.at;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === LINE_FEED || code === RETURN) break;
    }
    return text.slice(start, this.at);
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  fail(message: string, at = this.at): never {
    throw new HankelError("parse", message, { place: placeIn(this.text, at) });
  }

  /** What comes next, for a message. */
  found(): string {
    if (this.done) return "the end of the text";
    const word = /[^\s\p{Cc}]{1,30}/uy;
    word.lastIndex = this.at;
    const match = word.exec(this.text)?.[0] ?? String.fromCodePoint(this.text.codePointAt(this.at) as number);
    return JSON.stringify(match);
  }
}
