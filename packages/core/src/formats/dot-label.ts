/** Reading and writing the texts of Graphviz labels. */

import { referenced } from "./xml.ts";

/**
 * Characters that are invisible or change the text around them: controls, lone surrogates, line and direction marks. Among them
 * are all that XML forbids, so that Graphviz makes a well-formed SVG.
 */
export const INVISIBLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** How ε is written; a symbol of that name is quoted. */
export const SHOWN_EPSILON = "ε";

/**
 * A symbol in a label: as it is, or as a JSON string if it is empty, contains a separator of labels, or has invisible
 * characters.
 */
export function show(text: string): string {
  if (text !== SHOWN_EPSILON && /^[^\s/"\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]+$/u.test(text))
    return text;
  return quotedText(text);
}

/** A text as a JSON string without invisible characters. */
export function quotedText(text: string): string {
  const visible = (character: string) =>
    Array.from({ length: character.length }, (_, i) => {
      const code = character.charCodeAt(i).toString(16).padStart(4, "0");
      return `\\u${code}`;
    }).join("");
  return JSON.stringify(text).replaceAll(INVISIBLE, visible);
}

/**
 * Escapes a text for a quoted Graphviz label, in which `\` starts an escape and `&` an entity.
 */
export function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("&", "&amp;");
}

/** The text that Graphviz shows for a label: reads escapes and entities; `\n`, `\l` and `\r` end a line. */
export function dotText(label: string, name = ""): string {
  return label
    .replaceAll(/\\([\s\S])/g, (_all, character: string) => {
      if (character === "n" || character === "l" || character === "r") return "\n";
      return character === "N" ? name : character;
    })
    .replaceAll(
      /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|amp|lt|gt|quot);/g,
      (all, name: string) => referenced(name.toLowerCase()) ?? all,
    );
}

/**
 * The parts of a label `symbol / rest` or `symbol/rest`. The symbol may be a JSON string, as `show` writes it.
 * Undefined if there are several `/` and no blanks around one of them; our own labels always have blanks.
 */
export function splitLabel(
  label: string,
  own = false,
): { symbol: string; rest: string | undefined } | undefined {
  const quoted = unquote(label);
  if (quoted !== undefined) return quoted;
  const spaced = label.indexOf(" / ");
  if (spaced >= 0) {
    const [symbol, rest] = [label.slice(0, spaced), label.slice(spaced + 3)];
    return own ? { symbol, rest } : { symbol: symbol.trim(), rest: rest.trim() };
  }
  const parts = own ? [label] : label.split("/");
  if (parts.length > 2) return undefined;
  return { symbol: parts[0].trim(), rest: parts[1]?.trim() };
}

/** The symbols that commas separate in a text; commas inside brackets and quotes separate nothing, nor does one without symbols on both sides. */
export function listedSymbols(text: string): readonly string[] {
  const parts: string[] = [];
  let [start, depth, quoted] = [0, 0, ""];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted !== "") quoted = character === quoted ? "" : quoted;
    else if (character === '"' || character === "'") quoted = character;
    else if ("([{<".includes(character)) depth++;
    else if (")]}>".includes(character)) depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.length > 1 && depth === 0 && quoted === "" && parts.every((part) => part !== "")
    ? parts
    : [text];
}

/** The same for a label that starts with a JSON string. */
function unquote(label: string): { symbol: string; rest: string | undefined } | undefined {
  if (!label.startsWith('"')) return undefined;
  const end = jsonEnd(label);
  const behind = label.slice(end);
  if (behind !== "" && !behind.startsWith(" / ")) return undefined;
  const symbol = readText(label.slice(0, end));
  return symbol === undefined ? undefined : { symbol, rest: behind === "" ? undefined : behind.slice(3) };
}

/** What stands in a label as it is: anything visible that begins and ends with no blank and no quote. */
function isPlain(text: string): boolean {
  return text === text.trim() && !text.startsWith('"') && text.search(INVISIBLE) < 0;
}

/** An input: as it is, or as a JSON string if it is empty, has a slash, or could be misread otherwise. */
export function inputText(input: string): string {
  return input !== "" && !input.includes("/") && isPlain(input) ? input : quotedText(input);
}

/** An output, which may also be empty or have slashes. */
export function outputText(output: string): string {
  return isPlain(output) ? output : quotedText(output);
}

/** Escapes a text for a quoted string of Graphviz: `&` only where it would start an entity, so that others read it too. */
export function escapeLabel(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll(/&(?=#?\w+;)/g, "&amp;");
}

/** The same for a field of a record, in which braces, bars and angles have a meaning, and blanks run together. */
export function escapeField(text: string): string {
  return escapeLabel(text)
    .replaceAll(/[{}|<>]/g, "\\$&")
    .replaceAll(/ (?= )/g, "\\ ");
}

/** The input and the output of a label; `undefined` if it is no such label. */
export function splitMachineLabel(label: string): { input: string; output: string } | undefined {
  const end = label.startsWith('"') ? jsonEnd(label) : label.indexOf("/");
  if (end < 0 || label[end] !== "/") return undefined;
  const [input, output] = [readText(label.slice(0, end)), readText(label.slice(end + 1))];
  return input === undefined || output === undefined ? undefined : { input, output };
}

/** The text that `inputText` and `outputText` wrote; `undefined` if it starts like a JSON string and is none. */
export function readText(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "string" ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Where the JSON string at the start of a text ends. */
function jsonEnd(text: string): number {
  let end = 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

/** The fields of a record label, before its escapes are read: split at the first bar, without the braces around both. */
export function recordFields(label: string): readonly [string, string] | undefined {
  const inner = /^\s*\{(.*)\}\s*$/su.exec(label)?.[1] ?? label;
  const [name] = /^(?:[^\\|]|\\.)*/su.exec(inner) as RegExpExecArray;
  return name.length === inner.length ? undefined : [name.trim(), inner.slice(name.length + 1).trim()];
}
