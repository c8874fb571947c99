/** Inputs that are almost valid. They are strings with a character for each byte, which are quick to cut and to join. */

import type { Random } from "@hankel/core";

/** What inputs are made of, as strings of bytes. */
export interface Material {
  readonly seeds: readonly string[];
  readonly scraps: readonly string[];
}

type Mutation = (text: string, random: Random, material: Material) => string;

/** Inputs longer than this do not grow any more. */
const LONGEST = 2 ** 17;

export function bytesOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[random.below(from.length)];
}

export const NUMBERS: readonly string[] = [
  "0",
  "-0",
  "1",
  "-1",
  "00",
  "0.1",
  ".5",
  "1.",
  "1/0",
  "1/3",
  "1e9999",
  "1e-9999",
  "1e-999999999",
  "1e400",
  "2147483648",
  "4294967296",
  "9007199254740993",
  "99999999999999999999",
  "Infinity",
  "-inf",
  "NaN",
  "0x10",
  "1_000",
  "١",
];

/** Characters that readers, terminals and other programs treat in a way of their own. */
const SPECIAL: readonly string[] = [
  ..." \n\r\t\f\v\0\"'`\\/<>[]{}(),:;=|*+?-&#%$",
  "\u001b[31m",
  "\u009b",
  "\u007f",
  "\u00a0",
  "\u2028",
  "\u202e",
  "\u200b",
  "\ufeff",
  "\uf8ff",
  "\ufffd",
  "\ufffe",
  "é",
  "ε",
  "😀",
  "e\u0301",
  "__proto__",
  "constructor",
  "toString",
].map(bytesOf);

const BAD_UTF8: readonly string[] = [
  "\x80",
  "\xc0\xaf",
  "\xed\xa0\x80",
  "\xf4\x90\x80\x80",
  "\xff\xfe",
  "\xe2\x82",
];

const mutations: readonly Mutation[] = [
  (text, random) =>
    replaced(text, random, 1, (old) => String.fromCharCode(old.charCodeAt(0) ^ (1 << random.below(8)))),
  (text, random) => replaced(text, random, 1, () => String.fromCharCode(random.below(256))),
  (text, random) => replaced(text, random, 1 + random.below(4), () => ""),
  (text, random) => replaced(text, random, 1 + random.below(text.length + 1), () => ""),
  (text, random, { scraps }) => inserted(text, random, pick(random, scraps)),
  (text, random, { scraps }) => inserted(text, random, pick(random, scraps)),
  (text, random, { scraps }) => replaced(text, random, 1 + random.below(6), () => pick(random, scraps)),
  (text, random) => inserted(text, random, pick(random, SPECIAL)),
  (text, random) => replaced(text, random, 1, () => pick(random, SPECIAL)),
  (text, random) => inserted(text, random, pick(random, BAD_UTF8)),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random, { seeds }) =>
    text.slice(0, random.below(text.length + 1)) + tail(pick(random, seeds), random),
  (text, random) => inserted(text, random, piece(text, random)),
  (text, random) => replaced(text, random, 1 + random.below(8), () => piece(text, random)),
  otherNumber,
  otherNumber,
  otherLines,
  otherLines,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\xef\xbb\xbf${text}`,
  repeated,
];

/** A valid input with one or a few changes; now and then nothing but fragments. */
export function mutate(random: Random, material: Material): string {
  if (random.below(25) === 0) return fragments(random, material);
  return changed(pick(random, material.seeds), random, material);
}

/** A text with one or a few changes. */
export function changed(text: string, random: Random, material: Material): string {
  let result = text;
  do {
    const mutation = pick(random, mutations);
    if (result.length < LONGEST) result = mutation(result, random, material);
  } while (random.below(5) < 2);
  return result;
}

function fragments(random: Random, { scraps }: Material): string {
  const sources = [scraps, scraps, SPECIAL, NUMBERS.map(bytesOf)];
  return Array.from({ length: random.below(20) }, () => pick(random, pick(random, sources))).join("");
}

function inserted(text: string, random: Random, what: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + what + text.slice(at);
}

function replaced(text: string, random: Random, length: number, by: (old: string) => string): string {
  if (text.length === 0) return by("\0");
  const at = random.below(text.length);
  return text.slice(0, at) + by(text.slice(at, at + length)) + text.slice(at + length);
}

function piece(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(at, at + 1 + random.below(30));
}

function tail(text: string, random: Random): string {
  return text.slice(random.below(text.length + 1));
}

/** Another number in place of one of the numbers. */
function otherNumber(text: string, random: Random): string {
  const numbers = [...text.matchAll(/\d+/gu)];
  if (numbers.length === 0) return inserted(text, random, bytesOf(pick(random, NUMBERS)));
  const { 0: digits, index } = pick(random, numbers);
  const other =
    random.below(50) === 0 ? "7".repeat(10 ** (1 + random.below(4))) : bytesOf(pick(random, NUMBERS));
  return text.slice(0, index) + other + text.slice(index + digits.length);
}

/** Some line is missing, comes twice, or stands elsewhere. */
function otherLines(text: string, random: Random): string {
  const lines = text.split("\n");
  const [line] = lines.splice(random.below(lines.length), 1);
  for (let copies = random.below(3); copies > 0; copies--)
    lines.splice(random.below(lines.length + 1), 0, line);
  return lines.join("\n");
}

/** A piece many times over; rarely so often that what recurses runs out of stack. */
function repeated(text: string, random: Random, { scraps }: Material): string {
  const once = random.below(2) === 0 ? pick(random, scraps) : piece(text, random);
  const most = random.below(20) === 0 ? 2e4 : 40;
  return inserted(text, random, once.repeat(Math.min(random.below(most), LONGEST / (once.length + 1))));
}
