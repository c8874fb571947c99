/** A target as plain data, for the worker and for links. */

import type { LearnerName } from "hankel";
import type { FieldLearnerName, TolerantLearnerName } from "hankel/learning";

/** The learners that can be chosen on the page; a journal and a language model bring their own. */
export type StudioLearner = LearnerName | FieldLearnerName | TolerantLearnerName;

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
  /** The files that hold its weights, where its own does not: as it names them, and what they hold. */
  readonly weights?: readonly { readonly path: string; readonly data: Blob }[];
}

export type TargetSpec = PlainSpec | NetworkSpec;

/** The longest target that fits into a link, in characters. */
const MAX_LINK = 8000;

/** A target as a part of a link. */
export function packSpec(spec: PlainSpec): string {
  const bytes = new TextEncoder().encode(JSON.stringify(spec));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The target in a part of a link; undefined if it is malformed. */
export function unpackSpec(packed: string): PlainSpec | undefined {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isSpec(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The fragment of a link to a target; undefined if it is too long for one, as networks are. */
export function toFragment(spec: TargetSpec): string | undefined {
  if (spec.kind === "network") return undefined;
  // A long text is not packed to see how long it becomes: that would hold up the page.
  if (Object.values(spec).some((field) => typeof field === "string" && field.length > MAX_LINK))
    return undefined;
  const packed = packSpec(spec);
  return packed.length > MAX_LINK ? undefined : `#target=${packed}`;
}

/** Is it something that only the user may start: code, or questions to them? */
export function isStartedByUser({ kind }: TargetSpec): boolean {
  return kind === "function" || kind === "teacher";
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
