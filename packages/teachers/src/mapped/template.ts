/** Texts and bytes with values put into them: `USER {{name}}\r\n`, `62 02 {{packet}}`. */

import { HankelError, quote } from "@hankel/core";
import { suggestion } from "./suggestion.ts";

/** A value that is put into templates: bytes, and whether its numbers are those of bytes or decimal ones. */
export interface Inserted {
  readonly bytes: Buffer;
  readonly binary: boolean;
}

/** The value of a name. */
export type Lookup = (name: string) => Inserted;

/** A place where a value is put: `{{name}}`, `{{name + 1}}`, `{{name:2}}` in so many bytes. */
interface Insert {
  readonly name: string;
  readonly plus: bigint;
  readonly width: number | undefined;
}

const INSERT = /\{\{(.*?)\}\}/gsu;
const EXPRESSION = /^\s*(env\.\w+|\w+)\s*(?:([+-])\s*(\d{1,18}))?\s*(?::\s*([1-8]))?\s*$/u;
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "0": "\0",
  "\\": "\\",
  "{": "{",
};

/** How templates are read. */
export interface TemplateNames {
  /** The names that may stand in `{{…}}`. */
  readonly names: readonly string[];
}

/** Literal bytes, and places where values are put. */
export class Template {
  readonly parts: readonly (Buffer | Insert)[];

  private constructor(parts: readonly (Buffer | Insert)[]) {
    this.parts = parts;
  }

  /** A text with escapes: `\r`, `\n`, `\t`, `\0`, `\\`, `\{` and `\xHH`, a byte. */
  static ofText(text: string, { names }: TemplateNames): Template {
    return new Template(split(text, names, unescaped));
  }

  /** A text as it is, without escapes. */
  static ofPlain(text: string, { names }: TemplateNames): Template {
    return new Template(split(text, names, (piece) => Buffer.from(piece)));
  }

  /** Bytes in hexadecimal digits, two for each; blanks between them do not matter. */
  static ofHex(text: string, { names }: TemplateNames): Template {
    return new Template(split(text, names, bytesOfHex));
  }

  /** The bytes, with the values of now. */
  bytes(lookup: Lookup): Buffer {
    return Buffer.concat(
      this.parts.map((part) => (part instanceof Uint8Array ? part : inserted(part, lookup(part.name)))),
    );
  }

  /** The same as a text. */
  text(lookup: Lookup): string {
    return this.bytes(lookup).toString("utf8");
  }

  /** One template behind the other. */
  followedBy(other: Template): Template {
    return new Template([...this.parts, ...other.parts]);
  }
}

function split(
  text: string,
  names: readonly string[],
  literal: (piece: string) => Buffer,
): (Buffer | Insert)[] {
  const parts: (Buffer | Insert)[] = [];
  let at = 0;
  for (const found of text.matchAll(INSERT)) {
    // An escaped brace begins no insertion.
    if (text[found.index - 1] === "\\") continue;
    parts.push(literal(text.slice(at, found.index)), insertOf(found[1], names));
    at = found.index + found[0].length;
  }
  parts.push(literal(text.slice(at)));
  return parts.filter((part) => !(part instanceof Uint8Array) || part.length > 0);
}

function insertOf(expression: string, names: readonly string[]): Insert {
  const [, name, sign, number = "0", width] = EXPRESSION.exec(expression) ?? [];
  if (name === undefined)
    throw wrong(`{{${expression}}} is no value: expected {{name}}, {{name + 1}} or {{name:2}}`);
  if (!name.startsWith("env.") && !names.includes(name)) {
    throw wrong(
      `{{${expression}}}: there is no value ${quote(name)}${suggestion(name, [...names, "env.NAME"])}`,
    );
  }
  const plus = sign === "-" ? -BigInt(number) : BigInt(number);
  return { name, plus, width: width === undefined ? undefined : Number(width) };
}

function wrong(message: string): HankelError {
  return new HankelError("parse", message);
}

/** Text with its escapes resolved. `\xHH` is a byte, so the pieces between are encoded one by one. */
function unescaped(text: string): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const found of text.matchAll(/\\(?:x([0-9a-fA-F]{2})|([\s\S]?))/gu)) {
    pieces.push(Buffer.from(text.slice(at, found.index)));
    at = found.index + found[0].length;
    const [all, hex, short = ""] = found;
    const escape = Object.hasOwn(ESCAPES, short) ? ESCAPES[short] : undefined;
    if (hex !== undefined) pieces.push(Buffer.from(hex, "hex"));
    else if (escape !== undefined) pieces.push(Buffer.from(escape));
    else {
      throw wrong(
        String.raw`${quote(all)} is no escape: there are \r \n \t \0 \xHH, \\ for a backslash and \{ for a brace`,
      );
    }
  }
  pieces.push(Buffer.from(text.slice(at)));
  return Buffer.concat(pieces);
}

function bytesOfHex(text: string): Buffer {
  const digits = text.replaceAll(/[\s:]/gu, "");
  const bad = /[^0-9a-fA-F]/u.exec(digits)?.[0];
  if (bad !== undefined)
    throw wrong(`expected bytes in hex, two digits each, as in 10 0c ff; ${quote(bad)} is no digit`);
  if (digits.length % 2 === 1)
    throw wrong(`expected bytes in hex, two digits each, as in 10 0c ff; got ${digits.length} digits`);
  return Buffer.from(digits, "hex");
}

/** A value as it is put in: perhaps as a number that is larger by so much, or in so many bytes. */
function inserted({ name, plus, width }: Insert, { bytes, binary }: Inserted): Buffer {
  if (plus === 0n && width === undefined) return bytes;
  const number = binary ? BigInt(`0x${bytes.toString("hex") || "0"}`) : decimal(name, bytes.toString("utf8"));
  const sum = number + plus;
  if (width === undefined && !binary) return Buffer.from(String(sum));
  const size = width ?? bytes.length;
  // A counter of so many bytes begins again behind its last number.
  const digits = BigInt.asUintN(8 * size, sum)
    .toString(16)
    .padStart(2 * size, "0");
  return Buffer.from(size === 0 ? "" : digits, "hex");
}

function decimal(name: string, text: string): bigint {
  if (/^\s*\d+\s*$/u.test(text)) return BigInt(text.trim());
  throw new HankelError(
    "teacher",
    `the value {{${name}}} is ${quote(text)}, which is no number to count with`,
  );
}
