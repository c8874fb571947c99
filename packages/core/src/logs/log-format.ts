/** What a file is: by its name, or by its first lines. */

import { failAtPlace } from "../formats/lines.ts";
import { isObvious, roles } from "./columns.ts";
import { MOST } from "./find-columns.ts";
import { areOpposite } from "./labels.ts";
import { delimiterOf } from "./table-reader.ts";
import { type LabelPlace, labelled } from "./word-lines-reader.ts";

/**
 * The formats of logs, and what they are.
 *
 * @example
 * console.log(Object.keys(logFormats).join(" ")); // words signed runs samples abbadingo table jsonl xes
 */
export const logFormats = {
  words: "a word on each line, its symbols between blanks",
  signed:
    "the same with a label on each line: +, - or ? in front, or as --format signed also 1 and 0, or behind",
  runs: "a run on each line, inputs with outputs between blanks, as coin/click button/tea (only if named)",
  samples: "samples of PAutomaC and SPiCe",
  abbadingo: "labelled words, as Abbadingo and StaMinA have them",
  table: "a table, with commas, semicolons, tabs or bars between its columns",
  jsonl: "JSON: an event or a word on each line, or in an array",
  xes: "XES event logs",
} as const;

/** A format of logs, by its name. */
export type LogFormat = keyof typeof logFormats;

const ENDINGS: readonly (readonly [RegExp, LogFormat])[] = [
  [/\.(?:csv|tsv|tab)$/iu, "table"],
  [/\.(?:jsonl|ndjson|json)$/iu, "jsonl"],
  [/\.xes$/iu, "xes"],
  [/\.(?:train|test|samples|spice)$/iu, "samples"],
  [/\.(?:abbadingo|a)$/iu, "abbadingo"],
];

function byEnding(name: string): LogFormat | undefined {
  return ENDINGS.find(([ending]) => ending.test(name.replace(/\.gz$/iu, "")))?.[1];
}

/** What others than texts begin with, and what to do about them. */
const BINARY: readonly (readonly [readonly number[], string])[] = [
  [[0x1f, 0x8b], "this is compressed by gzip: call the file NAME.gz, or unpack it with gunzip"],
  [[0x50, 0x4b, 0x03, 0x04], "this is a zip archive, as .xlsx files are: save the table as CSV"],
  [[0x50, 0x41, 0x52, 0x31], "this is a Parquet file: write the table as CSV"],
  [[0xff, 0xfe], "this is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"],
  [[0xfe, 0xff], "this is UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"],
];

/** Refuses what is no text. */
export function refuseBinary(start: Uint8Array): void {
  const known = BINARY.find(([magic]) => magic.every((byte, i) => start[i] === byte));
  if (known !== undefined) failAtPlace({ line: 1, column: 1 }, known[1]);
  const zero = start.indexOf(0);
  if (zero < 0) return;
  let [line, column] = [1, 1];
  for (let at = 0; at < zero; at++) {
    if (start[at] === 0x0a) [line, column] = [line + 1, 1];
    else if ((start[at] & 0xc0) !== 0x80) column++;
  }
  failAtPlace({ line, column }, "this is no text: it holds a zero byte");
}

/** The first lines of a file: those that are complete, as characters of one byte. */
export function firstLines(start: Uint8Array, isWhole: boolean): string[] {
  const lines: string[] = [];
  const hasMark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  for (let at = hasMark ? 3 : 0; at < start.length; ) {
    const found = start.indexOf(0x0a, at);
    if (found < 0 && !isWhole && lines.length > 0) break;
    const end = found < 0 ? start.length : found;
    let text = "";
    // The arguments of `fromCharCode` are passed on the stack, which is limited.
    for (let from = at; from < end; from += 4096)
      text += String.fromCharCode(...start.subarray(from, Math.min(end, from + 4096)));
    lines.push(text.replace(/\r$/u, ""));
    at = end + 1;
  }
  return lines;
}

/** The format of a file that says none. */
export function formatOf(name: string, lines: readonly string[]): LogFormat {
  return byEnding(name) ?? byContent(lines);
}

