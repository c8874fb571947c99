/**
 * Foreign values in messages: whatever a black box, a file or a program gave. Nothing here calls a method of such a value
 * (`toString`, `toJSON`, a getter), follows it deeper than a few levels, or makes a long text of it.
 */

import { LONGEST_VALUE_SHOWN } from "./limits.ts";

/** Stands where a text was cut off, or a part of it left out. */
export const CUT = "...";

/** The most levels of arrays and objects that are shown. */
const DEEPEST = 4;
/** Bigints below this are written out. */
const LARGE = 10n ** 40n;

/** The beginning of a text that is too long for a message, and the whole of any other. */
export function shortened(text: string, most = LONGEST_VALUE_SHOWN): string {
  if (text.length <= most) return text;
  const end = most - CUT.length;
  // Half of a surrogate pair is no character.
  const half = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? 1 : 0;
  return text.slice(0, end - half) + CUT;
}

/** Of what stands in front of the first difference, so many characters are shown. */
const LEAD = 4;

/**
 * Texts for people who compare them, each at most so long: those that are alike at the beginning are cut there, too, so that one sees where they differ.
 *
 * @example
 * console.log(shortenedApart(["a long answer: yes", "a long answer: no"], 12).join(" | ")); // …er: yes | …er: no
 */
export function shortenedApart(texts: readonly string[], most = LONGEST_VALUE_SHOWN): string[] {
  const whole = texts.map((text) => [...text]);
  const from = new Int32Array(texts.length);
  const cut = (i: number) => {
    const start = from[i] > 0 ? "…" : "";
    const rest = whole[i].slice(from[i]);
    return rest.length + start.length <= most
      ? start + rest.join("")
      : `${start}${rest.slice(0, most - start.length - 1).join("")}…`;
  };
  // Each round moves the beginning of those that still look alike to where they part.
  for (let open = [...texts.keys()]; open.length > 0; ) {
    const alike = new Map<string, number[]>();
    for (const i of open) {
      const shown = `${from[i]} ${cut(i)}`;
      alike.set(shown, [...(alike.get(shown) ?? []), i]);
    }
    open = [];
    for (const group of alike.values()) {
      if (group.every((i) => texts[i] === texts[group[0]])) continue;
      const parts = commonLength(group.map((i) => whole[i]));
      for (const i of group) from[i] = Math.max(0, parts - Math.min(LEAD, Math.max(0, most - 4)));
      if (most > 4) open.push(...group);
    }
  }
  return texts.map((_, i) => cut(i));
}

/** How many first characters these have in common. */
function commonLength([first, ...others]: readonly (readonly string[])[]): number {
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  return length;
}

/** A text for a message: quoted, and shortened if it is long. */
export function quote(text: string): string {
  return JSON.stringify(shortened(text));
}

/** Any value, as a short text for a message. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quote(value);
  try {
    return shortened(written(value, LONGEST_VALUE_SHOWN, DEEPEST));
  } catch {
    // A proxy can refuse to be looked at.
    return typeof value === "function" ? "a function" : "an object";
  }
}

/** A value, much like JSON; about `room` characters are enough. */
function written(value: unknown, room: number, levels: number): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "bigint":
      return value > -LARGE && value < LARGE ? String(value) : "a very long number";
    case "symbol":
      return "a symbol";
    case "function":
      return "a function";
    case "object":
      if (value === null) return "null";
      return isList(value) ? writtenList(value, room, levels) : writtenObject(value, room, levels);
    default:
      return String(value);
  }
}

function isList(value: object): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function writtenList(list: ArrayLike<unknown>, room: number, levels: number): string {
  if (levels === 0) return list.length === 0 ? "[]" : `[${CUT}]`;
  let text = "[";
  for (let i = 0; i < list.length && text.length < room; i++) {
    text += `${i === 0 ? "" : ","}${writtenProperty(list, String(i), room - text.length, levels - 1)}`;
  }
  return `${text}]`;
}

function writtenObject(value: object, room: number, levels: number): string {
  const names = Object.keys(value);
  if (levels === 0) return names.length === 0 ? "{}" : `{${CUT}}`;
  let text = "{";
  for (let i = 0; i < names.length && text.length < room; i++) {
    const property = writtenProperty(value, names[i], room - text.length, levels - 1);
    text += `${i === 0 ? "" : ","}${quote(names[i])}:${property}`;
  }
  return `${text}}`;
}

/** A property that is stored; one that would have to be computed is not. */
function writtenProperty(owner: object, name: string, room: number, levels: number): string {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  return property !== undefined && "value" in property ? written(property.value, room, levels) : CUT;
}

/** Up to the colon in front of a port that is none: who forgets the machine has a password there. */
const UP_TO_NO_PORT = /^((?:[a-z][\w+.-]*:\/\/)?[^/?#:@[]*:)(?!\d*(?:[/?#]|$)).*$/isu;

/** An address for a message that says it cannot be read: without user, password and parameters, wherever they seem to be. */
export function addressWithoutSecrets(text: string): string {
  return text
    .replace(/^.*@/su, `${CUT}@`)
    .replace(/([?#]).*$/su, `$1${CUT}`)
    .replace(UP_TO_NO_PORT, `$1${CUT}`);
}
