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
    // CR LF is one end, also when the offset lies between the two.
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

/** Is this the second half of a character that takes two units? */
function isTrail(text: string, at: number): boolean {
  const [before, code] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/** Is this a white space, as patterns see it? */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code >= 0xa0 && /\s/u.test(String.fromCharCode(code));
}

/** A text and how far it has been read: what the readers of formats without lines have in common. */
export class TextScanner {
  readonly text: string;
  at: number;

  constructor(text: string) {
    this.text = text;
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  /** What a sticky pattern matches here, and passes over; `undefined` where it does not. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  /** Passes over this text if it stands here. */
  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Passes over white space. A loop, not a pattern: those need a stack as long as what they match. */
  blanks(): void {
    const { text } = this;
    while (this.at < text.length && isSpace(text.charCodeAt(this.at))) this.at++;
  }

  /** What is left of this line, and passes over it. */
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

  /** What stands here, as a message can show it. */
  found(): string {
    if (this.done) return "the end of the text";
    const word = /[^\s\p{Cc}]{1,30}/uy;
    word.lastIndex = this.at;
    const match = word.exec(this.text)?.[0] ?? String.fromCodePoint(this.text.codePointAt(this.at) as number);
    return JSON.stringify(match);
  }
}