function byContent(lines: readonly string[]): LogFormat {
  const texts = lines.map((text) => text.trim());
  const filled = texts.filter((text) => text !== "");
  const [first = ""] = filled;
  if (first.startsWith("{") || /^\[\s*(?:$|[{[])/u.test(first)) return "jsonl";
  if (first.startsWith("<")) return "xes";
  const numbered = numberedWords(texts);
  if (numbered !== undefined) return numbered;
  if (areSigned(filled)) return "signed";
  return isTable(first) ? "table" : "words";
}

/** A first line of two numbers, then words with their lengths, perhaps behind labels. */
function numberedWords(texts: readonly string[]): LogFormat | undefined {
  const [head, ...rest] = texts.filter((text) => text !== "").map((text) => text.split(/\s+/u));
  if (head?.length !== 2 || !head.every((number) => /^\d+$/u.test(number)) || rest.length === 0)
    return undefined;
  const some = rest.slice(0, 100);
  if (some.every((word) => Number(word[0]) === word.length - 1)) return "samples";
  return some.every((word) => /^(?:-1|0|1)$/u.test(word[0]) && Number(word[1]) === word.length - 2)
    ? "abbadingo"
    : undefined;
}

const SIGN = /^[+\-?](?:\s|$)/u;
const SIGN_BEHIND = /(?:^|\s)[+\-?]$/u;

/** Do most lines have a sign in front, or behind, both + and − then? The others are mistakes. */
function areSigned(lines: readonly string[]): boolean {
  const share = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length / lines.length;
  if (lines.length === 0) return false;
  if (share(SIGN) > MOST) return true;
  return share(SIGN_BEHIND) > MOST && ["+", "-"].every((sign) => lines.some((line) => line.endsWith(sign)));
}

/** Does the first line have the names of columns? */
function isTable(first: string): boolean {
  const delimiter = delimiterOf(
    Uint8Array.from(first, (character) => character.charCodeAt(0)),
    0,
    first.length,
  );
  if (delimiter === undefined) return false;
  const names = first.split(String.fromCharCode(delimiter)).map((name) => name.replaceAll('"', "").trim());
  return names.some((name) => roles.some((role) => isObvious(role, name)));
}

/** Where the labels of labelled lines stand: where most of them are. */
export function labelPlace(lines: readonly string[]): LabelPlace {
  const filled = lines.filter((line) => line.trim() !== "");
  const found = (["front", "attached", "behind"] as const).map((place) => ({
    place,
    count: filled.filter((line) => labelled(line, place) !== undefined).length,
  }));
  return found.reduce((best, one) => (one.count > best.count ? one : best)).place;
}

/** With fewer lines, nothing is remarked. */
const FEWEST = 3;

/** What lines of words may be instead. */
export function doubtsAbout(lines: readonly string[]): string[] {
  const words = lines.map((line) => line.trim().split(/\s+/u)).filter(([first]) => first !== "");
  if (words.length < FEWEST) return [];
  const symbols = new Set(words.flat());
  const [firsts, lasts] = [words.map((word) => word[0]), words.map((word) => word.at(-1) ?? "")];
  for (const [where, found] of [
    ["begins", new Set(firsts)],
    ["ends", new Set(lasts)],
  ] as const) {
    const [one, other, ...more] = found;
    // Words over these two symbols begin with one of them anyway.
    if (other === undefined || more.length > 0 || !areOpposite(one, other) || symbols.size === 2) continue;
    return [`every line ${where} with ${one} or ${other}: if these are labels, --format signed reads them`];
  }
  const signs = new Set(firsts.map(([sign]) => sign));
  if (signs.size === 2 && signs.has("+") && signs.has("-"))
    return ["every line begins with + or -: if these are labels, --format signed reads them"];
  if ([...symbols].every((symbol) => /^[^/]+\/[^/]*$/u.test(symbol)))
    return [
      'every symbol has a "/" in it: if it stands between inputs and outputs, --format runs reads them',
    ];
  return [];
}
