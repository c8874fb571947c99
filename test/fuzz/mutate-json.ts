/** JSON with other values in it: the syntax is right, so the checks behind it are reached. */

import type { Random } from "@hankel/core";
import { NUMBERS, pick } from "./mutate.ts";

/** Marks a text that is put into the JSON as it stands. */
const RAW = "\u0001raw:";

const raw = (text: string) => `${RAW}${text}`;

/** Values that a careless reader does not expect. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  raw("1e999"),
  raw("-0"),
  raw("1e-999"),
  "",
  "0",
  "1",
  "a",
  "__proto__",
  "\ud800",
  "\u0000",
  "\u001b[31m",
  "\u202e",
  "\n",
  [],
  {},
  [[]],
  [null],
  [[], [], []],
  { toString: 1 },
  { toJSON: 1 },
  { valueOf: null, toString: null },
  { length: 1e9 },
  raw('{"__proto__":{"a":1}}'),
];

/** Values that are too large. */
const LARGE: readonly ((size: number) => unknown)[] = [
  (size) => raw("[".repeat(size) + "]".repeat(size)),
  (size) => raw(`${'{"a":'.repeat(size)}1${"}".repeat(size)}`),
  (size) => "x".repeat(size),
  (size) => "7".repeat(size),
  (size) => raw("7".repeat(size)),
  (size) => Array.from({ length: size }, () => 0),
  (size) => Array.from({ length: size }, () => "a"),
];

/** The same JSON with one or a few other values; undefined if the text is no JSON. */
export function mutateJson(text: string, random: Random): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  do value = changed(value, random);
  while (random.below(3) === 0);
  return JSON.stringify(value).replaceAll(/"\\u0001raw:((?:[^"\\]|\\.)*)"/gu, (_, inner: string) =>
    inner.replaceAll('\\"', '"'),
  );
}

function changed(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random.below(12) === 0) return other(value, random);
  return Array.isArray(value) ? changedArray(value, random) : changedObject(value, random);
}

function other(value: unknown, random: Random): unknown {
  const choice = random.below(40);
  if (choice === 0) return pick(random, LARGE)(10 ** (1 + random.below(4)));
  if (choice < 4) return [value];
  if (typeof value === "number" && choice < 20)
    return raw(pick(random, ["2", "3", "10", "1e6", "1e308", "-5"]));
  if (typeof value === "string" && choice < 15) return pick(random, NUMBERS);
  if (typeof value === "string" && choice < 25)
    return value + pick(random, ["a", " ", "\n", "1", "/", value]);
  return pick(random, STRANGE);
}

function changedArray(items: readonly unknown[], random: Random): unknown[] {
  const at = random.below(items.length + 1);
  const result = [...items];
  const choice = random.below(8);
  if (choice === 0) result.splice(at, 1);
  else if (choice === 1) result.splice(at, 0, pick(random, STRANGE));
  else if (choice === 2 && items.length > 0) result.splice(at, 0, pick(random, items));
  else if (at < items.length) result[at] = changed(items[at], random);
  else return result.reverse();
  return result;
}

function changedObject(members: object, random: Random): object {
  const entries = Object.entries(members);
  const at = random.below(entries.length + 1);
  if (at === entries.length) return { ...members, [pick(random, ["a", "id", "error", "__proto__"])]: 1 };
  const [name, value] = entries[at];
  const choice = random.below(10);
  if (choice === 0) entries.splice(at, 1);
  else if (choice === 1) entries[at] = [pick(random, entries)[0], value];
  else if (choice === 2) entries[at] = [name, pick(random, entries)[1]];
  else entries[at] = [name, changed(value, random)];
  return Object.fromEntries(entries);
}
