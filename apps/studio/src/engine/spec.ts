/** A target as plain data, for the worker and for links. */

import type { LearnerName } from "hankel";
import type { FieldLearnerName } from "hankel/learning";

/** The learners that can be chosen on the page; a journal and a network bring their own. */
export type StudioLearner = LearnerName | FieldLearnerName;

/** The fields of each kind of target that is made of texts and numbers. A missing name is made up. */
const FIELDS = {
  /** In the format hankel/1. */
  automaton: { name: "", text: "" },
  /** An alphabet has its symbols separated by spaces; if empty, those of the expression. */
  expression: { text: "", semifield: "", alphabet: "" },
  /** The semifield is empty if the file names it, the format if the file name decides. */
  file: { name: "", text: "", semifield: "", format: "" },
  function: { code: "", semifield: "", alphabet: "" },
  journal: { name: "", text: "" },
  random: { states: 0, letters: 0, semifield: "", seed: 0 },
  teacher: { semifield: "", alphabet: "" },
};
type PlainKind = keyof typeof FIELDS;

/** A target that fits into a link. */
export type PlainSpec = {
  [K in PlainKind]: { readonly kind: K; readonly name?: string } & Readonly<(typeof FIELDS)[K]>;
}[PlainKind];

/** A network is opened in its own way, since it needs a runtime. */
export interface NetworkSpec {
  readonly kind: "network";
  readonly name: string;
  /** The ONNX file, or the address of one that comes with the page. */
  readonly model: Blob | string;
  /** The text of the side file. */
  readonly description: string;
}

export type TargetSpec = PlainSpec | NetworkSpec;

/** The longest target that fits into a link, in bytes. */
const MAX_LINK = 6000;

/** The fragment of a link with the target; undefined if it is too long, as networks are. */
export function toFragment(spec: TargetSpec): string | undefined {
  if (spec.kind === "network") return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(spec));
  if (bytes.length > MAX_LINK) return undefined;
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#target=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The target in a fragment; undefined if there is none or it is malformed. */
export function fromFragment(fragment: string): PlainSpec | undefined {
  const match = /^#target=([\w-]+)$/u.exec(fragment);
  if (match === null) return undefined;
  try {
    const binary = atob(match[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isSpec(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSpec(value: unknown): value is PlainSpec {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Record<string, unknown>;
  const { kind } = record;
  if (typeof kind !== "string" || !Object.hasOwn(FIELDS, kind)) return false;
  return Object.entries(FIELDS[kind as PlainKind]).every(
    ([name, like]) => typeof record[name] === typeof like,
  );
}

/** Reads symbols separated by spaces, or a JSON array for symbols that contain spaces. */
export function symbolsOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (trimmed.startsWith("[")) {
    try {
      const parsed: unknown = JSON.parse(trimmed);
      if (Array.isArray(parsed) && parsed.every((symbol) => typeof symbol === "string")) return parsed;
    } catch {
      // It is a list of symbols, and the first one starts with a bracket.
    }
  }
  return trimmed.split(/\s+/u);
}
