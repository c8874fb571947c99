/** How options are written and their values read. What cannot be read is refused with what is expected. */

import { InvalidArgumentError } from "commander";

/** An option as people write it, by the name under which its value is kept: `--max-states`, `-k`. */
export function flagFor(name: string): string {
  return name.length === 1
    ? `-${name}`
    : `--${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * The same as commander has it: `-o, --out <file>`. The form is what stands behind the name, in front of that its short form if it
 * has one, as in `-o <file>`, and `no-` between them if it turns something off.
 */
export function flagsFor(name: string, form: string): string {
  const [, short, no = "", value = ""] = /^(-\w)? ?(no-)?(.*)$/u.exec(form) ?? [];
  const flag = flagFor(name).replace("--", `--${no}`);
  return `${short === undefined ? "" : `${short}, `}${flag} ${value}`.trimEnd();
}

const SETTING = "[a-z][a-z-]*(?:=[^,]*)?";
const READ_AS = new RegExp(`^(.+?):(${SETTING}(?:,${SETTING})*)$`, "su");

/** A path, and the settings behind it: `log.csv:session=user,letters`. What has no equals sign is taken for a part of the path, but for flags. */
export function splitReadAs(given: string): {
  readonly path: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
} {
  const [, path, all] = READ_AS.exec(given) ?? [];
  const isPath = path === undefined || all === undefined || !/=|^letters$|^skip-bad$/u.test(all);
  if (isPath) return { path: given, settings: [] };
  const settings = all.split(",").map((each) => {
    const at = each.indexOf("=");
    return at < 0 ? ([each, ""] as const) : ([each.slice(0, at), each.slice(at + 1)] as const);
  });
  return { path, settings };
}

/** A whole number from `least` up. */
export function count(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most < Number.MAX_SAFE_INTEGER ? ` from ${least} to ${most}` : `, ${least} or more`;
  return (text) => {
    const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number${range}.`);
  };
}

/** A number for which this holds; other texts are NaN. */
function numberThat(holds: (value: number) => boolean, expected: string): (text: string) => number {
  return (text) => {
    const value = plainNumber(text);
    if (holds(value)) return value;
    throw new InvalidArgumentError(`Expected a number${expected}.`);
  };
}

export const positive = numberThat((value) => Number.isFinite(value) && value > 0, " above 0");
export const notNegative = numberThat((value) => Number.isFinite(value), ", 0 or more");
/** A part of a whole. */
export const share = numberThat((value) => value > 0 && value < 1, " between 0 and 1");
/** A part that leaves more than as much. */
export const lessThanHalf = numberThat((value) => value >= 0 && value < 0.5, " from 0 up to 0.5");
/** How far apart equal numbers may be. */
export const nearness = numberThat((value) => value >= 0 && value < 1, " from 0 up to 1");

const UNITS = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 } as const;

/** A number of bytes, written as 512M or 1.5G; a number alone counts mebibytes. */
export function byteSize(text: string): number {
  const [, digits = "", unit = "m"] = /^([\d.]+)([kmgt])?(?:i?b)?$/iu.exec(text) ?? [];
  const bytes = Math.floor(plainNumber(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS]);
  if (!Number.isSafeInteger(bytes) || bytes <= 0)
    throw new InvalidArgumentError("Expected a size such as 512M or 2G.");
  if (bytes >= LEAST_MEMORY * UNITS.m) return bytes;
  throw new InvalidArgumentError(
    `The least that can be kept is ${LEAST_MEMORY}M, most of which the program itself takes.`,
  );
}

/** Without any answers, a run takes about two thirds of it, in mebibytes: its code and what the code needs. */
const LEAST_MEMORY = 24;

/** The number without a sign that a text is, or NaN. */
function plainNumber(text: string): number {
  return /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(text) ? Number(text) : Number.NaN;
}

/** One of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Allowed choices are ${words.join(", ")}.`);
  };
}

/** Words in a sentence: `a, b and c`. */
export function inWords(words: readonly string[], last = "and"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}
