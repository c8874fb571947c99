/** What a file is that somebody drops on the page. */

import { formatByEnding, formatByName } from "hankel";
import type { Format } from "hankel/formats";
import { isJournal } from "./journal.ts";

export type FileKind = "network" | "weights" | "side file" | "journal" | "log" | "automaton";

/**
 * What a file is, by its name and its beginning. Its text need not be read if it is a network, or the weights of one, `model.onnx.data`
 * or any other file that is no text.
 */
export function kindOfFile(name: string, beginning: string): FileKind {
  if (/\.onnx$/iu.test(name)) return "network";
  if (/[._]data$/iu.test(name)) return "weights";
  if (isOnnx(beginning)) return "network";
  if (/\.gz$/iu.test(name)) return "log";
  if (beginning.includes("\0")) return "weights";
  if (isLog(name, beginning)) return "log";
  if (isJournal(beginning)) return "journal";
  return isSideFile(beginning) ? "side file" : "automaton";
}

/** Is it a log, and nothing that an automaton could be read from? */
function isLog(name: string, text: string): boolean {
  if (/\.(?:csv|tsv|tab|xes|jsonl|ndjson|log)(?:\.gz)?$|\.gz$/iu.test(name)) return !isJournal(text);
  if (/^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<log\b/u.test(text)) return true;
  if (/^\s*\{/u.test(text)) return isJsonLines(text) && !isJournal(text);
  return text.trim() !== "" && formatOfFile(name, text) === undefined;
}

/** Is each of the first lines an object of its own, which names no format? */
function isJsonLines(text: string): boolean {
  const lines = text.trim().split(/\r?\n/u).slice(0, 3);
  // The last line may be cut off.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return (
    lines.length > 1 && whole.every((line) => /^\s*\{.*\}\s*$/u.test(line) && !/"format"\s*:/u.test(line))
  );
}

/** ONNX files are protocol buffers, and begin with the version of their format. */
function isOnnx(beginning: string): boolean {
  return beginning.startsWith("\b") && beginning.includes("\0");
}

/** An object with an alphabet that names no format. */
function isSideFile(text: string): boolean {
  return /^\s*\{/u.test(text) && /"alphabet"\s*:/u.test(text) && !/"format"\s*:/u.test(text);
}

/** How each format begins, where that tells it from the others. */
const BEGINNINGS: readonly (readonly [format: string, begins: (text: string) => boolean])[] = [
  ["hankel", (text) => text.startsWith("{")],
  ["jflap", (text) => text.startsWith("<")],
  ["dot", (text) => /^(?:(?:\/\/|#).*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:strict\s+)?digraph\b/iu.test(text)],
  ["arpa", (text) => /^\\data\\/mu.test(text)],
  ["daut", (text) => /^(?:context\s*=|\$\s*->|\S+\s*->\s*\S+)/u.test(text)],
  ["pautomac", (text) => text.startsWith("I:")],
  ["abbadingo", (text) => isSample(text, (numbers) => numbers[1] === numbers.length - 2 && numbers[0] <= 1)],
  ["samples", (text) => isSample(text, (numbers) => numbers[0] === numbers.length - 1)],
  ["att", (text) => /^\d+(?:[ \t]+\S+){0,4}[ \t]*(?:\r?\n|$)/u.test(text)],
];

/** Does a text hold samples: two numbers, and then a word on each line? */
function isSample(text: string, fits: (numbers: readonly number[]) => boolean): boolean {
  const [head, ...lines] = text
    .split(/\r?\n/u)
    .slice(0, 5)
    .filter((line) => line.trim() !== "")
    .map((line) => line.trim().split(/\s+/u).map(Number));
  return head?.length === 2 && head.every(Number.isInteger) && lines.length > 0 && lines.every(fits);
}

/** The format of an automaton: by the name of its file, or else by how it begins; undefined if neither tells. */
export function formatOfFile(name: string, text: string): Format | undefined {
  const byName = formatByEnding(name);
  if (byName !== undefined) return byName;
  const start = text.trimStart();
  const found = BEGINNINGS.find(([, begins]) => begins(start));
  return found === undefined ? undefined : formatByName(found[0]);
}
