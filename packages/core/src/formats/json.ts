import { HankelError, type Place, quote, shortened } from "../errors.ts";
import { placeIn } from "./text-scanner.ts";

export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/** The deepest nesting: the reader is recursive and must not run out of stack. */
export const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
/** What may follow a backslash, and what it means. */
const ESCAPES = new Map(Array.from('"\\/bfnrt', (letter, i) => [letter, '"\\/\b\f\n\r\t'[i]]));

/**
 * Reads JSON value by value, as the caller asks for them: strictly, in one pass, without building objects.
 *
 * `JSON.parse` is not enough for automata: it turns `0.1` into the nearest double, but an exact weight needs the text;
 * it does not know the place of a value in the file; and it silently accepts a key twice. Here a number is its text,
 * every value has an offset, and a mistake is a `parse` error with line and column.
 */
export class JsonReader {
  readonly text: string;
  #at: number;
  #depth = 0;

  constructor(text: string, at = 0) {
    this.text = text;
    // Skip the byte order mark that some editors write.
    this.#at = at === 0 && text.charCodeAt(0) === 0xfeff ? 1 : at;
  }

  /** The offset of the next value. */
  get at(): number {
    const { text } = this;
    let at = this.#at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      at++;
    }
    this.#at = at;
    return at;
  }

  /** The kind of the next value. */
  peek(): JsonKind {
    const at = this.at;
    const first = this.text[at];
    if (first === '"') return "string";
    if (first === "[") return "array";
    if (first === "{") return "object";
    if (first === "-" || (first >= "0" && first <= "9")) return "number";
    if (this.text.startsWith("true", at) || this.text.startsWith("false", at)) return "boolean";
    if (this.text.startsWith("null", at)) return "null";
    return this.fail(`expected a value, found ${this.#found()}`);
  }

  string(what = "a string"): string {
    const { text } = this;
    const start = this.at;
    if (text.charCodeAt(start) !== QUOTE) this.#expected(what);
    for (let at = start + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return text.slice(start + 1, at);
      }
      if (code === BACKSLASH) return this.#escaped(start, at);
      if (!(code >= 0x20)) this.#badCharacter(start, at);
    }
  }

  /** A number, as its text. */
  number(what = "a number"): string {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) return this.#expected(what);
    this.#at += match[0].length;
    return match[0];
  }

  boolean(what = "true or false"): boolean {
    if (this.#literal("true")) return true;
    return this.#literal("false") ? false : this.#expected(what);
  }

  null(what = "null"): null {
    return this.#literal("null") ? null : this.#expected(what);
  }

  /** An array: calls `item` for each value, which must read it. Returns the number of values. */
  array(item: (index: number) => void, what = "an array"): number {
    this.#open("[", what);
    let count = 0;
    if (this.#close("]")) return count;
    do item(count++);
    while (this.#another("]"));
    return count;
  }

  /** An object: calls `field` for each value, which must read it. A repeated key is an error. */
  object(field: (key: string, at: number) => void, what = "an object"): void {
    this.#open("{", what);
    if (this.#close("}")) return;
    const keys = new Set<string>();
    do {
      const at = this.at;
      const key = this.string("a key in double quotes");
      if (keys.has(key)) this.fail(`the key ${quote(key)} occurs twice`, at);
      keys.add(key);
      if (this.text[this.at] !== ":") this.#expected(`":" after the key ${quote(key)}`);
      this.#at++;
      field(key, at);
    } while (this.#another("}"));
  }

  /** Skips a value. */
  skip(): void {
    const kind = this.peek();
    if (kind === "array") this.array(() => this.skip());
    else if (kind === "object") this.object(() => this.skip());
    else this[kind]();
  }

  /** Throws unless only white space is left. */
  end(): void {
    if (this.at < this.text.length) this.#expected("the end of the text");
  }

  place(at = this.at): Place {
    return placeIn(this.text, at);
  }

  fail(message: string, at = this.at): never {
    throw new HankelError("parse", message, { place: this.place(at) });
  }

  #expected(what: string): never {
    return this.fail(`expected ${what}, found ${this.#found()}`);
  }

  /** What was found instead of what was expected, for a message. */
  #found(): string {
    const at = this.at;
    const first = this.text.codePointAt(at);
    if (first === undefined) return "the end of the text";
    if (first === QUOTE) {
      const end = this.text.indexOf('"', at + 1);
      return end < 0 || end - at > 60 ? "a string" : this.text.slice(at, end + 1);
    }
    for (const pattern of [NUMBER, NAME]) {
      pattern.lastIndex = at;
      const match = pattern.exec(this.text);
      if (match !== null) return shortened(match[0]);
    }
    if (first === 0x5b) return "an array";
    if (first === 0x7b) return "an object";
    return quote(String.fromCodePoint(first));
  }

  #literal(word: string): boolean {
    const at = this.at;
    if (!this.text.startsWith(word, at)) return false;
    this.#at = at + word.length;
    return true;
  }

  #open(bracket: string, what: string): void {
    if (this.text[this.at] !== bracket) this.#expected(what);
    if (++this.#depth > MAX_DEPTH) this.fail(`nested more than ${MAX_DEPTH} deep`);
    this.#at++;
  }

  #close(bracket: string): boolean {
    if (this.text[this.at] !== bracket) return false;
    this.#at++;
    this.#depth--;
    return true;
  }

  /** After an item: is there another one? */
  #another(bracket: string): boolean {
    if (this.#close(bracket)) return false;
    if (this.text[this.at] !== ",") this.#expected(`"," or "${bracket}"`);
    this.#at++;
    return true;
  }

  /** The string that starts at `start` and has its first backslash at `from`. */
  #escaped(start: number, from: number): string {
    const { text } = this;
    const pieces: string[] = [];
    let done = start + 1;
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        pieces.push(text.slice(done, at));
        return pieces.join("");
      }
      if (!(code >= 0x20)) this.#badCharacter(start, at);
      if (code !== BACKSLASH) continue;
      pieces.push(text.slice(done, at), this.#escape(at));
      at += text[at + 1] === "u" ? 5 : 1;
      done = at + 1;
    }
  }

  #escape(at: number): string {
    const letter = this.text[at + 1];
    const simple = ESCAPES.get(letter);
    if (simple !== undefined) return simple;
    const digits = this.text.slice(at + 2, at + 6);
    if (letter === "u" && /^[\da-fA-F]{4}$/.test(digits)) {
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    return this.fail(`${quote(this.text.slice(at, at + 2))} is not a JSON escape`, at);
  }

  #badCharacter(start: number, at: number): never {
    if (at >= this.text.length) this.fail("a string that starts here does not end", start);
    const code = this.text.charCodeAt(at).toString(16).padStart(4, "0");
    return this.fail(`a string holds the control character U+${code}; write it as \\u${code}`, at);
  }
}
