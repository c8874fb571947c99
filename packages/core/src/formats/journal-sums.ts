/**
 * The checksums of a journal: each line ends with one of everything in the file before it, so that a line that was changed,
 * removed or moved shows, and every beginning of a journal is a journal.
 */

import { HankelError } from "../errors.ts";
import { encodeUtf8 } from "./bytes.ts";

/** The last member of a line. Inside of a JSON string its quotes would be escaped, so it is a member wherever it ends a line. */
const MEMBER = ',"sum":"';
const DIGITS = 8;
const END = '"}';
/** How many characters a checksum adds to a line. */
const LENGTH = MEMBER.length + DIGITS + END.length;
/** A line without its checksum ends so. */
const BRACE = "}";

/** Journals of this version of the algorithms, and of later ones, have checksums from their first line on. */
const FIRST_SUMMED = 9;

/** What is wrong with a line, and what can be done. */
type Problem = (line: number) => string;

const changed: Problem = (line) =>
  `this line does not fit its checksum: ${line === 1 ? "it" : "it, or a line before it,"} was changed after it was written${advice(line)}`;
const misplaced: Problem = (line) =>
  `this line's checksum is not where Hankel writes it: the line was changed after it was written${advice(line)}`;
const missing: Problem = (line) =>
  `this line has no checksum, but a line before it has one: it was changed after it was written${advice(line)}`;
const removed: Problem = (line) =>
  `this line has no checksum, but the version that it names writes one: it was removed, or the line was changed${advice(line)}`;

/** Every beginning of a journal is one, so that what was checked can be used. */
function advice(line: number): string {
  const other = "bring back a copy of the file";
  return line === 1
    ? `; ${other}`
    : `; ${other}, or keep the lines before this one, as head -n ${line - 1} does, and go on from there`;
}

/** Adds the checksums to the lines of one journal, or checks them, in the order in which they stand. */
export class JournalSums {
  #crc = -1;
  #summed = false;
  /** How many lines had no checksum: an earlier version wrote them, and nobody notices if they were changed. */
  unsummed = 0;

  /** A line with its checksum, without its end. */
  add(line: string): string {
    this.#crc = crc32(line.slice(0, -BRACE.length), this.#crc);
    const end = `${MEMBER}${digitsOf(this.#crc)}${END}`;
    this.#crc = crc32(`${end}\n`, this.#crc);
    this.#summed = true;
    return line.slice(0, -BRACE.length) + end;
  }

  /** Takes a line as it was read; throws a `parse` error with its number if it does not fit. */
  check(line: string, number: number): void {
    const at = line.length - LENGTH;
    if (!line.startsWith(MEMBER, at) || !line.endsWith(END)) {
      if (hasSum(line)) throw refused(misplaced, number);
      if (this.#summed) throw refused(missing, number);
      if (number === 1 && namesSummed(line)) throw refused(removed, number);
      this.unsummed++;
      this.#crc = crc32(`${line}\n`, this.#crc);
      return;
    }
    this.#crc = crc32(line.slice(0, at), this.#crc);
    if (line.slice(at + MEMBER.length, -END.length) !== digitsOf(this.#crc)) throw refused(changed, number);
    this.#crc = crc32(`${line.slice(at)}\n`, this.#crc);
    this.#summed = true;
  }
}

/** Does a line have a checksum, wherever it stands and however it is written? */
function hasSum(line: string): boolean {
  return membersOf(line).has("sum");
}

/** Is it the header of a journal that has checksums? */
function namesSummed(line: string): boolean {
  const version = membersOf(line).get("algorithm");
  return typeof version === "number" && version >= FIRST_SUMMED;
}

/** The members of a line; none if it is no JSON, since who reads it refuses it. */
function membersOf(line: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

function refused(problem: Problem, line: number): HankelError {
  return new HankelError("parse", problem(line), { place: { line, column: 1 } });
}

function digitsOf(crc: number): string {
  return (~crc >>> 0).toString(16).padStart(DIGITS, "0");
}

/** The table of the CRC-32 of Ethernet and zip, bits reversed. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

/** Goes on with a CRC-32 over a text in UTF-8. Most texts are ASCII, and need no encoding. */
function crc32(text: string, start: number): number {
  let crc = start;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) {
      for (const byte of encodeUtf8(text.slice(i))) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
      return crc;
    }
    crc = TABLE[(crc ^ code) & 0xff] ^ (crc >>> 8);
  }
  return crc;
}
