/** Patterns of replies: regular expressions on their text, or on their bytes in hex. */

import { HankelError, messageOf, quote } from "@hankel/core";
import type { Inserted } from "./template.ts";

/** Bytes as they are searched: as a text, or in hex. Each is made when it is first needed. */
export class Reply {
  readonly bytes: Buffer;
  readonly #isBeginning: boolean;
  #text: string | undefined;
  #hex: string | undefined;

  /** A reply, or, for `until`, what has come of one so far. */
  constructor(bytes: Buffer, isBeginning = false) {
    this.bytes = bytes;
    this.#isBeginning = isBeginning;
  }

  /** Lines end with \n alone, and the last one has no end, so that patterns need not care. */
  get text(): string {
    if (this.#text !== undefined) return this.#text;
    const text = this.bytes.toString("utf8").replaceAll("\r\n", "\n");
    return (this.#text = this.#isBeginning ? text : text.replace(/\n$/u, ""));
  }

  /** Two digits a byte, with a blank between bytes: `20 02 00 00`. */
  get hex(): string {
    return (this.#hex ??= spacedHex(this.bytes));
  }
}

export function spacedHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

/** What the groups of a pattern hold: by their numbers, 0 for everything that fits, and by their names. */
export type Groups = ReadonlyMap<string, Inserted>;

/** A regular expression on the text of a reply, or on its hex. */
export class Pattern {
  readonly regex: RegExp;
  readonly binary: boolean;
  /** The names of its groups, numbers included. */
  readonly groups: readonly string[];

  constructor(regex: RegExp, binary: boolean) {
    this.regex = regex;
    this.binary = binary;
    this.groups = groupsOf(regex);
  }

  /** The groups where it fits; undefined if it does not. */
  in(reply: Reply): Groups | undefined {
    const found = this.regex.exec(this.binary ? reply.hex : reply.text);
    if (found === null) return undefined;
    const numbered = Array.from(found, (text, i) => [String(i), text] as const);
    // A group that took no part in it holds nothing.
    const entries: (readonly [string, string | undefined])[] = [
      ...numbered,
      ...Object.entries(found.groups ?? {}),
    ];
    return new Map(entries.map(([name, text = ""]) => [name, this.#inserted(text)]));
  }

  fits(reply: Reply): boolean {
    return this.regex.test(this.binary ? reply.hex : reply.text);
  }

  #inserted(text: string): Inserted {
    if (!this.binary) return { bytes: Buffer.from(text), binary: false };
    return { bytes: Buffer.from(text.replaceAll(" ", ""), "hex"), binary: true };
  }
}

/** The groups of a regular expression: it also fits the empty text once there is a second branch. */
function groupsOf({ source, flags }: RegExp): readonly string[] {
  const found = new RegExp(`${source}|`, flags).exec("");
  return [...Array.from(found ?? [], (_, i) => String(i)), ...Object.keys(found?.groups ?? {})];
}

/** The most characters of a pattern. One that is very long is found to be too large only when it is used. */
const LONGEST_PATTERN = 1000;

/** Reads a regular expression: `^220 `, or with more flags `/^220 /i`. */
export function regexOf(text: string, flags = ""): RegExp {
  const [, source, given = ""] = /^\/(.*)\/([imsu]*)$/su.exec(text) ?? [];
  const all = new Set(["u", ...flags, ...given]);
  if (text.length > LONGEST_PATTERN)
    throw new HankelError(
      "parse",
      `a pattern of ${text.length} characters; at most ${LONGEST_PATTERN} are read`,
    );
  try {
    return new RegExp(source ?? text, [...all].join(""));
  } catch (cause) {
    const reason = messageOf(cause).replace(/^.*\/[a-z]*: /su, "");
    throw new HankelError("parse", `${quote(text)} is no regular expression: ${reason}`, { cause });
  }
}
