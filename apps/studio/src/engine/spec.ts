/** A target as plain data, for the worker and for links. */

import type { LearnerName } from "hankel";
import type { FieldLearnerName } from "hankel/learning";

/** The learners that can be chosen on the page; a journal and a network bring their own. */
export type StudioLearner = Exclude<LearnerName, "apart" | "machine"> | FieldLearnerName;

export type TargetSpec =
  | { readonly kind: "automaton"; readonly name: string; readonly text: string }
  | {
      readonly kind: "expression";
      readonly name?: string;
      readonly text: string;
      readonly semifield: string;
      /** Symbols separated by spaces; if empty, those of the expression. */
      readonly alphabet: string;
    }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly text: string;
      /** Empty if the file names its semifield. */
      readonly semifield: string;
      /** The name of a format; if empty, the file name decides. */
      readonly format: string;
    }
  | {
      readonly kind: "function";
      readonly code: string;
      readonly semifield: string;
      readonly alphabet: string;
    }
  | { readonly kind: "journal"; readonly name: string; readonly text: string }
  | {
      readonly kind: "network";
      readonly name: string;
      /** The ONNX file, or the address of one that comes with the page. */
      readonly model: Blob | string;
      /** The text of the side file. */
      readonly description: string;
    }
  | {
      readonly kind: "random";
      readonly states: number;
      readonly letters: number;
      readonly semifield: string;
      readonly seed: number;
    }
  | { readonly kind: "teacher"; readonly semifield: string; readonly alphabet: string };

/** A network is opened in its own way, since it needs a runtime. */
export type NetworkSpec = Extract<TargetSpec, { kind: "network" }>;

export type TargetKind = TargetSpec["kind"];

export interface RunOptions {
  readonly learner: StudioLearner;
  readonly maxQuestions: number;
}

/** The longest target that fits into a link, in bytes. */
export const MAX_LINK = 6000;

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
export function fromFragment(fragment: string): TargetSpec | undefined {
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

/** The fields of each kind of target, with their types. */
const FIELDS: Readonly<
  Record<Exclude<TargetKind, "network">, Readonly<Record<string, "string" | "number">>>
> = {
  automaton: { name: "string", text: "string" },
  expression: { text: "string", semifield: "string", alphabet: "string" },
  file: { name: "string", text: "string", semifield: "string", format: "string" },
  function: { code: "string", semifield: "string", alphabet: "string" },
  journal: { name: "string", text: "string" },
  random: { states: "number", letters: "number", semifield: "string", seed: "number" },
  teacher: { semifield: "string", alphabet: "string" },
};

function isSpec(value: unknown): value is TargetSpec {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Record<string, unknown>;
  const { kind } = record;
  if (typeof kind !== "string" || !Object.hasOwn(FIELDS, kind)) return false;
  return Object.entries(FIELDS[kind as keyof typeof FIELDS]).every(
    ([name, type]) => typeof record[name] === type,
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
