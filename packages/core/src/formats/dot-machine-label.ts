/** The labels of machines in Graphviz: `input/output` at an edge, `{state|output}` in a record. */

import { INVISIBLE, quotedText } from "./dot-label.ts";

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
